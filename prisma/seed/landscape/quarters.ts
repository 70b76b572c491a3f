import { type Point, SECTION_M, SECTIONS } from "@/prisma/seed/landscape/place";
import { rectangle } from "@/prisma/seed/landscape/shapes";
import type { Stream } from "@/prisma/seed/landscape/streams";

/** A quarter of a section, half a mile square: the ground that fields are laid out on. */
export interface Quarter {
  /** Counted in half miles from the block's south-west corner. */
  column: number;
  row: number;
  isCrossed: boolean;
}

export const QUARTER_M = SECTION_M / 2;
export const QUARTERS = SECTIONS * 2;
/** Roads run along the section lines; fences stand back from them, and a little from the half lines. */
const ROAD_SETBACK_M = 13;
const FENCE_SETBACK_M = 3;

/** South-west corner of the quarter in a column and row. */
export const cornerOf = (column: number, row: number): Point => [
  (column - SECTIONS) * QUARTER_M,
  (row - SECTIONS) * QUARTER_M,
];

export const middleOf = ({ column, row }: Pick<Quarter, "column" | "row">): Point => {
  const [west, south] = cornerOf(column, row);
  return [west + QUARTER_M / 2, south + QUARTER_M / 2];
};

const setback = (line: number): number => (line % 2 === 0 ? ROAD_SETBACK_M : FENCE_SETBACK_M);

/** Ground inside the fences of a block of quarters. */
export function groundOf(
  { column, row }: Pick<Quarter, "column" | "row">,
  columns = 1,
  rows = 1,
): { low: Point; high: Point } {
  const [west, south] = cornerOf(column, row);
  const [east, north] = cornerOf(column + columns, row + rows);
  return {
    low: [west + setback(column), south + setback(row)],
    high: [east - setback(column + columns), north - setback(row + rows)],
  };
}

export const groundRing = (quarter: Pick<Quarter, "column" | "row">, columns = 1, rows = 1): Point[] => {
  const { low, high } = groundOf(quarter, columns, rows);
  return rectangle(low, high);
};

const NEAR_STREAM_M = 45;

/** Every quarter of the block, and whether a stream comes through it. */
export function makeQuarters(streams: readonly Stream[]): Quarter[] {
  const crossed = new Set(streams.flatMap(({ points }) => points.flatMap(quartersNear)));
  return Array.from({ length: QUARTERS * QUARTERS }, (_, index) => {
    const [column, row] = [index % QUARTERS, Math.floor(index / QUARTERS)];
    return { column, row, isCrossed: crossed.has(keyOf(column, row)) };
  });
}

export const keyOf = (column: number, row: number): number => row * QUARTERS + column;

/** Quarters that a point lies in or nearly in. */
function quartersNear([east, north]: Point): number[] {
  return [-NEAR_STREAM_M, NEAR_STREAM_M].flatMap((dx) =>
    [-NEAR_STREAM_M, NEAR_STREAM_M].flatMap((dy) => {
      const column = Math.floor((east + dx) / QUARTER_M) + SECTIONS;
      const row = Math.floor((north + dy) / QUARTER_M) + SECTIONS;
      const isInside = column >= 0 && row >= 0 && column < QUARTERS && row < QUARTERS;
      return isInside ? [keyOf(column, row)] : [];
    }),
  );
}

/** Squares are compared and one root is taken: asked of 1,764 soil patches, this is 20 ms instead of 300. */
export function nearestStreamM(streams: readonly Stream[], [east, north]: Point): number {
  let least = Infinity;
  for (const { points } of streams) {
    for (const point of points) least = Math.min(least, (point[0] - east) ** 2 + (point[1] - north) ** 2);
  }
  return Math.sqrt(least);
}
