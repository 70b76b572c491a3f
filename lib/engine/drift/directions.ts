import type { MultiPolygon, Position } from "geojson";
import { M_PER_FT } from "@/lib/domain/units";
import { sectorsNeeded } from "@/lib/engine/drift/corners";
import { picksEdges, type FieldEdge, type PicksEdge } from "@/lib/engine/drift/edges";
import {
  farthest,
  groundWithin,
  insideOf,
  onGround,
  placeSetback,
  protectedGround,
  sizeOf,
  widerOf,
  type PlacementField,
  type Setback,
} from "@/lib/engine/drift/placement";
import { fullTurns, outwardStrips, type InBoth, type Selection } from "@/lib/engine/drift/strips";
import type { Shape, Shapes } from "@/lib/geo/shapes";

/** More are asked about in lots, so that no lot holds too much ground at once. */
export const MOST_DIRECTIONS = 48;

export interface DirectionsQuestion {
  /** Where the wind comes from, degrees clockwise from north, in their order around the compass; at most 48. */
  directionsDeg: readonly number[];
  /** The same from each of them. */
  windSpeedMph: number;
  /** Asks for the ground as well as for its area. */
  withGround: boolean;
}

/** What is left of a field to treat. */
export interface Left {
  treatableSqm: number;
  ground: MultiPolygon | null;
}

/**
 * How much of a field could be treated with the wind from each of several directions, in their order.
 *
 * Edges that the same directions pick are grown once. What a block of neighboring directions must all keep from is put
 * together once for all of them, and its halves go on from there: that is what makes 36 directions cost a few times one.
 * The field itself, whose line may be jagged, is cut once a direction and last.
 *
 * Units: degrees the wind comes from; square meters. Source: docs/rules.md, Drift, all-wind view. Missing data: no
 * setback leaves the whole field to treat. Throws RangeError on more directions than it may hold; Error as the
 * kernel does.
 */
export function treatableByDirection(
  placement: PlacementField,
  setbacks: readonly Setback[],
  asked: DirectionsQuestion,
): Left[] {
  const count = asked.directionsDeg.length;
  if (count > MOST_DIRECTIONS) throw new RangeError(`${count} directions are more than ${MOST_DIRECTIONS}`);
  const all = farthest(setbacks);
  const always = all.filter(({ type }) => type !== "wind_directional");
  const grounds = all
    .filter(({ type }) => type === "wind_directional")
    .flatMap((setback) => nearByDirections(placement, setback, { ...asked, wider: widerOf(setback, all) }));
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, count)));
  const left = leftAlways(placement, always);
  return treatableAreas({ placement, grounds, count, withGround: asked.withGround }, left, { first: 0, size });
}

/** What setbacks leave of the field that ask for the same in any wind. */
function leftAlways(placement: PlacementField, setbacks: readonly Setback[]): Shape {
  const { shapes, managedFor } = placement;
  const isAround = ({ type, exclusionCategories }: Setback): boolean =>
    type === "omni_directional" && managedFor(exclusionCategories) === null;
  const aroundFt = Math.max(0, ...setbacks.filter(isAround).map(({ widthFt }) => widthFt));
  const inside = aroundFt > 0 ? insideOf(placement, aroundFt) : placement.field;
  const near = setbacks
    .filter((setback) => !isAround(setback))
    .map((setback) => placeSetback(placement, setback, CALM).within);
  return near.length === 0 ? inside : shapes.difference(inside, shapes.unite(near));
}

/** The direction does not matter to setbacks that do not ask for it. */
const CALM = { windDirectionDeg: 0, windSpeedMph: 0 };

/** Ground that lies too near to what the same directions ask to keep from, one bit each. */
interface NearGround {
  directions: bigint;
  near: Shape;
}

/**
 * Edges that the same directions pick lie scattered along a jagged line: a small step closes their notches, one of
 * middling size joins neighbors, and the large last one has little left to round.
 */
const SCATTERED_STEPS = [
  { fromTurns: 20, shares: [1 / 64, 1 / 8, 55 / 64] },
  { fromTurns: 0, shares: [1] },
];

function nearByDirections(
  placement: PlacementField,
  setback: Setback,
  { directionsDeg, windSpeedMph, wider }: DirectionsQuestion & { wider: readonly Setback[] },
): NearGround[] {
  const { shapes, rings } = placement;
  const winds = directionsDeg.map((windDirectionDeg) => picksEdges({ windDirectionDeg, windSpeedMph }));
  const sets = new DirectionSets();
  const known = new Map<FieldEdge, number>();
  const select: Selection = (edge) => {
    const set = known.get(edge) ?? sets.numberOf(pickedBy(edge, winds));
    known.set(edge, set);
    return set;
  };
  // A direction picks about half of the edges.
  const turns = fullTurns(rings, select) / 2;
  const inBoth: InBoth = (one, other) => sets.inBoth(one, other);
  const managed = placement.managedFor(setback.exclusionCategories);
  const rest = onlyIn(placement, wider);
  const widthM = setback.widthFt * M_PER_FT;
  const needsSector =
    rest === null ? sectorsNeeded(rings, widthM, managed === null ? [] : shapes.read(managed)) : undefined;
  const strips = outwardStrips(rings, select, widthM, { inBoth, needsSector });
  return [...strips].flatMap(([set, polygons]) => {
    const drawn = rest === null ? shapes.dissolveAtOnce(polygons) : rest(polygons);
    if (drawn === null) return [];
    const near = groundWithin(shapes, protectedGround(placement, drawn, setback), setback.widthFt, {
      turns,
      steps: SCATTERED_STEPS,
    });
    return [{ directions: sets.directionsOf(set), near }];
  });
}

/**
 * Where wider setbacks pick the same edges, what a narrower one adds lies in ground that all of them count as managed:
 * only strips that reach it are drawn. Null where there is no wider one.
 */
function onlyIn(
  { shapes, managedFor }: PlacementField,
  wider: readonly Setback[],
): ((polygons: readonly Position[][][]) => Shape | null) | null {
  if (wider.length === 0) return null;
  const managed = wider.map(({ exclusionCategories }) => managedFor(exclusionCategories));
  if (managed.includes(null)) return () => null;
  const ground = managed
    .filter((shape) => shape !== null)
    .reduce((common, shape) => shapes.intersection(common, shape));
  const index = shapes.prepare(ground);
  return (polygons) => {
    const reaching = shapes.scoped((inner) =>
      polygons.filter((polygon) => inner.intersects(index, inner.polygons([polygon]))),
    );
    return reaching.length === 0 ? null : shapes.intersection(shapes.dissolveAtOnce(reaching), ground);
  };
}

const pickedBy = (edge: FieldEdge, winds: readonly PicksEdge[]): bigint =>
  winds.reduce((directions, picks, index) => (picks(edge) ? directions | (1n << BigInt(index)) : directions), 0n);

/** Numbers for sets of directions, which are too many for the bits of a number. No direction is 0. */
class DirectionSets {
  private readonly sets = [0n];
  private readonly numbers = new Map([[0n, 0]]);

  numberOf(directions: bigint): number {
    const known = this.numbers.get(directions);
    if (known !== undefined) return known;
    this.numbers.set(directions, this.sets.length);
    return this.sets.push(directions) - 1;
  }

  directionsOf(set: number): bigint {
    return this.sets[set] ?? 0n;
  }

  inBoth(one: number, other: number): number {
    return one === other ? one : this.numberOf(this.directionsOf(one) & this.directionsOf(other));
  }
}

/** Neighboring directions from `first` on, a power of two of them; those past the last are no one's. */
interface Block {
  first: number;
  size: number;
}

const bitsOf = ({ first, size }: Block, count: number): bigint =>
  ((1n << BigInt(Math.max(0, Math.min(size, count - first)))) - 1n) << BigInt(first);

const holdsAll = (directions: bigint, block: bigint): boolean => (directions & block) === block;

interface Asked {
  placement: PlacementField;
  grounds: readonly NearGround[];
  count: number;
  withGround: boolean;
}

/** What each direction of a block leaves of `left`, which all of `wider` leave. */
function treatableAreas(asked: Asked, left: Shape, block: Block, wider: Block | null = null): Left[] {
  const { placement, grounds, count } = asked;
  if (block.first >= count) return [];
  return placement.shapes.scoped((shapes) => {
    const bits = bitsOf(block, count);
    const added = grounds.filter(
      ({ directions }) => holdsAll(directions, bits) && (wider === null || !holdsAll(directions, bitsOf(wider, count))),
    );
    const near = added.length === 0 ? null : shapes.unite(added.map((ground) => ground.near));
    const rest = near === null ? left : shapes.difference(left, near);
    if (block.size === 1) return [leftOf(asked, shapes, rest)];
    const size = block.size / 2;
    return [block.first, block.first + size].flatMap((first) => treatableAreas(asked, rest, { first, size }, block));
  });
}

function leftOf({ placement, withGround }: Asked, shapes: Shapes, left: Shape): Left {
  const treatableSqm = sizeOf({ shapes, areaSqm: placement.areaSqm }, left);
  const isDrawn = withGround && treatableSqm > 0;
  return { treatableSqm, ground: isDrawn ? onGround({ ...placement, shapes }, left) : null };
}
