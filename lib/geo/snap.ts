import type { Polygon, Position } from "geojson";
import { M_PER_FT } from "@/lib/domain/units";
import { planeAround, type LocalPlane, type PlanePoint } from "@/lib/geo/plane";
import {
  apart,
  flattened,
  type Ground,
  nearest,
  type OnLine,
  ringsOf,
  segmentsCross,
  type SnapLines,
  TOUCHING_M,
} from "@/lib/geo/plane-lines";

/** A corner of a line wins over the line itself where it is less than this much farther away. */
const CORNER_PULL = 1.5;
/** Corners up to this much farther off than the nearest one belong to the side that faces the field. */
const SIDE_SLACK_M = 10 * M_PER_FT;
/** Following a field's edge from corner to corner may take this many times the straight way, and no more. */
const LONGEST_DETOUR = 4;
/** Nine decimals are a tenth of a millimeter, and the most that the drawing library takes. */
const DECIMALS = 1e9;

const toGround = (plane: LocalPlane, point: PlanePoint): Position =>
  plane.toGround(point).map((degrees) => Math.round(degrees * DECIMALS) / DECIMALS);

/** Pulls places onto lines, for one set of lines that many places are asked about. */
export interface Snapper {
  /**
   * The place on the lines within `reachM` of a place, a corner of them before the rest; null where none is so near.
   *
   * Units: meters, degrees. Source: none, plain geometry. Missing data: no lines, null. Throws: never.
   */
  snap: (place: Position, reachM: number) => Position | null;
}

/** Throws RangeError as `localPlane`, for lines whose middle is no place. */
export function snapperOf(lines: SnapLines): Snapper {
  if (lines.every((line) => line.length === 0)) return { snap: () => null };
  const plane = planeAround(lines);
  const flat = flattened(lines, plane);
  const corners = flat.flat();
  return {
    snap: (place, reachM) => {
      const at = plane.toPlane(place);
      const found = nearest(flat, at);
      if (found === null || found.distanceM > reachM) return null;
      const pullM = Math.min(reachM, found.distanceM * CORNER_PULL + reachM / 3);
      const corner = closest(corners, at);
      return toGround(plane, corner !== null && apart(corner, at) <= pullM ? corner : found.at);
    },
  };
}

function closest(points: readonly PlanePoint[], place: PlanePoint): PlanePoint | null {
  let best: PlanePoint | null = null;
  for (const point of points) if (best === null || apart(point, place) < apart(best, place)) best = point;
  return best;
}

/**
 * A drawn outline with the side that faces a field moved onto the field's edge, and following that edge between two
 * corners on it. Corners that were not near stay where they are. Null where that is no plain outline any more, or where
 * nothing would move.
 *
 * Units: degrees. Source: none, plain geometry. Missing data: without lines, null. Throws RangeError as `localPlane`.
 */
export function snappedToEdge(drawn: Polygon, field: Ground): Polygon | null {
  return snapped(drawn, field, (distances) => facingCorners(distances));
}

/** The same for corners that already lie on the field's edge: only the way between them is made to follow the edge. */
export function followingEdge(drawn: Polygon, field: Ground): Polygon {
  return snapped(drawn, field, (distances) => distances.map((distanceM) => distanceM <= TOUCHING_M)) ?? drawn;
}

/** Which corners belong to the side that faces the field: the nearest edge's two, and those about as near. */
function facingCorners(distances: readonly number[]): boolean[] {
  const [least, most] = [Math.min(...distances), Math.max(...distances)];
  const reachM = least + Math.min(SIDE_SLACK_M, (most - least) / 2);
  const next = (index: number): number => (index + 1) % distances.length;
  const together = distances.map((distanceM, index) => distanceM + (distances[next(index)] ?? 0));
  const edge = together.indexOf(Math.min(...together));
  return distances.map((distanceM, index) => distanceM <= reachM || index === edge || index === next(edge));
}

function snapped(drawn: Polygon, field: Ground, choose: (distances: number[]) => boolean[]): Polygon | null {
  const [outer, ...holes] = drawn.coordinates;
  const rings = ringsOf(field);
  if (outer === undefined || rings.length === 0) return null;
  const plane = planeAround(rings);
  const lines = flattened(rings, plane);
  const corners = outer.slice(0, -1).map((position) => plane.toPlane(position));
  const found = corners.flatMap((corner) => nearest(lines, corner) ?? []);
  const chosen = choose(found.map(({ distanceM }) => distanceM));
  const moved = found.map((place, index) => (chosen[index] === true ? place : null));
  const plain = withoutRepeats(outlineOf(corners, moved, lines));
  if (plain.length < 3 || crossesItself(plain)) return null;
  const closed = [...plain, ...plain.slice(0, 1)].map((point) => toGround(plane, point));
  return { type: "Polygon", coordinates: [closed, ...holes] };
}

/** Corners where they were or where they were moved to, with the corners of the edge between two that lie on it. */
function outlineOf(
  corners: readonly PlanePoint[],
  moved: readonly (OnLine | null)[],
  lines: readonly (readonly PlanePoint[])[],
): PlanePoint[] {
  return corners.flatMap((corner, index) => {
    const [here, there] = [moved[index] ?? null, moved[(index + 1) % corners.length] ?? null];
    if (here === null) return [corner];
    return there === null ? [here.at] : [here.at, ...between(lines, here, there)];
  });
}

/** The corners of a ring between two places on it, the shorter way round; none where that is far about. */
function between(lines: readonly (readonly PlanePoint[])[], from: OnLine, to: OnLine): PlanePoint[] {
  const ring = lines[from.line];
  if (ring === undefined || from.line !== to.line) return [];
  const corners = ring.slice(0, -1);
  const onward = cornersOnward(corners, from.along, to.along);
  const backward = cornersOnward(corners, to.along, from.along).reverse();
  const lengthM = (way: readonly PlanePoint[]): number => {
    const all = [from.at, ...way, to.at];
    return all.reduce((sum, point, index) => sum + (index === 0 ? 0 : apart(all[index - 1] ?? point, point)), 0);
  };
  const way = lengthM(onward) <= lengthM(backward) ? onward : backward;
  return lengthM(way) <= LONGEST_DETOUR * apart(from.at, to.at) ? way : [];
}

function cornersOnward(corners: readonly PlanePoint[], from: number, to: number): PlanePoint[] {
  const inOrder = corners.map((point, index) => ({ point, index }));
  const isWithin = (index: number): boolean => (from <= to ? index > from && index < to : index > from || index < to);
  const met = inOrder.filter(({ index }) => isWithin(index));
  if (from <= to) return met.map(({ point }) => point);
  return [...met.filter(({ index }) => index > from), ...met.filter(({ index }) => index < to)].map(
    ({ point }) => point,
  );
}

const withoutRepeats = (ring: readonly PlanePoint[]): PlanePoint[] =>
  ring.filter((point, index) => apart(point, ring.at(index - 1) ?? point) > 1e-3 || ring.length === 1);

function crossesItself(ring: readonly PlanePoint[]): boolean {
  const edges = ring.map((from, index): [PlanePoint, PlanePoint] => [from, ring[(index + 1) % ring.length] ?? from]);
  return edges.some(([a, b], index) => edges.slice(index + 2).some(([c, d]) => segmentsCross(a, b, c, d)));
}
