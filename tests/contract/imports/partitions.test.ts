import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { areaStatement } from "@/lib/data/area-statement";
import { bound } from "@/lib/data/field-asked";
import { archivePieces, restorePieces } from "@/lib/data/imports/partitions";
import { deleteSet, insertSet } from "@/lib/data/imports/sets";
import { restoreVersion, archiveSet } from "@/lib/imports/archive";
import { count, rows, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";
import { GROUND, loadGround } from "@/tests/contract/v2/esa-check/support";
import { box, loadPulas } from "@/tests/support/reference-data";

/** Each set of shapes is a partition: attached when it is recorded, moved whole, and dropped whole. */

let owner: pg.Client;
const connected = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  return client;
};
beforeAll(async () => {
  await loadGround();
  owner = await connected();
});
afterAll(() => owner.end());

interface Partition {
  parent: string;
  part: string;
  /** Names the file of its rows: another one, and they were written again. */
  rows: string;
}
const partitionsOf = (dataSetId: number): Promise<Partition[]> =>
  rows<{ parent: string; part: string; rows: string }>(
    `SELECT inhparent::regclass::text AS parent, c.relname AS part, c.relfilenode::text AS rows
     FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE c.relname ~ ('_s' || $1::int || '$') AND c.relkind = 'r' ORDER BY 1`,
    [dataSetId],
  );
const recorded = (
  kind: "pula" | "soil" | "features" | "basemap" | "county" | "catalogue",
  version: string,
): Promise<number> => insertSet(owner, { kind, version, source: "test", isDemonstration: true });

const loaded = (by: number) =>
  loadPulas(
    [{ pulaId: 7, codes: "T7", geometry: box(-87.3 + by, 32.8, -87.2 + by, 32.9) }],
    [{ pulaId: 7, registration: "62719-649", code: "T7", limitation: "Keep away." }],
    GROUND,
  );

it("has a partition of each table of its kind as soon as a set is recorded, and none once it is deleted", async () => {
  const parents = {
    pula: ["pula_feature", "pula_piece"],
    county: ["county_piece"],
    soil: ["soil_piece"],
    features: ["feature", "feature_piece"],
    basemap: ["basemap_part"],
    catalogue: [],
  } as const;
  for (const kind of Object.keys(parents) as (keyof typeof parents)[]) {
    const dataSetId = await recorded(kind, "recorded");
    expect((await partitionsOf(dataSetId)).map(({ parent }) => parent)).toEqual(parents[kind]);
    await deleteSet(owner, { dataSetId, kind });
    expect(await partitionsOf(dataSetId)).toEqual([]);
    expect(await count(`SELECT count(*) FROM pg_class WHERE relname ~ ('_s' || $1::int || '$')`, [dataSetId])).toBe(0);
  }
});

it("moves a set out of what checks search and back without writing a row", async () => {
  const { dataSetId } = await loaded(0);
  const before = await partitionsOf(dataSetId);
  expect(await archivePieces(owner, dataSetId)).toBe(true);
  const archived = await partitionsOf(dataSetId);
  expect(archived.map(({ parent }) => parent)).toEqual(["pula_feature", "pula_piece_archive"]);
  expect(archived.map((each) => each.rows)).toEqual(before.map((each) => each.rows));
  expect(await archivePieces(owner, dataSetId), "it has left").toBe(false);
  expect(await restorePieces(owner, dataSetId)).toBe(true);
  expect(await partitionsOf(dataSetId)).toEqual(before);
});

it("lets others read while a set waits to leave, and leaves when the reader is done", async () => {
  const dataSetId = await recorded("pula", "waits");
  const [reader, mover] = [await connected(), await connected()];
  await reader.query("BEGIN; SELECT FROM pula_piece");
  const moved = archivePieces(mover, dataSetId);
  await expect
    .poll(() => count("SELECT count(*) FROM pg_locks WHERE relation = 'pula_piece'::regclass AND NOT granted"))
    .toBeGreaterThan(0);
  // Behind a lock that is waited for without an end this would not come back before the reader is done.
  for (let asked = 0; asked < 5; asked += 1) await count("SELECT count(*) FROM pula_piece");
  expect((await partitionsOf(dataSetId)).map(({ parent }) => parent)).toContain("pula_piece");
  await reader.query("COMMIT");
  expect(await moved).toBe(true);
  await deleteSet(owner, { dataSetId, kind: "pula" });
  await Promise.all([reader.end(), mover.end()]);
});

it("reads no partition but that of the set in force", async () => {
  const active = await rows<{ kind: string; id: number }>(
    "SELECT kind, data_set_id AS id FROM active_data_set WHERE kind IN ('pula', 'county')",
  );
  const others = [await recorded("pula", "beside"), await recorded("county", "beside")];
  const ring = [[-87.01, 33], [-87, 33], [-87, 33.01], [-87.01, 33]]; // prettier-ignore
  const statement = areaStatement(
    bound({
      boundary: JSON.stringify({ type: "MultiPolygon", coordinates: [[ring]] }),
      shrink: 0.84,
      on_date: "2026-05-01",
      search_m: 1600,
      near_lon: 0.02,
      near_lat: 0.02,
      county_lon: 0.02,
      county_lat: 0.02,
      registrations: [],
      ingredients: [],
    }),
    { withGeometry: true, withShare: true },
  );
  await owner.query("SET plan_cache_mode = force_generic_plan");
  const { rows: lines } = await owner.query<Record<string, string>>({
    text: `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${statement.text}`,
    values: statement.values,
  });
  await owner.query("RESET plan_cache_mode");
  const scans = lines
    .map((line) => Object.values(line)[0] ?? "")
    .filter((line) => / on (pula|county)_piece_s\d+ /.test(line));
  const read = scans.filter((line) => !line.includes("never executed"));
  expect(scans.length).toBeGreaterThan(read.length);
  expect(new Set(read.map((line) => / on (?<part>\w+_s\d+) /.exec(line)?.groups?.part))).toEqual(
    new Set(active.map(({ kind, id }) => `${kind}_piece_s${id}`)),
  );
  await deleteSet(owner, { dataSetId: others[0] ?? 0, kind: "pula" });
  await deleteSet(owner, { dataSetId: others[1] ?? 0, kind: "county" });
});

it("drops a set whose file was compared with it, and has its partitions again when it is read back", async () => {
  const first = await loaded(0);
  await rows("INSERT INTO data_set_use (kind, version) VALUES ('pula', $1) ON CONFLICT DO NOTHING", [first.version]);
  for (const by of [0.1, 0.2]) await loaded(by);
  await rows("UPDATE radar_run SET finished_at = now()");
  const { file } = await archiveSet(ownerUrl(), { version: first.version, folder: workFolder() });
  expect(file).toContain(workFolder());
  expect(await partitionsOf(first.dataSetId)).toEqual([]);
  await restoreVersion(ownerUrl(), first.version);
  expect((await partitionsOf(first.dataSetId)).map(({ parent }) => parent)).toEqual([
    "pula_feature",
    "pula_piece_archive",
  ]);
  expect((await switchOf("pula")).active).not.toBe(first.version);
});
