import { type ChildProcess, spawn } from "node:child_process";
import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { readLogLines } from "@/tests/support/log-lines";
import { programOf } from "@/tests/support/program";

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** A program, and all that it writes anywhere. */
function run(name: "serve" | "worker", env: Record<string, string | undefined>) {
  const child = spawn(process.execPath, programOf(name), {
    env: { ...process.env, LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, written: () => text, ended };
}

it("every line of a worker is JSON of the published form, the queue's own lines and failures included", async () => {
  const worker = run("worker", { METRICS_PORT: "0", WEBHOOK_ALLOW_PRIVATE: "true" });
  await expect.poll(worker.written, { timeout: 30_000 }).toContain("worker is running");
  const owner = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await owner.connect();
  // A payload that the task cannot read: it fails.
  await owner.query("SELECT graphile_worker.add_job('run_bulk_items', '{\"not\": \"a chunk\"}', max_attempts => 1)");
  await expect.poll(worker.written, { timeout: 30_000 }).toContain("Failed task");
  await expect.poll(worker.written, { timeout: 30_000 }).toMatch(/Completed task .*maintain_database/);
  await owner.end();
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  const { lines, strays } = readLogLines(worker.written());
  expect(strays).toEqual([]);
  expect(lines.length).toBeGreaterThanOrEqual(5);
  expect(lines.filter(({ level }) => level >= 50).map(({ part }) => part)).toContain("worker");
});

it("so is the reason for which a process does not start", async () => {
  for (const name of ["serve", "worker"] as const) {
    const started = run(name, { DATABASE_URL: "" });
    expect(await started.ended).toBe(1);
    const { lines, strays } = readLogLines(started.written());
    expect(strays).toEqual([]);
    expect(lines).toMatchObject([{ level: 60, msg: expect.stringContaining("DATABASE_URL") as string }]);
  }
});
