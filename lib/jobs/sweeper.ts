import type { Deps } from "@/lib/runtime/deps";
import { sweepAttempts } from "@/lib/usecases/bulk/sweep-attempts";

/** Half of the least time that anything here is found by, so that nothing dead lies much longer than it must. */
const EVERY_MS = 5000;

/** Sweeps at once and every five seconds. Stopping waits for the sweep at work. */
export function startSweeper(deps: Deps): { stop: () => Promise<void> } {
  let running: Promise<void> | null = null;
  const sweep = async (): Promise<void> => {
    try {
      const swept = await sweepAttempts(deps);
      if (swept.attemptsFreed + swept.chunksQueued > 0) deps.log.warn(swept, "bulk items of silent workers freed");
    } catch (error) {
      deps.log.warn({ err: error }, "the sweep of bulk items failed; the next one follows");
    }
    running = null;
  };
  const start = (): void => {
    running ??= sweep();
  };
  const timer = setInterval(start, EVERY_MS);
  start();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
