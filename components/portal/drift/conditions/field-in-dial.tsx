import { useId } from "react";
import type { DialPicture } from "@/lib/views/portal/drift";
import styles from "./field-in-dial.module.css";

interface Props {
  picture: DialPicture;
  /** What is drawn answers the conditions that are set, or is what this device kept for them. */
  isOfThese: boolean;
}

/** The field inside the dial, north up, with what to leave hatched. The answer beside it says the same in words. */
export function FieldInDial({ picture: { field, treatable, within = [], isPlaced }, isOfThese }: Props) {
  const hatch = useId();
  return (
    <g className={isOfThese ? undefined : styles.earlier} data-field-picture={isPlaced ? "placed" : "open"}>
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" className={styles.buffer} />
          <path d="M0 0V5" className={styles.hatch} />
        </pattern>
      </defs>
      <path d={field} fillRule="evenodd" className={styles.ground} />
      {isPlaced ? <path d={field} fillRule="evenodd" fill={`url(#${hatch})`} /> : null}
      {treatable === null ? null : <path d={treatable} fillRule="evenodd" className={styles.treatable} />}
      {within.map((ground) => (
        <path key={ground} d={field + ground} fillRule="evenodd" fill={`url(#${hatch})`} />
      ))}
      <path d={field} fillRule="evenodd" className={styles.outline} />
    </g>
  );
}
