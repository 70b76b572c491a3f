import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { importCounties } from "@/lib/imports/county/import-counties";
import { activateSet } from "@/lib/imports/switch";
import { verifySet } from "@/lib/imports/verify";
import { COUNTIES_2024, count, countOf, rows, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";
import { box } from "@/tests/support/reference-data";
import { describeWithSharedData, readSharedJson } from "@/tests/support/shared-data";

it("loads the counties of us-atlas as coarse, with every known place in its county", async () => {
  const summary = await importCounties(ownerUrl(), { source: "us-atlas", version: "atlas", activate: true });
  expect(summary).toMatchObject({
    activated: true,
    counts: { counties: { read: 3231, loaded: 3230, refused: 1 }, not_loaded: 1, precision: "coarse" },
  });
  expect(await rows("SELECT part, code, name, ST_XMin(ground)::numeric(6, 2) AS west FROM unloaded_record")).toEqual([
    { part: "county", code: "51610", name: "Falls Church", west: "-77.17" },
  ]);
  expect(summary.refusals).toMatchObject([{ reason: expect.stringContaining("51610 Falls Church") as string }]);
  expect(summary.checks).toContainEqual({
    name: "known points",
    outcome: "passed",
    detail: "55 places lie in their counties",
  });
  expect(await countOf("county_piece", summary.dataSetId)).toBeGreaterThan(3230);
  expect(await rows("SELECT county_precision FROM data_set WHERE version = 'atlas'")).toEqual([
    { county_precision: "coarse" },
  ]);
  expect(
    await rows(
      "SELECT * FROM (SELECT geo_id, state_fips, county_fips, county_name FROM county) c WHERE geo_id = '01001'",
    ),
  ).toEqual([{ geo_id: "01001", state_fips: "01", county_fips: "001", county_name: "Autauga" }]);
  expect(await verifySet(ownerUrl(), "county")).toMatchObject({ isSound: true, version: "atlas" });
});

describeWithSharedData("the 2024 cartographic counties", () => {
  it("loads 3,109 counties as coarse, and asks before dropping Alaska and Hawaii", async () => {
    const summary = await importCounties(ownerUrl(), { source: COUNTIES_2024, version: "2024", activate: true });
    expect(summary.counts).toMatchObject({
      counties: { read: 3109, loaded: 3109 },
      precision: "coarse",
      repairs: { repaired: 0 },
    });
    expect(summary.checks).toContainEqual({
      name: "known points",
      outcome: "passed",
      detail: "53 places lie in their counties",
    });
    expect(summary).toMatchObject({ activated: false, objections: [{ name: "drop" }] });
    expect(await activateSet(ownerUrl(), { kind: "county", version: "2024" })).toMatchObject([{ name: "drop" }]);
    expect(await activateSet(ownerUrl(), { kind: "county", version: "2024", force: true })).toEqual([]);
    expect(await switchOf("county")).toEqual({ active: "2024", previous: "atlas" });
  });

  it("takes lines with 14 points a county for exact only when forced", async () => {
    const exact = { source: COUNTIES_2024, precision: "exact", activate: true } as const;
    const summary = await importCounties(ownerUrl(), { ...exact, version: "said exact" });
    expect(summary.activated).toBe(false);
    expect(summary.objections).toEqual([
      {
        name: "precision",
        outcome: "failed",
        detail:
          "neighboring points of its lines lie 9270 m apart in the median, more than 250 m: " +
          "the file is generalized, import it with --precision coarse",
      },
    ]);
    const forced = await importCounties(ownerUrl(), { ...exact, version: "forced exact", force: true });
    expect(forced).toMatchObject({ activated: true, counts: { precision: "exact" } });
  });

  it("notices shapes that were moved by some thirty kilometers", async () => {
    const { features } = readSharedJson("counties/us_counties_2024_lower48.geojson.gz") as {
      features: { geometry: unknown }[];
    };
    const moved = features.map((feature) => ({
      ...feature,
      geometry: JSON.parse(JSON.stringify(feature.geometry), (_key, value: unknown) =>
        Array.isArray(value) && typeof value[0] === "number" ? [value[0] + 0.35, value[1] as unknown] : value,
      ) as unknown,
    }));
    const summary = await importCounties(ownerUrl(), {
      source: { name: "moved", records: moved },
      version: "moved",
      activate: true,
    });
    expect(summary.objections.map(({ name }) => name)).toEqual(["known points"]);
    expect(summary.activated).toBe(false);
  });

  it("keeps the active, the previous and the newest set, and removes older ones", async () => {
    // Nothing was judged by any of them. On Citus every set that was in force counts as used.
    await rows("DELETE FROM data_set_use");
    for (const version of ["a", "b", "c"]) {
      // As if the radar had looked at every switch: until then both of its sets stay.
      await rows("UPDATE radar_run SET finished_at = now()");
      await importCounties(ownerUrl(), { source: COUNTIES_2024, version, activate: version !== "b" });
    }
    const versions = await rows<{ version: string }>(
      "SELECT version FROM data_set WHERE kind = 'county' ORDER BY data_set_id",
    );
    expect(versions.map(({ version }) => version)).toEqual(["a", "c"]);
    expect(await switchOf("county")).toEqual({ active: "c", previous: "a" });
    expect(await count("SELECT count(DISTINCT data_set_id) FROM county_piece")).toBe(2);
  });
});

it("fails for a county that lies outside the United States, also where no known place is in its state", async () => {
  const county = {
    type: "Feature",
    properties: { GEOID: "72001", NAME: "Adjuntas" },
    geometry: box(18.1, -66.8, 18.2, -66.7),
  };
  const { checks } = await importCounties(ownerUrl(), { source: { name: "exchanged", records: [county] } });
  expect(checks).toMatchObject([
    { name: "refused counties", outcome: "passed" },
    { name: "placed refusals", outcome: "not_applicable" },
    { name: "piece area", outcome: "passed" },
    { name: "precision", outcome: "not_applicable" },
    { name: "location", outcome: "failed", detail: expect.stringContaining("72001 Adjuntas at 18.1, -66.8") as string },
    { name: "known points", outcome: "not_applicable" },
    { name: "drop" },
  ]);
});

it("refuses records that are no county, and one that comes twice", async () => {
  const path = join(workFolder(), "counties.geojson");
  const shape = {
    type: "Polygon",
    coordinates: [
      [
        [-86.9, 32.3],
        [-86.4, 32.3],
        [-86.4, 32.7],
        [-86.9, 32.7],
        [-86.9, 32.3],
      ],
    ],
  };
  const county = (properties: object) => JSON.stringify({ type: "Feature", properties, geometry: shape });
  const list = [
    county({ GEOID: "0500000US01001", NAME: "Autauga" }),
    county({ GEOID: 1001, NAME: "Autauga again" }),
    county({ GEOID: "x", NAME: "Nowhere" }),
    county({ GEOID: "01003" }),
  ];
  writeFileSync(path, `{"type": "FeatureCollection", "features": [\n${list.join(",\n")}]}`);
  const summary = await importCounties(ownerUrl(), { source: path, precision: "coarse" });
  expect(summary.counts).toMatchObject({ precision: "coarse", counties: { loaded: 1, refused: 3 } });
  expect(summary.refusals.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    "3 repeats a county: 01001 Autauga again",
    expect.stringMatching(/^4 .*five-digit county code/),
    "5 bad attributes: county_name is missing",
  ]);
});
