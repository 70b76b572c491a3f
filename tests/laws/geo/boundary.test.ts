import fc from "fast-check";
import type { Position } from "geojson";
import { describe, expect, it } from "vitest";
import { check, codesOf, faultsOf, feature, square } from "@/tests/unit/geo/checking";
import { polygon } from "@/tests/unit/geo/shapes";

describe("properties of the check", () => {
  const starShape = fc
    .array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 40 })
    .map((radii) =>
      radii.map((radius, index): Position => {
        const angle = (2 * Math.PI * index) / radii.length;
        return [-87.1 + 0.005 * radius * Math.cos(angle), 32.9 + 0.005 * radius * Math.sin(angle)];
      }),
    );
  const anyLoop = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }))
      .map(([x, y]): Position => [-87 + x / 100, 32 + y / 100]),
    { minLength: 3, maxLength: 9 },
  );
  const close = (loop: Position[]): Position[] => [...loop, ...loop.slice(0, 1)];
  const verdict = (ring: Position[]): boolean => !("faults" in check(feature(polygon(ring))));

  it("accepts every star-shaped field", () => {
    fc.assert(
      fc.property(starShape, (loop) => {
        expect(verdict(close(loop))).toBe(true);
      }),
    );
  });

  it("does not care where a ring starts or which way it goes", () => {
    fc.assert(
      fc.property(fc.oneof(starShape, anyLoop), fc.nat(), (loop, shift) => {
        const start = shift % loop.length;
        const rotated = [...loop.slice(start), ...loop.slice(0, start)];
        const expected = verdict(close(loop));
        expect(verdict(close(rotated))).toBe(expected);
        expect(verdict(close(loop.toReversed()))).toBe(expected);
      }),
    );
  });

  it("refuses a ring whose closing position is missing", () => {
    fc.assert(
      fc.property(starShape, (loop) => {
        expect(codesOf(check(feature(polygon(loop))))).toEqual([
          loop.length < 4 ? "ring_too_short" : "ring_not_closed",
        ]);
      }),
    );
  });

  it("names paths that exist in what was sent, but for a missing member's own name", () => {
    const junk = fc.oneof(fc.jsonValue(), fc.constant([200, 100]), fc.constant([[]]));
    const shape = fc.constantFrom<(coordinates: unknown) => unknown>(
      (coordinates) => feature({ type: "Polygon", coordinates }),
      (coordinates) => feature({ type: "MultiPolygon", coordinates: [coordinates] }),
      (coordinates) => ({ type: "FeatureCollection", features: [feature({ type: "Polygon", coordinates })] }),
    );
    fc.assert(
      fc.property(shape, junk, fc.nat({ max: 4 }), (wrap, bad, index) => {
        for (const coordinates of [bad, [square, bad], [square.with(index, bad as Position)]]) {
          const value = wrap(coordinates);
          for (const { path } of faultsOf(check(value, "any"))) expect(existsIn(value, path)).toBe(true);
        }
      }),
    );
  });
});

function existsIn(value: unknown, path: (string | number)[]): boolean {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null || !(key in current)) return false;
    current = (current as Record<string | number, unknown>)[key];
  }
  return true;
}
