import { type Db, readReference } from "@/lib/data/db";
import type { QueuedTask } from "@/lib/data/operators/queue";

/** A worker says that it lives this often, and counts as gone after the other. */
export const WORKER_BEAT_S = 5;
export const WORKER_SILENT_S = 20;

/** What the database knows of the service as a whole: the same from every process. Ages are by the database's clock. */
export interface ServiceState {
  queue: (Omit<QueuedTask, "oldestDueAt" | "lastError"> & {
    /** Null: nothing is due. */
    oldestDueS: number | null;
  })[];
  /** Sets in force, with the time since they were last found to be what their publisher has. */
  dataSets: { kind: string; ageS: number }[];
  /** Files that hold outlines of archived sets. */
  archives: { version: string; file: string; bytes: number }[];
  claims: { live: number; lapsed: number };
  /** `lastBeatS` null: no worker has been heard of within a day. */
  workers: { alive: number; lastBeatS: number | null };
  /** How long the oldest switch has waited that the radar has not looked at to the end; null: none waits. */
  oldestSwitchS: number | null;
}

/** One message. Every name but PostGIS's own functions is found without the search path of the service. */
export async function readServiceState(db: Db): Promise<ServiceState> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<ServiceState[]>`
      SELECT
        (SELECT coalesce(jsonb_agg(jsonb_build_object(
           'task', task, 'waiting', waiting, 'due', due, 'running', running, 'retrying', retrying, 'givenUp', given_up,
           'oldestDueS', extract(epoch FROM now() - oldest_due_at)::float8)), '[]')
         FROM public.read_job_queue()) AS queue,
        (SELECT coalesce(jsonb_agg(jsonb_build_object(
           'kind', active.kind,
           'ageS', extract(epoch FROM now() - coalesce(loaded.verified_at, loaded.loaded_at))::float8)), '[]')
         FROM public.active_data_set active
         JOIN public.data_set loaded ON loaded.data_set_id = active.data_set_id) AS "dataSets",
        (SELECT coalesce(jsonb_agg(jsonb_build_object('version', archived.version, 'file', kept.file, 'bytes', kept.bytes)
                                   ORDER BY archived.data_set_id), '[]')
         FROM public.data_set_archive kept
         JOIN public.data_set archived ON archived.data_set_id = kept.data_set_id) AS archives,
        (SELECT jsonb_build_object('live', live, 'lapsed', lapsed) FROM public.count_claims()) AS claims,
        (SELECT jsonb_build_object(
           'alive', count(*) FILTER (WHERE beat_at > now() - make_interval(secs => ${WORKER_SILENT_S})),
           'lastBeatS', extract(epoch FROM now() - max(beat_at))::float8)
         FROM public.worker_beat) AS workers,
        (SELECT extract(epoch FROM now() - min(created_at))::float8
         FROM public.radar_run WHERE finished_at IS NULL) AS "oldestSwitchS"`,
  );
  const [state] = rows;
  if (state === undefined) throw new Error("the database gave no answer about the service");
  return state;
}

/** Says that a worker lives, with which rule tables, and forgets those that have been silent for a day. */
export const beatWorker = (db: Db, workerId: string, tablesDigest: string): Promise<unknown> =>
  readReference(
    () => db.prisma.$executeRaw`
      WITH forgotten AS (DELETE FROM worker_beat WHERE beat_at < now() - interval '1 day')
      INSERT INTO worker_beat (worker_id, tables_digest) VALUES (${workerId}::uuid, ${tablesDigest})
      ON CONFLICT (worker_id) DO UPDATE SET beat_at = excluded.beat_at`,
  );

/** A worker that stops on purpose is not missed. */
export const forgetWorker = (db: Db, workerId: string): Promise<unknown> =>
  readReference(() => db.prisma.$executeRaw`DELETE FROM worker_beat WHERE worker_id = ${workerId}::uuid`);
