import { startWorker } from "@/lib/jobs/worker";
import { readEnvironment } from "@/lib/runtime/env";
import { stopWithParent } from "@/scripts/setup/stop-with-parent.mjs";

/** `npm run worker`: background work; any number of them on any number of machines. */
try {
  const worker = await startWorker(readEnvironment());
  let stopping: Promise<void> | null = null;
  const stop = (): void => {
    stopping ??= worker.stop();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  stopWithParent(stop);
  console.log("worker is running");
  await worker.ended;
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
