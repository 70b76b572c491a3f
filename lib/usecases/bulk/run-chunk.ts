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
import { asProvider, type StatementTx } from "@/lib/data/db";
import { payingAs, uncancelled } from "@/lib/data/statement-context";
import type { AreaQuery } from "@/lib/data/regulated-areas";
import { findAcceptedAt } from "@/lib/data/bulk/jobs";
import { getProvider } from "@/lib/data/bulk/provider";
import { BULK_RESULT_FORMAT, HEARTBEAT_S } from "@/lib/domain/bulk-job";
import { ServiceError } from "@/lib/domain/errors";
import type { Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";
import { ChunkAreas } from "@/lib/usecases/bulk/chunk-areas";
import { failedAttempt, isRefusedBeforeWork } from "@/lib/usecases/bulk/item-error";
import type { PresentSnapshot } from "@/lib/usecases/bulk/submit-job";
import { SupersededError, type CheckRequest, type EsaCheck } from "@/lib/usecases/esa-check/check";
import { checkEsa } from "@/lib/usecases/esa-check/check-esa";

export interface ChunkContext {
  deps: Deps;
  present: PresentSnapshot;
  /** The worker is to stop: the attempt at work ends, no other begins, and the rest goes back to the queue. */
  stopping: AbortSignal;
  /** The worker stops now: the attempt at work is given up. */
  abort: AbortSignal | undefined;
  /** How long a chunk keeps its place while others wait; `CHUNK_TURN_S` unless given. */
  turnS?: number;
}

/**
 * Works through what can be begun of a chunk, one attempt at a time: an attempt is counted when it begins, so a
 * worker that dies costs one item one attempt and the other nine nothing. What waits is queued again for its time.
 */
export const runChunk = (context: ChunkContext, chunk: BulkChunk): Promise<void> =>
  payingAs(chunk.providerId, () => workThrough(context, chunk));

async function workThrough(context: ChunkContext, chunk: BulkChunk): Promise<void> {
  const { deps, stopping } = context;
  const { providerId } = chunk;
  const begin = (tx: StatementTx): Promise<Attempt | null> => (stopping.aborted ? none : beginAttempt(tx, chunk));
  const givesWayAt = performance.now() + (context.turnS ?? CHUNK_TURN_S) * 1000;
  const beginNext: typeof begin = (tx) => (performance.now() > givesWayAt ? none : begin(tx));
  const found = await asProvider(deps.db, providerId, async (tx) => {
    const acceptedAt = await findAcceptedAt(tx, chunk);
    return acceptedAt === null ? null : { acceptedAt, provider: await getProvider(tx, providerId) };
  });
  // Its job expired, or its provider was erased, since the entry was taken out of the queue.
  if (found === null) return;
  const { provider, acceptedAt } = found;
  const areas = new ChunkAreas(deps, chunk);
  let attempt = await asProvider(deps.db, providerId, begin);
  while (attempt !== null) {
    attempt = await runAttempt(context, { chunk, attempt, provider, acceptedAt, areas, begin: beginNext });
  }
  const waitS = await asProvider(deps.db, providerId, (tx) => findNextStart(tx, chunk));
  if (waitS !== null) await enqueueChunk(deps.db.prisma, chunk, { waitS, replace: true });
}

const none = Promise.resolve(null);

/** How long the queue expects a chunk to take (migration `fair_bulk`). One that takes longer goes behind the others' chunks. */
const CHUNK_TURN_S = 10;

interface Run {
  chunk: BulkChunk;
  attempt: Attempt;
  provider: Provider;
  /** When the job was accepted. */
  acceptedAt: Date;
  areas: ChunkAreas;
  /** Begins the chunk's next attempt, in the transaction that ends this one. */
  begin: (tx: StatementTx) => Promise<Attempt | null>;
}

/** How an attempt ended: its outcome is committed already, or is to be recorded. `next` is the attempt begun with it. */
type Outcome = { committed: { next: Attempt | null } } | { unsaved: EsaCheck } | { failure: unknown };

/** Another attempt took this item over; whatever this one found is undone. */
class Overtaken extends Error {}

/** Makes one attempt and gives back the next one of its chunk, begun. */
async function runAttempt(context: ChunkContext, run: Run): Promise<Attempt | null> {
  const { deps } = context;
  const { chunk, attempt, begin } = run;
  const outcome = await underHeartbeat(context, run);
  if ("committed" in outcome) return outcome.committed.next;
  const line = { provider: chunk.providerId, job: chunk.jobId, item: attempt.itemIndex, attempt: attempt.attempts };
  if ("failure" in outcome) deps.log.warn({ ...line, err: outcome.failure }, "a bulk item's attempt failed");
  return asProvider(deps.db, chunk.providerId, async (tx) => {
    const isOurs =
      "failure" in outcome
        ? await endFailed(tx, run, outcome.failure)
        : await endUnsaved(context, tx, run, outcome.unsaved);
    if (!isOurs) deps.log.warn(line, "a bulk item was taken over; this attempt's outcome counts for nothing");
    return begin(tx);
  });
}

async function endFailed(tx: StatementTx, { chunk, attempt }: Run, failure: unknown): Promise<boolean> {
  if (failure instanceof Overtaken) return false;
  const { error, retryInS } = failedAttempt(failure, attempt.attempts);
  if (retryInS !== null) return recordRetry(tx, chunk, attempt, { error, waitS: retryInS });
  const isOurs = await recordFailure(tx, chunk, attempt, error);
  const settled = isRefusedBeforeWork(failure) ? "as_before" : "failed";
  if (isOurs) await settleApplication(tx, chunk.providerId, attempt, settled);
  return isOurs;
}

/** A check that saved nothing leaves the application as it was before it waited. */
async function endUnsaved(context: ChunkContext, tx: StatementTx, run: Run, check: EsaCheck): Promise<boolean> {
  const isOurs = await endSucceeded(context, tx, run, check);
  if (isOurs) await settleApplication(tx, run.chunk.providerId, run.attempt, "as_before");
  return isOurs;
}

function endSucceeded(
  context: ChunkContext,
  tx: StatementTx,
  { chunk, attempt }: Run,
  check: EsaCheck,
): Promise<boolean> {
  const result = context.present(check, requestOf(attempt), chunk.providerId);
  const savedFieldId = check.saved?.fieldId ?? null;
  return recordSuccess(tx, chunk, attempt, { format: BULK_RESULT_FORMAT, result, savedFieldId });
}

/** Items are stored as their checks are asked for; nothing but this service writes them. */
const requestOf = ({ request }: Attempt): CheckRequest => request as CheckRequest;

/**
 * The check itself, under the deadline of a single one, while a heartbeat says that its worker lives. What it saves, the
 * end of its item and the beginning of the next are one transaction, so that no crash can part them.
 */
async function underHeartbeat(context: ChunkContext, run: Run): Promise<Outcome> {
  const { deps } = context;
  const { chunk, attempt, provider, acceptedAt, areas, begin } = run;
  const limits = limitsOf(context, () =>
    uncancelled(() => asProvider(deps.db, chunk.providerId, (tx) => beat(tx, chunk, attempt))),
  );
  let next: Attempt | null = null;
  const alongside = async (tx: StatementTx, check: EsaCheck): Promise<void> => {
    if (!(await endSucceeded(context, tx, run, check))) throw new Overtaken("another attempt took over");
    next = await begin(tx);
  };
  const { signal } = limits;
  try {
    const findAreas = (query: AreaQuery) => areas.find(attempt.itemIndex, query);
    const work = { deps, provider, acceptedAt, signal, claimToken: attempt.claimToken, findAreas, alongside };
    const check = await checkEsa(work, requestOf(attempt));
    return check.saved === null ? { unsaved: check } : { committed: { next } };
  } catch (failure) {
    if (!signal.aborted || failure instanceof ServiceError || failure instanceof SupersededError) return { failure };
    const problem = limits.isLate() ? "deadlineExceeded" : "requestCancelled";
    return { failure: new ServiceError(problem, "The check did not end in its time.", { cause: failure }) };
  } finally {
    limits.end();
  }
}

interface Limits {
  signal: AbortSignal;
  isLate: () => boolean;
  end: () => void;
}

/**
 * What ends an attempt early: its deadline, another attempt in its place, a worker that stops at once. All of it is taken
 * down with the attempt; signals derived from a worker's own would stay for as long as the worker does.
 */
function limitsOf({ deps, abort }: ChunkContext, sayAlive: () => Promise<boolean>): Limits {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    stop();
  }, deps.env.REQUEST_DEADLINE_S * 1000);
  const heart = setInterval(() => {
    sayAlive().then(
      (isOurs) => (isOurs ? undefined : stop()),
      (error: unknown) => deps.log.warn({ err: error }, "a bulk item's heartbeat did not reach the database"),
    );
  }, HEARTBEAT_S * 1000);
  if (abort?.aborted === true) stop();
  abort?.addEventListener("abort", stop);
  return {
    signal: controller.signal,
    isLate: () => isLate,
    end: () => {
      clearTimeout(deadline);
      clearInterval(heart);
      abort?.removeEventListener("abort", stop);
    },
  };
}
