import { Citations } from "@/components/portal/measures/citations";
import type { MeasureText } from "@/lib/views/portal/measures";
import styles from "./measure-details.module.css";

/** What the points rest on, for those who want to read it up. */
export function MeasureDetails({ measure }: { measure: MeasureText }) {
  return (
    <details className={styles.details}>
      <summary>
        Details <span className="visually-hidden">of {measure.label}</span>
      </summary>
      {measure.helperText === null ? null : <p>{measure.helperText}</p>}
      {measure.helperLink === null ? null : (
        <p>
          <a href={measure.helperLink} rel="noreferrer" target="_blank">
            Read more about {measure.label} (opens a new tab)
          </a>
        </p>
      )}
      <p>{measure.evidence}.</p>
      <Citations citations={measure.citations} />
    </details>
  );
}
