import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { fieldSides } from "@/lib/usecases/portal/pages/map-sides";

type Point = [number, number];
const at = (points: Point[]): Point[] => points.map(([x, y]) => [-93.5 + x * 1e-3, 42 + y * 1e-3]);
const closed = (points: Point[]) => {
  const ring = at(points);
  const [first = [0, 0]] = ring;
  return [...ring, first];
};
const field = (...rings: Point[][]) => ({ type: "MultiPolygon" as const, coordinates: [rings.map(closed)] });

const SQUARE: Point[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];

describe("the sides of a field", () => {
  it("of a square are four, named by where they face", () => {
    const sides = fieldSides(field(SQUARE));
    expect(sides.map(({ name }) => name)).toEqual([
      "Side facing south",
      "Side facing east",
      "Side facing north",
      "Side facing west",
    ]);
    expect(sides.map(({ edgeIndexes }) => edgeIndexes)).toEqual([[0], [1], [2], [3]]);
    expect(sides[1]?.lengthFt).toBeGreaterThan(1400);
  });

  it("do not depend on which way the ring runs", () => {
    const names = (points: Point[]) => fieldSides(field(points)).map(({ name }) => name);
    expect(names(SQUARE.toReversed()).sort()).toEqual(names(SQUARE).sort());
  });

  it("of a hole face into the hole", () => {
    const hole: Point[] = [
      [1, 1],
      [1, 3],
      [3, 3],
      [3, 1],
    ];
    expect(fieldSides(field(SQUARE, hole)).map(({ name }) => name)).toContain("Side facing east, hole 1");
  });

  it("take a cut corner into the side before it, and a side over the ring's beginning is one", () => {
    const cut: Point[] = [
      [2, 0],
      [4, 0],
      [4, 3.98],
      [3.98, 4],
      [0, 4],
      [0, 0],
    ];
    const sides = fieldSides(field(cut));
    expect(sides.map(({ name }) => name).sort()).toEqual([
      "Side facing east",
      "Side facing north",
      "Side facing south",
      "Side facing west",
    ]);
    expect(sides.find(({ name }) => name.endsWith("south"))?.edgeIndexes).toEqual([5, 0]);
  });

  it("hold every edge once, whatever the field", () => {
    const angle = fc.integer({ min: 3, max: 40 });
    fc.assert(
      fc.property(
        angle,
        fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 }),
        (corners, reach) => {
          const points = Array.from({ length: corners }, (_, index): Point => {
            const turn = (2 * Math.PI * index) / corners;
            const radius = 4 * (reach[index] ?? 1);
            return [radius * Math.cos(turn), radius * Math.sin(turn)];
          });
          const sides = fieldSides(field(points));
          const edges = sides.flatMap(({ edgeIndexes }) => edgeIndexes).sort((a, b) => a - b);
          expect(edges).toEqual(Array.from({ length: corners }, (_, index) => index));
          expect(new Set(sides.map(({ name }) => name)).size).toBe(sides.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});
