import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SOIL_FAULTS } from "@/lib/gateways/stub/soil-faults";
import { expectFaultOf, faultyBoundaries } from "@/tests/contract/v2/fields/bad-boundaries";
import {
  COUNTY,
  everyCount,
  expectDependencyFailed,
  fieldOn,
  prepareFields,
  processSoil,
  sendSoil,
  SOIL,
  without,
} from "@/tests/contract/v2/fields/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";
import { emptySoilStore, soilStore } from "@/tests/support/soil-database";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let caller: Caller;
beforeAll(async () => {
  soil = await prepareFields({ deadlineMs: 1000, mostBytes: 1 << 20 });
  caller = await makeCaller("soil");
});
afterAll(() => soil.close());
beforeEach(async () => {
  soil.stub.setFault(null);
  await emptySoilStore();
});

/** Half on moderately sandy, half on sandy soil. */
const ACROSS = fieldOn(COUNTY.medium, 32.2);
const sum = (shares: { percentage: number }[]): number =>
  shares.reduce((total, { percentage }) => total + percentage, 0);

describe("the soil of a polygon", () => {
  it("comes as features clipped to the boundary, each with its seven properties", async () => {
    const found = await processSoil(caller, ACROSS);
    expect(found.soil_data.type).toBe("FeatureCollection");
    const features = found.soil_data.features.toSorted((a, b) => a.properties.mukey.localeCompare(b.properties.mukey));
    expect(features.map(({ properties }) => without(properties, "area_sqm", "percentage"))).toEqual([
      { mukey: "1", musym: "S1", muname: "Soil 1 sandy loam", hydgrpdcd: "A", slopegradwta: 1 },
      { mukey: "2", musym: "S2", muname: "Soil 2 sandy loam", hydgrpdcd: "B", slopegradwta: 2.99 },
    ]);
    for (const { properties, geometry } of features) {
      expect(Object.keys(properties).sort()).toEqual(
        ["area_sqm", "hydgrpdcd", "muname", "mukey", "musym", "percentage", "slopegradwta"].sort(),
      );
      expect(properties.percentage).toBeCloseTo(50, 1);
      const positions = (geometry as unknown as { coordinates: number[][][][] }).coordinates.flat(2);
      for (const [lon = 0, lat = 0] of positions) {
        expect(lon).toBeGreaterThanOrEqual(COUNTY.medium - 0.002 - 1e-9);
        expect(lon).toBeLessThanOrEqual(COUNTY.medium + 0.002 + 1e-9);
        expect(lat).toBeGreaterThanOrEqual(32.198 - 1e-9);
        expect(lat).toBeLessThanOrEqual(32.202 + 1e-9);
      }
    }
  });

  it("adds up: percentages to 100 and areas to the field's, by group, by map unit and by feature", async () => {
    const found = await processSoil(caller, ACROSS);
    const features = found.soil_data.features.map(({ properties }) => properties);
    for (const shares of [Object.values(found.hydgrpdcd_analysis), Object.values(found.musym_analysis), features]) {
      expect(Math.abs(sum(shares) - 100)).toBeLessThanOrEqual(0.1);
      const area = shares.reduce((total, { area_sqm }) => total + area_sqm, 0);
      expect(Math.abs(area / found.total_area_sqm - 1)).toBeLessThan(1e-4);
    }
    // 0.004 degrees each way at 32.2 degrees north.
    expect(found.total_area_sqm).toBeGreaterThan(166_000);
    expect(found.total_area_sqm).toBeLessThan(168_000);
    // The southern half is a little wider.
    expect(found.dominant_hydgrpdcd).toBe("A");
    expect(found.weighted_avg_slopegradwta).toBeCloseTo((1 + 2.99) / 2, 1);
  });

  it("counts ground that the survey leaves out as no data, and no feature is made of it", async () => {
    const found = await processSoil(caller, fieldOn(COUNTY.medium, 33.6 - 0.001));
    expect(Object.keys(found.hydgrpdcd_analysis).sort()).toEqual(["D", "no_data"]);
    expect(Math.abs(sum(Object.values(found.hydgrpdcd_analysis)) - 100)).toBeLessThanOrEqual(0.1);
    expect(found.soil_data.features.map(({ properties }) => properties.hydgrpdcd)).toEqual(["D"]);
    expect(found.soil_data.features[0]?.properties.percentage).toBeCloseTo(75, 1);
  });

  it("can have neither group nor slope, as water has", async () => {
    const found = await processSoil(caller, fieldOn(COUNTY.medium, SOIL.water));
    expect(found).toMatchObject({ dominant_hydgrpdcd: null, weighted_avg_slopegradwta: null });
    expect(found.hydgrpdcd_analysis).toMatchObject({ none: { percentage: 100 } });
    expect(found.soil_data.features[0]?.properties).toMatchObject({ hydgrpdcd: null, slopegradwta: null });
  });

  it("is the same whether it is fetched or reused, features included", async () => {
    const first = await processSoil(caller, ACROSS);
    const calls = soil.stub.calls();
    expect(await processSoil(caller, ACROSS)).toEqual(first);
    expect(soil.stub.calls()).toBe(calls);
  });

  it.each([
    ["a Polygon", ACROSS],
    [
      "a Feature with an id, properties and members of its own",
      { ...ACROSS, id: 7, properties: { name: "North" }, crs_note: "x" },
    ],
    [
      "a MultiPolygon of one part",
      { ...ACROSS, geometry: { type: "MultiPolygon", coordinates: [ACROSS.geometry.coordinates] } },
    ],
    [
      "a MultiPolygon of two parts",
      {
        ...ACROSS,
        geometry: {
          type: "MultiPolygon",
          coordinates: [ACROSS.geometry.coordinates, squareField(-87.4, 32.3).geometry.coordinates],
        },
      },
    ],
  ])("echoes %s as it was sent", async (_title, boundary) => {
    expect((await processSoil(caller, boundary)).field_boundary).toEqual(boundary);
  });

  it("saves no field and nothing else of the provider's", async () => {
    const before = await everyCount("soil");
    await processSoil(caller, ACROSS);
    expect(await everyCount("soil")).toEqual(before);
    expect(before).toMatchObject({ field: 0, measure_selection: 0, claim: 0 });
  });

  it("is not to be stored by anybody on the way", async () => {
    const answered = await sendSoil(caller, { provider_id: "soil", field_boundary: ACROSS });
    expect(answered.headers.get("cache-control")).toBe("no-store");
    expect(answered.headers.get("content-type")).toBe("application/json");
  });
});

describe("who asks", () => {
  const body = { provider_id: "soil", field_boundary: ACROSS };

  it("needs a key", async () => {
    expect((await refusal(await sendSoil(null, body), 401)).code).toBe("UNAUTHORIZED");
  });

  it("has to name the provider of the key", async () => {
    const other = await sendSoil(caller, { ...body, provider_id: "someone" });
    expect((await refusal(other, 403)).code).toBe("PROVIDER_MISMATCH");
  });

  it.each([undefined, null, "", 7, "x".repeat(201)])("is refused with the provider %j", async (provider_id) => {
    const found = await refusal(await sendSoil(caller, { ...body, provider_id }), 422);
    expect(found.details?.map(({ path }) => path)).toEqual([["provider_id"]]);
  });

  it("names unknown members and a missing boundary at once", async () => {
    const found = await refusal(await sendSoil(caller, { provider_id: "soil", boundry: ACROSS, year: 2026 }), 422);
    expect(found.code).toBe("INVALID_REQUEST");
    expect(found.details?.map(({ path }) => path[0]).sort()).toEqual(["field_boundary", undefined, undefined]);
    expect(found.details?.flatMap(({ keys = [] }) => keys)).toEqual(["boundry", "year"]);
  });

  it.each(faultyBoundaries())("$title is 422 at its place", async ({ boundary, path }) => {
    await expectFaultOf(await sendSoil(caller, { provider_id: "soil", field_boundary: boundary }), path);
  });

  it.each([
    ["a bare Polygon", ACROSS.geometry],
    ["a FeatureCollection", { type: "FeatureCollection", features: [ACROSS] }],
    ["a text", JSON.stringify(ACROSS)],
  ])("%s is no Feature: only the baseline takes it", async (_title, boundary) => {
    const found = await refusal(await sendSoil(caller, { provider_id: "soil", field_boundary: boundary }), 422);
    expect(found.details?.map(({ path }) => path[0])).toEqual(["field_boundary"]);
  });
});

const FAILING = SOIL_FAULTS.filter((fault) => fault !== "missing_map_unit" && fault !== "null_group");

describe("a survey in trouble", () => {
  it.each(FAILING)("%s is 503 and leaves what is stored as it was", async (fault) => {
    await processSoil(caller, ACROSS);
    const before = await soilStore();
    soil.stub.setFault(fault);
    const elsewhere = { provider_id: "soil", field_boundary: fieldOn(COUNTY.low, SOIL.clayFlat) };
    const found = await expectDependencyFailed(await sendSoil(caller, elsewhere), { isLasting: fault === "empty" });
    expect(found.message).not.toMatch(/http|127\.0\.0\.1|select|html/i);
    expect(await soilStore()).toEqual(before);
    // Ground that is known is answered while the survey is away.
    expect((await processSoil(caller, ACROSS)).dominant_hydgrpdcd).toBe("A");
  });

  it.each([
    ["missing_map_unit", "no_data"],
    ["null_group", "none"],
  ] as const)("%s is reported as %s and is no failure", async (fault, key) => {
    soil.stub.setFault(fault);
    const found = await processSoil(caller, ACROSS);
    expect(found.dominant_hydgrpdcd).toBeNull();
    expect(Object.keys(found.hydgrpdcd_analysis)).toEqual([key]);
    expect(found.hydgrpdcd_analysis[key]?.percentage).toBe(100);
  });

  it("outside the survey is 503 with the cause, not to be tried again, and nothing is made up", async () => {
    const outside = { provider_id: "soil", field_boundary: fieldOn(COUNTY.medium, SOIL.outside) };
    const found = await expectDependencyFailed(await sendSoil(caller, outside), { isLasting: true });
    expect(found.message).toMatch(/no data of this ground/);
  });
});
