import { Citations } from "@/components/portal/measures/citations";
import { wordsIn } from "@/lib/views/language";
import type { MeasureText } from "@/lib/views/portal/measures";
import styles from "./measure-details.module.css";

const words = wordsIn({
  en: {
    details: "Details",
    of: (measure: string) => `of ${measure}`,
    readMore: (measure: string) => `Read more about ${measure} (opens a new tab)`,
  },
  es: {
    details: "Detalles",
    of: (measure) => `de ${measure}`,
    readMore: (measure) => `Leer más sobre ${measure} (abre una pestaña nueva)`,
  },
});

/** What the points rest on, for those who want to read it up. */
export function MeasureDetails({ measure }: { measure: MeasureText }) {
  return (
    <details className={styles.details}>
      <summary>
        {words().details} <span className="visually-hidden">{words().of(measure.label)}</span>
      </summary>
      {measure.helperText === null ? null : <p>{measure.helperText}</p>}
      {measure.helperLink === null ? null : (
        <p>
          <a href={measure.helperLink} rel="noreferrer" target="_blank">
            {words().readMore(measure.label)}
          </a>
        </p>
      )}
      <p>{measure.evidence}</p>
      <Citations citations={measure.citations} />
    </details>
  );
}
