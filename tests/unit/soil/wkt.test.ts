import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWktPolygons } from "@/lib/gateways/soil/wkt";
import { fastestMs, TENFOLD } from "@/tests/support/pace";

const SQUARE = "((-90 41, -89.5 41, -89.5 41.5, -90 41.5, -90 41))";
const coordinates = [
  [
    [-90, 41],
    [-89.5, 41],
    [-89.5, 41.5],
    [-90, 41.5],
    [-90, 41],
  ],
];

describe("polygons of the survey's text", () => {
  it.each([
    ["a polygon", `POLYGON ${SQUARE}`, [coordinates]],
    ["the same in small letters without blanks", `polygon${SQUARE.replaceAll(", ", ",")}`, [coordinates]],
    ["several", `MULTIPOLYGON (${SQUARE}, ${SQUARE})`, [coordinates, coordinates]],
    [
      "one among the points and lines that clipping leaves",
      `GEOMETRYCOLLECTION (POINT (-90 41), POLYGON ${SQUARE}, LINESTRING (1 2, 3 4))`,
      [coordinates],
    ],
    ["none in a point", "POINT (-90 41)", []],
    ["none in an empty one", "POLYGON EMPTY", []],
    [
      "a hole",
      `POLYGON (${SQUARE.slice(1, -1)}, (-89.9 41.1, -89.8 41.1, -89.8 41.2, -89.9 41.1))`,
      [
        [
          ...coordinates,
          [
            [-89.9, 41.1],
            [-89.8, 41.1],
            [-89.8, 41.2],
            [-89.9, 41.1],
          ],
        ],
      ],
    ],
    [
      "small numbers as they are written",
      "POLYGON ((0 0, 1E-05 0, 1e-05 1.5E-06, 0 0))",
      [
        [
          [
            [0, 0],
            [1e-5, 0],
            [1e-5, 1.5e-6],
            [0, 0],
          ],
        ],
      ],
    ],
  ])("reads %s", (_name, text, wanted) => {
    expect(readWktPolygons(text)).toEqual({ type: "MultiPolygon", coordinates: wanted });
  });

  it.each([
    ["words", "an error occurred"],
    ["nothing", ""],
    ["a curve", `CURVEPOLYGON ${SQUARE}`],
    ["an open ring", "POLYGON ((0 0, 1 0, 1 1, 0 1))"],
    ["a ring of three positions", "POLYGON ((0 0, 1 0, 0 0))"],
    ["a third ordinate", "POLYGON ((0 0 5, 1 0 5, 1 1 5, 0 0 5))"],
    ["one ordinate", "POLYGON ((0, 1, 1, 0))"],
    ["meters", "POLYGON ((-9683689.8 4937176.9, -9683702.7 4937155.3, -9683720.6 4937150.8, -9683689.8 4937176.9))"],
    ["a position off the globe", "POLYGON ((190 0, 191 0, 191 1, 190 0))"],
    ["words for numbers", "POLYGON ((NaN 0, Infinity 0, 1 1, NaN 0))"],
    ["more after the end", `POLYGON ${SQUARE}; DROP TABLE field`],
    ["unbalanced parentheses", `POLYGON ${SQUARE.slice(0, -1)}`],
    ["a ring without its parentheses", "POLYGON (0 0, 1 0, 1 1, 0 0)"],
    ["no rings", "POLYGON ()"],
    [
      "a collection in a collection in a collection in one",
      "GEOMETRYCOLLECTION (".repeat(4) + "POINT (1 1)" + ")".repeat(4),
    ],
  ])("takes %s for no polygon", (_name, text) => {
    expect(readWktPolygons(text)).toBeNull();
  });

  it("answers any text with polygons in degrees or null, and quickly", () => {
    const pieces = fc.constantFrom(
      "POLYGON",
      "MULTIPOLYGON",
      "GEOMETRYCOLLECTION",
      "(",
      ")",
      ",",
      " ",
      "1",
      "-90.5 41",
      "EMPTY",
      "x",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const found = readWktPolygons(parts.join(""));
        for (const [lon = 0, lat = 0] of found?.coordinates.flat(2) ?? []) {
          expect(Math.abs(lon) <= 180 && Math.abs(lat) <= 90).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
    const readAll = (length: number): void => {
      for (const text of [
        "(".repeat(length),
        "POLYGON " + "(".repeat(length),
        "POLYGON (" + ") ".repeat(length / 2) + "x",
        "A".repeat(length),
      ]) {
        expect(readWktPolygons(text)).toBeNull();
      }
    };
    expect(fastestMs(() => readAll(2e6), 3) / fastestMs(() => readAll(2e5))).toBeLessThan(TENFOLD);
  });
});
