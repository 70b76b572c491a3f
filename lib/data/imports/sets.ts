import type { Geometry } from "geojson";
import type pg from "pg";
import type { DataSetKind, DataSetState } from "@/lib/data/data-sets";
import { dropPartitions, PARTITIONED } from "@/lib/data/imports/partitions";
import { LOOKED_AT_SETS } from "@/lib/domain/recheck";

/** Statements of the import command on data sets. They run as the owner, over one plain connection. */
export type ImportClient = Pick<pg.ClientBase, "query">;

export interface NewSet {
  kind: DataSetKind;
  version: string;
  source: string;
  isDemonstration: boolean;
  credit?: SetCredit | undefined;
}

/** Who published a set and under what terms, where pages that show it have to say so. */
export interface SetCredit {
  attribution: string | null;
  license: string | null;
}

export interface StoredSet {
  dataSetId: number;
  kind: DataSetKind;
  version: string;
  state: DataSetState;
  source: string;
  isDemonstration: boolean;
  countyPrecision: string | null;
  counts: Record<string, unknown>;
  loadedAt: Date;
  verifiedAt: Date | null;
  role: "active" | "previous" | null;
  /** A roll-back took it out of force, and nothing has put it in force since. */
  isWithdrawn: boolean;
  /** Its outlines lie in a file, for reports. */
  isArchived: boolean;
}

const COLUMNS = `d.data_set_id AS "dataSetId", d.kind, d.version, d.state, d.source,
  d.is_demonstration AS "isDemonstration", d.county_precision AS "countyPrecision", d.counts,
  d.loaded_at AS "loadedAt", d.verified_at AS "verifiedAt",
  CASE WHEN a.data_set_id = d.data_set_id THEN 'active'
       WHEN a.previous_data_set_id = d.data_set_id THEN 'previous' END AS role,
  d.counts->>'withdrawn_at' IS NOT NULL AS "isWithdrawn",
  EXISTS (SELECT FROM data_set_archive kept WHERE kept.data_set_id = d.data_set_id) AS "isArchived"`;
const FROM = "FROM data_set d LEFT JOIN active_data_set a ON a.kind = d.kind";

/** Two imports of one kind at once would take each other's half set for a dead one; the lock dies with the process. */
export async function lockKind(client: ImportClient, kind: DataSetKind): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    "SELECT pg_try_advisory_lock(hashtext('hedgerow import ' || $1)) AS held",
    [kind],
  );
  return rows[0]?.held === true;
}

export async function insertSet(client: ImportClient, set: NewSet): Promise<number> {
  const { rows } = await client.query<{ data_set_id: number }>(
    `INSERT INTO data_set (kind, version, source, is_demonstration, attribution, license)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING data_set_id`,
    [
      set.kind,
      set.version,
      set.source,
      set.isDemonstration,
      set.credit?.attribution ?? null,
      set.credit?.license ?? null,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the data set was not stored");
  return row.data_set_id;
}

export async function listSets(client: ImportClient, kind: DataSetKind | null = null): Promise<StoredSet[]> {
  const { rows } = await client.query<StoredSet>(
    `SELECT ${COLUMNS} ${FROM} WHERE $1::text IS NULL OR d.kind = $1 ORDER BY d.kind, d.data_set_id`,
    [kind],
  );
  return rows;
}

export async function findActiveSet(client: ImportClient, kind: DataSetKind): Promise<StoredSet | null> {
  const sets = await listSets(client, kind);
  return sets.find((set) => set.role === "active") ?? null;
}

/** Gives a loaded set its name and figures; from now on it can be activated. */
export async function markReady(
  client: ImportClient,
  dataSetId: number,
  end: { version: string; counts: object; isVerified: boolean },
): Promise<void> {
  await client.query(
    `UPDATE data_set SET state = 'ready', version = $2, counts = $3, loaded_at = now(),
            verified_at = CASE WHEN $4 THEN now() END WHERE data_set_id = $1`,
    [dataSetId, end.version, JSON.stringify(end.counts), end.isVerified],
  );
}

/** How far it came stays with it (`saveCheckpoint`). */
export async function markFailed(client: ImportClient, dataSetId: number, reason: string): Promise<void> {
  await client.query(
    "UPDATE data_set SET state = 'failed', counts = coalesce(counts, '{}') || $2::jsonb WHERE data_set_id = $1",
    [dataSetId, JSON.stringify({ failure: reason })],
  );
}

/** Notes how far a long import has come, so that another can go on from there; null: none can. */
export async function saveCheckpoint(
  client: ImportClient,
  dataSetId: number,
  checkpoint: object | null,
): Promise<void> {
  await client.query("UPDATE data_set SET counts = $2 WHERE data_set_id = $1", [
    dataSetId,
    JSON.stringify(checkpoint === null ? {} : { checkpoint }),
  ]);
}

/** Takes up a set that was left half loaded. */
export async function reopenSet(client: ImportClient, dataSetId: number, version: string): Promise<void> {
  await client.query("UPDATE data_set SET state = 'loading', version = $2 WHERE data_set_id = $1", [
    dataSetId,
    version,
  ]);
}

/** For who has loaded the same rows again and found them in force. */
export async function markVerified(client: ImportClient, dataSetId: number): Promise<void> {
  await client.query("UPDATE data_set SET verified_at = now() WHERE data_set_id = $1", [dataSetId]);
}

export async function setPrecision(client: ImportClient, dataSetId: number, precision: string): Promise<void> {
  await client.query("UPDATE data_set SET county_precision = $2 WHERE data_set_id = $1", [dataSetId, precision]);
}

/** The ground a set speaks for. Returns its vertices and area in square kilometers. */
export async function setCoverage(
  client: ImportClient,
  dataSetId: number,
  coverage: Geometry,
): Promise<{ vertices: number; areaSqkm: number }> {
  const { rows } = await client.query<{ vertices: number; areaSqkm: number }>(
    `UPDATE data_set SET coverage = ST_Multi(ST_CollectionExtract(
              ST_MakeValid(ST_Force2D(ST_SetSRID(ST_GeomFromGeoJSON($2), 4326)), 'method=structure'), 3))
     WHERE data_set_id = $1
     RETURNING ST_NPoints(coverage) AS vertices, ST_Area(coverage::geography) / 1e6 AS "areaSqkm"`,
    [dataSetId, JSON.stringify(coverage)],
  );
  return rows[0] ?? { vertices: 0, areaSqkm: 0 };
}

/** The radar looks at every switch of areas, of county lines, and of labels: the note is a part of the switch. */
const NOTE_FOR_RADAR = `
  INSERT INTO radar_run (kind, before_id, after_id)
  SELECT kind, prior.data_set_id, switched.data_set_id FROM switched JOIN prior USING (kind)
  WHERE kind IN (${LOOKED_AT_SETS.map((kind) => `'${kind}'`).join(", ")}) AND prior.data_set_id <> switched.data_set_id`;

/** Puts a ready set in force, in one statement; what was in force becomes the previous set. Withdrawn it is no longer. */
export async function switchTo(client: ImportClient, kind: DataSetKind, dataSetId: number): Promise<void> {
  await client.query(
    `WITH prior AS (
       SELECT kind, data_set_id FROM active_data_set WHERE kind = $1
     ), switched AS (
       INSERT INTO active_data_set AS a (kind, data_set_id)
       SELECT kind, data_set_id FROM data_set WHERE data_set_id = $2 AND kind = $1 AND state = 'ready'
       ON CONFLICT (kind) DO UPDATE
         SET previous_data_set_id = CASE WHEN a.data_set_id = EXCLUDED.data_set_id THEN a.previous_data_set_id
                                         ELSE a.data_set_id END,
             data_set_id = EXCLUDED.data_set_id, activated_at = now()
       RETURNING a.kind, a.data_set_id
     ), unmarked AS (
       UPDATE data_set SET counts = counts - 'withdrawn_at'
       WHERE data_set_id = $2 AND counts->>'withdrawn_at' IS NOT NULL
     )
     ${NOTE_FOR_RADAR}`,
    [kind, dataSetId],
  );
}

/** Swaps the set in force and the one before it, and marks the first as withdrawn. False when there is none before it. */
export async function swapWithPrevious(client: ImportClient, kind: DataSetKind): Promise<boolean> {
  const { rowCount } = await client.query(
    `WITH prior AS (
       SELECT kind, data_set_id FROM active_data_set WHERE kind = $1
     ), switched AS (
       UPDATE active_data_set
       SET data_set_id = previous_data_set_id, previous_data_set_id = data_set_id, activated_at = now()
       WHERE kind = $1 AND previous_data_set_id IS NOT NULL
       RETURNING kind, data_set_id, previous_data_set_id
     ), marked AS (
       UPDATE data_set d SET counts = CASE WHEN d.data_set_id = s.data_set_id THEN d.counts - 'withdrawn_at'
         ELSE coalesce(d.counts, '{}') || jsonb_build_object('withdrawn_at', now()) END
       FROM switched s WHERE d.data_set_id IN (s.data_set_id, s.previous_data_set_id)
     ), noted AS (${NOTE_FOR_RADAR})
     SELECT FROM switched`,
    [kind],
  );
  return rowCount === 1;
}

/** What hangs on a set beside its partitions, children before parents: deleting by cascade would go row by row. */
const TABLES: Record<DataSetKind, readonly string[]> = {
  pula: ["limitation", "unloaded_record", "pula"],
  county: ["unloaded_record", "county"],
  catalogue: ["catalogue_product", "limitation_rule"],
  soil: ["soil_map_unit"],
  features: ["unloaded_record"],
  basemap: [],
};

/**
 * Whether an application was judged by a set, an analysis of its soil was made from it, or the radar has yet to look at
 * it. Such a set stays.
 */
export async function isJudgedBy(
  client: ImportClient,
  { dataSetId, kind, version }: Pick<StoredSet, "dataSetId" | "kind" | "version">,
): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    `SELECT EXISTS (SELECT FROM data_set_use WHERE kind = $2 AND version = $3)
         OR EXISTS (SELECT FROM radar_run r WHERE r.finished_at IS NULL AND $1 IN (r.before_id, r.after_id))
         OR ($2 = 'soil' AND EXISTS (
              SELECT FROM soil_analysis s JOIN data_set d ON d.data_set_id = $1
              WHERE s.origin = 'mirror' AND s.survey_version = d.version)) AS used`,
    [dataSetId, kind, version],
  );
  return rows[0]?.used === true;
}

/** Its shapes go as partitions. The first statement keeps a set that is half gone from ever being put in force. */
export async function deleteSet(client: ImportClient, set: Pick<StoredSet, "dataSetId" | "kind">): Promise<void> {
  await client.query("UPDATE data_set SET state = 'failed' WHERE data_set_id = $1", [set.dataSetId]);
  await dropPartitions(client, set);
  await forgetSet(client, set);
}

/** All of it but its shapes. */
export async function forgetSet(client: ImportClient, set: Pick<StoredSet, "dataSetId" | "kind">): Promise<void> {
  for (const table of TABLES[set.kind]) {
    await client.query(`DELETE FROM ${table} WHERE data_set_id = $1`, [set.dataSetId]);
  }
  // What switches to it and from it changed of planned applications is said by its name from here on.
  for (const side of ["before", "after"]) {
    await client.query(
      `UPDATE radar_run r SET ${side}_version = d.version
       FROM data_set d WHERE d.data_set_id = $1 AND r.${side}_id = d.data_set_id`,
      [set.dataSetId],
    );
  }
  await client.query("DELETE FROM data_set WHERE data_set_id = $1", [set.dataSetId]);
}

/** Runs statements that stand or fall together: a transaction, or a part of the one that a dry run takes back. */
export async function runStep<T>(client: ImportClient, inTransaction: boolean, work: () => Promise<T>): Promise<T> {
  const [begin, end, undo] = inTransaction
    ? ["SAVEPOINT step", "RELEASE SAVEPOINT step", "ROLLBACK TO SAVEPOINT step"]
    : ["BEGIN", "COMMIT", "ROLLBACK"];
  await client.query(begin);
  try {
    const result = await work();
    await client.query(end);
    return result;
  } catch (error) {
    await client.query(undo).catch(() => undefined);
    throw error;
  }
}

/** Fresh figures for the planner: a set just loaded is unknown to it and would be searched by scanning. */
export async function analyzeTables(client: ImportClient, kind: DataSetKind): Promise<void> {
  for (const table of [...PARTITIONED[kind], ...TABLES[kind]]) await client.query(`ANALYZE ${table}`);
}
