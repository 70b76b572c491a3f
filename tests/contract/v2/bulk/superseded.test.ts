import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { POST as PROCESS_FIELD } from "@/app/api/v1/process-field/route";
import { POST as CHECK } from "@/app/api/v2/esa-check/route";
import { processFieldResponse } from "@/lib/contracts/v1/process-field";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { bulkBody, bulkField, itemRows, prepareBulk, results, runJob, submit } from "@/tests/contract/v2/bulk/support";
import { sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { squareField, STRYAX } from "@/tests/support/requests";

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

describe("an application that two jobs wait for", () => {
  const standing = async (name: string) => (await saved(name)).map(({ processing_status: standing }) => standing);
  /** A job from before it like another one, whose items cannot be worked on: they fail at their work. */
  async function brokenBefore(model: string): Promise<string> {
    const broken = randomUUID();
    await sql(
      caller.providerId,
      `INSERT INTO bulk_job (provider_id, job_id, account_id, provider_group_id, status, total_items, fingerprint, created_at)
       SELECT provider_id, $2, account_id, provider_group_id, 'queued', total_items, 'other', created_at - INTERVAL '1 millisecond'
       FROM bulk_job WHERE job_id = $1`,
      [model, broken],
    );
    await sql(
      caller.providerId,
      `INSERT INTO bulk_job_item (provider_id, job_id, item_index, account_id, application_id, provider_field_id, request)
       SELECT provider_id, $2, item_index, account_id, application_id, application_id,
              request || jsonb_build_object('providerFieldId', application_id, 'boundary',
                jsonb_set(request->'boundary', '{geometry,type}', '"Nothing"'))
       FROM bulk_job_item WHERE job_id = $1`,
      [model, broken],
    );
    return broken;
  }

  it("is pending until the later one's item has ended, though the earlier one's is saved", async () => {
    const { job_id: earlier } = await send("both", 11);
    const { job_id: later } = await send("both", 13);
    await runJob(caller, earlier, 2);
    expect(await saved("both")).toMatchObject([
      { gpa: 11, processing_status: "pending" },
      { gpa: 11, processing_status: "pending" },
    ]);
    await runJob(caller, later, 2);
    expect(await saved("both")).toMatchObject([
      { gpa: 13, processing_status: "completed" },
      { gpa: 13, processing_status: "completed" },
    ]);
  });

  it("is so where the earlier one's item is refused, and reads as it was saved once the later one's is", async () => {
    const { job_id: earlier } = await send("refused", 11);
    await check("refused", 12);
    const { job_id: later } = await send("refused", 13);
    await runJob(caller, earlier, 2);
    expect(await standing("refused")).toEqual(["pending", "pending"]);
    await check("refused", 14);
    expect(await standing("refused")).toEqual(["pending", "completed"]);
    await runJob(caller, later, 2);
    expect(await saved("refused")).toMatchObject([
      { gpa: 13, processing_status: "completed" },
      { gpa: 14, processing_status: "completed" },
    ]);
  });

  it("is so where the earlier one's item fails at its work", async () => {
    await check("broken", 9);
    const { job_id: later } = await send("broken", 13);
    const earlier = await brokenBefore(later);
    await runJob(caller, earlier, 2);
    expect((await itemRows(caller, earlier)).map(({ error }) => error?.code)).toEqual(
      Array(2).fill("PROCESSING_FAILED"),
    );
    expect(await standing("broken")).toEqual(["pending"]);
    await runJob(caller, later, 2);
    expect(await standing("broken")).toEqual(["completed", "completed"]);
  });

  it("has failed where the earlier one's item did and the later one's is refused before any work", async () => {
    await check("lost", 9);
    const taken = bulkField(3, { application_id: "takes-a-field", provider_field_id: "taken" });
    const { fields: _fields, provider_group_id: _group, ...shared } = bulkBody(caller.providerId, 0);
    await answer(await call(CHECK, caller, { body: { ...shared, ...taken } }), esaCheckResponse);
    const fields = [bulkField(1, { application_id: "lost-1", provider_field_id: "taken" })];
    const { job_id: later } = await submit(caller, bulkBody(caller.providerId, 1, { fields }));
    const earlier = await brokenBefore(later);
    await runJob(caller, earlier, 1);
    expect(await standing("lost")).toEqual(["pending"]);
    await runJob(caller, later, 1);
    expect((await itemRows(caller, later)).map(({ error }) => error?.code)).toEqual(["APPLICATION_FIELD_CONFLICT"]);
    expect(await standing("lost")).toEqual(["failed"]);
  });

  it("is not pending for one that was accepted before what is saved", async () => {
    const { job_id: earlier } = await send("out-of-order", 11);
    const { job_id: later } = await send("out-of-order", 13);
    await runJob(caller, later, 2);
    expect(await standing("out-of-order")).toEqual(["completed", "completed"]);
    await runJob(caller, earlier, 2);
    expect(await standing("out-of-order")).toEqual(["completed", "completed"]);
  });
});

describe("an item whose field was sent with another boundary after its job", () => {
  const OLDER = squareField(-87.9, 32.2);
  const NEWER = squareField(-87.89, 32.2);
  /** An application of one field, whatever others the field has. */
  const onField = (name: string, application: string, boundary: object): Body =>
    bulkField(0, {
      application_id: `${name}-${application}`,
      provider_field_id: `${name}-field`,
      field_name: `${name} of ${application}`,
      field_boundary: boundary,
    });
  const sendOn = (name: string, boundary: object) =>
    submit(caller, bulkBody(caller.providerId, 1, { fields: [onField(name, "1", boundary)] }));
  async function checkOn(name: string, boundary: object): Promise<void> {
    const { fields: _fields, provider_group_id: _group, ...shared } = bulkBody(caller.providerId, 0);
    const body = { ...shared, ...onField(name, "2", boundary) };
    await answer(await call(CHECK, caller, { body }), esaCheckResponse);
  }
  const fieldOf = async (name: string) =>
    sql<{ west: number; field_name: string; revision: number }>(
      caller.providerId,
      `SELECT round(ST_XMin(boundary)::numeric, 2)::float8 AS west, field_name, revision FROM field WHERE provider_field_id = $1`,
      [`${name}-field`],
    );

  it("leaves the boundary that another application was sent with, and saves nothing", async () => {
    const { job_id: jobId } = await sendOn("moved", OLDER);
    await checkOn("moved", NEWER);
    await runJob(caller, jobId, 1);
    expect(await itemRows(caller, jobId)).toMatchObject([
      { status: "failed", attempts: 1, error: { code: "FIELD_CHANGED", retryable: false } },
    ]);
    expect(JSON.stringify(await results(caller, jobId))).toContain("with another boundary after this job was accepted");
    expect(await fieldOf("moved")).toEqual([{ west: -87.89, field_name: "moved of 2", revision: 1 }]);
    expect((await saved("moved")).map(({ application_id: id }) => id)).toEqual(["moved-2"]);
  });

  it("does so where the field was there before, and where its boundary was sent without an application", async () => {
    await checkOn("redrawn", OLDER);
    const { job_id: jobId } = await sendOn("redrawn", OLDER);
    const field = { provider_field_id: "redrawn-field", field_name: "Redrawn", field_boundary: NEWER };
    const body = { provider_id: caller.providerId, account_id: "account-1", ...field };
    await answer(await call(PROCESS_FIELD, caller, { body }), processFieldResponse);
    await runJob(caller, jobId, 1);
    expect((await itemRows(caller, jobId)).map(({ error }) => error?.code)).toEqual(["FIELD_CHANGED"]);
    expect(await fieldOf("redrawn")).toEqual([{ west: -87.89, field_name: "Redrawn", revision: 2 }]);
  });

  it("does so where a later job was worked through first", async () => {
    const { job_id: earlier } = await sendOn("later", OLDER);
    const fields = [onField("later", "2", NEWER)];
    const { job_id: later } = await submit(caller, bulkBody(caller.providerId, 1, { fields }));
    await runJob(caller, later, 1);
    await runJob(caller, earlier, 1);
    expect((await itemRows(caller, later)).map(({ status }) => status)).toEqual(["succeeded"]);
    expect((await itemRows(caller, earlier)).map(({ error }) => error?.code)).toEqual(["FIELD_CHANGED"]);
    expect(await fieldOf("later")).toMatchObject([{ west: -87.89 }]);
  });

  it("is saved where the later boundary is its own, and leaves the later name", async () => {
    const { job_id: jobId } = await sendOn("same", OLDER);
    await checkOn("same", OLDER);
    await runJob(caller, jobId, 1);
    expect((await itemRows(caller, jobId)).map(({ status }) => status)).toEqual(["succeeded"]);
    expect(await fieldOf("same")).toEqual([{ west: -87.9, field_name: "same of 2", revision: 1 }]);
    expect((await saved("same")).map(({ application_id: id }) => id)).toEqual(["same-1", "same-2"]);
  });

  it("is saved over a boundary that was sent before its job", async () => {
    await checkOn("before", OLDER);
    const { job_id: jobId } = await sendOn("before", NEWER);
    await runJob(caller, jobId, 1);
    expect((await itemRows(caller, jobId)).map(({ status }) => status)).toEqual(["succeeded"]);
    expect(await fieldOf("before")).toEqual([{ west: -87.89, field_name: "before of 1", revision: 2 }]);
  });

  it("saves nothing however late it comes to a boundary that was sent by two in turn", async () => {
    const { job_id: jobId } = await sendOn("turns", OLDER);
    await checkOn("turns", OLDER);
    await checkOn("turns", NEWER);
    await runJob(caller, jobId, 1);
    expect((await itemRows(caller, jobId)).map(({ error }) => error?.code)).toEqual(["FIELD_CHANGED"]);
    expect(await fieldOf("turns")).toMatchObject([{ west: -87.89 }]);
  });
});
