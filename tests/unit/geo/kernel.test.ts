import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from "geojson";
import initGeosJs from "geos-wasm";
import { beforeAll, describe, expect, it, test, vi } from "vitest";
import { startGeos } from "@/lib/geo/kernel";
import type { Geos } from "@/lib/geo/kernel";
import { fastestMs, TENFOLD } from "@/tests/support/pace";
import { describeWithSharedData, readSharedJson, readSharedNdjson } from "@/tests/support/shared-data";
import { circle, isPolygonal, parsePolygonWkt, polygon } from "./shapes";

let geos: Geos;
beforeAll(async () => {
  geos = await startGeos();
});

const bowTie = polygon([
  [0, 0],
  [10, 10],
  [10, 0],
  [0, 10],
  [0, 0],
]);

describe("startGeos", () => {
  it("starts once, however often it is asked for", async () => {
    expect(await startGeos()).toBe(await startGeos());
  });
});

describe("isValidDetail", () => {
  it("says where and why a polygon crosses itself, and prints nothing", () => {
    const prints = (["log", "debug", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
    expect(geos.isValidDetail(bowTie)).toEqual({ valid: false, reason: "Self-intersection", location: [5, 5] });
    for (const print of prints) expect(print).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test.each([
    [
      "a hole that touches the shell at one point",
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 4],
          [0, 0],
        ],
        [
          [0, 2],
          [2, 1],
          [2, 3],
          [0, 2],
        ],
      ],
      true,
    ],
    [
      "a repeated vertex",
      [
        [
          [0, 0],
          [4, 0],
          [4, 0],
          [4, 4],
          [0, 0],
        ],
      ],
      true,
    ],
    [
      "a hole outside the shell",
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 0],
        ],
        [
          [8, 8],
          [9, 8],
          [9, 9],
          [8, 8],
        ],
      ],
      false,
    ],
    [
      "no area",
      [
        [
          [0, 0],
          [4, 0],
          [2, 0],
          [0, 0],
        ],
      ],
      false,
    ],
    [
      "a spike",
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [6, 6],
          [4, 4],
          [0, 4],
          [0, 0],
        ],
      ],
      false,
    ],
  ])("judges %s as PostGIS does", (_title, rings, valid) => {
    expect(geos.isValidDetail({ type: "Polygon", coordinates: rings }).valid).toBe(valid);
  });

  it("keeps every digit: a crossing of a ten-billionth of a degree is found", () => {
    const tiny = polygon([
      [0, 0],
      [1, 0],
      [1, 1],
      [0.5, -1e-10],
      [0, 1],
      [0, 0],
    ]);
    expect(geos.isValidDetail(tiny).valid).toBe(false);
  });

  it("refuses to read an unclosed ring, and works on afterwards", () => {
    expect(() =>
      geos.isValidDetail(
        polygon([
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ]),
      ),
    ).toThrow(/cannot read/);
    expect(() =>
      geos.isValidDetail(
        polygon([
          [0, 0],
          [0, 0],
        ]),
      ),
    ).toThrow(/cannot read/);
    expect(geos.isValidDetail(bowTie).valid).toBe(false);
  });

  it("leaks no memory: the heap stops growing", async () => {
    const { Module } = await initGeosJs();
    const field = circle(5000);
    const crossed = { ...field, coordinates: field.coordinates.map((ring) => swap(ring, 10, 40)) };
    const open = polygon(field.coordinates.flat().slice(0, -1));
    const round = (): void => {
      expect(geos.isValidDetail(field).valid).toBe(true);
      expect(geos.isValidDetail(crossed).valid).toBe(false);
      expect(() => geos.isValidDetail(open)).toThrow();
    };
    for (let count = 0; count < 10; count += 1) round();
    const bytes = Module.HEAPU8.length;
    // A leak of one geometry a call would be 48 MB more.
    for (let count = 0; count < 200; count += 1) round();
    expect(Module.HEAPU8.length).toBe(bytes);
  });

  it("takes as long as there are positions to judge", () => {
    const [few, many] = [circle(500), circle(5000)];
    const ms = (field: Polygon): number => fastestMs(() => geos.isValidDetail(field), 25);
    expect(ms(many) / ms(few)).toBeLessThan(TENFOLD);
  });
});

const swap = (ring: Position[], one: number, other: number): Position[] =>
  ring.map((position, index) => ring[index === one ? other : index === other ? one : index] ?? position);

describeWithSharedData("real and published shapes", () => {
  const cases = readSharedNdjson("validity/geos_isvalid_cases.ndjson") as {
    desc: string;
    wkt: string;
    expected_valid: boolean;
    reason_geos: string;
  }[];
  const polygonal = cases.filter(({ wkt }) => /^\s*(multi)?polygon/i.test(wkt));

  it("has the suite it expects", () => {
    expect(polygonal).toHaveLength(171);
    expect(polygonal.filter(({ expected_valid }) => !expected_valid)).toHaveLength(26);
  });

  test.each(polygonal)("$desc: $reason_geos", ({ wkt, expected_valid, reason_geos }) => {
    const verdict = geos.isValidDetail(parsePolygonWkt(wkt));
    expect(verdict.valid).toBe(expected_valid);
    if (!verdict.valid) expect(reason_geos.startsWith(verdict.reason)).toBe(true);
  });

  const verdicts = (path: string): boolean[] =>
    (readSharedJson(path) as FeatureCollection<Polygon | MultiPolygon>).features.map(
      ({ geometry }) => geos.isValidDetail(geometry).valid,
    );

  it("finds the 4 invalid boundaries of 100 in the USDA sample", () => {
    const judged = verdicts("fields/usda_csb_1724_sample.geojson");
    expect(judged).toHaveLength(100);
    expect(judged.filter((valid) => !valid)).toHaveLength(4);
  });

  test.each([
    ["fields/sc_center_pivots_2009_2021.geojson.gz", 3437],
    ["fields/derived_alabama_fields_with_expected_pulas.geojson.gz", 206],
    ["fields/derived_multipart_fields.geojson", 22],
    ["fields/ca_crop_mapping_2023_sample.geojson", 100],
  ])("finds every field of %s valid at full digits", (path, count) => {
    const judged = verdicts(path);
    expect(judged).toHaveLength(count);
    expect(judged.every(Boolean)).toBe(true);
  });

  it("finds pivots that rounding to 6 decimals breaks, so coordinates are never rounded", () => {
    const pivots = readSharedJson("fields/sc_center_pivots_2009_2021.geojson.gz") as FeatureCollection<Polygon>;
    const rounded = pivots.features.map(({ geometry }) => ({
      ...geometry,
      coordinates: geometry.coordinates.map((ring) =>
        ring.map((position) => position.map((deg) => Number(deg.toFixed(6)))),
      ),
    }));
    // 22 or 23, by how the seventh decimal is rounded.
    expect(rounded.filter((pivot) => !geos.isValidDetail(pivot).valid).length).toBeGreaterThanOrEqual(22);
  });

  const turf = readSharedNdjson("validity/turf_self_intersection_cases.ndjson") as {
    name: string;
    source: string;
    expected_kinks: number | null;
    geojson: Feature | FeatureCollection | Polygon;
  }[];
  const shapes = turf.flatMap(({ name, source, expected_kinks, geojson }) =>
    geometriesOf(geojson).map((geometry, part) => ({ name: `${source} ${name} ${part}`, expected_kinks, geometry })),
  );

  // turf counts kinks that GEOS has no quarrel with, and closes open rings itself; GEOS is the referee on closed ones.
  it("refuses the kinked shapes of turf", () => {
    const judged = shapes
      .filter(({ geometry }) => geometry.type === "MultiPolygon" || geometry.coordinates.every(isClosed))
      .map(({ name, geometry, expected_kinks }) => ({
        name,
        expected_kinks,
        valid: geos.isValidDetail(geometry).valid,
      }));
    const kinked = judged.filter(({ expected_kinks }) => (expected_kinks ?? 0) > 0);
    expect(kinked.length).toBeGreaterThanOrEqual(5);
    expect(kinked.filter(({ valid }) => valid)).toEqual([]);
    expect(judged.filter(({ name, valid }) => name.includes("hourglass") && valid)).toEqual([]);
  });
});

const isClosed = (ring: Position[]): boolean => String(ring[0]) === String(ring.at(-1));

function geometriesOf(geojson: Feature | FeatureCollection | Polygon): (Polygon | MultiPolygon)[] {
  if (geojson.type === "FeatureCollection") return geojson.features.flatMap(geometriesOf);
  const geometry = geojson.type === "Feature" ? geojson.geometry : geojson;
  return isPolygonal(geometry) ? [geometry] : [];
}
