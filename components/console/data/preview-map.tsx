import type { PreviewMap as Picture } from "@/lib/views/console/previews";
import styles from "./data.module.css";

/** Where the planned applications lie that would change, among their counties and the areas behind it. */
export function PreviewMap({ map: { viewBox, label, counties, before, after, places, radius } }: { map: Picture }) {
  const hasAreas = before.length + after.length > 0;
  return (
    <figure className={styles.figure}>
      <svg viewBox={viewBox} role="img" aria-label={label}>
        {counties.map(({ geoId, name, path }) => (
          <path key={geoId} d={path} className={styles.county}>
            <title>{name}</title>
          </path>
        ))}
        {after.map(({ id, path }) => (
          <path key={`a${id}`} d={path} className={styles.after} />
        ))}
        {before.map(({ id, path }) => (
          <path key={`b${id}`} d={path} className={styles.before} />
        ))}
        {places.map(([x, y], index) => (
          <circle key={index} cx={x} cy={y} r={radius} className={styles.place} />
        ))}
      </svg>
      <figcaption>
        {label}.{hasAreas ? " Areas dashed: as they are in force now. Filled: as they would be." : ""} North is up.
      </figcaption>
    </figure>
  );
}
