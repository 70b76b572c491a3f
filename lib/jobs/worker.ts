import {
  type CronItem,
  type ParsedCronItem,
  parseCronItems,
  run,
  type Runner,
  type RunnerOptions,
  type TaskList,
} from "graphile-worker";
import { keepRunning, type KeptRunner } from "@/lib/jobs/keep-running";
import { announceEndings } from "@/lib/jobs/tasks/announce-endings";
import { announceNewerLabels } from "@/lib/jobs/tasks/announce-newer-labels";
import { deliverWebhook } from "@/lib/jobs/tasks/deliver-webhook";
import { enrichSoil } from "@/lib/jobs/tasks/enrich-soil";
import { maintainDatabase } from "@/lib/jobs/tasks/maintain-database";
import { previewData } from "@/lib/jobs/tasks/preview-data";
import { purgeBulkJobs } from "@/lib/jobs/tasks/purge-bulk-jobs";
import { purgePortalSessions } from "@/lib/jobs/tasks/purge-portal-sessions";
import { purgeRecords } from "@/lib/jobs/tasks/purge-records";
import { purgeSoil } from "@/lib/jobs/tasks/purge-soil";
import { purgeWebhookLog } from "@/lib/jobs/tasks/purge-webhook-log";
import { refreshDataOf } from "@/lib/jobs/tasks/refresh-data";
import { runBulkItems } from "@/lib/jobs/tasks/run-bulk-items";
import { switchData } from "@/lib/jobs/tasks/switch-data";
import { sweepRadarTask } from "@/lib/jobs/tasks/sweep-radar";
import { startSweeper } from "@/lib/jobs/sweeper";
import { WebhookTurns } from "@/lib/jobs/webhook-turns";
import { inSpan } from "@/lib/domain/spans";
import { createDeps, type Deps } from "@/lib/runtime/deps";
import { keepCachesFresh } from "@/lib/runtime/fresh-caches";
import { serveMetrics } from "@/lib/runtime/metrics/serve-metrics";
import { queueLogger } from "@/lib/jobs/queue-log";
import type { Environment } from "@/lib/runtime/env";
import { startTracing } from "@/lib/runtime/tracing/start-tracing";
import { startWorkerBeat } from "@/lib/usecases/operations/worker-beat";

/** What recurs. An hour that no worker was up for is not made up for: the next one does its work as well. */
const CRON: CronItem[] = [
  { task: "announce_endings", match: "53 4 * * *", identifier: "announce_endings" },
  { task: "announce_newer_labels", match: "* * * * *", identifier: "announce_newer_labels" },
  { task: "maintain_database", match: "*/15 * * * *", identifier: "maintain_database" },
  { task: "purge_bulk_jobs", match: "7 * * * *", identifier: "purge_bulk_jobs" },
  { task: "purge_portal_sessions", match: "11 3 * * *", identifier: "purge_portal_sessions" },
  { task: "purge_records", match: "17 3 * * *", identifier: "purge_records" },
  { task: "purge_soil", match: "23 3 * * *", identifier: "purge_soil" },
  { task: "purge_webhook_log", match: "37 * * * *", identifier: "purge_webhook_log" },
  { task: "sweep_radar", match: "* * * * *", identifier: "sweep_radar" },
  { task: "refresh_pula", match: "41 9 * * *", identifier: "refresh_pula" },
  { task: "refresh_labels", match: "17 8 2 * *", identifier: "refresh_labels" },
  { task: "refresh_county", match: "29 8 1 2 *", identifier: "refresh_county" },
  { task: "refresh_soil", match: "47 8 3 * *", identifier: "refresh_soil" },
];

/**
 * The queue's entries are marked as done together. One by one, graphile-worker 0.17 leaves the promise to itself, and a
 * database that is away at that moment would end the process. What batches do wrong is in keep-running.ts.
 */
const RELEASE_IN_BATCHES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

export interface Worker {
  /** Finishes what runs, takes nothing new. */
  stop: () => Promise<void>;
  ended: Promise<void>;
}

/**
 * Deliveries wait for receivers and hardly work, so they have lanes of their own: enough that one provider's receivers,
 * which take one lane together, leave the others theirs.
 */
const WEBHOOK_LANES = 16;
const WEBHOOK_CONNECTIONS = 4;

/** Starts a runner whose ended tasks are counted. */
async function runCounted({ metrics }: Deps, options: RunnerOptions): Promise<Runner> {
  const runner = await run(options);
  runner.events.on("job:success", ({ job }) => metrics.taskEnded(job.task_identifier, "success"));
  runner.events.on("job:error", ({ job }) => metrics.taskEnded(job.task_identifier, "error"));
  return runner;
}

function runWebhooks(deps: Deps, shared: RunnerOptions): Promise<Runner> {
  const turns = new WebhookTurns();
  return runCounted(deps, {
    ...shared,
    concurrency: WEBHOOK_LANES,
    maxPoolSize: WEBHOOK_CONNECTIONS,
    taskList: traced({ deliver_webhook: (payload) => deliverWebhook(deps, payload, turns) }),
    forbiddenFlags: () => turns.forbidden(),
    parsedCronItems: [],
  });
}

const endOf = async (...runners: readonly KeptRunner[]): Promise<void> => {
  await Promise.all(runners.map(({ ended }) => ended));
};

const tasksOf = (deps: Deps, stopping: AbortSignal): TaskList => ({
  announce_endings: () => announceEndings(deps, stopping),
  announce_newer_labels: () => announceNewerLabels(deps, stopping),
  maintain_database: () => maintainDatabase(deps),
  enrich_soil: (payload, { abortSignal }) => enrichSoil(deps, payload, abortSignal),
  run_bulk_items: (payload, { abortSignal: abort }) => runBulkItems(deps, payload, { stopping, abort }),
  purge_bulk_jobs: () => purgeBulkJobs(deps),
  purge_portal_sessions: () => purgePortalSessions(deps),
  purge_records: () => purgeRecords(deps),
  purge_soil: () => purgeSoil(deps),
  purge_webhook_log: () => purgeWebhookLog(deps),
  preview_data: (payload) => previewData(deps, payload, stopping),
  switch_data: (payload) => switchData(deps, payload),
  sweep_radar: () => sweepRadarTask(deps, stopping),
  refresh_pula: () => refreshDataOf("pula", deps, stopping),
  refresh_labels: () => refreshDataOf("labels", deps, stopping),
  refresh_county: () => refreshDataOf("county", deps, stopping),
  refresh_soil: () => refreshDataOf("soil", deps, stopping),
});

const timetable = (): ParsedCronItem[] =>
  parseCronItems(CRON.map((item) => ({ ...item, options: { ...item.options, backfillPeriod: 0 } })));

/** Each run of a task as a span of its own. */
const traced = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, TaskList[string]] => [
      name,
      (payload, helpers) => inSpan({ name: `task ${name}`, kind: "consumer" }, async () => task?.(payload, helpers)),
    ]),
  );

/**
 * The background worker. It listens for work, so it needs a connection of its own that no transaction pooler
 * stands before: `DATABASE_DIRECT_URL` where there is one.
 */
export async function startWorker(env: Environment): Promise<Worker> {
  const deps = await createDeps(env);
  const notices = keepCachesFresh(deps);
  const metrics = await serveMetrics(deps, "worker");
  const tracer = await startTracing(deps, "worker");
  const stopping = new AbortController();
  const connectionString = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  const shared: RunnerOptions = {
    connectionString,
    noHandleSignals: true,
    logger: queueLogger(deps.log),
    preset: { worker: RELEASE_IN_BATCHES },
  };
  const start = (): Promise<Runner> =>
    runCounted(deps, {
      ...shared,
      concurrency: env.WORKER_CONCURRENCY,
      taskList: traced(tasksOf(deps, stopping.signal)),
      parsedCronItems: timetable(),
    });
  const runner = await keepRunning(async () => {
    const started = await start();
    await started.addJob("maintain_database", {}, { jobKey: "maintain_database_at_start" });
    // A new release may have other rule tables.
    await started.addJob("sweep_radar", {}, { jobKey: "sweep_radar_at_start" });
    return started;
  }, deps.log);
  const webhooks = await keepRunning(() => runWebhooks(deps, shared), deps.log);
  const sweeper = startSweeper(deps);
  const beat = startWorkerBeat(deps);
  const ended = async (): Promise<void> => {
    try {
      await endOf(runner, webhooks);
    } finally {
      await sweeper.stop();
      await beat.stop();
      await metrics?.close();
      await tracer?.close();
      await notices.close();
      await deps.reads.close();
      await deps.db.close();
    }
  };
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([runner.stop(), webhooks.stop()]);
    },
    ended: ended(),
  };
}
