import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asProvider, Prisma, type ProviderTx } from "@/lib/data/db";
import { countStatements } from "@/lib/data/statement-context";
import { readCountyTile, readFeatureTile, readPulaTile } from "@/lib/data/tiles/reference-tiles";
import { readSoilTile } from "@/lib/data/tiles/soil-tile";
import { importFeatures } from "@/lib/imports/features/import-features";
import { getDeps } from "@/lib/runtime/deps";
import { openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { askTile, layerOf } from "@/tests/contract/portal/map-support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { setProvider } from "@/tests/contract/v2/portal/support";
import { makeCaller } from "@/tests/support/api";
import { box } from "@/tests/support/reference-data";
import { editorOf } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";
import { groundOf, polygonsOf, ringArea, tileAt, type TileLayerRead } from "@/tests/support/vector-tile";

/** Beside the field of every check, which is a square at 87.25° west, 32.89° north. */
const FIELD_AT = [-87.25, 32.89] as const;
/** A frame round the field: its hole and its many pieces must come back as one area. */
const FRAME = {
  type: "Polygon" as const,
  coordinates: [
    [
      [-87.4, 32.7],
      [-87.1, 32.7],
      [-87.1, 33.05],
      [-87.4, 33.05],
      [-87.4, 32.7],
    ],
    // Many positions, so that the import cuts the area into pieces.
    ...[
      Array.from({ length: 601 }, (_, index) => {
        const turn = (-2 * Math.PI * (index % 600)) / 600;
        return [-87.25 + 0.06 * Math.cos(turn), 32.9 + 0.06 * Math.sin(turn)];
      }),
    ],
  ],
};

let soil: Connected;
let browser: Browser;
let neighbor: Browser;
let fieldId: string;
let sets: Record<string, number>;

const feature = (category: string, name: string, geometry: unknown) => ({
  type: "Feature",
  properties: { category, name },
  geometry,
});

beforeAll(async () => {
  soil = await prepareGround([{ pulaId: 121, eventName: "Frame event", geometry: FRAME, effectiveDate: "2026-01-15" }]);
  const records = [
    feature("water", "Mill pond", box(-87.252, 32.886, -87.251, 32.887)),
    feature("structure", "Barn", box(-87.249, 32.886, -87.248, 32.887)),
  ];
  const owner = process.env.DATABASE_DIRECT_URL ?? "";
  await importFeatures(owner, { source: { name: "ground", records }, activate: true, force: true });
  const farm = await makeCaller("farm");
  const { id } = await saved(farm, { application_id: "one", products: [NEEDS_6] });
  ({ fieldId } = await (await editorOf("farm")).placeOf(id));
  browser = await openBrowser(farm, id);
  const other = await makeCaller("neighbor");
  neighbor = await openBrowser(other, (await saved(other, { application_id: "one", products: [NEEDS_6] })).id);
  const { db } = await getDeps();
  const rows = await db.prisma.activeDataSet.findMany();
  sets = Object.fromEntries(rows.map(({ kind, dataSetId }) => [kind, dataSetId]));
});
afterAll(() => soil.close());

const place = (zoom: number, [lon, lat]: readonly [number, number] = FIELD_AT) => tileAt(lon, lat, zoom);
const version = (kind: string): string => `v=${sets[kind] ?? 0}`;
const pulaTile = async (zoom: number): Promise<TileLayerRead> =>
  layerOf(await askTile(browser, "pula", place(zoom, [-87.3, 32.95]), version("pula")));

describe("a tile of PULAs", () => {
  it.each([9, 11, 12, 13])("at zoom %i holds the area once, with its hole and its days", async (zoom) => {
    const { name, extent, features } = await pulaTile(zoom);
    expect({ name, extent, count: features.length }).toEqual({ name: "pula", extent: 4096, count: 1 });
    expect(features[0]).toMatchObject({ id: 121, properties: { event_name: "Frame event", from_day: 20260115 } });
    expect(features[0]?.properties).not.toHaveProperty("to_day");
  });

  it("turns outlines and holes the way the format wants, whole and put together from pieces", async () => {
    for (const zoom of [9, 12]) {
      const areas = (await pulaTile(zoom)).features.flatMap(({ rings }) => rings.map(ringArea));
      expect(areas[0], `outline at ${zoom}`).toBeGreaterThan(0);
      for (const area of areas.slice(1)) expect(area, `hole at ${zoom}`).toBeLessThan(0);
    }
  });

  it("lies where the area lies: a unit of the grid is all that it may be off", async () => {
    const at = place(12, [-87.3, 32.95]);
    const { features } = await layerOf(await askTile(browser, "pula", at, version("pula")));
    const onCircle = features
      .flatMap(({ rings }) => rings.flat())
      .filter(([x, y]) => x > 0 && x < 4096 && y > 0 && y < 4096)
      .map((point) => groundOf(at, point))
      .map(([lon, lat]) => Math.hypot(lon + 87.25, lat - 32.9))
      .filter((radius) => Math.abs(radius - 0.06) < 0.01);
    expect(onCircle.length).toBeGreaterThan(20);
    const unitDeg = 360 / 2 ** 12 / 4096;
    for (const radius of onCircle) expect(Math.abs(radius - 0.06)).toBeLessThan(2 * unitDeg);
  });

  it.each([9, 12, 14])("at zoom %i is the shape that PostGIS has there, to a unit of the grid", async (zoom) => {
    // On the rim of the hole.
    const at = place(zoom, [-87.31, 32.9]);
    const { features } = await layerOf(await askTile(browser, "pula", at, version("pula")));
    const coordinates = polygonsOf(features.flatMap(({ rings }) => rings)).map((polygon) =>
      polygon.map((ring) => [...ring, ...ring.slice(0, 1)].map((point) => groundOf(at, point))),
    );
    const [compared] = await sql<{ off: number; area: number }>(
      "farm",
      `SELECT ST_Area(ST_SymDifference(ours, theirs)) / ST_Perimeter(theirs) AS off, ST_Area(theirs) AS area
       FROM ST_Transform(ST_SetSRID(ST_GeomFromGeoJSON($1), 4326), 3857) AS ours,
            (SELECT ST_Transform(ST_Intersection(f.geom,
                      ST_Transform(ST_TileEnvelope($2, $3, $4, margin => 64 / 4096.0), 4326)), 3857) AS theirs
             FROM pula_feature f JOIN active_data_set active USING (data_set_id) WHERE active.kind = 'pula' AND f.pula_id = 121) AS known`,
      [JSON.stringify({ type: "MultiPolygon", coordinates }), at.z, at.x, at.y],
    );
    const unitM = (2 * Math.PI * 6_378_137) / 2 ** zoom / 4096;
    expect(compared?.area).toBeGreaterThan(0);
    expect(compared?.off).toBeLessThan(unitM);
  });

  it("shows no cut line of the pieces: within the tile every edge is one of the area's", async () => {
    const at = place(12, [-87.3, 32.95]);
    const { features } = await layerOf(await askTile(browser, "pula", at, version("pula")));
    const inside = features
      .flatMap(({ rings }) => rings)
      .flat()
      .filter(([x, y]) => x > 0 && x < 4096 && y > 0 && y < 4096)
      .map((point) => groundOf(at, point));
    for (const [lon, lat] of inside) {
      const isOnCircle = Math.abs(Math.hypot(lon + 87.25, lat - 32.9) - 0.06) < 1e-4;
      const isOnFrame =
        Math.min(Math.abs(lon + 87.4), Math.abs(lon + 87.1), Math.abs(lat - 32.7), Math.abs(lat - 33.05)) < 1e-4;
      expect(isOnCircle || isOnFrame, `${lon}, ${lat}`).toBe(true);
    }
  });
});

describe("tiles of the other layers", () => {
  it("hold the county, water and habitat, and managed areas, each in its own", async () => {
    const county = await layerOf(await askTile(browser, "county", place(8), version("county")));
    expect(county.features.map(({ id, properties }) => [id, properties.name])).toEqual([[1007, "Bibb"]]);
    const water = await layerOf(
      await askTile(browser, "water_habitat", place(14, [-87.2515, 32.8865]), version("features")),
    );
    expect(water.features.map(({ properties }) => properties)).toEqual([{ category: "water", label: "Mill pond" }]);
    const managed = await layerOf(
      await askTile(browser, "managed", place(14, [-87.2485, 32.8865]), version("features")),
    );
    expect(managed.features.map(({ properties }) => properties)).toEqual([{ category: "structure", label: "Barn" }]);
  });

  it("hold the field's own soil, cut to the field", async () => {
    const at = place(13);
    const { features } = await layerOf(await askTile(browser, "soil", at, `field=${fieldId}`));
    expect(features.map(({ properties }) => properties)).toEqual([
      { symbol: "S1", name: "Soil 1 sandy loam", soil_group: "B", slope_pct: 5 },
    ]);
    const lons = features.flatMap(({ rings }) => rings.flat()).map((point) => groundOf(at, point)[0]);
    expect(Math.max(...lons) - Math.min(...lons)).toBeLessThan(0.02);
  });
});

describe("an empty, stale or impossible tile", () => {
  it("is no content where nothing lies, and may be kept as long as a full one", async () => {
    const response = await askTile(browser, "pula", place(14, [-87.25, 32.9]), version("pula"));
    expect(response.status).toBe(204);
    expect(response.headers.get("cache-control")).toBe("private, max-age=86400, immutable");
  });

  it("is empty for a set that is not in force and was not the one before", async () => {
    const response = await askTile(browser, "pula", place(9), `v=${(sets.pula ?? 0) + 1000}`);
    expect(response.status).toBe(204);
    expect((await askTile(browser, "pula", place(9), version("county"))).status).toBe(204);
  });

  it("is not sent again to anyone who has it", async () => {
    const first = await askTile(browser, "pula", place(9), version("pula"));
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const headers = { "If-None-Match": etag };
    const again = await askTile(browser, "pula", place(9), version("pula"), { headers });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  });

  it.each([
    { title: "an unknown layer", layer: "field", at: { z: 12, x: 1, y: 1 }, query: "v=1", status: 404 },
    { title: "a place that is no number", layer: "pula", at: { z: 12, x: "1.5", y: 1 }, query: "v=1", status: 404 },
    { title: "a negative place", layer: "pula", at: { z: 12, x: -1, y: 1 }, query: "v=1", status: 404 },
    { title: "a place off the grid", layer: "pula", at: { z: 8, x: 256, y: 1 }, query: "v=1", status: 422 },
    { title: "a zoom too far out", layer: "pula", at: { z: 7, x: 1, y: 1 }, query: "v=1", status: 422 },
    { title: "a zoom too far in", layer: "county", at: { z: 13, x: 1, y: 1 }, query: "v=1", status: 422 },
    { title: "no set", layer: "pula", at: { z: 9, x: 1, y: 1 }, query: "", status: 422 },
    { title: "a set that is no number", layer: "pula", at: { z: 9, x: 1, y: 1 }, query: "v=1;drop", status: 422 },
  ])("$title is answered $status", async ({ layer, at, query, status }) => {
    const response = await askTile(browser, layer, at, query);
    expect(response.status).toBe(status);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("tiles are for anyone who has a session", () => {
  it("are refused without a cookie, with another grant's, and once the provider's links are revoked", async () => {
    const ask = (who: Browser) => askTile(who, "pula", place(9), version("pula"));
    expect((await ask({ ...browser, cookie: "" })).status).toBe(401);
    expect((await ask({ ...browser, cookie: neighbor.cookie })).status).toBe(401);
    await setProvider("neighbor", "link_generation", 2);
    expect((await ask(neighbor)).status).toBe(401);
    await setProvider("neighbor", "link_generation", 1);
    expect((await ask(neighbor)).status).toBe(200);
  });

  it("another provider's field is answered like one that does not exist", async () => {
    const ask = async (field: string) => {
      const response = await askTile(neighbor, "soil", place(13), `field=${field}`, {
        headers: { "X-Request-ID": "same" },
      });
      return [response.status, await response.text(), [...response.headers].filter(([name]) => name !== "date")];
    };
    const theirs = await ask(fieldId);
    expect(theirs[0]).toBe(401);
    expect(theirs).toEqual(await ask("00000000-0000-4000-8000-000000000000"));
    expect(theirs).toEqual(await ask("no-id"));
  });
});

describe("what a tile costs", () => {
  it("is one statement in a transaction of three messages", async () => {
    const { db } = await getDeps();
    const count = { statements: 0 };
    await countStatements(count, () =>
      asProvider(db, "farm", (tx) => readPulaTile(tx, { ...place(12), dataSetId: sets.pula ?? 0 })),
    );
    expect(count.statements).toBe(3);
  });

  /** So much elsewhere that reading it all would not pay. */
  const MUCH = {
    pula_piece: ["data_set_id, pula_id", "$1, 900", "pula"],
    county_piece: ["data_set_id, geo_id", "$1, '01007'", "county"],
    feature_piece: ["data_set_id, feature_number", "$1, 1", "features"],
    soil_cell_polygon: ["cell_x, cell_y, fetch_id, mukey, has_map_unit", "$1, 0, gen_random_uuid(), '1', true", "pula"],
  } as const;

  async function fill(): Promise<void> {
    const client = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
    await client.connect();
    for (const [table, [columns, values, kind]] of Object.entries(MUCH)) {
      const box = "ST_MakeEnvelope(x / 50.0, y / 50.0, (x + 1) / 50.0, (y + 1) / 50.0, 4326)";
      await client.query(
        `INSERT INTO ${table} (${columns}, geom)
         SELECT ${values}, ${table.startsWith("soil") ? `ST_Multi(${box})` : box}
         FROM generate_series(-6000, -5800) x, generate_series(1500, 1550) y`,
        [sets[kind]],
      );
      await client.query(`ANALYZE ${table}`);
    }
    await client.end();
  }

  /** The plan of the statement that a function sends. */
  async function planOf(read: (tx: ProviderTx) => Promise<unknown>): Promise<string> {
    const { db } = await getDeps();
    return asProvider(db, "farm", async (tx) => {
      let plan: Record<string, string>[] = [];
      const explaining = {
        $queryRaw: async (statement: Prisma.Sql) => {
          plan = await tx.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN ${statement}`);
          return [];
        },
      };
      await read(explaining as unknown as ProviderTx);
      return plan.map((row) => Object.values(row)[0]).join("\n");
    });
  }

  it("does not grow with the land: every layer finds its shapes through the spatial index", async () => {
    await fill();
    const asked = (zoom: number, kind: string) => ({ ...place(zoom), dataSetId: sets[kind] ?? 0 });
    expect(await planOf((tx) => readPulaTile(tx, asked(9, "pula")))).toMatch(/pula_piece_s\d+_geom_idx/);
    expect(await planOf((tx) => readPulaTile(tx, asked(13, "pula")))).toMatch(/pula_piece_s\d+_geom_idx/);
    expect(await planOf((tx) => readCountyTile(tx, asked(9, "county")))).toMatch(/county_piece_s\d+_geom_idx/);
    const managed = { ...asked(13, "features"), kind: "managed" as const, layer: "managed" };
    expect(await planOf((tx) => readFeatureTile(tx, managed))).toMatch(/feature_piece_s\d+_geom_idx/);
    const soilPlan = await planOf((tx) => readSoilTile(tx, "farm", { ...place(13), fieldId }));
    expect(soilPlan).toContain("soil_cell_polygon_geom_idx");
  });
});
