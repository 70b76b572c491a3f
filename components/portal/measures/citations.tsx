import { wordsIn } from "@/lib/views/language";
import type { CitationView } from "@/lib/views/portal/field-year";
import styles from "./citations.module.css";

const words = wordsIn({ en: { newTab: "(opens a new tab)" }, es: { newTab: "(abre una pestaña nueva)" } });

/** Where a figure or a question comes from. */
export function Citations({ citations }: { citations: readonly CitationView[] }) {
  return (
    <ul className={styles.citations}>
      {citations.map(({ title, locator, url }) => (
        <li key={`${title} ${locator}`}>
          {url === null ? (
            <span lang="en">{title}</span>
          ) : (
            <a href={url} rel="noreferrer" target="_blank">
              <span lang="en">{title}</span> {words().newTab}
            </a>
          )}
          {locator === "" ? null : <span lang="en">, {locator}</span>}
        </li>
      ))}
    </ul>
  );
}
