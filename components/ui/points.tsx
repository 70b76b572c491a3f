import { classNames } from "@/components/ui/class-names";
import styles from "./points.module.css";

interface Props {
  earned: number;
  /** Null: unknown, which is not none. */
  required: number | null;
}

/** Points as a row of marks, one a point; the words beside it say the same. Points past the target stay outlined. */
export function Points({ earned, required }: Props) {
  const count = Math.min(Math.max(earned, required ?? 0), 18);
  return (
    <span className={styles.points} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span
          key={index}
          className={classNames(
            styles.point,
            index < earned && styles.earned,
            required !== null && index >= required && styles.extra,
          )}
        />
      ))}
    </span>
  );
}
