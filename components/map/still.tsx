import type { MultiPolygon, Polygon, Position } from "geojson";
import type { DriftOnMap } from "@/lib/domain/field-map";
import type { DrawnArea, FieldMapModel } from "@/lib/views/portal/field-map";
import styles from "@/components/map/field-map.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    plain: (fieldName: string) => `${fieldName}, north up`,
    withBuffer: (fieldName: string) => `${fieldName}, north up, with the buffer that is not to be sprayed`,
  },
  es: {
    plain: (fieldName) => `${fieldName}, con el norte arriba`,
    withBuffer: (fieldName) =>
      `${fieldName}, con el norte arriba y la zona de amortiguamiento donde no se debe aplicar`,
  },
});

interface Props {
  model: FieldMapModel;
  drift: DriftOnMap | null;
  drawn: readonly DrawnArea[];
}

const WIDE = 320;
/** Free on every side, so that what lies beside the field is seen as well: a share of the field's extent. */
const ASIDE = 0.15;

/** The field as a plain drawing, north up: stands in the map's frame where the map cannot be drawn. */
export function Still({ model, drift, drawn }: Props) {
  const { path, high } = drawingOf(model.bounds);
  return (
    <svg viewBox={`0 0 ${WIDE} ${high}`} className={styles.still} role="img" aria-label={labelOf(model, drift)}>
      <path d={path(model.boundary)} className={styles.stillField} fillRule="evenodd" />
      {drift?.buffer == null ? null : <path d={path(drift.buffer)} className={styles.stillBuffer} fillRule="evenodd" />}
      {drawn.map(({ featureId, geometry }) => (
        <path key={featureId} d={path(geometry)} className={styles.stillDrawn} fillRule="evenodd" />
      ))}
    </svg>
  );
}

const labelOf = ({ fieldName }: FieldMapModel, drift: DriftOnMap | null): string =>
  drift?.buffer == null ? words().plain(fieldName) : words().withBuffer(fieldName);

/** Longitudes are shrunk as they are in the middle of the field. */
function drawingOf([west, south, east, north]: FieldMapModel["bounds"]) {
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [wide, tall] = [(east - west) * shrink, north - south];
  const aside = Math.max(wide, tall) * ASIDE;
  const scale = WIDE / (wide + 2 * aside);
  const place = ([lon = 0, lat = 0]: Position): string =>
    `${(((lon - west) * shrink + aside) * scale).toFixed(1)} ${((north - lat + aside) * scale).toFixed(1)}`;
  const path = ({ coordinates, type }: Polygon | MultiPolygon): string =>
    (type === "Polygon" ? coordinates : coordinates.flat()).map((ring) => `M${ring.map(place).join("L")}Z`).join("");
  return { path, high: Math.round((tall + 2 * aside) * scale) };
}
