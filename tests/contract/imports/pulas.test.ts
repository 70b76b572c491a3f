import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { rollbackSet } from "@/lib/imports/switch";
import { verifySet } from "@/lib/imports/verify";
import {
  ALABAMA,
  count,
  countOf,
  DC125,
  expectClose,
  limitationRow,
  rows,
  squareFeature,
  switchOf,
} from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";
import { describeWithSharedData, readSharedJson } from "@/tests/support/shared-data";

const given = (records: unknown[]) => ({ name: "given", records });
const oneRow = given([limitationRow({})]);

describeWithSharedData("EPA's polygons of the Alabama envelope", () => {
  it("loads 77 features of 13 PULAs, repairs three, cuts them into pieces and keeps the limitations", async () => {
    const summary = await importPulas(ownerUrl(), { source: ALABAMA, limitations: DC125, activate: true });
    const id = summary.dataSetId;
    expect(summary).toMatchObject({ activated: true, objections: [], refusals: [] });
    expect(summary.counts).toMatchObject({
      features: { read: 77, loaded: 77, refused: 0 },
      limitations: { read: 3, loaded: 3, refused: 0, without_polygon: 1 },
      pulas: 13,
      repairs: { repaired: 3 },
    });
    const { lost_sqm } = (summary.counts as { repairs: { lost_sqm: number } }).repairs;
    expectClose(lost_sqm, 197.5, 0.1);
    expect(await countOf("pula_feature", id)).toBe(77);
    expect(await countOf("pula", id)).toBe(13);
    expect(await countOf("limitation", id)).toBe(3);
    expect(await countOf("pula_piece", id)).toBeGreaterThan(1000);
    const worst = await count("SELECT max(ST_NPoints(geom)) AS count FROM pula_piece WHERE data_set_id = $1", [id]);
    expect(worst).toBeLessThanOrEqual(257);
    expect(await count("SELECT count(*) FROM pula_feature WHERE data_set_id = $1 AND NOT ST_IsValid(geom)", [id])).toBe(
      0,
    );
  });

  it("holds the events, codes and dates that the extract's own table lists", async () => {
    const found = await rows(
      `SELECT event_name, codes, to_char(effective_date, 'YYYY-MM-DD') AS day FROM pula p
       JOIN active_data_set a USING (data_set_id) WHERE a.kind = 'pula' AND pula_id = ANY('{71,121}') ORDER BY pula_id`,
    );
    expect(found).toEqual([
      { event_name: "Malathion FWS BiOp 2023", codes: ["MA6", "MM1"], day: "2023-08-23" },
      { event_name: "Dicamba 2026", codes: ["DC125"], day: "2026-02-09" },
    ]);
  });

  it("keeps limitation numbers over a second import, and names the two sets apart", async () => {
    const ids = () =>
      rows(`SELECT l.pula_id, l.limitation_id, l.method_classes, l.uses FROM limitation l
            JOIN active_data_set a USING (data_set_id) WHERE a.kind = 'pula' ORDER BY 1`);
    const before = await ids();
    const first = await switchOf("pula");
    await importPulas(ownerUrl(), { source: ALABAMA, limitations: DC125, activate: true });
    expect(await ids()).toEqual(before);
    expect(before).toHaveLength(3);
    expect(before[0]).toMatchObject({
      method_classes: ["ground", "airblast"],
      uses: ["Soybeans (Liquid)", "Cotton (Liquid)"],
    });
    const second = await switchOf("pula");
    expect(second.previous).toBe(first.active);
    expect(second.active).toBe(`${first.active}-2`);
  });

  it("states the coverage it took: the lower 48 by default, drawn outward and small", async () => {
    const [set] = await rows(
      `SELECT ST_NPoints(coverage) AS vertices, counts->'coverage'->>'used' AS used,
              ST_Covers(coverage, ST_SetSRID(ST_MakePoint(-86.3, 32.37), 4326)) AS alabama,
              ST_Covers(coverage, ST_SetSRID(ST_MakePoint(-157.8, 21.3), 4326)) AS hawaii
       FROM data_set JOIN active_data_set USING (data_set_id) WHERE active_data_set.kind = 'pula'`,
    );
    expect(set).toMatchObject({ alabama: true, hawaii: false, used: expect.stringContaining("lower 48") as string });
    expect((set as { vertices: number }).vertices).toBeLessThan(1500);
  });

  it("puts a set in force that says when it was checked and that it is no demonstration", async () => {
    const sets = await rows(
      `SELECT kind, version, is_demonstration AS "isDemonstration", verified_at IS NOT NULL AS "isVerified"
       FROM active_data_set JOIN data_set USING (data_set_id, kind)`,
    );
    const { active: version } = await switchOf("pula");
    expect(sets).toEqual([{ kind: "pula", version, isDemonstration: false, isVerified: true }]);
  });

  it("verifies the set in force, which makes it no younger", async () => {
    await rows("UPDATE data_set SET verified_at = '2026-01-01' WHERE kind = 'pula'");
    expect(await verifySet(ownerUrl(), "pula")).toMatchObject({ isSound: true });
    expect(await count("SELECT count(*) FROM data_set WHERE verified_at > '2026-01-01'")).toBe(0);
  });

  it("refuses a set that is smaller by more than 5 percent, and rolls back to the previous one", async () => {
    const before = await switchOf("pula");
    const small = given([squareFeature({ objectid: 1, pula_id: 1 })]);
    const refused = await importPulas(ownerUrl(), {
      source: small,
      limitations: oneRow,
      activate: true,
      version: "small",
    });
    expect(refused).toMatchObject({ activated: false, objections: [{ name: "drop" }] });
    expect(await switchOf("pula")).toEqual(before);

    const forced = await importPulas(ownerUrl(), {
      source: small,
      limitations: oneRow,
      activate: true,
      force: true,
      version: "forced",
    });
    expect(forced.activated).toBe(true);
    expect(await switchOf("pula")).toEqual({ active: "forced", previous: before.active });
    expect(await rollbackSet(ownerUrl(), "pula")).toEqual({ from: "forced", to: before.active });
    expect(await switchOf("pula")).toEqual({ active: before.active, previous: "forced" });
  });

  it("is not put in force with longitude and latitude exchanged", async () => {
    const before = await switchOf("pula");
    const { features } = readSharedJson("pula/pula_alabama_envelope_2026-06-25.geojson.gz") as {
      features: { geometry: unknown }[];
    };
    const exchanged = features.map((feature) => ({
      ...feature,
      geometry: JSON.parse(JSON.stringify(feature.geometry), (_key, value: unknown) =>
        Array.isArray(value) && typeof value[0] === "number" ? [value[1] as unknown, value[0]] : value,
      ) as unknown,
    }));
    const summary = await importPulas(ownerUrl(), {
      source: { name: "exchanged", records: exchanged },
      limitations: DC125,
      activate: true,
      version: "exchanged file",
    });
    expect(summary.activated).toBe(false);
    expect(summary.objections.map(({ name }) => name)).toContain("location");
    expect(await switchOf("pula")).toEqual(before);
  });

  it("lets no demonstration set replace the real one unasked", async () => {
    const demonstration = given([squareFeature({ objectid: 1, pula_id: 1 })]);
    const summary = await importPulas(ownerUrl(), {
      source: demonstration,
      limitations: oneRow,
      activate: true,
      isDemonstration: true,
      version: "demonstration",
    });
    expect(summary.objections).toMatchObject([{ name: "drop" }]);
    expect(summary.activated).toBe(false);
  });
});

describe("where the shapes of a PULA set lie", () => {
  const locate = async (places: readonly (readonly [number, number])[], version: string) => {
    const features = places.map(([lon, lat], index) =>
      squareFeature({ objectid: index + 1, pula_id: index + 1 }, lon, lat),
    );
    const { checks } = await importPulas(ownerUrl(), { source: given(features), limitations: oneRow, version });
    return checks.find(({ name }) => name === "location");
  };
  const inAlabama = Array.from({ length: 9 }, (_, i) => [-88 + i / 5, 33] as const);

  it("fails where longitude and latitude are exchanged, and lets it in force only when forced", async () => {
    const before = await switchOf("pula");
    const exchanged = given([squareFeature({ objectid: 12, pula_id: 71 }, 33, -86)]);
    const options = { source: exchanged, limitations: oneRow, activate: true };
    const summary = await importPulas(ownerUrl(), { ...options, isDemonstration: true, version: "exchanged" });
    expect(summary.activated).toBe(false);
    expect(summary.objections).toContainEqual({
      name: "location",
      outcome: "failed",
      detail:
        "1 of 1 lie wholly outside the United States; 1 of 1 lie wholly outside the coverage; " +
        "PULA 71 (feature 12) at 33, -86; are longitude and latitude exchanged?",
    });
    expect(await switchOf("pula")).toEqual(before);
  });

  it("names areas in Alaska and Hawaii that EPA's national file has, and passes", async () => {
    const found = await locate([...inAlabama, [-147.7, 64.8], [-158, 21.5]], "national");
    expect(found).toMatchObject({ outcome: "passed" });
    expect(found?.detail).toMatch(/^2 of 11 lie wholly outside the coverage; PULA 10 .* at -147\.7, 64\.8, PULA 11/);
  });

  it("fails where most areas lie outside the coverage", async () => {
    expect(
      await locate(
        [
          [-86, 33],
          [-147.7, 64.8],
          [-158, 21.5],
        ],
        "islands",
      ),
    ).toMatchObject({ outcome: "failed" });
  });

  it("fails where more than a hundredth of the areas lie outside the United States", async () => {
    expect(await locate([...inAlabama, [86, 33]], "sign-lost")).toMatchObject({ outcome: "failed" });
  });
});

describe("a PULA set from records", () => {
  it("activates without limitations only by force", async () => {
    const source = given([squareFeature({ objectid: 1, pula_id: 1 })]);
    const plain = await importPulas(ownerUrl(), { source, activate: true, isDemonstration: true, version: "bare" });
    expect(plain.activated).toBe(false);
    expect(plain.objections.map(({ name }) => name)).toContain("limitations");
    const forced = await importPulas(ownerUrl(), { source, activate: true, force: true, version: "bare-forced" });
    expect(forced.activated).toBe(true);
  });

  it("refuses bad records with their place and reason, and loads the rest", async () => {
    const path = join(workFolder(), "mixed.geojson");
    const meters = squareFeature({ objectid: 6, pula_id: 6 }, 500_000, 4_000_000, 100);
    const features = [
      squareFeature({ OBJECTID: "1", PULA_ID: "1" }),
      { type: "Feature", properties: { objectid: 2, pula_id: 2, effective_date: "2026-01-01" }, geometry: null },
      squareFeature({ objectid: 3, pula_id: "four" }),
      squareFeature({ objectid: 4, pula_id: 4, effective_date: "soon" }),
      squareFeature({ objectid: 5, pula_id: 5, effective_date: null, published_time_stamp: 1704067200000 }),
      meters,
      {
        type: "Feature",
        properties: { objectid: 7, pula_id: 7, effective_date: 0 },
        geometry: { type: "Point", coordinates: [-86, 33] },
      },
    ];
    writeFileSync(
      path,
      `{"type":"FeatureCollection","features":[\n${features.map((f) => JSON.stringify(f)).join(",\n")}\n]}`,
    );
    const summary = await importPulas(ownerUrl(), { source: path, limitations: oneRow, version: "mixed" });
    expect(summary.counts).toMatchObject({ features: { read: 7, loaded: 2, refused: 5 }, pulas: 2 });
    expect(summary.refusals.map(({ record, line }) => [record, line])).toEqual([
      [2, 3],
      [3, 4],
      [4, 5],
      [6, 7],
      [7, 8],
    ]);
    expect(summary.refusals.map(({ reason }) => reason).join("\n")).toMatch(
      /has no geometry[^]*pula_id[^]*not a date[^]*degrees[^]*Point/,
    );
    expect(
      await rows("SELECT pula_id, effective_date::text FROM pula WHERE data_set_id = $1 ORDER BY 1", [
        summary.dataSetId,
      ]),
    ).toEqual([
      { pula_id: 1, effective_date: "2026-01-01" },
      { pula_id: 5, effective_date: "2024-01-01" },
    ]);
  });

  it("takes a feature given twice once, and keeps two features that claim one id", async () => {
    const twice = squareFeature({ objectid: 9, pula_id: 1 });
    const source = given([
      twice,
      twice,
      squareFeature({ objectid: 9, pula_id: 1 }, -90),
      squareFeature({ pula_id: 2 }, -95),
    ]);
    const summary = await importPulas(ownerUrl(), { source, version: "ids" });
    expect(summary.counts).toMatchObject({ features: { read: 4, loaded: 3, repeated: 1, renumbered: 1 } });
    const ids = await rows("SELECT object_id FROM pula_feature WHERE data_set_id = $1 ORDER BY 1", [summary.dataSetId]);
    expect(ids).toEqual([{ object_id: -4 }, { object_id: -3 }, { object_id: 9 }]);
  });

  it("unites what the features of one PULA say: earliest day, latest expiry, all codes", async () => {
    const source = given([
      squareFeature({
        objectid: 1,
        pula_id: 1,
        codes: "B, A",
        effective_date: "2026-02-01",
        expired_date: "2027-01-01",
      }),
      squareFeature(
        { objectid: 2, pula_id: 1, codes: "C,A", effective_date: "2025-02-01", expired_date: "2028-01-01" },
        -90,
      ),
    ]);
    const { dataSetId } = await importPulas(ownerUrl(), { source, version: "united" });
    expect(
      await rows("SELECT effective_date::text, expires_on::text, codes FROM pula WHERE data_set_id = $1", [dataSetId]),
    ).toEqual([{ effective_date: "2025-02-01", expires_on: "2028-01-01", codes: ["A", "B", "C"] }]);
  });

  it("keeps ground that two parts of one feature share", async () => {
    const ring = (lon: number) => [
      [
        [lon, 33],
        [lon + 1, 33],
        [lon + 1, 34],
        [lon, 34],
        [lon, 33],
      ],
    ];
    const overlapping = {
      ...(squareFeature({ objectid: 1, pula_id: 1 }) as object),
      geometry: { type: "MultiPolygon", coordinates: [ring(-90), ring(-89.5)] },
    };
    const { dataSetId } = await importPulas(ownerUrl(), { source: given([overlapping]), version: "overlap" });
    expectClose(
      await count("SELECT ST_Area(geom) AS count FROM pula_feature WHERE data_set_id = $1", [dataSetId]),
      1.5,
      1e-9,
    );
  });

  it("refuses an export that is not in longitude and latitude", async () => {
    const path = join(workFolder(), "projected.geojson");
    const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::5070" } };
    writeFileSync(
      path,
      JSON.stringify({ type: "FeatureCollection", crs, features: [squareFeature({ objectid: 1, pula_id: 1 })] }),
    );
    await expect(importPulas(ownerUrl(), { source: path, version: "projected" })).rejects.toThrow(/EPSG::5070/);
    expect(await rows("SELECT state FROM data_set WHERE version = 'projected'")).toEqual([{ state: "failed" }]);
  });

  it("checks the operator's points", async () => {
    const points = join(workFolder(), "points.csv");
    writeFileSync(
      points,
      "name,lon,lat,pula_id,inside\nMiddle,-85.95,33.05,1,true\nFar away,-100,40,1,no\nWrong,-100,40,1,yes\n",
    );
    const source = given([squareFeature({ objectid: 1, pula_id: 1 })]);
    const { checks } = await importPulas(ownerUrl(), { source, points, version: "points" });
    expect(checks.find(({ name }) => name === "given points")).toEqual({
      name: "given points",
      outcome: "failed",
      detail: "Wrong should be inside PULA 1",
    });
  });

  it("keeps nothing of a dry run", async () => {
    const sets = await count("SELECT count(*) FROM data_set");
    const identities = await count("SELECT count(*) FROM limitation_identity");
    const summary = await importPulas(ownerUrl(), {
      source: given([squareFeature({ objectid: 1, pula_id: 77 })]),
      limitations: given([
        limitationRow({ pula_id: 77 }),
        limitationRow({ pula_id: 77, product_registration_number: null }),
      ]),
      dryRun: true,
      activate: true,
    });
    expect(summary).toMatchObject({
      dryRun: true,
      activated: false,
      counts: { limitations: { loaded: 1, refused: 1 } },
    });
    expect(await count("SELECT count(*) FROM data_set")).toBe(sets);
    expect(await count("SELECT count(*) FROM limitation_identity")).toBe(identities);
  });
});
