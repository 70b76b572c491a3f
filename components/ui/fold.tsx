import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import styles from "./fold.module.css";

interface Props {
  summary: ReactNode;
  isOpen?: boolean;
  /** Folded on a phone alone: where there is room all of it is in sight. */
  isForPhones?: boolean;
  children: ReactNode;
}

/** What is behind an answer, folded away on a screen and open on paper. */
export function Fold({ summary, isOpen = false, isForPhones = false, children }: Props) {
  return (
    <details className={classNames(styles.fold, isForPhones && styles.forPhones)} open={isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
