import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import type { Bench, Comparison } from "@/bench/support/bench";
import { onDatabase } from "@/bench/support/database";
import type { BenchField } from "@/bench/support/fields";
import { bodyOf } from "@/bench/support/http";
import type { Row } from "@/bench/support/report";
import { bulkOf, checkOf } from "@/bench/support/requests";
import { inRounds, median, sum, timeEach } from "@/bench/support/rounds";
import type { Service } from "@/bench/support/service";
import { startWorkers, type Workers } from "@/bench/support/workers";

const WORKERS = 2;
const ROUNDS = 6;
/** Jobs and checks until the code of every process is compiled. */
const WARM_JOBS = 4;
/** Often enough for a twentieth of a job; asking takes the web process some 3 ms each time. */
const LOOK_EVERY_MS = 50;
const SAMPLE_MS = 500;
const LONG_JOBS = Number(process.env.BENCH_JOBS ?? 100) || 100;

interface JobAnswer {
  job_id: string;
  status: string;
  counts: { succeeded: number };
}

const isOver = ({ status }: JobAnswer): boolean => status !== "queued" && status !== "processing";

async function submit({ client }: Service, fields: readonly BenchField[], name: string): Promise<string> {
  const answer = await client.post("/api/v2/esa-check/bulk", bulkOf(fields, name));
  if (answer.status !== 202) throw new Error(`the submission answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  return (JSON.parse(answer.text) as JobAnswer).job_id;
}

const readJob = async ({ client }: Service, jobId: string): Promise<JobAnswer> =>
  bodyOf(await client.get(`/api/v2/esa-check/bulk/${jobId}`), "the job's status") as JobAnswer;

async function untilOver(service: Service, jobId: string, items: number): Promise<void> {
  for (;;) {
    const job = await readJob(service, jobId);
    if (isOver(job)) {
      if (job.counts.succeeded !== items) throw new Error(`a job of ${items} ended as ${JSON.stringify(job)}`);
      return;
    }
    await pause(LOOK_EVERY_MS);
  }
}

/** Milliseconds from sending a job until its status says that it is over. */
async function timeJob(service: Service, fields: readonly BenchField[]): Promise<number> {
  const started = performance.now();
  await untilOver(service, await submit(service, fields, randomUUID()), fields.length);
  return performance.now() - started;
}

const checkEach = (service: Service, fields: readonly BenchField[]): Promise<number[]> => {
  const name = randomUUID();
  return timeEach(fields, async (field) =>
    bodyOf(await service.client.post("/api/v2/esa-check", checkOf(field, `${name}-${field.name}`)), "the check"),
  );
};

async function withWorkers<T>(bench: Bench, work: (service: Service, workers: Workers) => Promise<T>): Promise<T> {
  const service = await bench.service();
  await runMigrations({ connectionString: bench.database.owner });
  const workers = await startWorkers(WORKERS, service.env);
  try {
    const fields = service.served.ordinary;
    bench.say(`bulk: ${WARM_JOBS} jobs and as many checks to warm up`);
    for (let each = 0; each < WARM_JOBS; each += 1) {
      await timeJob(service, fields);
      await checkEach(service, fields);
    }
    await onDatabase(bench.database.owner, (owner) => owner.query("ANALYZE"));
    return await work(service, workers);
  } finally {
    await workers.stop();
  }
}

/** A job of 100 items on two workers against the same checks one after another, soil reused. */
export const bulk: Comparison = {
  name: "bulk",
  run: (bench) =>
    withWorkers(bench, async (service): Promise<Row[]> => {
      const fields = service.served.ordinary;
      const found = await inRounds(
        ROUNDS,
        { work: async () => [await timeJob(service, fields)], base: () => checkEach(service, fields) },
        sum,
      );
      return [
        {
          work: `bulk job of ${fields.length} items, soil reused, ${WORKERS} workers`,
          comparedWith: `${fields.length} single checks one after another`,
          ratio: found.ratio,
          target: { bound: "at most", value: 0.6 },
          figures: { ...found, items: fields.length, workers: WORKERS },
        },
      ];
    }),
};

interface LongRun {
  elapsedMs: number;
  /** Resident bytes of the workers together, sampled while they worked. */
  resident: number[];
}

/** Sends all jobs at once, fields of their own each, and samples the workers' memory until the last is over. */
async function runLong(bench: Bench, service: Service, workers: Workers): Promise<LongRun> {
  const resident: number[] = [];
  const timer = setInterval(() => resident.push(sum(workers.residentBytes())), SAMPLE_MS);
  const started = performance.now();
  try {
    const jobs: { jobId: string; items: number }[] = [];
    for (let job = 0; job < LONG_JOBS; job += 1) {
      const fields = service.served.ordinary;
      jobs.push({ jobId: await submit(service, fields, `long-${job}`), items: fields.length });
    }
    for (const [index, { jobId, items }] of jobs.entries()) {
      await untilOver(service, jobId, items);
      if ((index + 1) % 10 === 0) bench.say(`bulk-long: ${index + 1} of ${jobs.length} jobs over`);
    }
  } finally {
    clearInterval(timer);
  }
  return { elapsedMs: performance.now() - started, resident };
}

/** Ten thousand items over a hundred jobs: time an item against single checks, and the workers' memory. */
export const bulkLong: Comparison = {
  name: "bulk-long",
  run: (bench) =>
    withWorkers(bench, async (service, workers): Promise<Row[]> => {
      const fields = service.served.ordinary;
      const before = await checkEach(service, fields);
      const long = await runLong(bench, service, workers);
      const singles = [...before, ...(await checkEach(service, fields))];
      const items = LONG_JOBS * fields.length;
      const perItemMs = long.elapsedMs / items;
      const perCheckMs = sum(singles) / singles.length;
      const quarter = Math.floor(long.resident.length / 4);
      const [early, late] = [long.resident.slice(quarter, 2 * quarter), long.resident.slice(-quarter)].map(median);
      const memory = { earlyBytes: early ?? 0, lateBytes: late ?? 0, samples: long.resident.length };
      bench.say(`bulk-long: ${items} items in ${(long.elapsedMs / 1000).toFixed(1)} s, ${JSON.stringify(memory)}`);
      return [
        {
          work: `an item of ${items} over ${LONG_JOBS} jobs, ${WORKERS} workers`,
          comparedWith: "a single check, one after another",
          ratio: perItemMs / perCheckMs,
          target: { bound: "at most", value: 0.6 },
          figures: { perItemMs, perCheckMs, elapsedMs: long.elapsedMs, items },
        },
        {
          work: "RSS of the workers in the last quarter of those jobs",
          comparedWith: "RSS in the second quarter",
          ratio: memory.lateBytes / memory.earlyBytes,
          target: { bound: "at most", value: 1.1 },
          figures: memory,
        },
      ];
    }),
};
