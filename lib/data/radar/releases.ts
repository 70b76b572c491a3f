import { type Db, readReference } from "@/lib/data/db";
import type { ImportClient } from "@/lib/data/imports/sets";
import { WORKER_SILENT_S } from "@/lib/data/service-state";

/** What a release answers by. */
export interface AnsweringRules {
  /** As they were shipped. */
  tables: readonly { file: string; json: unknown }[];
  /** `CHECK_RULES` of its code; 0: of before they were noted. */
  checkRules: number;
}

export interface StoredRelease extends AnsweringRules {
  /** The same for releases that answer alike. */
  digest: string;
  editions: readonly string[];
}

/**
 * Puts the rule tables of a release in force: a row of its own where they differ from those in force, and a run of the
 * radar with it, in one statement. A worker that still runs other tables answers by them, so nothing is noted before it is
 * gone; the first release of all takes the place of none. The caller holds the radar's lock.
 */
export async function noteRelease(
  client: ImportClient,
  release: StoredRelease,
): Promise<"noted" | "in force" | "others at work"> {
  const { rows } = await client.query<{ isInForce: boolean; isAlone: boolean }>(
    `WITH latest AS MATERIALIZED (
       SELECT release_id, digest FROM rule_release ORDER BY release_id DESC LIMIT 1
     ), state AS MATERIALIZED (
       SELECT EXISTS (SELECT FROM latest WHERE digest = $1) AS "isInForce",
              NOT EXISTS (SELECT FROM worker_beat
                          WHERE beat_at > now() - make_interval(secs => ${WORKER_SILENT_S})
                            AND tables_digest IS DISTINCT FROM $1) AS "isAlone"
     ), added AS (
       INSERT INTO rule_release (digest, tables, editions, check_rules)
       SELECT $1, $2, $3, $4 FROM state WHERE NOT "isInForce" AND "isAlone"
       RETURNING release_id
     ), noted AS (
       INSERT INTO radar_run (kind, before_release, after_release)
       SELECT 'tables', latest.release_id, added.release_id FROM latest, added
     )
     SELECT * FROM state`,
    [release.digest, JSON.stringify(release.tables), release.editions, release.checkRules],
  );
  const [state] = rows;
  if (state?.isInForce === true) return "in force";
  return state?.isAlone === true ? "noted" : "others at work";
}

/** What a noted release answers by. */
export async function readRelease({ prisma }: Db, releaseId: number): Promise<AnsweringRules> {
  const [row] = await readReference(
    () => prisma.$queryRaw<AnsweringRules[]>`
      SELECT tables, check_rules AS "checkRules" FROM rule_release WHERE release_id = ${releaseId}::int`,
  );
  if (row === undefined) throw new RangeError(`there is no release ${releaseId}`);
  return row;
}

/** Of releases by their ids, what rules of the code each checks by. */
export async function findCheckRules({ prisma }: Db, releaseIds: readonly number[]): Promise<number[]> {
  const rows = await readReference(
    () => prisma.$queryRaw<{ checkRules: number }[]>`
      SELECT DISTINCT check_rules AS "checkRules" FROM rule_release WHERE release_id = ANY(${releaseIds}::int[])`,
  );
  return rows.map(({ checkRules }) => checkRules);
}
