import type { MultiPolygon, Position } from "geojson";
import { planeAround } from "@/lib/geo/plane";
import { outlineOf } from "@/lib/usecases/reports/figure/paths";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import { DIAL_CENTER, PICTURE_RADIUS, type DialPicture, type DriftAnswerView } from "@/lib/views/portal/drift";

/** Draws ground of one field as SVG path data in the units of the wind dial. */
export type DialPen = (ground: MultiPolygon | null) => string | null;

/**
 * The pen for a field that fills the inside of the wind dial, north up: its farthest position touches the circle that
 * the ring leaves free, so that the picture keeps its place whichever part of the field is drawn.
 *
 * Units: units of the dial's own drawing. Source: none, plain geometry. Missing data: no ground draws nothing.
 * Throws RangeError for a boundary without a position.
 */
export function dialPen(boundary: MultiPolygon): DialPen {
  const rings = boundary.coordinates.flat();
  const plane = planeAround(rings);
  const reachM = Math.max(...rings.flat().map((position) => Math.hypot(...plane.toPlane(position))));
  const scale = reachM === 0 ? 0 : PICTURE_RADIUS / reachM;
  const toDial = (position: Position): [number, number] => {
    const [eastM, northM] = plane.toPlane(position);
    return [DIAL_CENTER + eastM * scale, DIAL_CENTER - northM * scale];
  };
  return (ground) =>
    ground === null ? null : outlineOf(ground.coordinates.flatMap((part) => part.map((ring) => ring.map(toDial))));
}

/** `isPlaced` false: it is not known where buffers lie, and the field is drawn without any. */
export function dialPicture(
  boundary: MultiPolygon,
  { treatable, isPlaced }: { treatable: MultiPolygon | null; isPlaced: boolean },
): DialPicture {
  const pen = dialPen(boundary);
  return { field: pen(boundary) ?? "", treatable: isPlaced ? pen(treatable) : null, isPlaced };
}

/** The picture of the saved answer, or of the field alone where none is saved or nothing was placed. */
export const savedPicture = (
  { boundary, drift }: Pick<FieldMapModel, "boundary" | "drift">,
  saved: DriftAnswerView | null,
): DialPicture =>
  saved?.placement === "not_asked"
    ? dialPicture(boundary, { treatable: boundary, isPlaced: true })
    : dialPicture(boundary, {
        treatable: drift?.treatable ?? null,
        isPlaced: saved !== null && drift !== null && saved.placement !== "open",
      });
