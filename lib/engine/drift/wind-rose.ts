import type { MultiPolygon } from "geojson";
import type { WindRosePoint } from "@/lib/domain/drift";
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

const DIRECTIONS = 16;
/** The 16 directions the wind is asked to come from, degrees clockwise from north. */
export const ROSE_DIRECTIONS_DEG: readonly number[] = Array.from(
  { length: DIRECTIONS },
  (_unused, index) => (index * 360) / DIRECTIONS,
);

export interface RoseQuestion {
  windSpeedMph: number;
  /** Asks for the ground as well as for its area. */
  withGround: boolean;
}

/**
 * How much of a field could be treated with the wind from each of 16 directions, at the speed it has now.
 *
 * Ground that a block of neighboring directions must all leave is taken off the field for all of them at once, and
 * its halves go on from what is left: that is what makes 16 directions cost a few times one.
 *
 * Units: degrees the wind comes from; percent of the field; square meters.
 * Source: docs/rules.md, Drift, all-wind view. Missing data: no setback leaves the whole field to treat.
 * Throws Error as the kernel does.
 */
export function windRose(
  placement: PlacementField,
  setbacks: readonly Setback[],
  { windSpeedMph, withGround }: RoseQuestion,
): WindRosePoint[] {
  const { field, areaSqm } = placement;
  const all = binding(setbacks);
  const always = all
    .filter(({ type }) => type !== "wind_directional")
    .map((setback) => placeSetback(placement, setback, CALM).within);
  const grounds = all
    .filter(({ type }) => type === "wind_directional")
    .flatMap((setback) => nearByDirections(placement, setback, windSpeedMph));
  const open = takeOff(placement.shapes, field, always);
  const treatable = treatableAreas({ placement, grounds, withGround }, open, { first: 0, size: DIRECTIONS });
  return ROSE_DIRECTIONS_DEG.map((windDirectionDeg, index) => {
    const { treatableSqm, ground } = treatable[index] ?? { treatableSqm: 0, ground: null };
    return {
      windDirectionDeg,
      treatablePercent: (100 * treatableSqm) / areaSqm,
      bufferAreaSqm: areaSqm - treatableSqm,
      ...(withGround ? { treatable: ground } : {}),
    };
  });
}

/** The direction does not matter to setbacks that do not ask for it. */
const CALM = { windDirectionDeg: 0, windSpeedMph: 0 };

/** Ground of the field that lies too near to what the same directions ask to keep from, one bit each. */
interface NearGround {
  directions: number;
  near: Shape;
}

function nearByDirections(placement: PlacementField, setback: Setback, windSpeedMph: number): NearGround[] {
  const { shapes, rings, field } = placement;
  const select: Selection = (edge) =>
    ROSE_DIRECTIONS_DEG.reduce(
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

/** Neighboring directions from `first` on, a power of two of them. */
interface Block {
  first: number;
  size: number;
}

const bitsOf = ({ first, size }: Block): number => ((1 << size) - 1) << first;

const holdsAll = (directions: number, block: number): boolean => (directions & block) === block;

interface Rose {
  placement: PlacementField;
  grounds: readonly NearGround[];
  withGround: boolean;
}

interface Left {
  treatableSqm: number;
  ground: MultiPolygon | null;
}

/** What is left of `open` by each direction of a block; what all of `wider` ask for was taken off before. */
function treatableAreas(rose: Rose, open: Shape, block: Block, wider: Block | null = null): Left[] {
  const { placement, grounds } = rose;
  return placement.shapes.scoped((shapes) => {
    const asked = grounds.filter(
      ({ directions }) =>
        holdsAll(directions, bitsOf(block)) && (wider === null || !holdsAll(directions, bitsOf(wider))),
    );
    const left = takeOff(
      shapes,
      open,
      asked.map(({ near }) => near),
    );
    if (block.size === 1) {
      const treatableSqm = sizeOf({ shapes, areaSqm: placement.areaSqm }, left);
      const isDrawn = rose.withGround && treatableSqm > 0;
      return [{ treatableSqm, ground: isDrawn ? onGround({ ...placement, shapes }, left) : null }];
    }
    const size = block.size / 2;
    return [block.first, block.first + size].flatMap((first) => treatableAreas(rose, left, { first, size }, block));
  });
}

const takeOff = (shapes: Shapes, from: Shape, taken: readonly Shape[]): Shape =>
  taken.reduce((left, ground) => shapes.difference(left, ground), from);
