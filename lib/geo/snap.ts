import type { MultiPolygon, Polygon, Position } from "geojson";
import { M_PER_FT } from "@/lib/domain/units";
import { planeAround, type LocalPlane, type PlanePoint } from "@/lib/geo/plane";

/** Rings or lines that a drawing can be pulled onto, in degrees. */
export type SnapLines = readonly (readonly Position[])[];
type Ground = Polygon | MultiPolygon;

/** A corner of a line wins over the line itself where it is less than this much farther away. */
const CORNER_PULL = 1.5;
/** Two outlines this near are one line: the drift engine closes a gap of as much. */
export const TOUCHING_M = 0.1 * M_PER_FT;
/** Corners up to this much farther off than the nearest one belong to the side that faces the field. */
const SIDE_SLACK_M = 10 * M_PER_FT;
/** Following a field's edge from corner to corner may take this many times the straight way, and no more. */
const LONGEST_DETOUR = 4;
/** Nine decimals are a tenth of a millimeter, and the most that the drawing library takes. */
const DECIMALS = 1e9;

export const ringsOf = (ground: Ground): Position[][] =>
  ground.type === "Polygon" ? ground.coordinates : ground.coordinates.flat();

/** A place on one of several lines. */
interface OnLine {
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

const apart = ([x1, y1]: PlanePoint, [x2, y2]: PlanePoint): number => Math.hypot(x2 - x1, y2 - y1);

function nearest(lines: readonly (readonly PlanePoint[])[], place: PlanePoint): OnLine | null {
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

const flattened = (lines: SnapLines, plane: LocalPlane): PlanePoint[][] =>
  lines.map((line) => line.map((position) => plane.toPlane(position)));

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
 * How far drawn ground stays from the nearest of some other grounds: 0 where they touch or overlap.
 *
 * Units: meters. Source: none, plain geometry. Missing data: Infinity without another ground.
 * Throws RangeError as `localPlane`.
 */
export function gapM(drawn: Ground, others: readonly Ground[]): number {
  const own = ringsOf(drawn);
  const rings = others.flatMap(ringsOf);
  if (rings.length === 0 || own.length === 0) return Number.POSITIVE_INFINITY;
  const plane = planeAround(own);
  const [ownFlat, otherFlat] = [flattened(own, plane), flattened(rings, plane)];
  const gap = Math.min(leastM(ownFlat, otherFlat), leastM(otherFlat, ownFlat));
  if (gap <= TOUCHING_M || isInside(ownFlat, otherFlat) || isInside(otherFlat, ownFlat)) return 0;
  return cross(ownFlat, otherFlat) ? 0 : gap;
}

/**
 * Whether drawn ground lies wholly inside a field, up to its edges: nothing of a buffer lies beyond it.
 *
 * Units: degrees. Source: none, plain geometry. Missing data: false. Throws RangeError as `localPlane`.
 */
export function liesInside(drawn: Ground, field: Ground): boolean {
  const [own, other] = [ringsOf(drawn), ringsOf(field)];
  if (own.length === 0 || other.length === 0) return false;
  const plane = planeAround(own);
  const [ownFlat, otherFlat] = [flattened(own, plane), flattened(other, plane)];
  // Along the field's edge no place says on which side of it the ground lies.
  const isOff = (place: PlanePoint, lines: PlanePoint[][]): boolean =>
    (nearest(lines, place)?.distanceM ?? 0) > TOUCHING_M;
  const edges = segmentsOf(otherFlat);
  const places = segmentsOf(ownFlat)
    .flatMap((segment) => middlesOf(segment, edges))
    .filter((place) => isOff(place, otherFlat));
  if (places.length === 0 || !places.every((place) => isInside([[place]], otherFlat))) return false;
  // Over a hole of the field, or over a bight of it, it has some of the field's corners inside.
  return !otherFlat.flat().some((corner) => isInside([[corner]], ownFlat) && isOff(corner, ownFlat));
}

/**
 * Whether two grounds meet. Asked of many that lie far apart, it costs little.
 *
 * Units: degrees. Source: none, plain geometry. Missing data: no ground meets nothing. Throws RangeError as `localPlane`.
 */
export const touches = (one: Ground, other: Ground): boolean => areBoxesNear(one, other) && gapM(one, [other]) === 0;

/** About 11 m at the equator: boxes farther apart than this hold no grounds that touch. */
const BOX_SLACK_DEG = 1e-4;

function areBoxesNear(one: Ground, other: Ground): boolean {
  const [a, b] = [boxOf(one), boxOf(other)];
  const isNear = (axis: 0 | 1): boolean =>
    a[axis].least <= b[axis].most + BOX_SLACK_DEG && b[axis].least <= a[axis].most + BOX_SLACK_DEG;
  return isNear(0) && isNear(1);
}

interface Span {
  least: number;
  most: number;
}

function boxOf(ground: Ground): [Span, Span] {
  const spans: [Span, Span] = [
    { least: Infinity, most: -Infinity },
    { least: Infinity, most: -Infinity },
  ];
  for (const position of ringsOf(ground).flat()) {
    for (const [axis, span] of spans.entries()) {
      const value = position[axis] ?? Number.NaN;
      span.least = Math.min(span.least, value);
      span.most = Math.max(span.most, value);
    }
  }
  return spans;
}

/** From the corners of some lines to other lines; it need not go on once they touch. */
function leastM(from: readonly (readonly PlanePoint[])[], to: readonly (readonly PlanePoint[])[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const corner of from.flat()) {
    least = Math.min(least, nearest(to, corner)?.distanceM ?? Number.POSITIVE_INFINITY);
    if (least <= TOUCHING_M) return least;
  }
  return least;
}

/** Whether the first corner of one ground lies in the other: an odd number of its edges lie north of it. */
function isInside(rings: readonly (readonly PlanePoint[])[], ground: readonly (readonly PlanePoint[])[]): boolean {
  const corner = rings[0]?.[0];
  if (corner === undefined) return false;
  const [x, y] = corner;
  let crossings = 0;
  for (const ring of ground) {
    for (const [index, [x2, y2]] of ring.entries()) {
      const from = ring[index - 1];
      if (from === undefined || from[0] > x === x2 > x) continue;
      if (from[1] + ((x - from[0]) * (y2 - from[1])) / (x2 - from[0]) > y) crossings += 1;
    }
  }
  return crossings % 2 === 1;
}

const side = ([x1, y1]: PlanePoint, [x2, y2]: PlanePoint, [x, y]: PlanePoint): number =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));

const segmentsCross = (a: PlanePoint, b: PlanePoint, c: PlanePoint, d: PlanePoint): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

type Segment = readonly [PlanePoint, PlanePoint];

const segmentsOf = (rings: readonly (readonly PlanePoint[])[]): Segment[] =>
  rings.flatMap((ring) =>
    ring.slice(1).flatMap((to, index): Segment[] => {
      const from = ring[index];
      return from === undefined ? [] : [[from, to]];
    }),
  );

function cross(one: readonly (readonly PlanePoint[])[], other: readonly (readonly PlanePoint[])[]): boolean {
  const others = segmentsOf(other);
  return segmentsOf(one).some(([a, b]) => others.some(([c, d]) => segmentsCross(a, b, c, d)));
}

/** The middle of each piece into which others cut a segment. */
function middlesOf([a, b]: Segment, others: readonly Segment[]): PlanePoint[] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const cuts = others
    .filter(([c, d]) => segmentsCross(a, b, c, d))
    .map(([c, d]) => {
      const [ex, ey] = [d[0] - c[0], d[1] - c[1]];
      return ((c[0] - a[0]) * ey - (c[1] - a[1]) * ex) / (dx * ey - dy * ex);
    });
  const shares = [0, ...cuts.toSorted((one, other) => one - other), 1];
  return shares.slice(1).map((share, index) => {
    const middle = (share + (shares[index] ?? 0)) / 2;
    return [a[0] + middle * dx, a[1] + middle * dy];
  });
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
