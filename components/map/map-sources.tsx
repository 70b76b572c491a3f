import { dayInWords } from "@/lib/views/words";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import type { MapDataSet } from "@/lib/domain/field-map";
import styles from "@/components/map/field-map.module.css";

const WHAT: Readonly<Record<MapDataSet["kind"], { name: string; since: string }>> = {
  pula: { name: "Pesticide Use Limitation Areas", since: "loaded" },
  county: { name: "County lines", since: "loaded" },
  features: { name: "Water, habitat and managed areas", since: "loaded" },
  soil: { name: "Soils", since: "read from the survey" },
};

/** Where the map's data come from, and of when they are. */
export function MapSources({ model: { dataSets, imagery } }: { model: FieldMapModel }) {
  if (dataSets.length === 0 && imagery === null) return null;
  return (
    <div className={styles.summary}>
      <h3>Data on this map</h3>
      <ul>
        {dataSets.map(({ kind, version, since, isDemonstration }) => (
          <li key={kind}>
            {WHAT[kind].name}: {version}, {WHAT[kind].since} {dayInWords(since)}
            {isDemonstration ? " (demonstration data)" : ""}
          </li>
        ))}
        {imagery === null ? null : <li>Pictures from above: {imagery.attribution}</li>}
      </ul>
    </div>
  );
}
