import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, expect, it } from "vitest";
import { bulkBody, itemRows, letTimePass, prepareBulk, status, submit } from "@/tests/contract/v2/bulk/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const ROUNDS = 3;
const ITEMS = 100;
const running: ChildProcess[] = [];

beforeAll(() => prepareBulk());
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** A worker as `npm run worker` starts it, as one process that a signal reaches. */
function startWorker(): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/worker.ts"], { cwd: root, stdio: "ignore" });
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

it(`${ROUNDS} kills at random moments lose no item and end none twice`, { timeout: 180_000 }, async () => {
  const caller = await makeCaller("bulk-kill");
  const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, ITEMS));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const worker = startWorker();
    const before = await done(caller, jobId);
    const until = before + 3 + Math.floor(Math.random() * 15);
    await expect.poll(() => done(caller, jobId), { timeout: 40_000, interval: 20 }).toBeGreaterThanOrEqual(until);
    const gone = ended(worker);
    worker.kill("SIGKILL");
    await gone;
    // What the dead one held is found by its silence, which is made long here.
    await letTimePass(caller, 60);
  }
  const last = startWorker();
  await expect
    .poll(async () => (await status(caller, jobId)).counts, { timeout: 60_000, interval: 100 })
    .toMatchObject({ queued: 0, processing: 0 });
  const stopped = ended(last);
  last.kill("SIGTERM");
  expect(await stopped).toBe(0);
  const rows = await itemRows(caller, jobId);
  expect(rows).toHaveLength(ITEMS);
  expect(rows.filter((row) => row.status !== "succeeded")).toEqual([]);
  expect(Math.max(...rows.map((row) => row.attempts))).toBeLessThanOrEqual(3);
  const [saved] = await sql(
    caller.providerId,
    `SELECT count(*)::int AS rows, count(DISTINCT application_id)::int AS applications,
            (SELECT count(*)::int FROM claim) AS claims FROM application`,
  );
  expect(saved).toEqual({ rows: ITEMS, applications: ITEMS, claims: 0 });
  expect(await status(caller, jobId)).toMatchObject({ status: "completed", counts: { succeeded: ITEMS } });
});
