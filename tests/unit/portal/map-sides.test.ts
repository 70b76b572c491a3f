import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { fieldSides } from "@/lib/pages/portal/map/sides";

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

  it("take a cut corner into a neighbor, and a side over the ring's beginning is one", () => {
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

  it("of a wavering circle are eight, each facing its own way", () => {
    const round = Array.from({ length: 4_000 }, (_, index): Point => {
      const turn = (2 * Math.PI * (index + 0.5)) / 4_000;
      const radius = 4 * (1 + 0.004 * Math.sin(97 * turn) + 0.0015 * Math.cos(811 * turn));
      return [radius * Math.cos(turn), radius * Math.sin(turn)];
    });
    const sides = fieldSides(field(round));
    expect(sides).toHaveLength(8);
    expect(new Set(sides.map(({ name }) => name)).size).toBe(8);
    const around = sides.reduce((sum, { lengthFt }) => sum + lengthFt, 0);
    for (const { lengthFt } of sides) expect(lengthFt / around).toBeLessThan(0.25);
  });

  it("of a square logged every few feet with a shaking hand are its four", () => {
    const shaken = SQUARE.flatMap(([x, y], corner): Point[] => {
      const [toX, toY] = SQUARE[(corner + 1) % SQUARE.length] ?? [0, 0];
      return Array.from({ length: 200 }, (_, step) => {
        const share = step / 200;
        const off = step === 0 ? 0 : 0.008 * Math.sin(step * 1.7);
        return [x + (toX - x) * share + off * Math.sign(toY - y), y + (toY - y) * share - off * Math.sign(toX - x)];
      });
    });
    const sides = fieldSides(field(shaken));
    expect(sides.map(({ name }) => name.replace("Side facing ", ""))).toEqual(["south", "east", "north", "west"]);
    // A shaken corner may go either way by a step or two.
    for (const { edgeIndexes } of sides) expect(Math.abs(edgeIndexes.length - 200)).toBeLessThanOrEqual(4);
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
