import { randomUUID } from "node:crypto";
import { beatWorker, forgetWorker, WORKER_BEAT_S } from "@/lib/data/service-state";
import { OWN_RELEASE } from "@/lib/rulebook/table-changes";
import type { Deps } from "@/lib/runtime/deps";

/** Says every few seconds that this worker lives, until it is stopped. */
export function startWorkerBeat({ db, log }: Deps): { stop: () => Promise<void> } {
  const workerId = randomUUID();
  let running: Promise<void> | null = null;
  const beat = (): void => {
    running ??= beatWorker(db, workerId, OWN_RELEASE.digest)
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, "the worker's sign of life did not reach the database"),
      )
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(beat, WORKER_BEAT_S * 1000);
  beat();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      await forgetWorker(db, workerId).catch((error: unknown) =>
        log.warn({ err: error }, "the worker is not forgotten"),
      );
    },
  };
}
