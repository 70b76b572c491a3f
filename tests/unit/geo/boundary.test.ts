import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BoundaryForm } from "@/lib/geo/boundary";
import { BOUNDARY_FAULT_CODES, MAX_FAULTS } from "@/lib/geo/faults";
import { fastestMs, TENFOLD } from "@/tests/support/pace";
import { accepted, check, codesOf, faultsOf, feature, square } from "./checking";
import { circle, polygon } from "./shapes";

describe("a good boundary", () => {
  it("comes back as a MultiPolygon without altitudes, every digit kept", () => {
    const lon = -87.12345678901235;
    const ring = [
      [lon, 32.9, 120.5],
      [-87.09, 32.9],
      [-87.09, 32.91, null, "x"],
      [lon, 32.9, 99],
    ];
    expect(accepted(check(feature({ type: "Polygon", coordinates: [ring] })))).toEqual({
      type: "MultiPolygon",
      coordinates: [
        [
          [
            [lon, 32.9],
            [-87.09, 32.9],
            [-87.09, 32.91],
            [lon, 32.9],
          ],
        ],
      ],
    });
  });

  it.each([
    ["without properties", { type: "Feature", geometry: polygon(square) }],
    ["with null properties", { type: "Feature", properties: null, geometry: polygon(square) }],
    [
      "with foreign members",
      { type: "Feature", id: 7, bbox: [0], farm: "x", geometry: { ...polygon(square), note: 1 } },
    ],
  ])("may be a Feature %s", (_title, value) => {
    expect(codesOf(check(value))).toEqual([]);
  });

  it("has one hash as a Polygon and as a MultiPolygon of one, and another once it differs in the last digit", () => {
    const hash = (geometry: unknown): unknown => {
      const checked = check(feature(geometry));
      return "faults" in checked ? checked.faults : checked.hash;
    };
    const one = hash(polygon(square));
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(hash({ type: "MultiPolygon", coordinates: [[square]] })).toBe(one);
    expect(hash(polygon(square.map(([lon = 0, lat = 0]) => [lon, lat, 5])))).toBe(one);
    expect(hash(polygon(square.map(([lon = 0, lat = 0]) => [lon, lat === 32.91 ? 32.910000000000004 : lat])))).not.toBe(
      one,
    );
  });
});

describe("the form", () => {
  const whole = feature(polygon(square));
  const collection = { type: "FeatureCollection", features: [whole] };

  it.each([
    ["a Feature", whole],
    ["a bare Polygon", polygon(square)],
    ["a bare MultiPolygon", { type: "MultiPolygon", coordinates: [[square]] }],
    ["a FeatureCollection of one", collection],
    ["a text of a FeatureCollection", JSON.stringify(collection)],
    ["a text of a Polygon", ` ${JSON.stringify(polygon(square))}\n`],
  ])("any takes %s, and feature takes a Feature alone", (title, value) => {
    expect(codesOf(check(value, "any"))).toEqual([]);
    expect("faults" in check(value, "feature")).toBe(title !== "a Feature");
  });

  it.each([
    ["a FeatureCollection of two", { ...collection, features: [whole, whole] }, "invalid_value", ["features"]],
    ["an empty FeatureCollection", { ...collection, features: [] }, "invalid_value", ["features"]],
    ["features that are no array", { ...collection, features: {} }, "invalid_type", ["features"]],
    ["a null feature", { ...collection, features: [null] }, "invalid_type", ["features", 0]],
    ["null", null, "invalid_type", []],
    ["a number", 7, "invalid_type", []],
    ["an array", [whole], "invalid_type", []],
    ["an empty object", {}, "invalid_value", ["type"]],
    ["a Point", { type: "Point", coordinates: [1, 2] }, "invalid_value", ["type"]],
    ["a text that is not JSON", "{", "invalid_json", []],
    ["an empty text", "", "invalid_json", []],
    ["a text of a text", JSON.stringify(JSON.stringify(whole)), "invalid_type", []],
    ["a null geometry", feature(null), "invalid_type", ["geometry"]],
    ["no geometry", { type: "Feature" }, "invalid_type", ["geometry"]],
    ["a line", feature({ type: "LineString", coordinates: square }), "invalid_value", ["geometry", "type"]],
    [
      "a geometry collection",
      feature({ type: "GeometryCollection", geometries: [] }),
      "invalid_value",
      ["geometry", "type"],
    ],
  ])("any refuses %s", (_title, value, code, path) => {
    expect(faultsOf(check(value, "any"))).toEqual([expect.objectContaining({ code, path })]);
  });

  it("names the place inside a text in the message", () => {
    const text = JSON.stringify(feature(polygon([...square.slice(0, 4), [-87.1, 33]])));
    expect(faultsOf(check(text, "any"))).toEqual([
      {
        path: [],
        code: "ring_not_closed",
        message: expect.stringContaining("At /geometry/coordinates/0 of the text") as string,
      },
    ]);
  });
});

describe("structure and ranges", () => {
  const at = (...path: (string | number)[]) => ["geometry", "coordinates", ...path];

  it.each([
    ["no coordinates", undefined, "invalid_type", at()],
    ["no rings", [], "empty", at()],
    ["an empty ring", [[]], "empty", at(0)],
    ["a ring that is a number", [5], "invalid_type", at(0)],
    [
      "three positions",
      [
        [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      "ring_too_short",
      at(0),
    ],
    ["a ring where a list of rings belongs", square, "invalid_type", at()],
    ["an open ring", [square, square.slice(0, 4)], "ring_not_closed", at(1)],
    ["a ring open by its longitude alone", [[...square.slice(0, 4), [-87.095, 32.9]]], "ring_not_closed", at(0)],
    ["a ring open by its latitude alone", [[...square.slice(0, 4), [-87.1, 32.905]]], "ring_not_closed", at(0)],
    ["a position of one number", [[[0, 0], [1], [1, 1], [0, 0]]], "invalid_position", at(0, 1)],
    [
      "a position of texts",
      [
        [
          [0, 0],
          ["1", "0"],
          [1, 1],
          [0, 0],
        ],
      ],
      "invalid_position",
      at(0, 1),
    ],
    [
      "an infinite number",
      [
        [
          [0, 0],
          [Infinity, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      "invalid_position",
      at(0, 1),
    ],
    [
      "a longitude of 181",
      [
        [
          [181, 0],
          [179, 0],
          [179, 1],
          [181, 0],
        ],
      ],
      "out_of_range",
      at(0, 0, 0),
    ],
    [
      "a latitude of -90.1",
      [
        [
          [0, 0],
          [1, -90.1],
          [1, 1],
          [0, 0],
        ],
      ],
      "out_of_range",
      at(0, 1, 1),
    ],
  ])("refuse %s", (_title, coordinates, code, path) => {
    expect(faultsOf(check(feature({ type: "Polygon", coordinates })))).toContainEqual(
      expect.objectContaining({ code, path }),
    );
  });

  it("refuse the empty parts of a MultiPolygon", () => {
    expect(faultsOf(check(feature({ type: "MultiPolygon", coordinates: [[square], []] })))).toEqual([
      expect.objectContaining({ code: "empty", path: at(1) }),
    ]);
  });

  it("report every fault at once, those of the properties too", () => {
    const value = {
      type: "Feature",
      properties: [],
      geometry: polygon(
        [
          [0, 95],
          [200, 0],
          [1, 1],
        ],
        [],
      ),
    };
    expect(codesOf(check(value))).toEqual(["invalid_type", "out_of_range", "out_of_range", "ring_too_short", "empty"]);
  });

  it("stop after the most faults that are reported", () => {
    const coordinates = [Array.from({ length: 4000 }, () => "x")];
    expect(faultsOf(check(feature({ type: "Polygon", coordinates })))).toHaveLength(MAX_FAULTS);
  });

  it("use fault codes of the closed list only", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom<BoundaryForm>("feature", "any"), (value, form) => {
        for (const wrapped of [value, feature(value), feature({ type: "Polygon", coordinates: value })]) {
          const codes = codesOf(check(wrapped, form));
          expect(codes.length).toBeGreaterThan(0);
          expect(codes.every((code) => BOUNDARY_FAULT_CODES.some((known) => known === code))).toBe(true);
        }
      }),
    );
  });
});

describe("limits", () => {
  it.each([
    [4999, true],
    [5000, true],
    [5001, false],
  ])("%i positions: accepted %s", (positions, good) => {
    expect(codesOf(check(feature(circle(positions))))).toEqual(good ? [] : ["too_many_positions"]);
  });

  it("counts positions over all rings of all parts", () => {
    const parts = [circle(2500).coordinates, circle(2501, [-87.2, 32.9]).coordinates];
    expect(codesOf(check(feature({ type: "MultiPolygon", coordinates: parts })))).toEqual(["too_many_positions"]);
    expect(
      codesOf(check(feature({ type: "MultiPolygon", coordinates: parts }), "any", { maxPositions: 5001 })),
    ).toEqual([]);
  });

  it("refuses a field over the antimeridian and one at a pole, and says so", () => {
    const fiji = [
      [179.9, -17],
      [-179.9, -17],
      [-179.9, -16.9],
      [179.9, -17],
    ];
    const arctic = [
      [0, 89.5],
      [1, 89.5],
      [1, 89.6],
      [0, 89.5],
    ];
    expect(faultsOf(check(feature(polygon(fiji))))).toEqual([
      expect.objectContaining({ code: "antimeridian", path: ["geometry", "coordinates"] }),
    ]);
    expect(codesOf(check(feature(polygon(arctic))))).toEqual(["pole"]);
    expect(
      codesOf(
        check(
          feature(
            polygon([
              [-179, 0],
              [179, 0],
              [0, 89.5],
              [-179, 0],
            ]),
          ),
        ),
      ),
    ).toEqual(["antimeridian", "pole"]);
  });

  it("refuses an area over the limit, with the area in the message", () => {
    const degree = polygon([
      [-87, 32],
      [-86, 32],
      [-86, 33],
      [-87, 33],
      [-87, 32],
    ]);
    expect(faultsOf(check(feature(degree)))).toEqual([
      expect.objectContaining({
        code: "too_large",
        message: expect.stringMatching(/about 1,04\d,\d{3} ha; at most 40,000 ha/) as string,
      }),
    ]);
    expect(codesOf(check(feature(degree), "feature", { maxAreaHa: 1_100_000 }))).toEqual([]);
  });

  it.each([
    [polygon(square), /its type is "Polygon": put it into the "geometry" of a Feature\.$/],
    [
      { type: "FeatureCollection", features: [feature(polygon(square))] },
      /its type is "FeatureCollection": send the one feature of it\.$/,
    ],
    [{ type: "feature", properties: {}, geometry: polygon(square) }, /its type is "feature"\.$/],
    [{}, /it has no "type"\.$/],
  ])("says what was sent in place of a Feature, and how one is made of it", (sent, message) => {
    expect(faultsOf(check(sent))).toEqual([
      expect.objectContaining({ path: ["type"], message: expect.stringMatching(message) as string }),
    ]);
  });

  it("says where a boundary crosses itself", () => {
    const bowTie = polygon([
      [-87.1, 32.9],
      [-87.09, 32.91],
      [-87.09, 32.9],
      [-87.1, 32.91],
      [-87.1, 32.9],
    ]);
    expect(faultsOf(check(feature(bowTie)))).toEqual([
      {
        path: ["geometry", "coordinates"],
        code: "invalid_geometry",
        message: "The boundary is not valid: Self-intersection at longitude -87.095, latitude 32.905.",
      },
    ]);
  });

  describe("says which parts of a MultiPolygon do not go together", () => {
    const box = (west: number, south: number, side = 0.01) => {
      const [east, north] = [west + side, south + side].map((degrees) => Number(degrees.toFixed(6))) as [
        number,
        number,
      ];
      return [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ];
    };
    const far = box(-87.5, 32.5);
    const messages = (...parts: number[][][][]) =>
      faultsOf(check(feature({ type: "MultiPolygon", coordinates: parts }))).map(({ message }) => message);

    it.each([
      ["share an edge", box(-87.1, 32.9), box(-87.09, 32.9)],
      ["share a part of an edge", box(-87.1, 32.9), box(-87.09, 32.905, 0.002)],
      ["overlap", box(-87.1, 32.9), box(-87.095, 32.905)],
      ["are the same ground", box(-87.1, 32.9), box(-87.1, 32.9)],
      ["lie in each other", box(-87.1, 32.9), box(-87.099, 32.901, 0.002)],
    ])("where two %s", (_title, one, other) => {
      const found = messages(one, far, other);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(
        /^The boundary is not valid: parts 0 and 2 of the MultiPolygon overlap or share an edge \(.+ at longitude -87\..+\)\. Send ground/,
      );
    });

    it("where one is wrong by itself", () => {
      const bowTie = [
        [
          [-87.1, 32.9],
          [-87.09, 32.91],
          [-87.09, 32.9],
          [-87.1, 32.91],
          [-87.1, 32.9],
        ],
      ];
      expect(messages(far, bowTie)).toEqual([
        "The boundary is not valid: part 1 of the MultiPolygon has a Self-intersection at longitude -87.095, latitude 32.905.",
      ]);
    });

    it("and takes parts that meet in a point", () => {
      expect(messages(box(-87.1, 32.9), box(-87.09, 32.91))).toEqual([]);
    });
  });

  it("takes as long as there are positions to check, and refuses a million without reading them", () => {
    const [few, many] = [feature(circle(500)), feature(circle(5000))];
    const fewMs = fastestMs(() => check(few));
    expect(fastestMs(() => check(many)) / fewMs).toBeLessThan(TENFOLD);
    const million = feature({ type: "Polygon", coordinates: [Array.from({ length: 1_000_000 }, () => 1)] });
    expect(fastestMs(() => check(million))).toBeLessThan(fewMs);
  });
});
