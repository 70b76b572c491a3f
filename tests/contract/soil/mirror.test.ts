import type { Feature, MultiPolygon } from "geojson";
import { afterAll, beforeAll, expect, it } from "vitest";
import { measureMapUnits } from "@/lib/data/soil/map-units";
import { noSoilSource } from "@/lib/gateways/soil-source";
import { importSoil } from "@/lib/imports/soil/import-soil";
import { activateSet, rollbackSet } from "@/lib/imports/switch";
import { verifySet } from "@/lib/imports/verify";
import { getDeps } from "@/lib/runtime/deps";
import { analyzeSoil, analyzeSoilWithFeatures } from "@/lib/usecases/fields/analyze-soil";
import { runData } from "@/tests/contract/imports/command";
import { emptySoilStore, sql } from "@/tests/support/soil-database";
import { boundaryOf, boxBoundary, connectStub, groundOf } from "@/tests/support/soil-ground";
import { describeWithSharedData, readSharedJson, sharedData } from "@/tests/support/shared-data";

const ownerUrl = process.env.DATABASE_DIRECT_URL ?? "";
const table = (name: string) => sharedData(`soil/gssurgo_mh_fy26_${name}.csv`);
const signal = new AbortController().signal;

describeWithSharedData("a mirror of the Marshall Islands' survey", () => {
  const files = { mapunit: table("mapunit"), muaggatt: table("muaggatt"), sacatalog: table("sacatalog") };
  const source = sharedData("soil/gssurgo_mh_fy26_mupolygon.geojson.gz");
  const features = (
    readSharedJson("soil/gssurgo_mh_fy26_mupolygon.geojson.gz") as {
      features: Feature<MultiPolygon, { mukey: string }>[];
    }
  ).features;
  const analyze = async (boundary: ReturnType<typeof boundaryOf>) =>
    analyzeSoil({ deps: await getDeps(), signal }, boundary);
  /** The largest polygon of a map unit, as a field of its own. */
  const largestOf = (mukey: string) => {
    const parts = features
      .filter(({ properties }) => properties.mukey === mukey)
      .flatMap(({ geometry }) => geometry.coordinates)
      .toSorted((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0));
    return boundaryOf(parts.slice(0, 1));
  };

  beforeAll(async () => {
    const summary = await importSoil(ownerUrl, { source, ...files, version: "mh-fy26", activate: true });
    expect(summary).toMatchObject({
      activated: true,
      objections: [],
      counts: {
        polygons: { read: 67, loaded: 67, refused: 0 },
        map_units: { read: 9, loaded: 9 },
        aggregates: { read: 9, loaded: 9 },
        survey_areas: { MH936: "2025/09/09 21:50:01+00" },
      },
    });
  });
  afterAll(async () => {
    (await getDeps()).soil = noSoilSource;
  });

  it("answers a field it covers, with no survey connected, and again from the store", async () => {
    const field = largestOf("465582");
    const soil = await analyze(field);
    expect(soil).toMatchObject({ status: "fetched", version: "mh-fy26", summary: { dominantGroup: "A", slopePct: 1 } });
    expect(soil.summary?.byMapUnit["3"]).toMatchObject({ muname: "Ngedebus loamy sand" });
    expect(soil.summary?.byGroup.A?.percentage).toBeCloseTo(100, 1);
    expect(await analyze(field)).toMatchObject({ status: "reused", version: "mh-fy26" });
  });

  it("keeps the nulls of its tables: dumps have no group, water has no slope", async () => {
    expect((await analyze(largestOf("465588"))).summary).toMatchObject({ dominantGroup: null, byGroup: { none: {} } });
    expect((await analyze(largestOf("465587"))).summary).toMatchObject({ dominantGroup: "D", slopePct: null });
  });

  it("cuts the ground to the field, one feature a map unit", async () => {
    const field = largestOf("465586");
    const soil = await analyzeSoilWithFeatures({ deps: await getDeps(), signal }, field);
    expect(soil.features?.map(({ mukey }) => mukey)).toEqual(["465586"]);
    expect(soil.features?.[0]?.percentage).toBeCloseTo(100, 2);
  });

  it("does not answer a field that reaches beyond it: the survey does, or no one", async () => {
    const atSea = boxBoundary([171.0, 7.05, 171.005, 7.055]);
    expect((await analyze(atSea)).status).toBe("unavailable");
    const [lon = 0, lat = 0] = largestOf("465582").geometry.coordinates[0]?.[0]?.[0] ?? [];
    const beyond = boxBoundary([lon - 0.004, lat - 0.004, lon + 0.004, lat + 0.004]);
    expect((await analyze(beyond)).status).toBe("unavailable");
    const connected = await connectStub(
      groundOf([{ box: [lon - 0.1, lat - 0.1, lon + 0.1, lat + 0.1], mukey: "7", group: "C", slope: 4 }]),
    );
    expect(await analyze(beyond)).toMatchObject({ status: "fetched", version: "SSURGO TS001 2025-09-09" });
    expect((await analyze(beyond)).status).toBe("reused");
    await connected.close();
  });

  it("makes analyses stale when it is switched, and is verified, rolled back and removed like every set", async () => {
    const field = largestOf("465582");
    expect((await analyze(field)).status).toBe("reused");
    const again = await importSoil(ownerUrl, { source, ...files, version: "mh-again" });
    expect(again.activated).toBe(false);
    expect((await analyze(field)).status).toBe("reused");
    expect(await activateSet(ownerUrl, { kind: "soil", version: "mh-again" })).toEqual([]);
    expect(await analyze(field)).toMatchObject({ status: "fetched", version: "mh-again" });
    expect(await rollbackSet(ownerUrl, "soil")).toEqual({ from: "mh-again", to: "mh-fy26" });
    expect(await analyze(field)).toMatchObject({ status: "fetched", version: "mh-fy26" });
    expect(await verifySet(ownerUrl, "soil")).toMatchObject({ version: "mh-fy26", isSound: true });
    await sql(
      "DELETE FROM soil_map_unit WHERE mukey = '465582' AND data_set_id = (SELECT data_set_id FROM active_data_set WHERE kind = 'soil')",
    );
    expect(await verifySet(ownerUrl, "soil")).toMatchObject({ isSound: false });
  });

  it("refuses rows by line and reason, and a set whose tables are another survey's", async () => {
    await emptySoilStore();
    const summary = await importSoil(ownerUrl, {
      source: {
        name: "made",
        records: [
          ...features.slice(0, 2),
          { type: "Feature", properties: { MUKEY: 99 }, geometry: features[0]?.geometry },
          { type: "Feature", properties: { mukey: "x" }, geometry: features[0]?.geometry },
          { type: "Feature", properties: { mukey: "465586" }, geometry: { type: "Point", coordinates: [1, 1] } },
        ],
      },
      ...files,
      version: "made",
      activate: true,
    });
    expect(summary.activated).toBe(false);
    expect(summary.refusals.map(({ record, reason }) => `${record} ${reason}`)).toEqual([
      "4 bad attributes: mukey is no map unit key",
      "5 bad geometry: map unit 465586 is a Point, not a polygon",
    ]);
    expect(summary.objections.map(({ name }) => name)).toContain("refused polygons");
    expect(summary.objections.map(({ name }) => name)).toContain("map units");
    await expect(importSoil(ownerUrl, { source })).rejects.toThrow("--mapunit <csv> and --muaggatt <csv>");
    const before = await sql("SELECT data_set_id, count(*) FROM soil_piece GROUP BY 1 ORDER BY 1");
    await importSoil(ownerUrl, { source, ...files, version: "dry", dryRun: true });
    // The dry run removed what the refused set left behind, in the transaction that was taken back.
    expect(await sql("SELECT data_set_id, count(*) FROM soil_piece GROUP BY 1 ORDER BY 1")).toEqual(before);
  });

  it("is loaded by the command line, which says what it needs", async () => {
    const tables = ["--mapunit", files.mapunit, "--muaggatt", files.muaggatt, "--sacatalog", files.sacatalog];
    const dry = await runData("import", "soil", source, ...tables, "--dry-run");
    expect(dry).toMatchObject({ code: 0, err: "" });
    expect(dry.out).toMatch(/would be loaded[\s\S]*polygons: read 67, loaded 67[\s\S]*ok {5}map units: 0.00 %/);
    const bare = await runData("import", "soil", source);
    expect([bare.code, bare.err]).toEqual([2, expect.stringContaining("--mapunit <csv> and --muaggatt <csv>")]);
  });

  it("searches by the spatial index", async () => {
    const { db } = await getDeps();
    const [set] = await sql<{ id: number }>("SELECT data_set_id AS id FROM active_data_set WHERE kind = 'soil'");
    await sql(
      `INSERT INTO soil_piece (data_set_id, mukey, geom)
       SELECT $1, '1', ST_MakeEnvelope(x / 50.0, y / 50.0, (x + 1) / 50.0, (y + 1) / 50.0, 4326)
       FROM generate_series(-6000, -5800) x, generate_series(1500, 1600) y`,
      [set?.id],
    );
    await sql("ANALYZE soil_piece");
    const plan = await sql(
      "EXPLAIN SELECT FROM soil_piece WHERE data_set_id = 1 AND geom && ST_MakeEnvelope(-118, 31, -117.9, 31.1, 4326)",
    );
    expect(JSON.stringify(plan)).toMatch(/soil_piece_s\d+_geom_idx/);
    const measured = await measureMapUnits(db.prisma, {
      boundary: boxBoundary([-118, 31, -117.99, 31.01]).geometry,
      ground: { kind: "mirror", dataSetId: set?.id ?? 0 },
      withGeometry: false,
    });
    expect(measured.units).toMatchObject([{ mukey: "1", hasMapUnit: false }]);
  });
});
