import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BASEMAP_LIMITS, basemapTileSql, readBasemapTile } from "@/lib/data/tiles/basemap-tile";
import { asProvider, Prisma } from "@/lib/data/db";
import { countStatements } from "@/lib/data/statement-context";
import { importBasemap } from "@/lib/imports/basemap/import-basemap";
import { readFieldMap } from "@/lib/pages/portal/map/map";
import { getDeps } from "@/lib/runtime/deps";
import { openFieldYear } from "@/lib/usecases/portal/field-year";
import { openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { askTile, layerOf } from "@/tests/contract/portal/map-support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { setProvider } from "@/tests/contract/v2/portal/support";
import { makeCaller } from "@/tests/support/api";
import { box } from "@/tests/support/reference-data";
import { editorOf } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";
import { groundOf, tileAt, type TileFeature, type TileLayerRead } from "@/tests/support/vector-tile";

/** Beside the field of every check, which is a square at 87.25° west, 32.89° north. */
const FIELD_AT = [-87.25, 32.89] as const;
const owner = process.env.DATABASE_DIRECT_URL ?? "";
const CREDIT = { attribution: "Test county roads", license: "CC0" };

const feature = (properties: Record<string, unknown>, geometry: unknown) => ({ type: "Feature", properties, geometry });
const line = (...coordinates: [number, number][]) => ({ type: "LineString", coordinates });
const given = (...records: unknown[]) => ({ name: "generated", records });

let soil: Connected;
let browser: Browser;
let neighbor: Browser;
let setId: number;
let applicationId: string;
let fieldId: string;

const load = (...roads: unknown[]) =>
  importBasemap(owner, {
    source: given(
      feature({ FULLNAME: "State Route 5", MTFCC: "S1200" }, line([-87.4, 32.885], [-87.1, 32.885])),
      feature({ FULLNAME: "County Road 12", MTFCC: "S1400" }, line([-87.26, 32.8], [-87.26, 32.99])),
      ...roads,
    ),
    category: "road",
    also: [
      { source: given(feature({ FRSTDIVNO: "14" }, box(-87.26, 32.88, -87.24, 32.9))), category: "section" },
      {
        source: given(feature({ gnis_name: "Mill Pond" }, box(-87.252, 32.886, -87.251, 32.887))),
        category: "water",
      },
      {
        source: given(feature({ NAME: "Milltown", POP2020: 9000 }, { type: "Point", coordinates: [-87.255, 32.895] })),
        category: "place",
      },
    ],
    activate: true,
    force: true,
    ...CREDIT,
  });

beforeAll(async () => {
  soil = await prepareGround();
  const summary = await load();
  setId = summary.dataSetId;
  const farm = await makeCaller("farm");
  applicationId = (await saved(farm, { application_id: "one", products: [NEEDS_6] })).id;
  ({ fieldId } = await (await editorOf("farm")).placeOf(applicationId));
  browser = await openBrowser(farm, applicationId);
  const other = await makeCaller("neighbor");
  neighbor = await openBrowser(other, (await saved(other, { application_id: "one", products: [NEEDS_6] })).id);
});
afterAll(() => soil.close());

const place = (zoom: number) => tileAt(...FIELD_AT, zoom);
const tile = async (zoom: number, version = setId): Promise<TileLayerRead> =>
  layerOf(await askTile(browser, "basemap", place(zoom), `v=${version}`));
const named = ({ features }: TileLayerRead): unknown[] =>
  [...new Set(features.map(({ properties }) => properties.name))].sort();
const find = ({ features }: TileLayerRead, name: string): TileFeature | undefined =>
  features.find(({ properties }) => properties.name === name);

describe("a tile of the ground under the map", () => {
  it("holds roads and streams as lines, sections and lakes as ground, places as points, each with its name", async () => {
    const layer = await tile(14);
    expect(layer.name).toBe("basemap");
    expect(layer.features.map(({ shape, properties }) => [properties.layer, shape, properties.name])).toEqual(
      expect.arrayContaining([
        ["road", "line", "State Route 5"],
        ["section", "polygon", "14"],
        ["section", "point", "14"],
        ["water", "polygon", "Mill Pond"],
      ]),
    );
  });

  it("shows the fewer things the farther out it is", async () => {
    expect(named(await tile(9))).toEqual(["Milltown"]);
    expect(named(await tile(10))).toEqual(["Milltown", "State Route 5"]);
    expect(named(await tile(12))).toEqual(["14", "County Road 12", "Mill Pond", "Milltown", "State Route 5"]);
  });

  it("lies where the road lies: a unit of the grid is all that it may be off", async () => {
    const at = place(13);
    const road = find(await tile(13), "State Route 5");
    const lats = (road?.rings.flat() ?? []).map((point) => groundOf(at, point)[1]);
    expect(lats.length).toBeGreaterThanOrEqual(2);
    for (const lat of lats) expect(Math.abs(lat - 32.885)).toBeLessThan(360 / 2 ** 13 / 4096);
  });

  it("is refused outside its zooms, and is empty for a set that is neither in force nor was before", async () => {
    for (const zoom of [8, 15]) {
      expect((await askTile(browser, "basemap", place(zoom), `v=${setId}`)).status).toBe(422);
    }
    expect((await askTile(browser, "basemap", place(12), `v=${setId + 1000}`)).status).toBe(204);
  });

  it("is served for the set before as well: an open page asks on for the one it began with", async () => {
    const { dataSetId } = await load(feature({ FULLNAME: "New Lane" }, line([-87.25, 32.88], [-87.25, 32.9])));
    expect(named(await tile(12))).not.toContain("New Lane");
    expect(named(await tile(12, dataSetId))).toContain("New Lane");
  });
});

describe("who sees it", () => {
  it("is anyone with a session, of any provider, and no one without", async () => {
    const ask = (who: Browser) => askTile(who, "basemap", place(12), `v=${setId}`);
    const [ours, theirs] = [await ask(browser), await ask(neighbor)];
    expect([ours.status, theirs.status]).toEqual([200, 200]);
    expect(await ours.text()).toBe(await theirs.text());
    expect((await ask({ ...browser, cookie: "" })).status).toBe(401);
    expect((await ask({ ...browser, cookie: neighbor.cookie })).status).toBe(401);
    await setProvider("neighbor", "link_generation", 2);
    expect((await ask(neighbor)).status).toBe(401);
    await setProvider("neighbor", "link_generation", 1);
  });

  it("reads who published it beside the map; without a set the map has neither tiles nor a word of it", async () => {
    const deps = await getDeps();
    const { grant, cookie } = browser;
    const asked = { grant, cookie: cookie.slice(cookie.indexOf("=") + 1), fieldId };
    const opened = await openFieldYear(deps, asked, { applicationEventId: applicationId, year: null });
    if (opened === null) throw new Error("no place");
    const read = async () => {
      const query = { fieldId, applicationEventId: applicationId, onDate: "2026-06-15" };
      const model = await readFieldMap(opened.session, query);
      return {
        tiles: model?.tiles.some(({ layer }) => layer === "basemap"),
        credit: model?.dataSets.find(({ kind }) => kind === "basemap"),
      };
    };
    expect(await read()).toMatchObject({ tiles: true, credit: CREDIT });
    await run("DELETE FROM active_data_set WHERE kind = 'basemap'");
    expect(await read()).toEqual({ tiles: false, credit: undefined });
    await load();
    expect(await read()).toMatchObject({ tiles: true });
  });
});

async function run(statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  await client.query(statement, values);
  await client.end();
}

describe("what a tile costs", () => {
  it("is one statement, and never more than so many vertices: what stands out least is left out", async () => {
    const { db } = await getDeps();
    const { dataSetId } = await load();
    // As many streets of 20 bends as a tile could ever have, all within one of zoom 14.
    await run(
      `INSERT INTO basemap_part (data_set_id, feature_number, part, layer, rank, min_zoom, name, geom)
       SELECT $1, 1000 + n, 0, 'road', 3, 12, 'Street ' || n, ST_SetSRID(ST_MakeLine(ARRAY(
         SELECT ST_MakePoint($2 + n / 1e6 + b / 2e4, $3 + (b % 2) / 2e4 + n / 1e6) FROM generate_series(0, 19) b)), 4326)
       FROM generate_series(1, 8000) n`,
      [dataSetId, FIELD_AT[0], FIELD_AT[1]],
    );
    const asked = { ...place(14), dataSetId };
    const count = { statements: 0 };
    const bytes = await countStatements(count, () => asProvider(db, "farm", (tx) => readBasemapTile(tx, asked)));
    // With the transaction's begin and end.
    expect(count.statements).toBe(3);
    expect(bytes.length).toBeLessThan(400_000);
    const layer = await tile(14, dataSetId);
    expect(layer.features.flatMap(({ rings }) => rings.flat()).length).toBeLessThanOrEqual(BASEMAP_LIMITS.vertices);
    expect(layer.features.length).toBeLessThanOrEqual(BASEMAP_LIMITS.shapes);
    expect(named(layer)).toContain("State Route 5");
  });

  it("does not grow with the land: it is found through the spatial index, far out through that of what stands out", async () => {
    const { db } = await getDeps();
    const { dataSetId } = await load();
    await run(
      `INSERT INTO basemap_part (data_set_id, feature_number, part, layer, rank, min_zoom, name, geom)
       SELECT $1, 100 + x * 300 + y, 0, 'road', 3, 12 - (y % 50 / 49), NULL,
              ST_SetSRID(ST_MakeLine(ST_MakePoint(-110 + x / 20.0, 30 + y / 20.0), ST_MakePoint(-110 + x / 20.0, 30.01 + y / 20.0)), 4326)
       FROM generate_series(0, 299) x, generate_series(0, 199) y`,
      [dataSetId],
    );
    await run("ANALYZE basemap_part");
    const planOf = async (zoom: number): Promise<string> => {
      const statement = basemapTileSql({ ...place(zoom), dataSetId });
      const rows = await asProvider(db, "farm", (tx) =>
        tx.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN ${statement}`),
      );
      return rows.map((row) => Object.values(row)[0]).join("\n");
    };
    const indexes = await sql<{ name: string; is_partial: boolean }>(
      "farm",
      `SELECT c.relname AS name, i.indpred IS NOT NULL AS is_partial FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       JOIN pg_am ON pg_am.oid = c.relam WHERE i.indrelid = to_regclass($1) AND pg_am.amname = 'gist'`,
      [`basemap_part_s${dataSetId}`],
    );
    const nameOf = (isPartial: boolean) => indexes.find((index) => index.is_partial === isPartial)?.name ?? "none";
    expect(await planOf(14)).toMatch(new RegExp(`Scan on ${nameOf(false)}\\b|using ${nameOf(false)}\\b`));
    expect(await planOf(10)).toMatch(new RegExp(`Scan on ${nameOf(true)}\\b|using ${nameOf(true)}\\b`));
  });
});
