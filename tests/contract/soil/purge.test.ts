import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { purgeSoil } from "@/lib/usecases/operations/purge-soil";
import { getDeps } from "@/lib/runtime/deps";
import { sql as asProvider } from "@/tests/contract/v2/esa-check/support";
import { fieldOn, prepareFields, processField, COUNTY, SOIL } from "@/tests/contract/v2/fields/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { emptySoilStore, soilStore, sql } from "@/tests/support/soil-database";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let caller: Caller;
beforeAll(async () => {
  soil = await prepareFields();
  caller = await makeCaller("purged");
});
afterAll(() => soil.close());
beforeEach(() => emptySoilStore());

const SMALL = { analyses: 2, cells: 2 };
const purge = async () => purgeSoil(await getDeps(), SMALL);

const ageAnalyses = (interval: string) =>
  sql("UPDATE soil_analysis SET analyzed_at = now() - $1::interval", [interval]);
const ageCells = (interval: string) => sql("UPDATE soil_cell SET fetched_at = now() - $1::interval", [interval]);

/** Analyses of boundaries that no field has, as `soil/process` and the baseline leave them. */
const addUnused = (count: number) =>
  sql(
    `INSERT INTO soil_analysis (boundary_hash, origin, processing_version, survey_version, areas, summary, analyzed_at)
     SELECT 'unused-' || n, 'survey', 1, 'v', '{}', '{}', now() - interval '2 days' FROM generate_series(1, $1::int) AS n`,
    [count],
  );

const hashes = async () =>
  (await sql<{ hash: string }>("SELECT boundary_hash AS hash FROM soil_analysis ORDER BY 1")).map(({ hash }) => hash);

describe("analyses", () => {
  it("that no field of any provider lies on go, in as many batches as it takes; the others stay", async () => {
    await processField(caller);
    const kept = await hashes();
    await ageAnalyses("399 days");
    await addUnused(5);
    expect(await purge()).toEqual({ analyses: 5, cells: 0 });
    expect(await hashes()).toEqual(kept);
    expect(kept).toHaveLength(1);
  });

  it("of an archived field stay: it may be restored", async () => {
    await processField(caller);
    await asProvider(caller.providerId, "UPDATE field SET archived_at = now()");
    await ageAnalyses("30 days");
    expect((await purge()).analyses).toBe(0);
    await asProvider(caller.providerId, "UPDATE field SET archived_at = NULL");
  });

  it("of a boundary that the field has left go, after a day", async () => {
    await processField(caller);
    const [left] = await hashes();
    await processField(caller, { field_boundary: fieldOn(COUNTY.low, SOIL.clayFlat) });
    expect((await purge()).analyses).toBe(0);
    await ageAnalyses("25 hours");
    expect((await purge()).analyses).toBe(1);
    expect(await hashes()).not.toContain(left);
  });
});

describe("survey data", () => {
  const addCells = (count: number, age: string) =>
    sql(
      `WITH cell AS (
         INSERT INTO soil_cell (cell_x, cell_y, fetch_id, areas, fetched_at)
         SELECT n, 9000, $2::uuid, '{}', now() - $3::interval FROM generate_series(1, $1::int) AS n
         RETURNING cell_x, cell_y, fetch_id)
       INSERT INTO soil_cell_polygon (cell_x, cell_y, fetch_id, mukey, has_map_unit, geom)
       SELECT cell_x, cell_y, fetch_id, 'm', true, ST_Multi(ST_MakeEnvelope(0, 0, 1, 1, 4326)) FROM cell`,
      [count, randomUUID(), age],
    );
  const counts = async () =>
    (
      await sql<{ cells: number; polygons: number }>(
        `SELECT (SELECT count(*)::int FROM soil_cell) AS cells,
                (SELECT count(*)::int FROM soil_cell_polygon) AS polygons`,
      )
    )[0];

  it("past its time goes with its polygons; what is in time stays as it was", async () => {
    await processField(caller);
    const before = await soilStore();
    await addCells(5, "401 days");
    expect(await purge()).toEqual({ analyses: 0, cells: 5 });
    expect(await soilStore()).toEqual(before);
    await ageCells("399 days");
    expect((await purge()).cells).toBe(0);
  });

  it("that is being loaded again is left alone", async () => {
    await addCells(1, "401 days");
    const held = (await getDeps()).db.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE soil_cell SET fetched_at = now()`;
      return (await purge()).cells;
    });
    expect(await held).toBe(0);
    expect(await counts()).toEqual({ cells: 1, polygons: 1 });
  });
});
