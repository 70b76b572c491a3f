import type { WindRosePoint } from "@/lib/domain/drift";
import { isDownwind } from "@/lib/engine/drift/edges";
import {
  binding,
  groundWithin,
  placeSetback,
  protectedGround,
  stripGround,
  type PlacementField,
  type Setback,
} from "@/lib/engine/drift/placement";
import { fullTurns, type Selection } from "@/lib/engine/drift/strips";
import type { Shape } from "@/lib/geo/shapes";

const DIRECTIONS = 16;
const FULL_TURN_DEG = 360;
const FULL_PERCENT = 100;

/** The 16 directions the wind is asked to come from, degrees clockwise from north. */
export const ROSE_DIRECTIONS_DEG: readonly number[] = Array.from(
  { length: DIRECTIONS },
  (_unused, index) => (index * FULL_TURN_DEG) / DIRECTIONS,
);

/**
 * How much of a field could be treated with the wind from each of 16 directions, at the speed it has now.
 *
 * Edges that the same directions pick are placed together, once; a direction then only puts those grounds together.
 * That is what makes 16 directions cost a few times one.
 *
 * Units: degrees the wind comes from; percent of the field; square metres.
 * Source: design/engine section 4, all-wind view. Missing data: no setback leaves the whole field to treat.
 * Throws Error as the kernel does.
 */
export function windRose(
  placement: PlacementField,
  setbacks: readonly Setback[],
  windSpeedMph: number,
): WindRosePoint[] {
  const all = binding(setbacks);
  const { shapes, areaSqm } = placement;
  const always = all
    .filter(({ type }) => type !== "wind_directional")
    .map((setback) => shapes.intersection(placement.field, placeSetback(placement, setback, CALM).within));
  const blocks = all
    .filter(({ type }) => type === "wind_directional")
    .flatMap((setback) => blockBuffers(placement, setback, windSpeedMph));
  return ROSE_DIRECTIONS_DEG.map((windDirectionDeg, index) => {
    const own = blocks.filter(({ directions }) => holdsAll(directions, 1 << index)).map(({ buffer }) => buffer);
    const bufferAreaSqm = areaOf(placement, [...always, ...own]);
    return { windDirectionDeg, treatablePercent: FULL_PERCENT * (1 - bufferAreaSqm / areaSqm), bufferAreaSqm };
  });
}

/** The direction does not matter to setbacks that do not ask for it. */
const CALM = { windDirectionDeg: 0, windSpeedMph: 0 };

/** The buffer of one setback for a block of directions: what all of them ask for, and no larger block does. */
interface BlockBuffer {
  directions: number;
  buffer: Shape;
}

/** Blocks of 4, 2 and 1 neighbouring directions, each a bit set; with each the blocks that contain it. */
const BLOCKS = [4, 2, 1].flatMap((size) =>
  Array.from({ length: DIRECTIONS / size }, (_unused, place) => {
    const within = (wider: number): number => ((1 << wider) - 1) << (Math.floor((place * size) / wider) * wider);
    return { directions: within(size), wider: [4, 2].filter((other) => other > size).map(within) };
  }),
);

const holdsAll = (groups: number, directions: number): boolean => (groups & directions) === directions;

function blockBuffers(placement: PlacementField, setback: Setback, windSpeedMph: number): BlockBuffer[] {
  const { shapes, rings, field } = placement;
  const select: Selection = (edge) =>
    ROSE_DIRECTIONS_DEG.reduce(
      (groups, windDirectionDeg, index) =>
        isDownwind(edge, { windDirectionDeg, windSpeedMph }) ? groups | (1 << index) : groups,
      0,
    );
  const pieces = [...stripGround(shapes, rings, select, setback.widthFt)].map(([groups, strips]) => ({
    groups,
    ground: protectedGround(placement, strips, setback),
  }));
  // A direction picks about half of the edges.
  const turns = fullTurns(rings, select) / 2;
  return BLOCKS.flatMap(({ directions, wider }) => {
    const own = pieces.filter(
      ({ groups }) => holdsAll(groups, directions) && !wider.some((block) => holdsAll(groups, block)),
    );
    if (own.length === 0) return [];
    const ground = shapes.unite(own.map((piece) => piece.ground));
    return [{ directions, buffer: shapes.intersection(field, groundWithin(shapes, ground, setback.widthFt, turns)) }];
  });
}

const areaOf = ({ shapes }: PlacementField, buffers: readonly Shape[]): number =>
  buffers.length === 0 ? 0 : shapes.scoped((inner) => inner.area(inner.unite(buffers)));
