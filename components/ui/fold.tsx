import type { ReactNode } from "react";
import styles from "./fold.module.css";

/** What is behind an answer, folded away on a screen and open on paper. */
export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
