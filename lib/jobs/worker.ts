import { parseCronItems, run, type TaskList } from "graphile-worker";
import { enrichSoil } from "@/lib/jobs/tasks/enrich-soil";
import { maintainDatabase } from "@/lib/jobs/tasks/maintain-database";
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
  const taskList: TaskList = {
    maintain_database: () => maintainDatabase(deps),
    enrich_soil: (payload, { abortSignal }) => enrichSoil(deps, payload, abortSignal),
  };
  const runner = await run({
    connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    concurrency: 2,
    noHandleSignals: true,
    taskList,
    parsedCronItems: parseCronItems([
      {
        task: "maintain_database",
        match: "*/15 * * * *",
        identifier: "maintain_database",
        options: { backfillPeriod: 0 },
      },
    ]),
  });
  await runner.addJob("maintain_database", {}, { jobKey: "maintain_database_at_start" });
  return {
    stop: () => runner.stop(),
    ended: runner.promise.finally(() => deps.db.close()),
  };
}
