import {
  beat,
  beginAttempt,
  enqueueChunk,
  findNextStart,
  recordFailure,
  recordRetry,
  recordSuccess,
  settleApplication,
  type Attempt,
  type BulkChunk,
} from "@/lib/data/bulk/attempts";
import { asProvider } from "@/lib/data/db";
import { getProvider } from "@/lib/data/bulk/provider";
import { BULK_RESULT_FORMAT, HEARTBEAT_S } from "@/lib/domain/bulk-job";
import { ServiceError } from "@/lib/domain/errors";
import type { Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";
import { failedAttempt } from "@/lib/usecases/bulk/item-error";
import type { PresentSnapshot } from "@/lib/usecases/bulk/submit-job";
import type { CheckRequest, EsaCheck } from "@/lib/usecases/esa-check/check";
import { checkEsa } from "@/lib/usecases/esa-check/check-esa";

export interface ChunkContext {
  deps: Deps;
  present: PresentSnapshot;
  /** The worker is to stop: the attempt at work ends, no other begins, and the rest goes back to the queue. */
  stopping: AbortSignal;
  /** The worker stops now: the attempt at work is given up. */
  abort: AbortSignal | undefined;
}

/**
 * Works through what can be begun of a chunk, one attempt at a time: an attempt is counted when it begins, so a
 * worker that dies costs one item one attempt and the other nine nothing. What waits is queued again for its time.
 */
export async function runChunk(context: ChunkContext, chunk: BulkChunk): Promise<void> {
  const { deps, stopping } = context;
  const provider = await asProvider(deps.db, chunk.providerId, (tx) => getProvider(tx, chunk.providerId));
  while (!stopping.aborted) {
    const attempt = await asProvider(deps.db, chunk.providerId, (tx) => beginAttempt(tx, chunk));
    if (attempt === null) break;
    await runAttempt(context, { chunk, attempt, provider });
  }
  const waitS = await asProvider(deps.db, chunk.providerId, (tx) => findNextStart(tx, chunk));
  if (waitS !== null) await enqueueChunk(deps.db.prisma, chunk, { waitS, replace: true });
}

interface Run {
  chunk: BulkChunk;
  attempt: Attempt;
  provider: Provider;
}

type Outcome = { check: EsaCheck } | { failure: unknown };

async function runAttempt(context: ChunkContext, run: Run): Promise<void> {
  const { deps } = context;
  const { chunk, attempt } = run;
  const outcome = await underHeartbeat(context, run);
  const recorded = await asProvider(deps.db, chunk.providerId, async (tx) => {
    if ("failure" in outcome) {
      const { error, retryInS } = failedAttempt(outcome.failure, attempt.attempts);
      if (retryInS !== null) return recordRetry(tx, chunk, attempt, { error, waitS: retryInS });
      const isOurs = await recordFailure(tx, chunk, attempt, error);
      if (isOurs) await settleApplication(tx, chunk.providerId, attempt, "failed");
      return isOurs;
    }
    const { check } = outcome;
    const result = context.present(check, requestOf(attempt), chunk.providerId);
    const savedFieldId = check.saved?.fieldId ?? null;
    const isOurs = await recordSuccess(tx, chunk, attempt, { format: BULK_RESULT_FORMAT, result, savedFieldId });
    // A check that saved nothing leaves the application as it was before it waited.
    if (isOurs && check.saved === null) await settleApplication(tx, chunk.providerId, attempt, "as_before");
    return isOurs;
  });
  const line = { provider: chunk.providerId, job: chunk.jobId, item: attempt.itemIndex, attempt: attempt.attempts };
  if (!recorded) deps.log.warn(line, "a bulk item was taken over; this attempt's outcome counts for nothing");
  if ("failure" in outcome) deps.log.warn({ ...line, err: outcome.failure }, "a bulk item's attempt failed");
}

/** Items are stored as their checks are asked for; nothing but this service writes them. */
const requestOf = ({ request }: Attempt): CheckRequest => request as CheckRequest;

/** The check itself, under the deadline of a single one, while a heartbeat says that its worker lives. */
async function underHeartbeat(context: ChunkContext, { chunk, attempt, provider }: Run): Promise<Outcome> {
  const { deps, abort } = context;
  const overtaken = new AbortController();
  const deadline = AbortSignal.timeout(deps.env.REQUEST_DEADLINE_S * 1000);
  const signal = AbortSignal.any([deadline, overtaken.signal, ...(abort === undefined ? [] : [abort])]);
  const timer = setInterval(() => {
    asProvider(deps.db, chunk.providerId, (tx) => beat(tx, chunk, attempt)).then(
      (isOurs) => (isOurs ? undefined : overtaken.abort()),
      (error: unknown) => deps.log.warn({ err: error }, "a bulk item's heartbeat did not reach the database"),
    );
  }, HEARTBEAT_S * 1000);
  try {
    const check = await checkEsa({ deps, provider, signal, claimToken: attempt.claimToken }, requestOf(attempt));
    return { check };
  } catch (failure) {
    if (!signal.aborted || failure instanceof ServiceError) return { failure };
    const problem = deadline.aborted ? "deadlineExceeded" : "requestCancelled";
    return { failure: new ServiceError(problem, "The check did not end in its time.", { cause: failure }) };
  } finally {
    clearInterval(timer);
  }
}
