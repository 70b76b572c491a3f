import type { MultiPolygon } from "geojson";
import { isDownwind } from "@/lib/engine/drift/edges";
import {
  binding,
  groundWithin,
  onGround,
  placeSetback,
  protectedGround,
  sizeOf,
  stripGround,
  type PlacementField,
  type Setback,
} from "@/lib/engine/drift/placement";
import { fullTurns, type Selection } from "@/lib/engine/drift/strips";
import type { Shape, Shapes } from "@/lib/geo/shapes";

/** Directions are kept as bits of one number. */
export const MOST_DIRECTIONS = 32;

export interface DirectionsQuestion {
  /** Where the wind comes from, degrees clockwise from north, in their order around the compass; at most 32. */
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
 * Ground that a block of neighboring directions must all leave is taken off the field for all of them at once, and
 * its halves go on from what is left: that is what makes 16 directions cost a few times one.
 *
 * Units: degrees the wind comes from; square meters. Source: docs/rules.md, Drift, all-wind view. Missing data: no
 * setback leaves the whole field to treat. Throws RangeError on more directions than it can tell apart; Error as the
 * kernel does.
 */
export function treatableByDirection(
  placement: PlacementField,
  setbacks: readonly Setback[],
  asked: DirectionsQuestion,
): Left[] {
  const count = asked.directionsDeg.length;
  if (count > MOST_DIRECTIONS) throw new RangeError(`${count} directions are more than ${MOST_DIRECTIONS}`);
  const { field } = placement;
  const all = binding(setbacks);
  const always = all
    .filter(({ type }) => type !== "wind_directional")
    .map((setback) => placeSetback(placement, setback, CALM).within);
  const grounds = all
    .filter(({ type }) => type === "wind_directional")
    .flatMap((setback) => nearByDirections(placement, setback, asked));
  const open = takeOff(placement.shapes, field, always);
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, count)));
  return treatableAreas({ placement, grounds, count, withGround: asked.withGround }, open, { first: 0, size });
}

/** The direction does not matter to setbacks that do not ask for it. */
const CALM = { windDirectionDeg: 0, windSpeedMph: 0 };

/** Ground of the field that lies too near to what the same directions ask to keep from, one bit each. */
interface NearGround {
  directions: number;
  near: Shape;
}

function nearByDirections(
  placement: PlacementField,
  setback: Setback,
  { directionsDeg, windSpeedMph }: DirectionsQuestion,
): NearGround[] {
  const { shapes, rings, field } = placement;
  const select: Selection = (edge) =>
    directionsDeg.reduce(
      (directions, windDirectionDeg, index) =>
        isDownwind(edge, { windDirectionDeg, windSpeedMph }) ? directions | (1 << index) : directions,
      0,
    );
  // A direction picks about half of the edges.
  const turns = fullTurns(rings, select) / 2;
  return [...stripGround(shapes, rings, select, setback.widthFt)].map(([directions, strips]) => {
    const ground = protectedGround(placement, strips, setback);
    const near = shapes.intersection(field, groundWithin(shapes, ground, setback.widthFt, turns));
    return { directions, near };
  });
}

/** Neighboring directions from `first` on, a power of two of them; those past the last are no one's. */
interface Block {
  first: number;
  size: number;
}

const bitOf = (index: number, count: number): number => (index < count ? 1 << index : 0);

/** A shift by 32 is none, so that the bits are set one by one. */
function bitsOf({ first, size }: Block, count: number): number {
  let bits = 0;
  for (let index = first; index < first + size; index += 1) bits |= bitOf(index, count);
  return bits;
}

const holdsAll = (directions: number, block: number): boolean => (directions & block) === block;

interface Asked {
  placement: PlacementField;
  grounds: readonly NearGround[];
  count: number;
  withGround: boolean;
}

/** What is left of `open` by each direction of a block; what all of `wider` ask for was taken off before. */
function treatableAreas(asked: Asked, open: Shape, block: Block, wider: Block | null = null): Left[] {
  const { placement, grounds, count } = asked;
  if (block.first >= count) return [];
  return placement.shapes.scoped((shapes) => {
    const bits = bitsOf(block, count);
    const taken = grounds.filter(
      ({ directions }) => holdsAll(directions, bits) && (wider === null || !holdsAll(directions, bitsOf(wider, count))),
    );
    const left = takeOff(
      shapes,
      open,
      taken.map(({ near }) => near),
    );
    if (block.size === 1) {
      const treatableSqm = sizeOf({ shapes, areaSqm: placement.areaSqm }, left);
      const isDrawn = asked.withGround && treatableSqm > 0;
      return [{ treatableSqm, ground: isDrawn ? onGround({ ...placement, shapes }, left) : null }];
    }
    const size = block.size / 2;
    return [block.first, block.first + size].flatMap((first) => treatableAreas(asked, left, { first, size }, block));
  });
}

const takeOff = (shapes: Shapes, from: Shape, taken: readonly Shape[]): Shape =>
  taken.reduce((left, ground) => shapes.difference(left, ground), from);
