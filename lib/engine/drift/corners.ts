import type { Position } from "geojson";
import type { EdgeRing, FieldEdge } from "@/lib/engine/drift/edges";
import type { PlanePoint } from "@/lib/geo/plane";

/** Edges of a ring that are looked at by their box first. */
const RUN = 32;
/** Edges this near to a wedge count as in it, so that rounding never leaves a sector out. */
const MARGIN_M = 1e-3;

/** Says whether the round sector between two edges reaches ground of the field that their strips do not. */
export type NeedsSector = (edge: FieldEdge, next: FieldEdge) => boolean;

/**
 * Which round sectors must be drawn, where all that counts is what lies within the same width of them.
 *
 * The two straight sides of a sector belong to the strips of its edges. Where no part of the field lies in its wedge
 * within twice the width, whatever of the field is within the width of the sector is as near to one of those sides: the
 * nearest point of a sector to a place outside of its wedge is on a side, and all of the sector is outside the field. A
 * line that is jagged at each of its positions has thousands of sectors, and nearly all of them are left out so.
 *
 * Other ground that is taken off the strips could take a side away, so a sector that such ground begins or ends in is
 * drawn. One that lies in it whole is no ground either way.
 *
 * Units: meters of the plane. Source: none, plain geometry. Missing data: no edges need no sector. Throws: never.
 */
export function sectorsNeeded(
  rings: readonly EdgeRing[],
  widthM: number,
  takenOff: readonly Position[][][] = [],
): NeedsSector {
  const ofField = rings.flatMap(runsOf);
  const ofOther = takenOff.flatMap((polygon) => polygon.map(sidesOf)).flatMap(runsOf);
  return (edge, next) => {
    const wedge = { at: edge.end, from: edge.outward, to: next.outward, reachM: widthM + MARGIN_M };
    const isOther = (side: Side): boolean => side !== edge && side !== next;
    return anyMeets({ ...wedge, reachM: 2 * widthM + MARGIN_M }, ofField, isOther) || anyMeets(wedge, ofOther, isOther);
  };
}

const anyMeets = (wedge: Wedge, runs: readonly Run[], isCounted: (side: Side) => boolean): boolean =>
  runs.some((run) => mayMeet(wedge, run) && run.edges.some((side) => isCounted(side) && meets(wedge, side)));

type Side = Pick<FieldEdge, "start" | "end">;

const sidesOf = (ring: readonly Position[]): Side[] =>
  ring.slice(1).map((end, index) => ({ start: pointOf(ring[index]), end: pointOf(end) }));

const pointOf = (position: Position | undefined): PlanePoint => [
  position?.[0] ?? Number.NaN,
  position?.[1] ?? Number.NaN,
];

interface Run {
  edges: readonly Side[];
  /** The corners of the box around them. */
  box: readonly PlanePoint[];
}

/** The ground between two directions, less than half a turn apart, that is no farther from a point than the reach. */
interface Wedge {
  at: PlanePoint;
  from: PlanePoint;
  to: PlanePoint;
  reachM: number;
}

const runsOf = (ring: readonly Side[]): Run[] =>
  Array.from({ length: Math.ceil(ring.length / RUN) }, (_unused, index) => {
    const edges = ring.slice(index * RUN, (index + 1) * RUN);
    return { edges, box: boxOf(edges) };
  });

function boxOf(edges: readonly Side[]): PlanePoint[] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { start, end } of edges) {
    west = Math.min(west, start[0], end[0]);
    south = Math.min(south, start[1], end[1]);
    east = Math.max(east, start[0], end[0]);
    north = Math.max(north, start[1], end[1]);
  }
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}

/** How far a point lies within each of the two sides of a wedge; negative outside. */
const leftOf = ({ at, from }: Wedge, [x, y]: PlanePoint): number => from[0] * (y - at[1]) - from[1] * (x - at[0]);
const rightOf = ({ at, to }: Wedge, [x, y]: PlanePoint): number => to[1] * (x - at[0]) - to[0] * (y - at[1]);

/** False only where a box surely lies outside of a wedge. */
function mayMeet(wedge: Wedge, { box }: Run): boolean {
  if (box.every((corner) => leftOf(wedge, corner) < -MARGIN_M)) return false;
  if (box.every((corner) => rightOf(wedge, corner) < -MARGIN_M)) return false;
  const [lower, , upper] = box;
  if (lower === undefined || upper === undefined) return false;
  const [x, y] = wedge.at;
  const eastM = Math.max(lower[0] - x, 0, x - upper[0]);
  const northM = Math.max(lower[1] - y, 0, y - upper[1]);
  return Math.hypot(eastM, northM) <= wedge.reachM;
}

/** Whether any of an edge lies in a wedge: the part of it within both sides, and its distance. */
function meets(wedge: Wedge, { start, end }: Side): boolean {
  const within: [number, number] = [0, 1];
  for (const side of [leftOf, rightOf]) {
    const [a, b] = [side(wedge, start) + MARGIN_M, side(wedge, end) + MARGIN_M];
    if (a < 0 && b < 0) return false;
    if (a < 0) within[0] = Math.max(within[0], a / (a - b));
    if (b < 0) within[1] = Math.min(within[1], a / (a - b));
  }
  const [from, to] = within;
  return from <= to && distanceM(wedge.at, along(start, end, from), along(start, end, to)) <= wedge.reachM;
}

const along = ([x1, y1]: PlanePoint, [x2, y2]: PlanePoint, share: number): PlanePoint => [
  x1 + share * (x2 - x1),
  y1 + share * (y2 - y1),
];

function distanceM([x, y]: PlanePoint, [x1, y1]: PlanePoint, [x2, y2]: PlanePoint): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const lengthSq = dx * dx + dy * dy;
  const share = lengthSq === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / lengthSq));
  return Math.hypot(x1 + share * dx - x, y1 + share * dy - y);
}
