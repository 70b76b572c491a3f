import type { Deps } from "@/lib/runtime/deps";
import { sweepAttempts } from "@/lib/usecases/bulk/sweep-attempts";
import { sweepDeliveries } from "@/lib/usecases/webhooks/deliver-webhook";

/** Half of the least time that anything here is found by, so that nothing dead lies much longer than it must. */
const EVERY_MS = 5000;

/** Sweeps at once and every five seconds. Stopping waits for the sweep at work. */
export function startSweeper(deps: Deps): { stop: () => Promise<void> } {
  let running: Promise<void> | null = null;
  const sweep = async (): Promise<void> => {
    try {
      const swept = await sweepAttempts(deps);
      if (swept.attemptsFreed + swept.chunksQueued > 0) deps.log.warn(swept, "bulk items of silent workers freed");
      const webhooksQueued = await sweepDeliveries(deps);
      if (webhooksQueued > 0) deps.log.warn({ webhooksQueued }, "webhooks of silent workers queued again");
    } catch (error) {
      deps.log.warn({ err: error }, "a sweep failed; the next one follows");
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
