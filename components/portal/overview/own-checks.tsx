import { Fold } from "@/components/ui/fold";
import { checklistWords } from "@/lib/views/checklist";
import { wordsIn } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import styles from "./own-checks.module.css";

const words = wordsIn({
  en: {
    ticks: "Ticks stay on this page and are not kept.",
    readTexts: "Read the texts",
    registration: "EPA Reg. No.",
  },
  es: {
    ticks: "Las marcas se quedan en esta página y no se guardan.",
    readTexts: "Leer los textos",
    registration: "N.º de reg. de la EPA",
  },
});

/** What no service can check, by product, each line with where it stands. Ticks are for the reader alone. */
export function OwnChecks({ card: { checklist, followTexts, limitationsHref } }: { card: CabCardView }) {
  const count = checklist.reduce((sum, { items }) => sum + items.length, followTexts === null ? 0 : 1);
  if (count === 0) return null;
  return (
    <Fold summary={`${checklistWords().heading} (${count})`}>
      <p className={styles.intro}>
        {checklistWords().intro} {words().ticks}
      </p>
      {followTexts === null ? null : (
        <ul className={styles.items}>
          <li>
            <Check id="own-texts" text={followTexts} />
            <a className={styles.source} href={limitationsHref}>
              {words().readTexts}
            </a>
          </li>
        </ul>
      )}
      {checklist.map(({ productName, registration, items }, product) => (
        <div key={product}>
          <h2 className={styles.product}>
            <span translate="no">{productName}</span>
            {registration === null ? null : (
              <span className={styles.registration}>
                {" "}
                {words().registration} <span translate="no">{registration}</span>
              </span>
            )}
          </h2>
          <ul className={styles.items}>
            {items.map(({ text, isEnglish, source }, index) => (
              <li key={index}>
                <Check id={`own-${product}-${index}`} text={text} lang={isEnglish ? "en" : undefined} />
                <span className={styles.source} lang="en">
                  {source}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Fold>
  );
}

/** `lang`: of a text that has no Spanish. */
const Check = ({ id, text, lang }: { id: string; text: string; lang?: "en" | undefined }) => (
  <label className={styles.choice} htmlFor={id}>
    <input type="checkbox" id={id} autoComplete="off" className={styles.box} />
    <span lang={lang}>{text}</span>
  </label>
);
