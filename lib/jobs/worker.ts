import { parseCronItems, run, type TaskList } from "graphile-worker";
import { enrichSoil } from "@/lib/jobs/tasks/enrich-soil";
import { maintainDatabase } from "@/lib/jobs/tasks/maintain-database";
import { purgeBulkJobs } from "@/lib/jobs/tasks/purge-bulk-jobs";
import { runBulkItems } from "@/lib/jobs/tasks/run-bulk-items";
import { startSweeper } from "@/lib/jobs/sweeper";
import { createDeps } from "@/lib/runtime/deps";
import type { Environment } from "@/lib/runtime/env";

export interface Worker {
  /** Finishes what runs, takes nothing new. */
  stop: () => Promise<void>;
  ended: Promise<void>;
}

/**
 * The background worker. It listens for work, so it needs a connection of its own that no transaction pooler
 * stands before: `DATABASE_DIRECT_URL` where there is one.
 */
export async function startWorker(env: Environment): Promise<Worker> {
  const deps = await createDeps(env);
  const stopping = new AbortController();
  const taskList: TaskList = {
    maintain_database: () => maintainDatabase(deps),
    enrich_soil: (payload, { abortSignal }) => enrichSoil(deps, payload, abortSignal),
    run_bulk_items: (payload, { abortSignal: abort }) =>
      runBulkItems(deps, payload, { stopping: stopping.signal, abort }),
    purge_bulk_jobs: () => purgeBulkJobs(deps),
  };
  const runner = await run({
    connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    concurrency: env.WORKER_CONCURRENCY,
    noHandleSignals: true,
    taskList,
    parsedCronItems: parseCronItems([
      {
        task: "maintain_database",
        match: "*/15 * * * *",
        identifier: "maintain_database",
        options: { backfillPeriod: 0 },
      },
      { task: "purge_bulk_jobs", match: "7 * * * *", identifier: "purge_bulk_jobs", options: { backfillPeriod: 0 } },
    ]),
  });
  await runner.addJob("maintain_database", {}, { jobKey: "maintain_database_at_start" });
  const sweeper = startSweeper(deps);
  return {
    stop: () => {
      stopping.abort();
      return runner.stop();
    },
    ended: runner.promise.finally(async () => {
      await sweeper.stop();
      await deps.db.close();
    }),
  };
}
