import { setTimeout as pause } from "node:timers/promises";
import { ITEMS, look, PROVIDER, submitJob } from "@/tests/faults/ground";
import { judgeJob, type Verdict } from "@/tests/faults/judge";
import { startWorker, type FaultyWorker } from "@/tests/faults/workers";
import type { Random } from "@/tests/support/fuzz-random";

/** What happens to one job while it runs. */
export interface RoundPlan {
  /** `kill`: a worker dies at once. `stop`: it is asked to end, and has to hand back what it holds. */
  fault: "kill" | "stop";
  workers: 1 | 2;
  /** Seconds that the clock of one of the workers is off. */
  clockOffS: number;
  breaksDatabase: boolean;
  /** The silence of the dead is waited for; else it is made long, for live workers too, who then lose what they hold. */
  isNatural: boolean;
}

export interface RoundContext {
  apiKey: string;
  random: Random;
  /** Stops the database in the middle of everything and brings it back. */
  breakDatabase: () => Promise<void>;
}

export interface RoundResult extends Verdict {
  ms: number;
  /** Items that had ended when the worker was killed or stopped. */
  at: number;
}

/** An item that waits for its third attempt waits for two minutes. */
const LONGEST_MS = 300_000;
const LOOK_EVERY_MS = 15;

/** Submits a job, does to it what the plan says, waits for its end and judges it. */
export async function runRound(context: RoundContext, plan: RoundPlan, name: string): Promise<RoundResult> {
  const started = Date.now();
  const jobId = await submitJob(context.apiKey, name);
  const offs = [plan.clockOffS, 0].slice(0, plan.workers);
  const workers = offs.map((offS) => startWorker(process.env, offS));
  const faults: string[] = [];
  try {
    await Promise.all(workers.map(({ running }) => running));
    await untilSome(jobId, context.random.whole(90));
    await pause(context.random.between(0, 40));
    const at = await countEnded(jobId);
    faults.push(...(await doFault(plan, workers, jobId)));
    if (plan.fault === "kill" && !plan.isNatural) await letTimePass(jobId);
    workers.push(startWorker(process.env));
    if (plan.breaksDatabase) {
      await workers.at(-1)?.running;
      await untilSome(jobId, Math.min(95, at + 1 + context.random.whole(60)));
      await context.breakDatabase();
    }
    if (!(await untilOver(jobId, plan))) faults.push("the job did not end in time");
    faults.push(
      ...workers
        .slice(1)
        .flatMap((worker) => (worker.hasEnded() ? [`a worker ended by itself (${worker.lastWords()})`] : [])),
    );
    faults.push(...(await stopRest(workers)));
    const verdict = await judgeJob(jobId);
    return { ...verdict, faults: [...faults, ...verdict.faults], at, ms: Date.now() - started };
  } finally {
    await Promise.all(workers.filter((worker) => !worker.hasEnded()).map((worker) => worker.kill("SIGKILL")));
  }
}

/** Ends the first worker as planned. One that is asked to end leaves nothing of its own in work. */
async function doFault(plan: RoundPlan, workers: readonly FaultyWorker[], jobId: string): Promise<string[]> {
  const [first] = workers;
  if (first === undefined) return ["there was no worker to end"];
  if (plan.fault === "kill") {
    await first.kill("SIGKILL");
    return [];
  }
  const code = await first.kill("SIGTERM");
  const faults = code === 0 ? [] : [`a worker that was asked to end left with ${code}`];
  const [left] = await look<{ held: number; claims: number }>(
    `SELECT count(*) FILTER (WHERE status = 'processing')::int AS held,
            (SELECT count(*)::int FROM claim WHERE provider_id = $2) AS claims
     FROM bulk_job_item WHERE provider_id = $2 AND job_id = $1`,
    [jobId, PROVIDER],
  );
  if (left !== undefined && left.held + left.claims > 0) {
    faults.push(`a worker that was asked to end kept ${left.held} items and ${left.claims} claims`);
  }
  return faults;
}

/** Anyone who is left is asked to end, once it listens to that; every one has to, by itself. */
async function stopRest(workers: readonly FaultyWorker[]): Promise<string[]> {
  const codes = await Promise.all(
    workers
      .filter((worker) => !worker.hasEnded())
      .map(async (worker) => {
        await worker.running;
        return worker.kill("SIGTERM");
      }),
  );
  return codes.filter((code) => code !== 0).map((code) => `a worker left with ${code}`);
}

async function countEnded(jobId: string): Promise<number> {
  const [row] = await look<{ ended: number }>(
    "SELECT count(*)::int AS ended FROM bulk_job_item WHERE provider_id = $2 AND job_id = $1 AND completed_at IS NOT NULL",
    [jobId, PROVIDER],
  );
  return row?.ended ?? 0;
}

/** Resolves when so many items have ended, or after a while without. */
async function untilSome(jobId: string, items: number, mostMs = 30_000): Promise<void> {
  const until = Date.now() + mostMs;
  while ((await countEnded(jobId)) < items && Date.now() < until) await pause(LOOK_EVERY_MS);
}

/** False when it took too long. Time is made to pass again and again, since what fails waits for its next attempt. */
async function untilOver(jobId: string, { isNatural }: RoundPlan): Promise<boolean> {
  const until = Date.now() + LONGEST_MS;
  let nextPush = Date.now() + 8000;
  while (Date.now() < until) {
    if ((await countEnded(jobId)) === ITEMS) return true;
    if (!isNatural && Date.now() > nextPush) {
      await letTimePass(jobId, "status = 'queued'");
      nextPush = Date.now() + 3000;
    }
    await pause(LOOK_EVERY_MS * 4);
  }
  return false;
}

/** A minute goes by for what waits or is worked on, and for nothing else. */
const letTimePass = (jobId: string, which = "status IN ('queued', 'processing')") =>
  look(
    `UPDATE bulk_job_item SET available_at = (available_at AT TIME ZONE 'UTC' - INTERVAL '60 seconds') AT TIME ZONE 'UTC',
                              heartbeat_at = (heartbeat_at AT TIME ZONE 'UTC' - INTERVAL '60 seconds') AT TIME ZONE 'UTC'
     WHERE provider_id = $2 AND job_id = $1 AND ${which}`,
    [jobId, PROVIDER],
  );
