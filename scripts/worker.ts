import { startWorker } from "@/lib/jobs/worker";
import { readEnvironment } from "@/lib/runtime/env";
import { endWith, logConsole, processLog } from "@/scripts/process-log.mjs";
import { stopWithParent } from "@/scripts/setup/stop-with-parent.mjs";

/** `npm run worker`: background work; any number of them on any number of machines. */
try {
  logConsole();
  const worker = await startWorker(readEnvironment());
  let stopping: Promise<void> | null = null;
  const stop = (): void => {
    stopping ??= worker.stop();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  stopWithParent(stop);
  processLog.info("worker is running");
  await worker.ended;
  process.exit(0);
} catch (error) {
  endWith(error);
}
