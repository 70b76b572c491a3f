import { Fold } from "@/components/ui/fold";
import { CHECKLIST_HEADING, CHECKLIST_INTRO } from "@/lib/views/checklist";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import styles from "./own-checks.module.css";

/** What no service can check, by product, each line with where it stands. Ticks are for the reader alone. */
export function OwnChecks({ card: { checklist, followTexts, limitationsHref } }: { card: CabCardView }) {
  const count = checklist.reduce((sum, { items }) => sum + items.length, followTexts === null ? 0 : 1);
  if (count === 0) return null;
  return (
    <Fold summary={`${CHECKLIST_HEADING} (${count})`}>
      <p className={styles.intro}>{CHECKLIST_INTRO} Ticks stay on this page and are not kept.</p>
      {followTexts === null ? null : (
        <ul className={styles.items}>
          <li>
            <Check id="own-texts" text={followTexts} />
            <a className={styles.source} href={limitationsHref}>
              Read the texts
            </a>
          </li>
        </ul>
      )}
      {checklist.map(({ productName, registration, items }, product) => (
        <div key={product}>
          <h2 className={styles.product}>
            {productName}
            {registration === null ? null : <span className={styles.registration}> EPA Reg. No. {registration}</span>}
          </h2>
          <ul className={styles.items}>
            {items.map(({ text, source }, index) => (
              <li key={index}>
                <Check id={`own-${product}-${index}`} text={text} />
                <span className={styles.source}>{source}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Fold>
  );
}

const Check = ({ id, text }: { id: string; text: string }) => (
  <label className={styles.choice} htmlFor={id}>
    <input type="checkbox" id={id} autoComplete="off" className={styles.box} />
    <span>{text}</span>
  </label>
);
