import { z } from "zod";
import { Prisma, type ProviderTx, type StatementTx } from "@/lib/data/db";
import { countUpTo, type Listed, readSlice, type Slice } from "@/lib/data/listings";
import type {
  BulkItem,
  BulkItemError,
  BulkItemStatus,
  BulkJob,
  BulkJobStatus,
  BulkSnapshot,
} from "@/lib/domain/bulk-job";
import { BULK_RESULT_FORMAT } from "@/lib/domain/bulk-job";

export interface NewBulkJob {
  jobId: string;
  accountId: string;
  providerGroupId: string;
  idempotencyKey: string | null;
  fingerprint: string;
}

export interface NewBulkItem {
  applicationId: string;
  providerFieldId: string;
  request: unknown;
}

interface JobRow extends Omit<BulkJob, "status"> {
  status: string;
}

const toJob = ({ status, ...row }: JobRow): BulkJob => ({
  jobId: row.jobId,
  providerId: row.providerId,
  accountId: row.accountId,
  providerGroupId: row.providerGroupId,
  totalItems: row.totalItems,
  fingerprint: row.fingerprint,
  createdAt: row.createdAt,
  startedAt: row.startedAt,
  completedAt: row.completedAt,
  expiresAt: row.expiresAt,
  status: status as BulkJobStatus,
});

/** Expiry is judged by the database's clock, as it was set. */
const live = Prisma.sql`(expires_at IS NULL OR expires_at > now())`;
const jobColumns = Prisma.sql`
  job_id AS "jobId", provider_id AS "providerId", account_id AS "accountId", provider_group_id AS "providerGroupId",
  status, total_items AS "totalItems", fingerprint, created_at AS "createdAt", started_at AS "startedAt",
  completed_at AS "completedAt", expires_at AS "expiresAt"`;

/** The live job of an account that was submitted under a key. */
export async function findJobByKey(
  tx: ProviderTx,
  providerId: string,
  { accountId, idempotencyKey }: { accountId: string; idempotencyKey: string },
): Promise<BulkJob | null> {
  const rows = await tx.$queryRaw<JobRow[]>`
    SELECT ${jobColumns} FROM bulk_job
    WHERE provider_id = ${providerId} AND account_id = ${accountId} AND idempotency_key = ${idempotencyKey} AND ${live}`;
  return rows[0] === undefined ? null : toJob(rows[0]);
}

export async function findJob(tx: ProviderTx, providerId: string, jobId: string): Promise<BulkJob | null> {
  const rows = await tx.$queryRaw<JobRow[]>`
    SELECT ${jobColumns} FROM bulk_job WHERE provider_id = ${providerId} AND job_id = ${jobId}::uuid AND ${live}`;
  return rows[0] === undefined ? null : toJob(rows[0]);
}

/** When a job was accepted; null where there is none any more. */
export async function findAcceptedAt(
  tx: StatementTx,
  { providerId, jobId }: { providerId: string; jobId: string },
): Promise<Date | null> {
  const rows = await tx.$queryRaw<{ createdAt: Date }[]>`
    SELECT created_at AS "createdAt" FROM bulk_job WHERE provider_id = ${providerId} AND job_id = ${jobId}::uuid`;
  return rows[0]?.createdAt ?? null;
}

/** When it was made, ISO 8601, and its id: the order of jobs, from the last on. */
export type JobKey = readonly [createdAt: string, jobId: string];

/** A provider's live jobs, newest first. */
export async function listJobs(
  tx: ProviderTx,
  providerId: string,
  filter: { accountId: string | null } & Slice<JobKey>,
): Promise<Listed<BulkJob>> {
  const { accountId, after, offset } = filter;
  const ofAccount = accountId === null ? Prisma.sql`true` : Prisma.sql`account_id = ${accountId}`;
  const members = Prisma.sql`FROM bulk_job WHERE provider_id = ${providerId} AND ${live} AND ${ofAccount}`;
  const rest =
    after === null
      ? members
      : Prisma.sql`${members} AND (created_at, job_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  const listed = await readSlice(filter, {
    count: () => countUpTo(tx, members),
    read: (most) => tx.$queryRaw<JobRow[]>`
      SELECT ${jobColumns} ${rest} ORDER BY created_at DESC, job_id DESC OFFSET ${offset} LIMIT ${most}`,
  });
  return { ...listed, rows: listed.rows.map(toJob) };
}

/**
 * Items of a provider that are not done. Submissions of one provider wait for each other here, so none slips past; checks
 * of single applications do not.
 */
export async function countPendingItems(tx: ProviderTx, providerId: string): Promise<number> {
  await tx.$queryRaw`SELECT 1 FROM provider WHERE provider_id = ${providerId} FOR NO KEY UPDATE`;
  return countWaitingItems(tx, providerId);
}

/** The same without waiting for anyone: a figure to look at. */
export async function countWaitingItems(tx: ProviderTx, providerId: string): Promise<number> {
  const rows = await tx.$queryRaw<{ pending: number }[]>`
    SELECT count(*)::int AS pending FROM bulk_job_item
    WHERE provider_id = ${providerId} AND status IN ('queued', 'processing')`;
  return rows[0]?.pending ?? 0;
}

/**
 * Makes a job, queued or complete at birth. False when another submission holds its key; then that one is committed.
 * An expired job gives its key up.
 */
export async function insertJob(
  tx: ProviderTx,
  providerId: string,
  job: NewBulkJob & { status: "queued" | "completed"; totalItems: number },
): Promise<boolean> {
  if (job.idempotencyKey !== null) {
    await tx.$executeRaw`
      UPDATE bulk_job SET idempotency_key = NULL
      WHERE provider_id = ${providerId} AND account_id = ${job.accountId} AND idempotency_key = ${job.idempotencyKey}
        AND NOT ${live}`;
  }
  const ended = job.status === "completed" ? Prisma.sql`now()` : Prisma.sql`NULL`;
  const made = await tx.$executeRaw`
    INSERT INTO bulk_job (provider_id, job_id, account_id, provider_group_id, status, total_items, idempotency_key,
                          fingerprint, created_at, started_at, completed_at, expires_at)
    VALUES (${providerId}, ${job.jobId}::uuid, ${job.accountId}, ${job.providerGroupId}, ${job.status},
            ${job.totalItems}::int, ${job.idempotencyKey}, ${job.fingerprint}, now(), ${ended}, ${ended},
            ${ended}::timestamptz + INTERVAL '30 days')
    ON CONFLICT (provider_id, account_id, idempotency_key) DO NOTHING`;
  return made === 1;
}

/** The items of a new job, in order. With snapshots they are done; without they are queued. */
export async function insertItems(
  tx: ProviderTx,
  providerId: string,
  { jobId, accountId }: NewBulkJob,
  items: readonly (NewBulkItem & { snapshot?: { format: number; result: BulkSnapshot } })[],
): Promise<void> {
  const rows = items.map(({ snapshot, ...item }, index) => ({
    ...item,
    index,
    format: snapshot?.format ?? null,
    result: snapshot?.result ?? null,
  }));
  // A new job conflicts with none. The clause is for Citus, which copies rows in without it, and copies nothing into tables
  // with row-level security.
  const made = await tx.$executeRaw`
    INSERT INTO bulk_job_item (provider_id, job_id, item_index, account_id, application_id, provider_field_id, request,
                               status, result_format, result, started_at, completed_at)
    SELECT ${providerId}::text, ${jobId}::uuid, i.index, ${accountId}, i."applicationId", i."providerFieldId", i.request,
           CASE WHEN i.format IS NULL THEN 'queued' ELSE 'succeeded' END, i.format, nullif(i.result, 'null'::jsonb),
           CASE WHEN i.format IS NULL THEN NULL ELSE now() END, CASE WHEN i.format IS NULL THEN NULL ELSE now() END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS i(index int, "applicationId" text, "providerFieldId" text, request jsonb, format int, result jsonb)
    ORDER BY i.index
    ON CONFLICT (provider_id, job_id, item_index) DO NOTHING`;
  if (made !== rows.length) throw new Error(`${rows.length} items of a new job, of which ${made} could be written`);
}

/** Applications that a new job names and that are saved already wait for it from now on. */
export async function markApplicationsPending(
  tx: ProviderTx,
  providerId: string,
  { accountId, applicationIds }: { accountId: string; applicationIds: readonly string[] },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE application a
    SET failed_before = a.processing_status = 'failed' OR (a.processing_status = 'pending' AND a.failed_before),
        processing_status = 'pending'
    FROM field f
    WHERE a.provider_id = ${providerId} AND a.account_id = ${accountId}
      AND a.application_id = ANY(${[...applicationIds]}::text[])
      AND f.provider_id = a.provider_id AND f.field_id = a.field_id AND f.archived_at IS NULL`;
}

/** One queue entry for every ten items, in the caller's own transaction. Fails where no queue has been prepared. */
export async function enqueueJob(tx: ProviderTx, providerId: string, jobId: string, items: number): Promise<void> {
  await tx.$executeRaw`SELECT enqueue_bulk_job(${providerId}, ${jobId}::uuid, ${items}::int)`;
}

export type ItemCounts = Record<BulkItemStatus, number>;

export async function countItems(tx: ProviderTx, providerId: string, jobId: string): Promise<ItemCounts> {
  const rows = await tx.$queryRaw<{ status: BulkItemStatus; items: number }[]>`
    SELECT status, count(*)::int AS items FROM bulk_job_item
    WHERE provider_id = ${providerId} AND job_id = ${jobId}::uuid GROUP BY status`;
  const counts: ItemCounts = { queued: 0, processing: 0, succeeded: 0, failed: 0 };
  for (const { status, items } of rows) counts[status] = items;
  return counts;
}

/** Items in submission order. */
export async function listItems(
  tx: ProviderTx,
  providerId: string,
  { jobId, offset, limit }: { jobId: string; offset: number; limit: number },
): Promise<BulkItem[]> {
  const rows = await tx.bulkJobItem.findMany({
    where: { providerId, jobId, itemIndex: { gte: offset, lt: offset + limit } },
    omit: { request: true },
    orderBy: { itemIndex: "asc" },
  });
  return rows.map((row) => ({
    itemIndex: row.itemIndex,
    applicationId: row.applicationId,
    providerFieldId: row.providerFieldId,
    status: row.status as BulkItemStatus,
    attempts: row.attempts,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
    result: readSnapshot(row.result, row.resultFormat),
    savedFieldId: row.savedFieldId,
    error: row.error === null ? null : itemError.parse(row.error),
  }));
}

const itemError: z.ZodType<BulkItemError> = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
});
const snapshot = z.looseObject({ esa_required: z.boolean(), compliance: z.looseObject({ status: z.string() }) });

/** A snapshot is given out as it was stored, so what a later version stored, in words that it knows, is not given out here. */
function readSnapshot(stored: unknown, format: number | null): BulkSnapshot | null {
  if (stored === null) return null;
  if (format === null || format > BULK_RESULT_FORMAT) {
    throw new RangeError(
      `a bulk item was stored in format ${format}, and ${BULK_RESULT_FORMAT} is the last one known here`,
    );
  }
  return snapshot.parse(stored);
}

/** The sealed link tokens of fields, base64, by field. */
export async function findSealedTokens(
  tx: ProviderTx,
  providerId: string,
  fieldIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.portalToken.findMany({ where: { providerId, fieldId: { in: [...fieldIds] } } });
  return new Map(rows.map(({ fieldId, tokenSealed }) => [fieldId, Buffer.from(tokenSealed).toString("base64")]));
}
