import { makeWorkerUtils, runOnce } from "graphile-worker";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { readQueue, retryTask } from "@/lib/usecases/operations/manage-queue";
import { watchUsage } from "@/lib/usecases/usage/read-usage";
import { POST as v1Check } from "@/app/api/v1/esa-check/route";
import { auditOf, expectDenied } from "@/tests/contract/console/support";
import { call, makeCaller } from "@/tests/support/api";

const connectionString = process.env.DATABASE_DIRECT_URL ?? "";
const by = { actor: "ada@example.com", operatorId: null, requestId: "req-3" };
let fails = true;
const taskList = {
  purge_soil: () => {
    if (fails) throw new Error("the survey is away");
  },
};
let utils: Awaited<ReturnType<typeof makeWorkerUtils>>;

const work = () => runOnce({ connectionString, taskList, noHandleSignals: true });
const soil = async () => (await readQueue((await getDeps()).db)).find(({ task }) => task === "purge_soil");

describe("the queue in the console", () => {
  beforeAll(async () => {
    expect(await readQueue((await getDeps()).db), "before the first worker").toEqual([]);
    utils = await makeWorkerUtils({ connectionString });
    await utils.migrate();
  });
  afterAll(() => utils.release());

  it("shows what is due, what is for later, and what was given up with its last error", async () => {
    await utils.addJob("purge_soil", {}, { maxAttempts: 1 });
    await utils.addJob("purge_soil", {}, { runAt: new Date(Date.now() + 3_600_000) });
    expect(await soil()).toMatchObject({ waiting: 2, due: 1, running: 0, givenUp: 0, lastError: null });
    await work();
    expect(await soil()).toMatchObject({ waiting: 1, due: 0, givenUp: 1, oldestDueAt: null });
    expect((await soil())?.lastError).toContain("the survey is away");
  });

  it("tries again what was given up, with an entry in the log, and nothing else", async () => {
    const { db } = await getDeps();
    expect(await retryTask({ db, by }, "purge_soil")).toBe(1);
    expect(await soil()).toMatchObject({ waiting: 2, due: 1, givenUp: 0 });
    expect((await auditOf("purge_soil"))[0]).toMatchObject({ action: "job.retry", after: { retried: 1 } });
    fails = false;
    await work();
    expect(await soil()).toMatchObject({ waiting: 1, due: 0, givenUp: 0 });
    await expect(retryTask({ db, by }, "purge_soil")).rejects.toThrow("nothing that was given up");
    await expect(retryTask({ db, by }, "no such task")).rejects.toThrow("nothing that was given up");
    expect(await auditOf("no such task")).toEqual([]);
  });

  it("gives the service's role no other way to the queue", async () => {
    await expectDenied([
      "SELECT * FROM graphile_worker.jobs",
      "DELETE FROM graphile_worker._private_jobs",
      "SELECT graphile_worker.add_job('purge_soil')",
    ]);
  });
});

it("a provider's usage is its own: routes that will end, its bulk jobs, and what their items failed with", async () => {
  const [caller] = [await makeCaller("uses-v1"), await makeCaller("uses-nothing")];
  const deps = await getDeps();
  await call(v1Check, caller, { body: {} });
  await deps.settled();
  const used = await watchUsage(deps, "uses-v1");
  expect(used.deprecated).toMatchObject([{ route: "POST /api/v1/esa-check", calls: 1 }]);
  expect(used).toMatchObject({ bulkItems: { waiting: 0 }, jobs: [], failures: [] });
  expect((await watchUsage(deps, "uses-nothing")).deprecated).toEqual([]);
});
