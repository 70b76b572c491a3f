import { randomUUID } from "node:crypto";
import { Prisma, type Db, type StatementTx, readReference } from "@/lib/data/db";
import { BULK_CHUNK, SILENT_S, type BulkItemError, type BulkSnapshot } from "@/lib/domain/bulk-job";

/** Ten items of a job: what one queue entry stands for. */
export interface BulkChunk {
  providerId: string;
  jobId: string;
  firstIndex: number;
}

/** One attempt at one item. The attempt's number is the fence: what a later attempt has overtaken changes nothing. */
export interface Attempt {
  itemIndex: number;
  attempts: number;
  claimToken: string;
  accountId: string;
  applicationId: string;
  request: unknown;
}

const attemptOf = (
  { providerId, jobId }: BulkChunk,
  { itemIndex, attempts }: Pick<Attempt, "itemIndex" | "attempts">,
) =>
  Prisma.sql`provider_id = ${providerId} AND job_id = ${jobId}::uuid AND item_index = ${itemIndex}::int
    AND status = 'processing' AND attempts = ${attempts}::int`;

/**
 * Begins the next attempt in a chunk; null when nothing of it is to be begun now. Times are the database's. The token is made
 * here: Citus takes no function in an update that answers otherwise each time.
 */
export async function beginAttempt(tx: StatementTx, chunk: BulkChunk): Promise<Attempt | null> {
  const rows = await tx.$queryRaw<Attempt[]>`
    UPDATE bulk_job_item SET status = 'processing', attempts = attempts + 1, error = NULL, started_at = now(),
                             heartbeat_at = now(), claim_token = ${randomUUID()}::uuid
    WHERE provider_id = ${chunk.providerId} AND job_id = ${chunk.jobId}::uuid AND item_index = (
      SELECT item_index FROM bulk_job_item
      WHERE provider_id = ${chunk.providerId} AND job_id = ${chunk.jobId}::uuid
        AND item_index >= ${chunk.firstIndex}::int AND item_index < ${chunk.firstIndex + BULK_CHUNK}::int
        AND status = 'queued' AND available_at <= now()
      ORDER BY item_index LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING item_index AS "itemIndex", attempts, claim_token AS "claimToken", account_id AS "accountId",
              application_id AS "applicationId", request`;
  return rows[0] ?? null;
}

/** The items of a chunk that can be begun now, in their order. */
export async function listWaiting(
  tx: StatementTx,
  chunk: BulkChunk,
): Promise<Pick<Attempt, "itemIndex" | "request">[]> {
  return tx.$queryRaw<Pick<Attempt, "itemIndex" | "request">[]>`
    SELECT item_index AS "itemIndex", request FROM bulk_job_item
    WHERE provider_id = ${chunk.providerId} AND job_id = ${chunk.jobId}::uuid
      AND item_index >= ${chunk.firstIndex}::int AND item_index < ${chunk.firstIndex + BULK_CHUNK}::int
      AND status = 'queued' AND available_at <= now()
    ORDER BY item_index`;
}

/** False when the attempt is no longer ours. */
export async function beat(tx: StatementTx, chunk: BulkChunk, attempt: Attempt): Promise<boolean> {
  const beaten = await tx.$executeRaw`
    UPDATE bulk_job_item SET heartbeat_at = now() WHERE ${attemptOf(chunk, attempt)}`;
  return beaten === 1;
}

export async function recordSuccess(
  tx: StatementTx,
  chunk: BulkChunk,
  attempt: Attempt,
  snapshot: { format: number; result: BulkSnapshot; savedFieldId: string | null },
): Promise<boolean> {
  const ended = await tx.$queryRaw<{ isAwaited: boolean }[]>`
    UPDATE bulk_job_item AS own SET status = 'succeeded', completed_at = now(), result_format = ${snapshot.format}::int,
                                    result = ${JSON.stringify(snapshot.result)}::jsonb,
                                    saved_field_id = ${snapshot.savedFieldId}::uuid
    WHERE ${attemptOf(chunk, attempt)}
    RETURNING EXISTS (
      SELECT FROM bulk_job_item i
      WHERE i.provider_id = ${chunk.providerId} AND i.account_id = own.account_id AND i.application_id = own.application_id
        AND i.job_id <> own.job_id AND i.status IN ('queued', 'processing')) AS "isAwaited"`;
  if (ended[0]?.isAwaited === true) await keepWaiting(tx, chunk.providerId, attempt);
  return ended.length === 1;
}

/** The item waits for its next attempt and keeps the error until then. */
export async function recordRetry(
  tx: StatementTx,
  chunk: BulkChunk,
  attempt: Pick<Attempt, "itemIndex" | "attempts">,
  { error, waitS }: { error: BulkItemError | null; waitS: number },
): Promise<boolean> {
  const kept = error === null ? null : JSON.stringify(error);
  const ended = await tx.$executeRaw`
    UPDATE bulk_job_item SET status = 'queued', error = ${kept}::jsonb,
                             available_at = now() + make_interval(secs => ${waitS}::float8)
    WHERE ${attemptOf(chunk, attempt)}`;
  return ended === 1;
}

export async function recordFailure(
  tx: StatementTx,
  chunk: BulkChunk,
  attempt: Pick<Attempt, "itemIndex" | "attempts">,
  error: BulkItemError,
): Promise<boolean> {
  const ended = await tx.$executeRaw`
    UPDATE bulk_job_item SET status = 'failed', completed_at = now(), error = ${JSON.stringify(error)}::jsonb
    WHERE ${attemptOf(chunk, attempt)}`;
  return ended === 1;
}

interface NamedApplication {
  accountId: string;
  applicationId: string;
}

/**
 * When the newest job with an item that waits for an application was accepted, as `waiting.newest`: null where none does. Asked beside
 * the row and not within CASE, where Citus takes no policy of rows.
 */
const waitingFor = (providerId: string, { accountId, applicationId }: NamedApplication): Prisma.Sql => Prisma.sql`(
  SELECT max(j.created_at) AS newest
  FROM bulk_job_item i JOIN bulk_job j ON j.provider_id = i.provider_id AND j.job_id = i.job_id
  WHERE i.provider_id = ${providerId} AND i.account_id = ${accountId} AND i.application_id = ${applicationId}
    AND i.status IN ('queued', 'processing')) waiting`;

/** Whether that job came after what is saved in row `a`. Items of jobs from before it are none to wait for: they will be refused. */
const IS_AWAITED = Prisma.sql`(waiting.newest >= coalesce(a.submitted_at, waiting.newest))`;

/**
 * An application still pending is settled by the item that ended, or goes on waiting for a later job's. A check that saved it meanwhile
 * has the last word.
 */
export async function settleApplication(
  tx: StatementTx,
  providerId: string,
  named: NamedApplication,
  status: "failed" | "as_before",
): Promise<void> {
  const hasFailed =
    status === "failed" ? Prisma.sql`true` : Prisma.sql`(a.last_assessment_id IS NULL OR a.failed_before)`;
  await tx.$executeRaw`
    UPDATE application a
    SET processing_status = CASE WHEN ${IS_AWAITED} THEN 'pending' WHEN ${hasFailed} THEN 'failed' ELSE 'completed' END,
        failed_before = ${hasFailed}
    FROM ${waitingFor(providerId, named)}
    WHERE a.provider_id = ${providerId} AND a.account_id = ${named.accountId} AND a.application_id = ${named.applicationId}
      AND a.processing_status = 'pending'`;
}

/** An application that was saved goes on waiting while an item of a later job does: what was saved is not what was sent last. */
async function keepWaiting(tx: StatementTx, providerId: string, named: NamedApplication): Promise<void> {
  await tx.$executeRaw`
    UPDATE application a SET processing_status = 'pending', failed_before = a.processing_status = 'failed'
    FROM ${waitingFor(providerId, named)}
    WHERE a.provider_id = ${providerId} AND a.account_id = ${named.accountId} AND a.application_id = ${named.applicationId}
      AND a.processing_status <> 'pending' AND ${IS_AWAITED}`;
}

/** Seconds until something of the chunk can be begun; null when nothing of it waits. */
export async function findNextStart(tx: StatementTx, chunk: BulkChunk): Promise<number | null> {
  // Without HAVING there would be a row of nothing, and of nothing and 0 the greatest is 0.
  const rows = await tx.$queryRaw<{ wait: number }[]>`
    SELECT greatest(0, extract(epoch FROM min(available_at) - now()))::float8 AS wait FROM bulk_job_item
    WHERE provider_id = ${chunk.providerId} AND job_id = ${chunk.jobId}::uuid AND status = 'queued'
      AND item_index >= ${chunk.firstIndex}::int AND item_index < ${chunk.firstIndex + BULK_CHUNK}::int
    HAVING count(*) > 0`;
  return rows[0]?.wait ?? null;
}

/** Puts a chunk in the queue again. `replace` sets a new time on an entry that waits already. */
export async function enqueueChunk(
  db: Pick<Db["prisma"], "$executeRaw">,
  chunk: BulkChunk,
  { waitS, replace }: { waitS: number; replace: boolean },
): Promise<void> {
  await readReference(
    () => db.$executeRaw`
      SELECT enqueue_bulk_chunk(${chunk.providerId}, ${chunk.jobId}::uuid, ${chunk.firstIndex}::int,
                                make_interval(secs => ${waitS}::float8), ${replace}::boolean)`,
  );
}

export interface SilentAttempt {
  providerId: string;
  jobId: string;
  itemIndex: number;
  attempts: number;
}

/** Attempts whose worker is silent, of any provider. */
export const findSilentAttempts = (db: Db): Promise<SilentAttempt[]> =>
  readReference(
    () => db.prisma.$queryRaw<SilentAttempt[]>`
      SELECT provider_id AS "providerId", job_id AS "jobId", item_index AS "itemIndex", attempts
      FROM find_silent_bulk_items(make_interval(secs => ${SILENT_S}::float8))`,
  );

/** Takes a silent attempt's row for this transaction and its claims from it; null when it is no longer silent. */
export async function takeSilentAttempt(
  tx: StatementTx,
  chunk: BulkChunk,
  silent: SilentAttempt,
): Promise<{ accountId: string; applicationId: string } | null> {
  const rows = await tx.$queryRaw<{ accountId: string; applicationId: string; claimToken: string }[]>`
    SELECT account_id AS "accountId", application_id AS "applicationId", claim_token AS "claimToken"
    FROM bulk_job_item
    WHERE ${attemptOf(chunk, silent)} AND heartbeat_at < now() - make_interval(secs => ${SILENT_S}::float8)
    FOR UPDATE SKIP LOCKED`;
  const row = rows[0];
  if (row === undefined) return null;
  await tx.$executeRaw`DELETE FROM claim WHERE provider_id = ${chunk.providerId} AND token = ${row.claimToken}::uuid`;
  return row;
}

/** Chunks that have waited for long and that no one works on. */
export const findWaitingChunks = (db: Db): Promise<BulkChunk[]> =>
  readReference(
    () => db.prisma.$queryRaw<BulkChunk[]>`
      SELECT provider_id AS "providerId", job_id AS "jobId", first_index AS "firstIndex"
      FROM find_waiting_bulk_chunks(make_interval(secs => ${SILENT_S}::float8))`,
  );

export async function purgeJobs(db: Db): Promise<number> {
  const rows = await readReference(() => db.prisma.$queryRaw<{ purged: number }[]>`SELECT purge_bulk_jobs() AS purged`);
  return rows[0]?.purged ?? 0;
}
