import type { ReactNode } from "react";
import styles from "./field.module.css";

interface Props {
  id: string;
  label: ReactNode;
  /** Says more than the label; read out with the control, which has to name `${id}-hint`. */
  hint?: ReactNode;
  /** What is wrong, and what would be right; the control has to name `${id}-error`. */
  error?: ReactNode;
  children: ReactNode;
}

/** `aria-describedby` of a control inside a `Field`. */
export const describedBy = (id: string, { hint, error }: Pick<Props, "hint" | "error">): string | undefined => {
  const ids = [hint === undefined ? null : `${id}-hint`, error === undefined ? null : `${id}-error`];
  return ids.filter((each) => each !== null).join(" ") || undefined;
};

/** A control with its label, its hint and what is wrong with it. */
export function Field({ id, label, hint, error, children }: Props) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint === undefined ? null : (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error === undefined ? null : (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** For a control that is rendered by itself: `className={controlClass}`. */
export const controlClass = styles.control;
