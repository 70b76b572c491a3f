import { setTimeout as pause } from "node:timers/promises";
import type { Runner } from "graphile-worker";
import type { Log } from "@/lib/runtime/log";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** Longer than what is at work may take to be given up (5 s); one that is not gone by then will not go at all. */
const SHUTDOWN_LIMIT_MS = 12_000;

export interface KeptRunner {
  /** Finishes what runs, takes nothing new. */
  stop: () => Promise<void>;
  ended: Promise<void>;
}

/**
 * Keeps a runner going: one that falls over, as it does when its database goes away while it works, is followed by
 * another as soon as there is a database again. Only the first start may fail: then something is wrong with the settings.
 */
export async function keepRunning(start: () => Promise<Runner>, log: Log): Promise<KeptRunner> {
  const stopping = new AbortController();
  let runner: Runner | null = await start();
  const run = async (): Promise<void> => {
    while (runner !== null) {
      await isGone(runner, log);
      runner = stopping.signal.aborted ? null : await startAgain(start, stopping.signal, log);
    }
  };
  const ended = run();
  return {
    ended,
    stop: async () => {
      stopping.abort();
      runner?.stop().catch((error: unknown) => log.warn({ err: error }, "the queue's runner was not there to stop"));
      await ended;
    },
  };
}

/**
 * Resolves when a runner takes no more work. graphile-worker 0.17 waits for ever to shut down when two of its entries
 * could not be released, as when the database breaks; such a runner takes nothing any more, and is left behind.
 */
const isGone = (runner: Runner, log: Log): Promise<void> =>
  new Promise((resolve) => {
    let limit: NodeJS.Timeout | undefined;
    const settle = (): void => {
      clearTimeout(limit);
      resolve();
    };
    runner.events.on("pool:gracefulShutdown", () => {
      limit ??= setTimeout(() => {
        log.warn("the queue's runner does not shut down and is left behind");
        settle();
      }, SHUTDOWN_LIMIT_MS);
    });
    runner.promise.then(settle, (error: unknown) => {
      log.error({ err: error }, "the queue's runner fell over");
      settle();
    });
  });

/** Null: we are to stop. */
async function startAgain(start: () => Promise<Runner>, stopping: AbortSignal, log: Log): Promise<Runner | null> {
  for (let waitMs = FIRST_WAIT_MS; !stopping.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const isStopped = await pause(waitMs, false, { signal: stopping }).catch(() => true);
    if (isStopped) return null;
    try {
      const runner = await start();
      log.warn("the queue's runner was started again");
      return runner;
    } catch (error) {
      log.error({ err: error }, "the queue's runner could not be started; it is tried again");
    }
  }
  return null;
}
