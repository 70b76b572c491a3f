import type { InputHTMLAttributes, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import styles from "./choice.module.css";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  type: "checkbox" | "radio";
  id: string;
  label: ReactNode;
  /** Stands under the label and is read out after it. */
  description?: ReactNode;
  /** Stands at the end of the row: points, a badge. */
  aside?: ReactNode;
}

/** A tick box or one of several, as a row of which every part is the target. */
export function Choice({ type, id, label, description, aside, className, ...input }: Props) {
  const describing = description === undefined ? undefined : `${id}-description`;
  return (
    <div className={classNames(styles.choice, className)}>
      <input {...input} type={type} id={id} className={styles.input} aria-describedby={describing} />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
      {description === undefined ? null : (
        <div id={describing} className={styles.description}>
          {description}
        </div>
      )}
    </div>
  );
}
