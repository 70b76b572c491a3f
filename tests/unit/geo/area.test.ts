import { area } from "@turf/turf";
import { describe, expect, it } from "vitest";
import { approximateAreaHa } from "@/lib/geo/area";
import { circle, polygon } from "./shapes";

describe("approximateAreaHa", () => {
  it.each([
    ["a pivot", [circle(200).coordinates]],
    [
      "a field with a hole",
      [
        [
          ...circle(50).coordinates,
          [
            [-87.1, 32.9],
            [-87.099, 32.9],
            [-87.1, 32.901],
            [-87.1, 32.9],
          ],
        ],
      ],
    ],
    ["two parts, one clockwise", [circle(9).coordinates, [circle(30, [-88, 41]).coordinates.flat().toReversed()]]],
    [
      "a square degree",
      [
        polygon([
          [10, -5],
          [11, -5],
          [11, -4],
          [10, -4],
          [10, -5],
        ]).coordinates,
      ],
    ],
  ])("agrees with turf on %s", (_title, coordinates) => {
    const field = { type: "MultiPolygon" as const, coordinates };
    expect(approximateAreaHa(field) / (area(field) / 10_000)).toBeCloseTo(1, 8);
  });
});
