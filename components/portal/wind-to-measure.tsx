import type { ReactNode } from "react";
import { Choice } from "@/components/ui/choice";
import styles from "./wind-to-measure.module.css";

interface Props {
  kind: "old" | "forecast";
  /** What wind it is. */
  children: ReactNode;
  /** "I measured the same". */
  label: string;
  isMeasured: boolean;
  say: (isMeasured: boolean) => void;
}

/** A wind in a form that goes on record once someone has measured the same at the sprayer. */
export const WindToMeasure = ({ kind, children, label, isMeasured, say }: Props) => (
  <div className={styles.wind} {...{ [`data-${kind}-wind`]: "" }}>
    {children}
    <Choice
      type="checkbox"
      id={`${kind}-wind-measured`}
      label={label}
      checked={isMeasured}
      onChange={({ target }) => say(target.checked)}
    />
  </div>
);
