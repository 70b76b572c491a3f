import { FairQueue } from "@/lib/gateways/fair-queue";
import { createThreadPool, type ThreadPoolOptions } from "@/lib/gateways/threads";

export interface SharedThreadsOptions extends ThreadPoolOptions {
  /** Pieces of work that may wait for a thread; beyond it, and beyond half of it for one owner, `QueueFull`. */
  queueMax: number;
  /** How long a thread may go on with work that no one waits for any more, before it is ended. */
  graceMs: number;
}

/** Threads that several owners share fairly. */
export interface SharedThreads {
  /** Rejects with the signal's reason as soon as it fires, with `QueueFull`, or with what the work throws. */
  run: <Result>(task: unknown, asked: { owner: string; signal: AbortSignal }) => Promise<Result>;
  close: () => Promise<void>;
}

/**
 * A pool behind a fair queue. Work that no one waits for any more is dropped while it waits and, once begun, left to end
 * by itself for a moment: a thread that is ended takes a second to be replaced, longer than most work.
 */
export function createSharedThreads({ queueMax, graceMs, ...options }: SharedThreadsOptions): SharedThreads {
  const queue = new FairQueue({ running: options.threads, waiting: queueMax });
  const pool = createThreadPool(options);
  const begin = async <Result>(task: unknown, signal: AbortSignal): Promise<Result> => {
    const ending = new AbortController();
    let grace: NodeJS.Timeout | undefined;
    const leave = (): void => {
      grace = setTimeout(() => ending.abort(signal.reason), graceMs);
    };
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await pool.run<Result>(task, ending.signal);
    } finally {
      signal.removeEventListener("abort", leave);
      clearTimeout(grace);
    }
  };
  return {
    run: async <Result>(task: unknown, { owner, signal }: { owner: string; signal: AbortSignal }) => {
      signal.throwIfAborted();
      const work = queue.run(owner, signal, () => begin<Result>(task, signal));
      // No one hears of work that was given up.
      work.catch(() => undefined);
      return Promise.race([work, givenUp(signal)]);
    },
    close: pool.close,
  };
}

const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener(
      "abort",
      () => reject(signal.reason instanceof Error ? signal.reason : new Error("given up")),
      { once: true },
    );
  });
