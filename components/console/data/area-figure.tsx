import type { AreaFigure as Figure } from "@/lib/views/console/data";
import styles from "./data.module.css";

/** The areas that a switch changes: dashed as they are in force now, filled as they would be. */
export function AreaFigure({ figure: { viewBox, label, before, after } }: { figure: Figure }) {
  return (
    <figure className={styles.figure}>
      <svg viewBox={viewBox} role="img" aria-label={label}>
        {after.map(({ id, path }) => (
          <path key={`a${id}`} d={path} className={styles.after} />
        ))}
        {before.map(({ id, path }) => (
          <path key={`b${id}`} d={path} className={styles.before} />
        ))}
      </svg>
      <figcaption>Dashed: as it is in force now. Filled: as it would be. North is up.</figcaption>
    </figure>
  );
}
