import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SOIL_FAULTS } from "@/lib/gateways/stub/soil-faults";
import { expectFaultOf, faultyBoundaries, largestBoundary } from "@/tests/contract/v2/fields/bad-boundaries";
import {
  baseline,
  COUNTY,
  COUNTY_LINE,
  everyCount,
  fieldOn,
  prepareFields,
  processField,
  sendBaseline,
  SOIL,
  type BaselineAnswer,
} from "@/tests/contract/v2/fields/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";
import { emptySoilStore, soilStore } from "@/tests/support/soil-database";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let caller: Caller;
beforeAll(async () => {
  soil = await prepareFields({ deadlineMs: 1000, mostBytes: 1 << 20 });
  caller = await makeCaller("baseline");
});
afterAll(() => soil.close());
beforeEach(() => soil.stub.setFault(null));

const creditsOf = ({ auto_credits }: BaselineAnswer) =>
  auto_credits.map(({ sub_option_id, points, source }) => [sub_option_id, points, source]);
const codesOf = ({ issues }: BaselineAnswer): string[] => issues.map(({ code }) => code);

const TRACKING = [24, 1, "always"];
const FLAT = [17, 2, "slope"];
const SANDY = [27, 3, "soil"];
const MODERATE = [28, 2, "soil"];
const HIGH = [12, 0, "county"];
const MEDIUM = [10, 2, "county"];
const LOW = [11, 3, "county"];
const VERY_LOW = [9, 6, "county"];

describe("the credits of a place", () => {
  it.each([
    {
      title: "group A, slope 1 %, medium county",
      at: [COUNTY.medium, SOIL.sandyFlat],
      credits: [TRACKING, FLAT, MEDIUM, SANDY],
    },
    {
      title: "group B, slope 2.99 %, high county",
      at: [COUNTY.high, SOIL.moderateFlat],
      credits: [TRACKING, FLAT, HIGH, MODERATE],
    },
    {
      title: "group B, slope 5 %, low county",
      at: [COUNTY.low, SOIL.moderateSteep],
      credits: [TRACKING, LOW, MODERATE],
    },
    {
      title: "group A/B, slope 8 %, very low county",
      at: [COUNTY.veryLow, SOIL.mixedAB],
      credits: [TRACKING, VERY_LOW, MODERATE],
    },
    {
      title: "group A/D counts as D, and 3 % is not below 3 %",
      at: [COUNTY.medium, SOIL.dualAtThreshold],
      credits: [TRACKING, MEDIUM],
    },
    { title: "group C, no slope at all", at: [COUNTY.low, SOIL.clayFlat], credits: [TRACKING, FLAT, LOW] },
    { title: "group D, slope 8 %", at: [COUNTY.high, SOIL.wetSteep], credits: [TRACKING, HIGH] },
    { title: "water: neither group nor slope", at: [COUNTY.veryLow, SOIL.water], credits: [TRACKING, VERY_LOW] },
    { title: "two counties: the fewer points", at: [COUNTY_LINE.mediumHigh, SOIL.wetSteep], credits: [TRACKING, HIGH] },
    {
      title: "two counties of 3 and 6: 3",
      at: [COUNTY_LINE.lowVeryLow, SOIL.sandyFlat],
      credits: [TRACKING, FLAT, LOW, SANDY],
    },
  ] as const)("$title", async ({ at: [lon, lat], credits }) => {
    const found = await baseline(caller, fieldOn(lon, lat));
    expect(creditsOf(found).toSorted()).toEqual(credits.toSorted());
    expect(found.baseline_points).toBe(credits.reduce((sum, [, points]) => sum + Number(points), 0));
    expect(found).toMatchObject({ processing_complete: true, issues: [] });
    for (const { label } of found.auto_credits) expect(label).not.toBe("");
  });

  it("names the counties with their classes", async () => {
    const found = await baseline(caller, fieldOn(COUNTY_LINE.mediumHigh, SOIL.wetSteep));
    expect(found.counties.toSorted((a, b) => a.geo_id.localeCompare(b.geo_id))).toEqual([
      { geo_id: "0500000US01003", state_fips: "01", county_fips: "003", county_name: "High", mitigation_points: 0 },
      { geo_id: "0500000US01007", state_fips: "01", county_fips: "007", county_name: "Medium", mitigation_points: 2 },
    ]);
  });

  it("gives the soil in summary, without features", async () => {
    const { soil_data } = await baseline(caller, fieldOn(COUNTY.medium, SOIL.sandyFlat));
    expect(soil_data).toMatchObject({
      dominant_hydgrpdcd: "A",
      weighted_avg_slopegradwta: 1,
      hydgrpdcd_analysis: { A: { percentage: 100 } },
      musym_analysis: { S1: { percentage: 100, muname: "Soil 1 sandy loam" } },
    });
    expect(soil_data?.hydgrpdcd_analysis.A?.area_sqm).toBe(soil_data?.total_area_sqm);
  });

  it.each([
    ["alone", COUNTY.unclassed, []],
    ["beside a county of 6 points", COUNTY_LINE.veryLowUnclassed, ["Very low"]],
  ] as const)(
    "a county without class %s earns no county credit, is not listed and has an issue",
    async (_title, lon, listed) => {
      const found = await baseline(caller, fieldOn(lon, SOIL.sandyFlat));
      expect(creditsOf(found).toSorted()).toEqual([TRACKING, FLAT, SANDY].toSorted());
      expect(found.counties.map(({ county_name }) => county_name)).toEqual(listed);
      expect(codesOf(found)).toEqual(["COUNTY_CLASS_UNRESOLVED"]);
      expect(found.processing_complete).toBe(false);
      expect(found.baseline_points).toBe(6);
    },
  );

  it("outside every county there is no county credit either", async () => {
    const found = await baseline(caller, fieldOn(-100, 40));
    expect(creditsOf(found)).toEqual([TRACKING]);
    expect(codesOf(found).sort()).toEqual(["COUNTY_CLASS_UNRESOLVED", "SOIL_UNAVAILABLE"]);
  });
});

const square = fieldOn(COUNTY.medium, SOIL.sandyFlat);
const multi = { type: "MultiPolygon", coordinates: [square.geometry.coordinates] };
const FORMS: [string, unknown][] = [
  ["a Feature", square],
  ["a Feature without properties", { type: "Feature", geometry: square.geometry }],
  ["a Feature of a MultiPolygon", { ...square, geometry: multi }],
  ["a bare Polygon", square.geometry],
  ["a bare MultiPolygon", multi],
  ["a FeatureCollection of one", { type: "FeatureCollection", features: [square] }],
];

describe("the boundary", () => {
  it.each(FORMS)("may be %s, or a text of it, with one result", async (_title, form) => {
    const wanted = await baseline(caller, square);
    expect(await baseline(caller, form)).toEqual(wanted);
    expect(await baseline(caller, JSON.stringify(form))).toEqual(wanted);
    expect(await baseline(caller, JSON.stringify(form, null, 2))).toEqual(wanted);
  });

  it("may have 5,000 positions", async () => {
    expect((await baseline(caller, largestBoundary())).auto_credits.length).toBeGreaterThan(1);
  });

  it.each([
    ["two", [square, square]],
    ["none", []],
  ])("as a FeatureCollection of %s is 422, as an object and as a text", async (_title, features) => {
    const collection = { type: "FeatureCollection", features };
    await expectFaultOf(await sendBaseline(caller, { field_boundary: collection }), ["features"]);
    await expectFaultOf(await sendBaseline(caller, { field_boundary: JSON.stringify(collection) }), []);
  });

  it.each([
    "",
    "{",
    "not json",
    "null",
    "7",
    "[]",
    '"text"',
    '{"type":"Point","coordinates":[-87.5,32.5]}',
    '{"type":"Feature"',
  ])("as the text %j is 422 at field_boundary", async (field_boundary) => {
    await expectFaultOf(await sendBaseline(caller, { field_boundary }), []);
  });

  it("as a text of a text is 422: one wrapping is enough", async () => {
    const twice = JSON.stringify(JSON.stringify(square));
    await expectFaultOf(await sendBaseline(caller, { field_boundary: twice }), []);
  });

  it.each([undefined, null, 7, true, [], [square]])("as %j is 422 at field_boundary", async (field_boundary) => {
    await expectFaultOf(await sendBaseline(caller, { field_boundary }), []);
  });

  it.each(faultyBoundaries().filter(({ path }) => path.length > 0))(
    "$title is 422 in every form, at its place",
    async ({ boundary, path }) => {
      const { geometry } = boundary as { geometry?: unknown };
      await expectFaultOf(await sendBaseline(caller, { field_boundary: boundary }), path);
      const collection = { type: "FeatureCollection", features: [boundary] };
      await expectFaultOf(await sendBaseline(caller, { field_boundary: collection }), ["features", 0, ...path]);
      await expectFaultOf(await sendBaseline(caller, { field_boundary: JSON.stringify(boundary) }), []);
      if (geometry === undefined || path[1] !== "coordinates") return;
      await expectFaultOf(await sendBaseline(caller, { field_boundary: geometry }), path.slice(1));
    },
  );
});

describe("the provider", () => {
  it("may be left out, named, but never another, and a key is needed", async () => {
    const body = { field_boundary: square };
    expect((await sendBaseline(caller, body)).status).toBe(200);
    expect((await sendBaseline(caller, { ...body, provider_id: "baseline" })).status).toBe(200);
    const other = await refusal(await sendBaseline(caller, { ...body, provider_id: "someone" }), 403);
    expect(other.code).toBe("PROVIDER_MISMATCH");
    expect((await refusal(await sendBaseline(null, body), 401)).code).toBe("UNAUTHORIZED");
  });

  it.each([null, "", 7])("as %j is 422", async (provider_id) => {
    const found = await refusal(await sendBaseline(caller, { field_boundary: square, provider_id }), 422);
    expect(found.details?.map(({ path }) => path)).toEqual([["provider_id"]]);
  });

  it("may send nothing else", async () => {
    const found = await refusal(await sendBaseline(caller, { field_boundary: square, year: 2026 }), 422);
    expect(found.details).toMatchObject([{ path: [], code: "unrecognized_keys", keys: ["year"] }]);
  });
});

describe("without soil", () => {
  const FAILING = SOIL_FAULTS.filter((fault) => fault !== "missing_map_unit" && fault !== "null_group");

  it.each(FAILING)(
    "(%s) the answer is 200 with the credits that need none, and says it is not whole",
    async (fault) => {
      await emptySoilStore();
      const known = await baseline(caller, square);
      const before = await soilStore();
      soil.stub.setFault(fault);
      const found = await baseline(caller, fieldOn(COUNTY.veryLow, SOIL.sandyFlat));
      expect(creditsOf(found).toSorted()).toEqual([TRACKING, VERY_LOW].toSorted());
      expect(found).toMatchObject({ baseline_points: 7, soil_data: null, processing_complete: false });
      expect(codesOf(found)).toEqual(["SOIL_UNAVAILABLE"]);
      expect(found.counties).toHaveLength(1);
      expect(await soilStore()).toEqual(before);
      expect(await baseline(caller, square)).toEqual(known);
    },
  );

  it.each(["missing_map_unit", "null_group"] as const)("(%s) soil is there, and gives no credit", async (fault) => {
    await emptySoilStore();
    soil.stub.setFault(fault);
    const found = await baseline(caller, square);
    expect(creditsOf(found).toSorted()).toEqual([TRACKING, MEDIUM].toSorted());
    expect(found).toMatchObject({
      soil_data: { dominant_hydgrpdcd: null, weighted_avg_slopegradwta: null },
      processing_complete: true,
      issues: [],
    });
    await emptySoilStore();
  });

  it("outside the survey is the same", async () => {
    const found = await baseline(caller, fieldOn(COUNTY.medium, SOIL.outside));
    expect(creditsOf(found).toSorted()).toEqual([TRACKING, MEDIUM].toSorted());
    expect(found).toMatchObject({ soil_data: null, processing_complete: false });
  });
});

describe("nothing is saved", () => {
  it("in any table that holds a provider's rows, whatever the answer", async () => {
    await processField(caller, { field_boundary: square });
    const before = await everyCount("baseline");
    expect(before).toMatchObject({ field: 1, claim: 0 });
    await baseline(caller, square);
    await baseline(caller, fieldOn(COUNTY.low, SOIL.moderateFlat));
    await baseline(caller, fieldOn(COUNTY.medium, SOIL.outside));
    await sendBaseline(caller, { field_boundary: {} });
    expect(await everyCount("baseline")).toEqual(before);
  });
});
