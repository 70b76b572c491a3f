import { dayInWords } from "@/lib/views/words";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import type { MapDataSet } from "@/lib/domain/field-map";
import styles from "@/components/map/field-map.module.css";
import { wordsIn } from "@/lib/views/language";

interface Words {
  title: string;
  names: Record<MapDataSet["kind"], string>;
  since: (kind: MapDataSet["kind"], day: string) => string;
  demonstration: string;
  pictures: string;
}

const words = wordsIn<Words>({
  en: {
    title: "Data on this map",
    names: {
      pula: "Pesticide Use Limitation Areas",
      county: "County lines",
      features: "Water, habitat and managed areas",
      soil: "Soils",
      basemap: "Roads, section lines, waters, and places, to find one's way",
    },
    since: (kind, day) => `${kind === "soil" ? "read from the survey" : "loaded"} ${day}`,
    demonstration: " (demonstration data)",
    pictures: "Pictures from above:",
  },
  es: {
    title: "Datos de este mapa",
    names: {
      pula: "Áreas de uso limitado de pesticidas (PULA)",
      county: "Límites de condados",
      features: "Agua, hábitat y áreas manejadas",
      soil: "Suelos",
      basemap: "Caminos, líneas de sección, aguas y lugares, para orientarse",
    },
    since: (kind, day) => `${kind === "soil" ? "leídos del estudio de suelos el" : "datos cargados el"} ${day}`,
    demonstration: " (datos de demostración)",
    pictures: "Imágenes desde arriba:",
  },
});

/** Where the map's data come from, and of when they are. */
export function MapSources({ model: { dataSets, imagery } }: { model: FieldMapModel }) {
  if (dataSets.length === 0 && imagery === null) return null;
  return (
    <div className={styles.summary}>
      <h3>{words().title}</h3>
      <ul>
        {dataSets.map(({ kind, version, since, isDemonstration, ...credit }) => (
          <li key={kind}>
            {words().names[kind]}: <span translate="no">{version}</span>, {words().since(kind, dayInWords(since))}
            {isDemonstration ? words().demonstration : ""}
            <Credit {...credit} />
          </li>
        ))}
        {imagery === null ? null : (
          <li>
            {words().pictures} <span translate="no">{imagery.attribution}</span>
          </li>
        )}
      </ul>
    </div>
  );
}

/** Who published a set, as they name themselves. */
function Credit({ attribution, license }: Pick<MapDataSet, "attribution" | "license">) {
  if (attribution === null) return null;
  return (
    <>
      {". "}
      <span translate="no">
        {attribution}
        {license === null ? "" : ` (${license})`}
      </span>
    </>
  );
}
