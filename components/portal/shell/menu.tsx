import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import styles from "./menu.module.css";

interface Props {
  /** What stands on the button. */
  label: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A button that opens a panel below it, without a script. */
export function Menu({ label, className, children }: Props) {
  return (
    <details className={classNames(styles.menu, className)} data-menu="over">
      <summary className={styles.summary}>{label}</summary>
      <div className={styles.panel}>{children}</div>
    </details>
  );
}
