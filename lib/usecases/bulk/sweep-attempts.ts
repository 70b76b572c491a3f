import {
  enqueueChunk,
  findSilentAttempts,
  findWaitingChunks,
  recordFailure,
  recordRetry,
  settleApplication,
  takeSilentAttempt,
  type BulkChunk,
  type SilentAttempt,
} from "@/lib/data/bulk/attempts";
import { asProvider } from "@/lib/data/db";
import { BULK_CHUNK, MOST_ATTEMPTS } from "@/lib/domain/bulk-job";
import type { Deps } from "@/lib/runtime/deps";
import { ATTEMPTS_EXHAUSTED } from "@/lib/usecases/bulk/item-error";

export interface Swept {
  attemptsFreed: number;
  chunksQueued: number;
}

/**
 * Frees the attempts of workers that fell silent, with the claims their checks held, and queues what has waited long
 * without anybody at work on it. Any number of workers may sweep at once.
 */
export async function sweepAttempts(deps: Deps): Promise<Swept> {
  let attemptsFreed = 0;
  for (const silent of await findSilentAttempts(deps.db)) {
    if (await freeAttempt(deps, silent)) attemptsFreed += 1;
  }
  const waiting = await findWaitingChunks(deps.db);
  for (const chunk of waiting) await enqueueChunk(deps.db.prisma, chunk, { waitS: 0, replace: false });
  return { attemptsFreed, chunksQueued: waiting.length };
}

const chunkOf = ({ providerId, jobId, itemIndex }: SilentAttempt): BulkChunk => ({
  providerId,
  jobId,
  firstIndex: itemIndex - (itemIndex % BULK_CHUNK),
});

/** One item a transaction, so that two sweepers never wait for each other crosswise. */
function freeAttempt(deps: Deps, silent: SilentAttempt): Promise<boolean> {
  const chunk = chunkOf(silent);
  return asProvider(deps.db, silent.providerId, async (tx) => {
    const taken = await takeSilentAttempt(tx, chunk, silent);
    if (taken === null) return false;
    if (silent.attempts < MOST_ATTEMPTS) {
      await recordRetry(tx, chunk, silent, { error: null, waitS: 0 });
    } else {
      await recordFailure(tx, chunk, silent, ATTEMPTS_EXHAUSTED);
      await settleApplication(tx, silent.providerId, taken, "failed");
    }
    await enqueueChunk(tx, chunk, { waitS: 0, replace: true });
    return true;
  });
}
