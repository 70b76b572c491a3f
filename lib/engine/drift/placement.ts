import type { MultiPolygon, Position } from "geojson";
import type { Weather } from "@/lib/domain/drift";
import type { BufferType } from "@/lib/domain/product";
import { M_PER_FT } from "@/lib/domain/units";
import { fieldEdges, isDownwind, signedArea, type EdgeRing, type FieldEdge } from "@/lib/engine/drift/edges";
import { managedGround, type CountedFeatures } from "@/lib/engine/drift/managed";
import { arcStepRad, fullTurns, outwardStrips, type Selection, type StripChoices } from "@/lib/engine/drift/strips";
import { middleOf, northAt, planeAround, type LocalPlane } from "@/lib/geo/plane";
import type { Shape, Shapes } from "@/lib/geo/shapes";

/** A width to keep from what lies outside the edges that its type picks. */
export interface Setback {
  type: BufferType;
  widthFt: number;
  exclusionCategories: readonly string[];
}

/** A field laid out for placing buffers on it, whatever the wind. Good inside the `withShapes` that made it. */
export interface PlacementField {
  shapes: Shapes;
  plane: LocalPlane;
  rings: readonly EdgeRing[];
  field: Shape;
  areaSqm: number;
  managedFor: (categories: readonly string[]) => Shape | null;
  isDownslope: (edge: FieldEdge) => boolean;
  /** The positions as they were sent, by their place in the plane: what is not moved comes back to the digit. */
  known: ReadonlyMap<string, Position>;
}

export interface PlacementGround {
  boundary: MultiPolygon;
  counted: CountedFeatures;
  isDownslope: (edge: FieldEdge) => boolean;
}

/**
 * Lays a field out in its plane. The boundary is not simplified.
 *
 * Units: degrees in, meters inside. Source: docs/rules.md, Drift. Missing data: none.
 * Throws Error as the kernel does; RangeError on a boundary that is no place (`checkBoundary` refuses it before).
 */
export function layOut(shapes: Shapes, { boundary, counted, isDownslope }: PlacementGround): PlacementField {
  const plane = planeAround(boundary.coordinates.flat());
  const known = new Map<string, Position>();
  const flat = boundary.coordinates.map((rings) =>
    rings.map((ring) =>
      ring.map((position) => {
        const [eastM, northM] = plane.toPlane(position);
        known.set(keyOf(eastM, northM), position);
        return [eastM, northM];
      }),
    ),
  );
  const field = shapes.polygons(flat);
  const managed = new Map<string, Shape | null>();
  return {
    shapes,
    plane,
    rings: fieldEdges(
      flat,
      boundary.coordinates.map((rings) =>
        rings.map((ring) => ring.slice(1).map((to, index) => northAt(plane, middleOf([[ring[index] ?? to, to]])))),
      ),
    ),
    field,
    areaSqm: shapes.area(field),
    isDownslope,
    known,
    managedFor: (categories) => {
      const key = categories.toSorted().join();
      const found = managed.has(key) ? managed.get(key) : managedGround(shapes, { plane, counted }, categories);
      managed.set(key, found ?? null);
      return found ?? null;
    },
  };
}

const keyOf = (eastM: number, northM: number): string => `${eastM} ${northM}`;

/** Whether a setback's type picks an edge, with the wind as it is. */
export const isSelected = (
  type: BufferType,
  edge: FieldEdge,
  { isDownslope }: Pick<PlacementField, "isDownslope">,
  wind: Pick<Weather, "windDirectionDeg" | "windSpeedMph">,
): boolean => {
  if (type === "omni_directional") return true;
  return type === "downslope" ? isDownslope(edge) : isDownwind(edge, wind);
};

/** Setbacks of one key pick the same edges and count the same managed ground. */
export const setbackKey = ({ type, exclusionCategories }: Setback): string =>
  `${type} ${exclusionCategories.toSorted().join()}`;

/** Setbacks that ask for something, each once: a shorter one of the same kind and categories lies inside a longer. */
export function binding(setbacks: readonly Setback[]): Setback[] {
  const longest = new Map<string, Setback>();
  for (const setback of setbacks) {
    const key = setbackKey(setback);
    const known = longest.get(key);
    if (setback.widthFt > 0 && (known === undefined || setback.widthFt > known.widthFt)) longest.set(key, setback);
  }
  return [...longest.values()];
}

/**
 * Of all setbacks, those whose ground holds all of one's but what they themselves leave out of it as managed: they pick the
 * same edges or all, and are as wide. Of two that pick the same edges and are equally wide, the earlier in the list holds the
 * later: were each held by the other, neither would be placed.
 */
export const widerOf = (setback: Setback, all: readonly Setback[]): Setback[] =>
  all.filter((other, index) => {
    if (other.type !== setback.type) return other.type === "omni_directional" && other.widthFt >= setback.widthFt;
    return other.widthFt > setback.widthFt || (other.widthFt === setback.widthFt && index < all.indexOf(setback));
  });

/**
 * Binding setbacks less those that lie inside another: one as wide whose managed ground counts for this one as well.
 *
 * Units: feet. Source: docs/rules.md, Drift. Missing data: none. Throws: never.
 */
export function farthest(setbacks: readonly Setback[]): Setback[] {
  // Of equally wide ones, the one that counts less as managed holds the other whole.
  const all = binding(setbacks).toSorted((a, b) => a.exclusionCategories.length - b.exclusionCategories.length);
  return all.filter(
    (setback) =>
      !widerOf(setback, all).some(({ exclusionCategories }) =>
        exclusionCategories.every((category) => setback.exclusionCategories.includes(category)),
      ),
  );
}

/** The ground outside selected edges within a width, by group, before anything is taken off it. */
export const stripGround = (
  shapes: Shapes,
  rings: readonly EdgeRing[],
  select: Selection,
  widthFt: number,
  choices?: StripChoices,
): Map<number, Shape> =>
  new Map(
    [...outwardStrips(rings, select, widthFt * M_PER_FT, choices)].map(([groups, polygons]) => [
      groups,
      shapes.dissolve(polygons),
    ]),
  );

/**
 * What must be kept away from: the strips less the field, less managed ground.
 *
 * Units: meters of the plane. Source: docs/rules.md, Drift. Missing data: none. Throws Error as the kernel does.
 */
export function protectedGround({ shapes, field, managedFor }: PlacementField, strips: Shape, setback: Setback): Shape {
  const outside = shapes.difference(strips, field);
  const managed = managedFor(setback.exclusionCategories);
  return managed === null ? outside : shapes.difference(outside, managed);
}

const QUARTER_TURN_RAD = Math.PI / 2;
/**
 * A jagged line is offset in steps: the small first ones close its notches, so that the large last one is quick.
 * Shares of the width, by the turns from which they are taken; 5,000 positions jagged by 0.3 m (130 turns) take
 * 0.11 s instead of 1.1, and jagged by 5 m (680 turns) 0.3 s instead of 7.7.
 */
const STEPS: Steps = [
  { fromTurns: 300, shares: [1 / 64, 1 / 64, 1 / 32, 1 / 16, 7 / 8] },
  { fromTurns: 20, shares: [1 / 8, 1 / 8, 1 / 4, 1 / 2] },
  { fromTurns: 0, shares: [1] },
];
type Steps = readonly { fromTurns: number; shares: readonly number[] }[];

/**
 * All ground within a width of protected ground.
 *
 * Units: feet for the width. Source: docs/rules.md, Drift. Missing data: none. Throws Error as the kernel does.
 */
export function groundWithin(
  shapes: Shapes,
  ground: Shape,
  widthFt: number,
  { turns, steps = STEPS }: { turns: number; steps?: Steps },
): Shape {
  return stepSizes(widthFt, { turns, steps }).reduce(
    (grown, stepM) => shapes.buffer(grown, stepM, chordsOf(stepM)),
    ground,
  );
}

/**
 * The field less all that lies within a width of its line: what a setback on every edge leaves of it where no managed
 * ground counts, since the ground just outside an edge is part of what it protects.
 *
 * Units: feet for the width. Source: docs/rules.md, Drift. Missing data: none. Throws Error as the kernel does.
 */
export function insideOf({ shapes, field, rings }: PlacementField, widthFt: number): Shape {
  const sizes = stepSizes(widthFt, { turns: fullTurns(rings, () => 1), steps: STEPS });
  return sizes.reduce((left, stepM) => shapes.buffer(left, -stepM, chordsOf(stepM)), field);
}

function stepSizes(widthFt: number, { turns, steps }: { turns: number; steps: Steps }): number[] {
  const shares = steps.find(({ fromTurns }) => turns >= fromTurns)?.shares ?? [1];
  return shares.map((share) => widthFt * M_PER_FT * share);
}

const chordsOf = (stepM: number): number => Math.ceil(QUARTER_TURN_RAD / arcStepRad(stepM));

/** Ground of one setback outside the field, and all ground within its width. */
export interface PlacedSetback {
  setback: Setback;
  ground: Shape;
  within: Shape;
}

/**
 * Places one setback: its protected ground, and everything that lies too near to it.
 *
 * Units: meters of the plane. Source: docs/rules.md, Drift. Missing data: none. Throws Error as the kernel does.
 */
export function placeSetback(
  placement: PlacementField,
  setback: Setback,
  wind: Pick<Weather, "windDirectionDeg" | "windSpeedMph">,
): PlacedSetback {
  const { shapes, rings } = placement;
  const select: Selection = (edge) => (isSelected(setback.type, edge, placement, wind) ? 1 : 0);
  const strips = stripGround(shapes, rings, select, setback.widthFt).get(1) ?? shapes.polygons([]);
  const ground = protectedGround(placement, strips, setback);
  return {
    setback,
    ground,
    within: groundWithin(shapes, ground, setback.widthFt, { turns: fullTurns(rings, select) }),
  };
}

/** A field parted in what must not be treated and what may be. */
export interface PartedField {
  buffer: Shape;
  treatable: Shape;
  bufferSqm: number;
  treatableSqm: number;
}

/** Less than a millionth of the field, and less than a square meter, is what rounding leaves of an edge. */
const SLIVER_SHARE = 1e-6;
const SLIVER_SQM = 1;

/** The size of part of a field: nothing where only rounding left it there. Units: square meters. */
export function sizeOf({ shapes, areaSqm }: Pick<PlacementField, "shapes" | "areaSqm">, shape: Shape): number {
  const sqm = shapes.area(shape);
  return sqm > Math.min(areaSqm * SLIVER_SHARE, SLIVER_SQM) ? sqm : 0;
}

/**
 * Buffer and treatable ground: the field inside and outside of all ground that lies too near. Both come of the same
 * two shapes, so that together they are the field and do not overlap.
 *
 * Units: square meters. Source: docs/rules.md, Drift. Missing data: nothing too near leaves the whole field.
 * Throws Error as the kernel does.
 */
export function partField(placement: PlacementField, within: readonly Shape[]): PartedField {
  const { shapes, field } = placement;
  const near = within.length === 0 ? shapes.polygons([]) : shapes.unite(within);
  const buffer = shapes.intersection(field, near);
  const treatable = shapes.difference(field, near);
  return { buffer, treatable, bufferSqm: sizeOf(placement, buffer), treatableSqm: sizeOf(placement, treatable) };
}

/** A shape back on the ground, exterior rings against the clock; null where there is no ground. */
export function onGround({ shapes, plane, known }: PlacementField, shape: Shape): MultiPolygon | null {
  const coordinates = shapes.read(shape).map((rings) =>
    rings.map((ring, index) => {
      const placed = ring.map(
        ([eastM = 0, northM = 0]) => known.get(keyOf(eastM, northM)) ?? plane.toGround([eastM, northM]),
      );
      return signedArea(ring) > 0 === (index === 0) ? placed : placed.reverse();
    }),
  );
  return coordinates.length === 0 ? null : { type: "MultiPolygon", coordinates };
}
