import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import {
  countPendingItems,
  enqueueJob,
  findJobByKey,
  insertItems,
  insertJob,
  listItems,
  markApplicationsPending,
  type NewBulkJob,
} from "@/lib/data/bulk/jobs";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { BULK_RESULT_FORMAT, isTerminal, type BulkJob, type BulkSnapshot } from "@/lib/domain/bulk-job";
import { ServiceError } from "@/lib/domain/errors";
import type { Rulebook } from "@/lib/domain/tables";
import { isFreeOfEsa } from "@/lib/domain/product";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { fingerprintOf } from "@/lib/usecases/bulk/fingerprint";
import { getJob, type BulkContext, type LinkedItem } from "@/lib/usecases/bulk/read-job";
import type { CheckRequest, EsaCheck } from "@/lib/usecases/esa-check/check";
import { checkWithoutEsa } from "@/lib/usecases/esa-check/check-esa";
import { refuseOtherDays } from "@/lib/usecases/esa-check/planned-day";
import { requirePortalLinks } from "@/lib/usecases/links/issue-link";
import { waitingOutside } from "@/lib/runtime/work-turn";
import { askedOn, resolveProducts, type ResolvedProducts } from "@/lib/usecases/products/resolve-products";

export interface BulkSubmission {
  accountId: string;
  providerGroupId: string;
  requests: CheckRequest[];
  idempotencyKey: string | null;
  waitS: number;
}

export interface AcceptedJob {
  job: BulkJob;
  replayed: boolean;
  /** Given with a job that was complete at birth. */
  items: LinkedItem[] | null;
}

/** Puts a check in the words of the interface, as it is kept. The transport's to know. */
export type PresentSnapshot = (check: EsaCheck, request: CheckRequest, providerId: string) => BulkSnapshot;

/** How often the database is asked whether a job that a caller waits for has ended. */
const LOOK_AGAIN_MS = 250;

/** Accepts a job whole or refuses it. Accepted means committed: job, items and queue entries are one transaction. */
export async function submitJob(
  context: BulkContext & { signal: AbortSignal },
  submission: BulkSubmission,
  present: PresentSnapshot,
): Promise<AcceptedJob> {
  const { accountId, providerGroupId, requests } = submission;
  const fingerprint = fingerprintOf(accountId, providerGroupId, requests);
  const accepted =
    (await replay(context, submission, fingerprint)) ??
    (await accept(context, { ...submission, fingerprint }, present));
  // Well before the deadline, so that the answer names the accepted job.
  const waitS = Math.min(submission.waitS, context.deps.env.REQUEST_DEADLINE_S / 2);
  return { ...accepted, job: await waitForEnd(context, accepted.job, waitS) };
}

/** The job that holds the key already, if its input was the same; null when none does. */
async function replay(
  { deps, provider: { providerId } }: BulkContext,
  { accountId, idempotencyKey }: BulkSubmission,
  fingerprint: string,
): Promise<AcceptedJob | null> {
  if (idempotencyKey === null) return null;
  return asProvider(deps.db, providerId, async (tx) => {
    const job = await findJobByKey(tx, providerId, { accountId, idempotencyKey });
    if (job === null) return null;
    if (job.fingerprint !== fingerprint) {
      throw new ServiceError("idempotencyConflict", "This Idempotency-Key belongs to a submission with other input.");
    }
    return { job, replayed: true, items: await bornItems(tx, providerId, job) };
  });
}

/** Items of a job that was complete at birth: no one ever attempted one. */
async function bornItems(tx: ProviderTx, providerId: string, job: BulkJob): Promise<LinkedItem[] | null> {
  if (job.status !== "completed") return null;
  const items = await listItems(tx, providerId, { jobId: job.jobId, offset: 0, limit: job.totalItems });
  return items.every(({ attempts }) => attempts === 0)
    ? items.map((item) => ({ item, link: null, isPortalOn: true }))
    : null;
}

async function accept(
  context: BulkContext,
  submission: BulkSubmission & { fingerprint: string },
  present: PresentSnapshot,
): Promise<AcceptedJob> {
  const { deps, provider } = context;
  refuseOtherDays(submission.requests, (index) => ["fields", index]);
  const job: NewBulkJob = { ...submission, jobId: uuidv7() };
  const resolved = await resolveAll(context, submission.requests);
  const isFree = resolved.every((each) => each.resolved.products.every(isFreeOfEsa));
  if (!isFree) requirePortalLinks(deps, provider);
  const items = submission.requests.map((request, index) => {
    const prepared = resolved[index];
    const item = {
      applicationId: request.application.applicationId,
      providerFieldId: request.providerFieldId,
      request,
    };
    if (!isFree || prepared === undefined) return item;
    const result = present(checkWithoutEsa(deps, request, prepared), request, provider.providerId);
    return { ...item, snapshot: { format: BULK_RESULT_FORMAT, result } };
  });
  const made = await asProvider(deps.db, provider.providerId, async (tx) => {
    const status = isFree ? "completed" : "queued";
    if (!(await insertJob(tx, provider.providerId, { ...job, status, totalItems: items.length }))) return null;
    // After the key: of two like submissions the second is a replay, also where there is room for one alone.
    if (!isFree) await refuseBacklog(context, tx, items.length);
    await insertItems(tx, provider.providerId, job, items);
    if (!isFree) {
      const applicationIds = items.map(({ applicationId }) => applicationId);
      await markApplicationsPending(tx, provider.providerId, { accountId: job.accountId, applicationIds });
      await enqueueJob(tx, provider.providerId, job.jobId, items.length);
    }
    const saved = await getJob(tx, provider.providerId, job.jobId);
    return { job: saved, replayed: false, items: await bornItems(tx, provider.providerId, saved) };
  });
  const answered = made ?? (await replay(context, submission, submission.fingerprint));
  if (answered === null) throw new ServiceError("unmappedConflict", "Another submission held this Idempotency-Key.");
  return answered;
}

interface Prepared {
  rulebook: Rulebook;
  resolved: ResolvedProducts;
}

/** The effective products of every field, looked up together: each distinct number once. */
async function resolveAll({ deps }: BulkContext, requests: readonly CheckRequest[]): Promise<Prepared[]> {
  const all = requests.flatMap(({ application }) => askedOn(application.applicationDate, application.products));
  const { products, catalogue } = await resolveProducts(deps, all);
  let start = 0;
  return requests.map(({ application }) => {
    const end = start + application.products.length;
    const own = products.slice(start, end).map((product, productIndex) => ({ ...product, productIndex }));
    start = end;
    return { rulebook: rulebookAsOf(application.applicationDate), resolved: { products: own, catalogue } };
  });
}

async function refuseBacklog({ deps, provider }: BulkContext, tx: ProviderTx, items: number): Promise<void> {
  const most = deps.env.BULK_BACKLOG_LIMIT;
  if ((await countPendingItems(tx, provider.providerId)) + items <= most) return;
  throw new ServiceError("bulkBacklogExceeded", `At most ${most} items of a provider may be waiting at a time.`);
}

/** The job as it is at its end, or after so many seconds. */
async function waitForEnd(
  { deps, provider: { providerId }, signal }: BulkContext & { signal: AbortSignal },
  accepted: BulkJob,
  seconds: number,
): Promise<BulkJob> {
  const until = performance.now() + seconds * 1000;
  let job = accepted;
  while (!isTerminal(job.status) && performance.now() < until && !signal.aborted) {
    await waitingOutside(() => sleep(Math.min(LOOK_AGAIN_MS, Math.max(0, until - performance.now()))));
    job = await asProvider(deps.db, providerId, (tx) => getJob(tx, providerId, accepted.jobId));
  }
  return job;
}
