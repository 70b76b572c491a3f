import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, expect, it } from "vitest";
import { bulkBody, itemRows, letTimePass, prepareBulk, status, submit } from "@/tests/contract/v2/bulk/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { programOf } from "@/tests/support/program";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const ROUNDS = 3;
const ITEMS = 100;
const LOOK_EVERY_MS = 20;
const running: ChildProcess[] = [];

beforeAll(() => prepareBulk());
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/**
 * A worker as `npm run worker` starts it, as one process that a signal reaches. What it does is waited for as long as it
 * lives: on a busy machine its start alone can take a minute, and one that ended will do nothing more.
 */
function startWorker(): ChildProcess {
  const child = spawn(process.execPath, programOf("worker"), { cwd: root, stdio: "ignore" });
  running.push(child);
  return child;
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.on("exit", (code) => resolve(code));
  });

const done = async (caller: Caller, jobId: string): Promise<number> => {
  const { counts } = await status(caller, jobId);
  return counts.succeeded + counts.failed;
};

/** Until so many items are done; fails as soon as the worker is no more. The test's own end is the only limit in time. */
async function untilDone(worker: ChildProcess, wanted: number, doneNow: () => Promise<number>): Promise<void> {
  for (let now = await doneNow(); now < wanted; now = await doneNow()) {
    expect([worker.exitCode, worker.signalCode], `the worker ended with ${now} of ${wanted} items done`).toEqual([
      null,
      null,
    ]);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

it(`${ROUNDS} kills at random moments lose no item and end none twice`, { timeout: 600_000 }, async () => {
  const caller = await makeCaller("bulk-kill");
  const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, ITEMS));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const worker = startWorker();
    const before = await done(caller, jobId);
    const until = before + 3 + Math.floor(Math.random() * 15);
    await untilDone(worker, until, () => done(caller, jobId));
    const gone = ended(worker);
    worker.kill("SIGKILL");
    await gone;
    // What the dead one held is found by its silence, which is made long here.
    await letTimePass(caller, 60);
  }
  const last = startWorker();
  await untilDone(last, ITEMS, () => done(caller, jobId));
  const stopped = ended(last);
  last.kill("SIGTERM");
  expect(await stopped).toBe(0);
  const rows = await itemRows(caller, jobId);
  expect(rows).toHaveLength(ITEMS);
  expect(rows.filter((row) => row.status !== "succeeded")).toEqual([]);
  expect(Math.max(...rows.map((row) => row.attempts))).toBeLessThanOrEqual(3);
  const [saved] = await sql(
    caller.providerId,
    "SELECT count(*)::int AS rows, count(DISTINCT application_id)::int AS applications FROM application",
  );
  expect(saved).toEqual({ rows: ITEMS, applications: ITEMS });
  expect(await sql(caller.providerId, "SELECT 1 FROM claim")).toEqual([]);
  expect(await status(caller, jobId)).toMatchObject({ status: "completed", counts: { succeeded: ITEMS } });
});
