import type { Position } from "geojson";
import type { NeedsSector } from "@/lib/engine/drift/corners";
import type { EdgeRing, FieldEdge } from "@/lib/engine/drift/edges";
import type { PlanePoint } from "@/lib/geo/plane";

/**
 * A round corner drawn with chords may fall short of it by this much. It adds to the buffer's own chords, and both
 * together stay far within the half foot that a width is held to.
 */
const CHORD_TOLERANCE_M = 0.05 * 0.3048;
const MAX_STEP_RAD = Math.PI / 8;
/** Ribbons keep to directions within a right angle: then inner and outer line, and both ends, cannot cross. */
const MAX_RIBBON_TURN_RAD = Math.PI / 2 - 1e-6;
/** A corner of less leaves no gap that the kernel would see. */
const MIN_TURN_RAD = 1e-7;
const MIN_OUTER_EDGE_M = 1e-3;

/** The largest angle whose chord stays within the tolerance of an arc. Units: meters, radians. */
export const arcStepRad = (radiusM: number): number =>
  radiusM <= CHORD_TOLERANCE_M ? MAX_STEP_RAD : Math.min(MAX_STEP_RAD, 2 * Math.acos(1 - CHORD_TOLERANCE_M / radiusM));

/** Says by a number which groups select an edge: one bit a group, or a name of its own for a set. 0 where none does. */
export type Selection = (edge: FieldEdge) => number;

/** The groups that are in both of two sets. */
export type InBoth = (one: number, other: number) => number;

const sharedBits: InBoth = (one, other) => one & other;
const always: NeedsSector = () => true;

export interface StripChoices {
  inBoth?: InBoth | undefined;
  /** Which sectors between two strips are drawn; without it, all. */
  needsSector?: NeedsSector | undefined;
}

/** Polygons by the groups whose ground they are part of, as the selection names them. Within an entry they may overlap. */
export type StripsByGroup = Map<number, Position[][][]>;

/**
 * The ground outside selected edges: along each edge a flat-ended strip, and between two neighbors that are both
 * selected the round sector that their strips leave open.
 *
 * Neighboring strips are joined to ribbons where that changes nothing, because the kernel dissolves 4 ribbons of a
 * round field 100 times faster than 5,000 strips. A ribbon keeps to directions within 90°, and an inward bend is
 * joined only where the strips' ends do not cross within the width; the rest stays single strips.
 *
 * Units: meters. Source: docs/rules.md, Drift. Missing data: no selected edge gives no ground. Throws: never.
 */
export function outwardStrips(
  rings: readonly EdgeRing[],
  select: Selection,
  widthM: number,
  { inBoth = sharedBits, needsSector = always }: StripChoices = {},
): StripsByGroup {
  const strips: StripsByGroup = new Map();
  const stepRad = arcStepRad(widthM);
  for (const ring of rings) addRing(ring, select, { widthM, stepRad, strips, inBoth, needsSector });
  return strips;
}

/**
 * How often selected edges turn about, in full turns over all rings. A round field has one; the jagged line of a
 * recorder has hundreds, and then offsetting it in one step is slow.
 *
 * Units: full turns. Source: none. Missing data: none. Throws: never.
 */
export function fullTurns(rings: readonly EdgeRing[], select: Selection): number {
  let turned = 0;
  for (const ring of rings) {
    for (const [index, edge] of ring.entries()) {
      const next = ring[(index + 1) % ring.length];
      if (next !== undefined && select(edge) !== 0) turned += Math.abs(turnRad(edge, next));
    }
  }
  return turned / (2 * Math.PI);
}

interface Strips {
  widthM: number;
  stepRad: number;
  inBoth: InBoth;
  needsSector: NeedsSector;
  strips: StripsByGroup;
}

/** Strips joined so far: the field's side, the outer side, and how they may go on. */
interface Ribbon {
  groups: number;
  inner: Position[];
  outer: Position[];
  /** What the last outer edge still has of its length. */
  restM: number;
  directionRad: number;
  leftmostRad: number;
  rightmostRad: number;
}

function addRing(ring: EdgeRing, select: Selection, to: Strips): void {
  let ribbon: Ribbon | null = null;
  for (const [index, edge] of ring.entries()) {
    const next = ring[(index + 1) % ring.length];
    if (next === undefined) continue;
    ribbon ??= begin(edge, select(edge), to);
    const turn = turnRad(edge, next);
    const groups = select(next);
    if (index + 1 < ring.length && ribbon !== null && canJoin(ribbon, { edge, next, turn, groups }, to)) {
      join(ribbon, { edge, next, turn, groups }, to);
      continue;
    }
    if (ribbon !== null) close(ribbon, edge, to);
    const both = to.inBoth(select(edge), groups);
    if (turn > MIN_TURN_RAD && both !== 0 && to.needsSector(edge, next)) add(to, both, sector(edge, next, turn, to));
    ribbon = null;
  }
}

interface Corner {
  edge: FieldEdge;
  next: FieldEdge;
  turn: number;
  groups: number;
}

/** How far the boundary turns away from the outside, radians; negative where it bends towards it. */
const turnRad = ({ outward: [east, north] }: FieldEdge, { outward: [nextEast, nextNorth] }: FieldEdge): number =>
  Math.atan2(east * nextNorth - north * nextEast, east * nextEast + north * nextNorth);

const begin = (edge: FieldEdge, groups: number, { widthM }: Strips): Ribbon | null =>
  groups === 0
    ? null
    : {
        groups,
        inner: [[...edge.start]],
        outer: [beside(edge.start, edge.outward, widthM)],
        restM: edge.lengthM,
        directionRad: 0,
        leftmostRad: 0,
        rightmostRad: 0,
      };

function canJoin(ribbon: Ribbon, { edge, next, turn, groups }: Corner, { widthM }: Strips): boolean {
  if (groups !== ribbon.groups) return false;
  const direction = ribbon.directionRad + turn;
  const range = Math.max(ribbon.leftmostRad, direction) - Math.min(ribbon.rightmostRad, direction);
  if (range > MAX_RIBBON_TURN_RAD) return false;
  if (turn >= 0) return true;
  const cutM = widthM * Math.tan(-turn / 2);
  return (
    Math.min(ribbon.restM, next.lengthM) - cutM > MIN_OUTER_EDGE_M &&
    widthM * Math.tan(-turn) <= Math.min(edge.lengthM, next.lengthM)
  );
}

function join(ribbon: Ribbon, { edge, next, turn }: Corner, { widthM, stepRad }: Strips): void {
  ribbon.inner.push([...edge.end]);
  if (turn < 0) {
    ribbon.outer.push(mitre(edge, next, turn, widthM));
    ribbon.restM = next.lengthM - widthM * Math.tan(-turn / 2);
  } else {
    ribbon.outer.push(
      ...(turn > MIN_TURN_RAD ? arc(edge, next, turn, { widthM, stepRad }) : [beside(edge.end, next.outward, widthM)]),
    );
    ribbon.restM = next.lengthM;
  }
  ribbon.directionRad += turn;
  ribbon.leftmostRad = Math.max(ribbon.leftmostRad, ribbon.directionRad);
  ribbon.rightmostRad = Math.min(ribbon.rightmostRad, ribbon.directionRad);
}

function close({ groups, inner, outer }: Ribbon, last: FieldEdge, to: Strips): void {
  const first = inner[0];
  if (first === undefined) return;
  const far = [...outer, beside(last.end, last.outward, to.widthM)].reverse();
  add(to, groups, [...inner, [...last.end], ...far, [...first]]);
}

const sector = (edge: FieldEdge, next: FieldEdge, turn: number, size: Strips): Position[] => [
  [...edge.end],
  ...arc(edge, next, turn, size),
  [...edge.end],
];

const add = ({ strips }: Strips, groups: number, ring: Position[]): void => {
  const known = strips.get(groups);
  if (known === undefined) strips.set(groups, [[ring]]);
  else known.push([ring]);
};

const beside = ([east, north]: PlanePoint, [outEast, outNorth]: PlanePoint, widthM: number): Position => [
  east + outEast * widthM,
  north + outNorth * widthM,
];

/** Where the outer lines of two strips meet that bend towards each other. */
function mitre({ end, outward }: FieldEdge, next: FieldEdge, turn: number, widthM: number): Position {
  const both: PlanePoint = [outward[0] + next.outward[0], outward[1] + next.outward[1]];
  return beside(end, both, widthM / (1 + Math.cos(turn)));
}

/** From one strip's end around the corner to the next strip's, both points exactly those of the strips. */
function arc(
  { end, outward }: FieldEdge,
  next: FieldEdge,
  turn: number,
  { widthM, stepRad }: Pick<Strips, "widthM" | "stepRad">,
): Position[] {
  const steps = Math.ceil(turn / stepRad);
  const points = [beside(end, outward, widthM)];
  for (let step = 1; step < steps; step += 1) {
    const angle = (turn * step) / steps;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    points.push(beside(end, [outward[0] * cos - outward[1] * sin, outward[0] * sin + outward[1] * cos], widthM));
  }
  points.push(beside(end, next.outward, widthM));
  return points;
}
