import { beforeAll, describe, expect, it } from "vitest";
import { POST as CHECK } from "@/app/api/v2/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { bulkBody, bulkField, itemRows, prepareBulk, results, runJob, submit } from "@/tests/contract/v2/bulk/support";
import { sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { STRYAX } from "@/tests/support/requests";

let caller: Caller;
beforeAll(async () => {
  await prepareBulk();
  caller = await makeCaller("bulk-superseded");
});

const at = (gpa: number): Body => ({ gpa });

/** A job of two items for applications of their own. */
const send = (name: string, gpa: number) =>
  submit(
    caller,
    bulkBody(caller.providerId, 2, {
      ...at(gpa),
      fields: [0, 1].map((index) => bulkField(index, { application_id: `${name}-${index}` })),
    }),
  );

/** The second application of a job, sent by itself. */
async function check(name: string, gpa: number) {
  const { fields: _fields, ...shared } = bulkBody(caller.providerId, 0, { ...at(gpa), products: [STRYAX] });
  const body = { ...shared, ...bulkField(1, { application_id: `${name}-1` }) };
  return answer(await call(CHECK, caller, { body }), esaCheckResponse);
}

const saved = async (name: string) =>
  sql<{ application_id: string; gpa: number; processing_status: string; revision: number }>(
    caller.providerId,
    `SELECT application_id, gpa, processing_status, revision FROM application
     WHERE application_id LIKE $1 ORDER BY application_id`,
    [`${name}-%`],
  );

describe("an item whose application was sent again after its job", () => {
  it("leaves what was sent later, and says so", async () => {
    const { job_id: jobId } = await send("overtaken", 11);
    await check("overtaken", 13);
    await runJob(caller, jobId, 2);
    expect(await itemRows(caller, jobId)).toMatchObject([
      { status: "succeeded", attempts: 1 },
      { status: "failed", attempts: 1, error: { code: "APPLICATION_CHANGED", retryable: false } },
    ]);
    expect(await saved("overtaken")).toMatchObject([
      { gpa: 11, processing_status: "completed" },
      { gpa: 13, processing_status: "completed", revision: 1 },
    ]);
    const page = await results(caller, jobId);
    expect(JSON.stringify(page)).toContain("sent again after this job was accepted");
  });

  it("does so for an application that was there before", async () => {
    await check("known", 9);
    const { job_id: jobId } = await send("known", 11);
    await check("known", 13);
    await runJob(caller, jobId, 2);
    expect((await itemRows(caller, jobId)).map(({ status }) => status)).toEqual(["succeeded", "failed"]);
    expect(await saved("known")).toMatchObject([{ gpa: 11 }, { gpa: 13, processing_status: "completed" }]);
  });

  it("does so where a later job was worked through first", async () => {
    const { job_id: earlier } = await send("jobs", 11);
    const { job_id: later } = await send("jobs", 13);
    await runJob(caller, later, 2);
    await runJob(caller, earlier, 2);
    expect((await itemRows(caller, later)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    expect((await itemRows(caller, earlier)).map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect((await saved("jobs")).map(({ gpa }) => gpa)).toEqual([13, 13]);
  });
});

describe("an item that is the last word on its application", () => {
  it("is saved over a check that was sent before its job, and over an earlier job", async () => {
    await check("last", 9);
    const { job_id: earlier } = await send("last", 11);
    const { job_id: later } = await send("last", 13);
    await runJob(caller, earlier, 2);
    await runJob(caller, later, 2);
    for (const jobId of [earlier, later])
      expect((await itemRows(caller, jobId)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    expect((await saved("last")).map(({ gpa }) => gpa)).toEqual([13, 13]);
  });
});
