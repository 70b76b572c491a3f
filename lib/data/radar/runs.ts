import { type Db, type ProviderTx, readReference } from "@/lib/data/db";
import type { PlannedApplication, SetPair } from "@/lib/data/radar/planned";
import type { KeptChange, SwitchedKind, SwitchLookedAt } from "@/lib/domain/recheck";

/** A switch that the radar has to look at. */
export interface RadarRun extends SetPair {
  radarId: number;
  /** `tables`: the pair are releases whose rule tables differ. */
  kind: SwitchedKind;
  /** The last application that an earlier worker has dealt with. */
  reached: PlannedApplication | null;
}

/** How far a run got since the last time it was noted. */
export interface RadarProgress {
  reached: PlannedApplication;
  fields: number;
  rechecks: number;
  failed: number;
}

/**
 * Switches that no worker has looked at to the end, oldest first. Of sets, those that were switched this long ago: what began before the
 * switch and is saved after the look at its application would be passed over. Releases are noted when no other is at work.
 */
export const findOpenRuns = (db: Db, settledForMs: number): Promise<RadarRun[]> =>
  readReference(
    () => db.prisma.$queryRaw<RadarRun[]>`
      SELECT radar_id AS "radarId", kind, coalesce(before_id, before_release) AS "beforeId",
             coalesce(after_id, after_release) AS "afterId",
             reached
      FROM radar_run
      WHERE finished_at IS NULL
        AND (kind = 'tables' OR created_at <= now() - make_interval(secs => ${settledForMs / 1000}::float8))
      ORDER BY radar_id`,
  );

/** The latest switches, finished or not, newest first. */
export const listRadarRuns = (db: Db, most: number): Promise<SwitchLookedAt[]> =>
  readReference(
    () => db.prisma.$queryRaw<SwitchLookedAt[]>`
      SELECT r.radar_id AS "radarId", r.kind, coalesce(o.version, r.before_version, 'release ' || r.before_release) AS "fromVersion",
             coalesce(n.version, r.after_version, 'release ' || r.after_release) AS "toVersion", r.created_at AS "switchedAt",
             r.finished_at AS "finishedAt", r.fields, r.rechecks, r.failed, r.problem
      FROM radar_run r LEFT JOIN data_set o ON o.data_set_id = r.before_id LEFT JOIN data_set n ON n.data_set_id = r.after_id
      ORDER BY r.radar_id DESC LIMIT ${most}::int`,
  );

/**
 * What was found up to here is kept; a worker that dies now leaves only what follows to the next one. What a worker of the release before,
 * which went by another order, has counted is counted again.
 */
export const noteProgress = (db: Db, radarId: number, progress: RadarProgress): Promise<number> =>
  readReference(
    () => db.prisma.$executeRaw`
      UPDATE radar_run SET reached = ${JSON.stringify(progress.reached)}::jsonb,
             fields = CASE WHEN reached IS NULL THEN 0 ELSE coalesce(fields, 0) END + ${progress.fields}::int,
             rechecks = CASE WHEN reached IS NULL THEN 0 ELSE coalesce(rechecks, 0) END + ${progress.rechecks}::int,
             failed = CASE WHEN reached IS NULL THEN 0 ELSE failed END + ${progress.failed}::int
      WHERE radar_id = ${radarId}::int AND finished_at IS NULL`,
  );

/** `problem`: why the two could not be compared. */
export const finishRun = (db: Db, radarId: number, problem: string | null = null): Promise<number> =>
  readReference(
    () => db.prisma.$executeRaw`
      UPDATE radar_run SET finished_at = now(), problem = ${problem}, fields = coalesce(fields, 0), rechecks = coalesce(rechecks, 0)
      WHERE radar_id = ${radarId}::int AND finished_at IS NULL`,
  );

/** What a run found of an application. */
export interface FoundChange {
  providerId: string;
  applicationEventId: string;
  change: KeptChange;
}

/** Keeps what a switch changed of an application. The first worker to find it tells the provider; later ones change nothing. */
export const putRecheck = (tx: ProviderTx, radarId: number, found: FoundChange): Promise<number> => tx.$executeRaw`
  INSERT INTO recheck (provider_id, radar_id, application_event_id, change)
  VALUES (${found.providerId}, ${radarId}::int, ${found.applicationEventId}::uuid, ${JSON.stringify(found.change)}::jsonb)
  ON CONFLICT DO NOTHING`;
