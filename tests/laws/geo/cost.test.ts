import { createHash } from "node:crypto";
import type { Feature, FeatureCollection, Position } from "geojson";
import { describe, expect, it } from "vitest";
import { checkBoundary } from "@/lib/geo/boundary";
import { startGeos } from "@/lib/geo/kernel";
import { describeWithSharedData, readSharedJson } from "@/tests/support/shared-data";

const geos = await startGeos();
const LIMITS = { maxPositions: 5000, maxAreaHa: 40_000 };
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const check = (value: unknown) => checkBoundary(geos, value, LIMITS, { form: "feature", sha256 });
const faultsOf = (value: unknown) => {
  const found = check(value);
  return "faults" in found ? found.faults : [];
};
const featureOf = (coordinates: Position[][]) => ({
  type: "Feature",
  properties: {},
  geometry: { type: "Polygon", coordinates },
});

const around = (positions: number, radiusAt: (index: number) => number): Position[] => {
  const ring = Array.from({ length: positions - 1 }, (_, index): Position => {
    const angle = (2 * Math.PI * index) / (positions - 1);
    return [-87 + radiusAt(index) * Math.cos(angle), 33 + radiusAt(index) * Math.sin(angle)];
  });
  return [...ring, ring[0] ?? [0, 0]];
};

describe("a boundary that costs far more than its positions", () => {
  it("is refused as a star, with the limit named", () => {
    const star = featureOf([around(4999, (index) => (index % 2 === 0 ? 0.05 : 0.0025))]);
    expect(faultsOf(star)).toContainEqual({
      path: ["geometry", "coordinates"],
      code: "too_complex",
      message: expect.stringMatching(/^The rings are 5\d\d times as long .* at most 10 times is accepted\./) as string,
    });
  });

  it("is refused as a thin line of many positions across a state", () => {
    const there = Array.from({ length: 2400 }, (_, index): Position => [-88 + index / 800, 33 + index / 800]);
    const back = there.toReversed().map(([lon = 0, lat = 0]): Position => [lon + 1e-5, lat]);
    const line = featureOf([[...there, ...back, there[0] ?? [0, 0]]]);
    expect(faultsOf(line)).toMatchObject([
      { code: "too_complex", message: expect.stringMatching(/product may be at most 2,000,000/) as string },
    ]);
  });

  it("is refused with more holes for its positions than are accepted, and taken with as many", () => {
    const hole = (_: unknown, index: number): Position[] => {
      const [west, south] = [-87.02 + (index % 20) * 0.002, 32.98 + Math.floor(index / 20) * 0.002];
      return [
        [west, south],
        [west, south + 0.001],
        [west + 0.001, south + 0.001],
        [west + 0.001, south],
        [west, south],
      ];
    };
    const withHoles = (holes: number, positions: number) =>
      featureOf([around(positions - 5 * holes, () => 0.05), ...Array.from({ length: holes }, hole)]);
    expect(faultsOf(withHoles(21, 5000))).toMatchObject([
      {
        path: ["geometry", "coordinates"],
        code: "too_complex",
        message: expect.stringMatching(/21 holes and 5,000 positions; their product may be at most 100,000/) as string,
      },
    ]);
    expect(faultsOf(withHoles(20, 5000))).toEqual([]);
    expect(faultsOf(withHoles(100, 1000))).toEqual([]);
    expect(faultsOf(withHoles(101, 1000))).toMatchObject([{ code: "too_complex" }]);
  });

  it("is refused where it is jagged at each of many positions, with its turns named", () => {
    const jagged = (positions: number) => featureOf([around(positions, (index) => (index % 2 === 0 ? 0.05 : 0.0495))]);
    expect(faultsOf(jagged(4999))).toMatchObject([
      {
        path: ["geometry", "coordinates"],
        code: "too_complex",
        message: expect.stringMatching(
          /^The rings turn 2,3\d\d times around over 4,999 positions; the product may be at most 1,000,000\./,
        ) as string,
      },
    ]);
    expect(faultsOf(jagged(1401))).toEqual([]);
    // A recorder's line on a field of 400 m: each position off by a foot, whichever way.
    const recorded = (positions: number) =>
      featureOf([around(positions, (index) => 0.004 + 3e-6 * Math.sin(index ** 2))]);
    expect(faultsOf(recorded(5000))).toMatchObject([{ code: "too_complex" }]);
    expect(faultsOf(recorded(2500))).toEqual([]);
  });

  it("is taken as the stairs of a raster with 1,990 corners, wherever it lies", () => {
    const stairs = (corners: number, [lon, lat]: [number, number]): Position[] => {
      const quarter = corners / 4;
      const sides = [
        [1, 1],
        [-1, 1],
        [-1, -1],
        [1, -1],
      ];
      let [x, y] = [0, -quarter / 2];
      const ring: Position[] = [[lon, lat + y * 1e-4]];
      sides.forEach(([east = 0, north = 0], side) => {
        for (let step = 0; step < quarter; step += 1) {
          if ((step % 2 === 0) === (side % 2 === 0)) x += east;
          else y += north;
          ring.push([lon + x * 1e-4, lat + y * 1e-4]);
        }
      });
      return [...ring.slice(0, -1), ring[0] ?? [lon, lat]];
    };
    for (const place of [
      [-87, 33],
      [-98, 48.9],
    ] satisfies [number, number][]) {
      expect(faultsOf(featureOf([stairs(1992, place)]))).toEqual([]);
      expect(faultsOf(featureOf([stairs(2040, place)]))).toMatchObject([{ code: "too_complex" }]);
    }
  });

  it("is taken while it is as round as 5,000 positions make it, and with a position that comes twice", () => {
    const round = around(5000, () => 0.05);
    expect(faultsOf(featureOf([round]))).toEqual([]);
    const shorter = around(4999, () => 0.05);
    const twice = [...shorter.slice(0, 2500), ...shorter.slice(2499)];
    expect(faultsOf(featureOf([twice]))).toEqual([]);
  });
});

/** Every boundary we have that someone farms: all of them are taken, but those with more positions than the limit. */
describeWithSharedData("real fields", () => {
  it.each([
    "ca_crop_mapping_2023_sample.geojson",
    "derived_alabama_fields_with_expected_pulas.geojson.gz",
    "derived_multipart_fields.geojson",
    "derived_position_limit_fields.geojson.gz",
    "ofpetrial_boundary-irregular1.geojson",
    "ofpetrial_boundary-simple1.geojson",
    "ofpetrial_field_boundary_with_holes.geojson",
    "sc_center_pivots_2009_2021.geojson.gz",
    "usda_csb_1724_sample.geojson",
  ])("of %s are not too complex", (name) => {
    const { features } = readSharedJson(`fields/${name}`) as FeatureCollection;
    const refused = features.filter((feature: Feature) => faultsOf(feature).some(({ code }) => code === "too_complex"));
    expect(features.length).toBeGreaterThan(0);
    expect(refused).toEqual([]);
  });
});
