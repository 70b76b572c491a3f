import { ServiceError } from "@/lib/domain/errors";

/** How many requests may be worked on at once; one more is refused at once, not queued behind the others. */
export class ProcessingSlots {
  #taken = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.#most) throw new ServiceError("capacityExceeded", "All processing slots are taken.");
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#taken -= 1;
    }
  }
}

/**
 * Runs work under a deadline and the caller's own patience. The work is told through its signal; the answer does
 * not wait for it, so a slow dependency cannot hold a connection past the budget.
 */
export async function underDeadline<T>(
  seconds: number,
  client: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(seconds * 1000);
  const signal = AbortSignal.any([deadline, client]);
  const refused = (): ServiceError =>
    deadline.aborted
      ? new ServiceError("deadlineExceeded", "The request took longer than its time budget.")
      : new ServiceError("requestCancelled", "The client went away.");
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(refused());
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([work(signal), aborted]);
  } catch (error) {
    if (signal.aborted && !(error instanceof ServiceError)) throw refused();
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
