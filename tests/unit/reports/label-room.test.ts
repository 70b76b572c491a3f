import fc from "fast-check";
import { expect, it } from "vitest";
import { roomIn, type FigureRing } from "@/lib/usecases/reports/figure/paths";

type Room = ReturnType<typeof roomIn>;
const HALF_LINE = 6;
const LEVELS = 9;

/** The room for a label as it was looked for before: the lines above and below are found again for every span. */
function slowRoom(rings: readonly FigureRing[]): Room {
  const ys = rings.flatMap((ring) => ring.map(([, y]) => y));
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  let best: Room = null;
  for (let level = 1; level < LEVELS; level += 1) {
    const y = top + ((bottom - top) * (level + 0.013)) / LEVELS;
    for (const [from, to] of spansAt(rings, y)) {
      const x = (from + to) / 2;
      const hasRoom = [y - HALF_LINE, y + HALF_LINE].every((near) =>
        spansAt(rings, near).some(([a, b]) => a < x && x < b),
      );
      if (hasRoom && (best === null || to - from > best.width)) best = { x, y, width: to - from };
    }
  }
  return best;
}

function spansAt(rings: readonly FigureRing[], y: number): [number, number][] {
  const at = rings
    .flatMap((ring) =>
      ring.flatMap(([x2, y2], index): number[] => {
        const [x1, y1] = ring[(index + ring.length - 1) % ring.length] ?? [x2, y2];
        return y1 < y !== y2 < y ? [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)] : [];
      }),
    )
    .toSorted((a, b) => a - b);
  return at.flatMap((from, index): [number, number][] => {
    const to = at[index + 1];
    return index % 2 === 0 && to !== undefined ? [[from, to]] : [];
  });
}

const starOf = (positions: number, inner: number): FigureRing =>
  Array.from({ length: positions }, (_, index) => {
    const [angle, radius] = [(2 * Math.PI * index) / positions, index % 2 === 0 ? 250 : inner];
    return [250 + radius * Math.cos(angle), 250 + radius * Math.sin(angle)];
  });

const anyRing = fc.oneof(
  fc.array(fc.tuple(fc.double({ min: 0, max: 500, noNaN: true }), fc.double({ min: 0, max: 500, noNaN: true })), {
    minLength: 3,
    maxLength: 30,
  }),
  fc
    .record({ positions: fc.integer({ min: 6, max: 90 }), inner: fc.integer({ min: 20, max: 240 }) })
    .map(({ positions, inner }) => starOf(positions, inner)),
);

it("room for a label is found where the slow search finds it", () => {
  fc.assert(
    fc.property(fc.array(anyRing, { minLength: 1, maxLength: 3 }), (rings) => {
      expect(roomIn(rings, HALF_LINE)).toEqual(slowRoom(rings));
    }),
  );
});

it("room in a star of 1,000 positions takes a small part of the slow search's time", () => {
  const star = [starOf(1000, 20)];
  const msOf = (search: () => Room): number => {
    const started = performance.now();
    search();
    return performance.now() - started;
  };
  const slow = msOf(() => slowRoom(star));
  const quick = Math.min(...[1, 2, 3].map(() => msOf(() => roomIn(star, HALF_LINE))));
  expect(quick / slow).toBeLessThan(0.2);
});
