import { round1 } from "@/lib/domain/rounding";

/** A point of the figure, in points from its top left. */
export type FigurePoint = readonly [x: number, y: number];
export type FigureRing = readonly FigurePoint[];

/**
 * Rings as SVG path data. Points that fall on the one before them are left out, so that a boundary of thousands of
 * positions is as long as what can be seen of it. A ring too small to be seen is left out whole.
 */
export const outlineOf = (rings: readonly FigureRing[]): string => rings.map(ringPath).join("");

function ringPath(ring: FigureRing): string {
  const seen: string[] = [];
  for (const [x, y] of ring) {
    const point = `${round1(x)} ${round1(y)}`;
    if (point !== seen.at(-1)) seen.push(point);
  }
  if (seen.length > 1 && seen[0] === seen.at(-1)) seen.pop();
  return seen.length < 3 ? "" : `M${seen.join("L")}Z`;
}

export interface Hatch {
  /** Of the lines, counter-clockwise from the horizontal. */
  angleDeg: number;
  spacing: number;
}

/**
 * Parallel lines that fill what rings enclose by the even-odd rule, so that holes stay empty. The lines of one angle
 * and spacing are the same everywhere: two grounds beside each other are hatched as one.
 */
export function hatchOf(rings: readonly FigureRing[], { angleDeg, spacing }: Hatch): string {
  const turn = (angleDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const crossings = new Map<number, number[]>();
  for (const ring of rings) {
    const turned = ring.map(([x, y]): [number, number] => [x * cos - y * sin, x * sin + y * cos]);
    collectCrossings(turned, spacing, crossings);
  }
  const back = (u: number, v: number): string => `${round1(u * cos + v * sin)} ${round1(v * cos - u * sin)}`;
  const lines = [...crossings.entries()].toSorted(([a], [b]) => a - b);
  return lines
    .map(([line, at]) =>
      pairsOf(at)
        .map(([from, to]) => `M${back(from, line * spacing)}L${back(to, line * spacing)}`)
        .join(""),
    )
    .join("");
}

/** Where each line meets each edge. An edge holds its lower end and not its upper one, so that a corner counts once. */
function collectCrossings(ring: FigureRing, spacing: number, crossings: Map<number, number[]>): void {
  for (const [index, [x2, y2]] of ring.entries()) {
    const [x1, y1] = ring[(index + ring.length - 1) % ring.length] ?? [x2, y2];
    if (y1 === y2) continue;
    const [low, high] = y1 < y2 ? [y1, y2] : [y2, y1];
    for (let line = Math.ceil(low / spacing); line * spacing < high; line += 1) {
      const x = x1 + ((line * spacing - y1) / (y2 - y1)) * (x2 - x1);
      const known = crossings.get(line);
      if (known === undefined) crossings.set(line, [x]);
      else known.push(x);
    }
  }
}

function pairsOf(at: readonly number[]): [number, number][] {
  const sorted = at.toSorted((a, b) => a - b);
  return sorted.flatMap((from, index): [number, number][] => {
    const to = sorted[index + 1];
    return index % 2 === 0 && to !== undefined ? [[from, to]] : [];
  });
}

/** Levels at which a ground is looked through for room. */
const LEVELS = 9;

/**
 * A place for a label: the middle of the longest level line that has ground above and below it for half a line of
 * type, and how long that line is. Null where there is none.
 */
export function roomIn(rings: readonly FigureRing[], halfLine: number): { x: number; y: number; width: number } | null {
  const ys = rings.flatMap((ring) => ring.map(([, y]) => y));
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  let best: { x: number; y: number; width: number } | null = null;
  for (let level = 1; level < LEVELS; level += 1) {
    // A level between two positions of a grid: no edge lies on it.
    const y = top + ((bottom - top) * (level + 0.013)) / LEVELS;
    const [above, below] = [spansAt(rings, y - halfLine), spansAt(rings, y + halfLine)];
    for (const [from, to] of spansAt(rings, y)) {
      // Asked first: a star has thousands of spans, and few of them are wider than the best so far.
      if (best !== null && to - from <= best.width) continue;
      const x = (from + to) / 2;
      const hasRoom = [above, below].every((spans) => spans.some(([a, b]) => a < x && x < b));
      if (hasRoom) best = { x, y, width: to - from };
    }
  }
  return best;
}

function spansAt(rings: readonly FigureRing[], y: number): [number, number][] {
  const at = rings.flatMap((ring) =>
    ring.flatMap(([x2, y2], index): number[] => {
      const [x1, y1] = ring[(index + ring.length - 1) % ring.length] ?? [x2, y2];
      return y1 < y !== y2 < y ? [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)] : [];
    }),
  );
  return pairsOf(at);
}
