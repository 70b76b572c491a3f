import { planeAround, type PlanePoint } from "@/lib/geo/plane";
import { flattened, type Ground, nearest, ringsOf, segmentsCross, TOUCHING_M } from "@/lib/geo/plane-lines";

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
  if (places.length === 0 || !places.every((place) => holds(otherFlat, place))) return false;
  // Over a hole of the field, or over a bight of it, it has some of the field's corners inside.
  return !otherFlat.flat().some((corner) => holds(ownFlat, corner) && isOff(corner, ownFlat));
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

/** Whether the first corner of some ring of one ground lies in the other. */
const isInside = (rings: readonly (readonly PlanePoint[])[], ground: readonly (readonly PlanePoint[])[]): boolean =>
  rings.some(([corner]) => corner !== undefined && holds(ground, corner));

/** Whether a place lies in a ground: an odd number of its edges lie north of it. */
function holds(ground: readonly (readonly PlanePoint[])[], [x, y]: PlanePoint): boolean {
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
