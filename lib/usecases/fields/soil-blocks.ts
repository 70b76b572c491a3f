import { cellKey, type SoilCell } from "@/lib/domain/soil-survey";

/** Squares a side of one question: an answer for nine stays far under the survey's 32 MB. */
const MOST_SIDE = 3;

/** Squares in rectangles of at most three a side, each of which is one question to the survey. */
export function groupIntoBlocks(cells: readonly SoilCell[]): SoilCell[][] {
  const left = new Map(cells.map((cell) => [cellKey(cell), cell]));
  const blocks: SoilCell[][] = [];
  for (const corner of cells.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    if (!left.has(cellKey(corner))) continue;
    const width = runLength((step) => left.has(cellKey({ x: corner.x + step, y: corner.y })));
    const row = (y: number): SoilCell[] => Array.from({ length: width }, (_, step) => ({ x: corner.x + step, y }));
    const height = runLength((step) => row(corner.y + step).every((cell) => left.has(cellKey(cell))));
    const block = Array.from({ length: height }, (_, step) => row(corner.y + step)).flat();
    for (const cell of block) left.delete(cellKey(cell));
    blocks.push(block);
  }
  return blocks;
}

function runLength(holds: (step: number) => boolean): number {
  let length = 1;
  while (length < MOST_SIDE && holds(length)) length += 1;
  return length;
}
