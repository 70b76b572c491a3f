import type { MultiPolygon, Polygon, Position } from "geojson";
import { M_PER_FT } from "@/lib/domain/units";
import type { LocalPlane, PlanePoint } from "@/lib/geo/plane";

/** Rings or lines that a drawing can be pulled onto, in degrees. */
export type SnapLines = readonly (readonly Position[])[];
export type Ground = Polygon | MultiPolygon;

/** Two outlines this near are one line: the drift engine closes a gap of as much. */
export const TOUCHING_M = 0.1 * M_PER_FT;

export const ringsOf = (ground: Ground): Position[][] =>
  ground.type === "Polygon" ? ground.coordinates : ground.coordinates.flat();

/** A place on one of several lines. */
export interface OnLine {
  at: PlanePoint;
  distanceM: number;
  line: number;
  /** The segment's number, and how far along it: 3.5 is the middle of the fourth segment. */
  along: number;
}

function nearestOnSegment(
  [x, y]: PlanePoint,
  [x1, y1]: PlanePoint,
  [x2, y2]: PlanePoint,
): { at: PlanePoint; share: number } {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const lengthSq = dx * dx + dy * dy;
  const share = lengthSq === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / lengthSq));
  return { at: [x1 + share * dx, y1 + share * dy], share };
}

export const apart = ([x1, y1]: PlanePoint, [x2, y2]: PlanePoint): number => Math.hypot(x2 - x1, y2 - y1);

export function nearest(lines: readonly (readonly PlanePoint[])[], place: PlanePoint): OnLine | null {
  let best: OnLine | null = null;
  for (const [line, points] of lines.entries()) {
    for (const [index, to] of points.entries()) {
      const from = points[index - 1];
      if (from === undefined) continue;
      const { at, share } = nearestOnSegment(place, from, to);
      const distanceM = apart(place, at);
      if (best === null || distanceM < best.distanceM) best = { at, distanceM, line, along: index - 1 + share };
    }
  }
  return best;
}

export const flattened = (lines: SnapLines, plane: LocalPlane): PlanePoint[][] =>
  lines.map((line) => line.map((position) => plane.toPlane(position)));

const side = ([x1, y1]: PlanePoint, [x2, y2]: PlanePoint, [x, y]: PlanePoint): number =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));

export const segmentsCross = (a: PlanePoint, b: PlanePoint, c: PlanePoint, d: PlanePoint): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
