import type { CitationView } from "@/lib/views/portal/field-year";
import styles from "./citations.module.css";

/** Where a figure or a question comes from. */
export function Citations({ citations }: { citations: readonly CitationView[] }) {
  return (
    <ul className={styles.citations}>
      {citations.map(({ title, locator, url }) => (
        <li key={`${title} ${locator}`}>
          {url === null ? (
            title
          ) : (
            <a href={url} rel="noreferrer" target="_blank">
              {title} (opens a new tab)
            </a>
          )}
          {locator === "" ? "" : `, ${locator}`}
        </li>
      ))}
    </ul>
  );
}
