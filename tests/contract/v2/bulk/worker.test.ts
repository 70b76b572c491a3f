import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { beginAttempt, recordSuccess } from "@/lib/data/bulk/attempts";
import { asProvider } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import { sweepAttempts } from "@/lib/usecases/bulk/sweep-attempts";
import {
  bulkBody,
  bulkField,
  itemRows,
  letTimePass,
  prepareBulk,
  results,
  runJob,
  status,
  submit,
} from "@/tests/contract/v2/bulk/support";
import { check, rowCounts, sql } from "@/tests/contract/v2/esa-check/support";
import { sendCompute } from "@/tests/contract/v2/drift/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";
import { NO_ESA } from "@/tests/support/requests";

beforeAll(() => prepareBulk());

const firstChunk = (caller: Caller, jobId: string) => ({ providerId: caller.providerId, jobId, firstIndex: 0 });
const begin = async (caller: Caller, jobId: string) =>
  asProvider((await getDeps()).db, caller.providerId, (tx) => beginAttempt(tx, firstChunk(caller, jobId)));
const claimed = (caller: Caller, token: string, identity: string) =>
  sql(
    caller.providerId,
    `INSERT INTO claim (provider_id, kind, identity, token, leased_until)
     VALUES ($1, 'field', $2, $3, now() + interval '2 minutes')`,
    [caller.providerId, identity, token],
  );
const TOKEN = "00000000-0000-4000-8000-000000000001";

describe("items", () => {
  it("have the answer of a single check, and leave what a single check leaves", async () => {
    const caller = await makeCaller("bulk-same");
    const fields = [bulkField(0, { products: [NO_ESA] }), bulkField(1)];
    const { job_id: jobId } = await submit(
      caller,
      bulkBody(caller.providerId, 0, { fields, include_mitigations: true }),
    );
    await runJob(caller, jobId, 2);
    const [free, full] = (await results(caller, jobId)).items;
    expect(free).toMatchObject({ status: "succeeded", attempts: 1, result: { esa_required: false } });
    const single = await check(caller, {
      ...bulkField(1),
      provider_field_id: "application-1",
      include_mitigations: true,
    });
    expect(full?.result?.application_event_id).toBe(single.application_event_id);
    expect(full?.result?.compliance.runoff).toEqual(single.compliance.runoff);
    expect(full?.result?.compliance.mitigation_options).toEqual(single.compliance.mitigation_options);
    expect(await rowCounts(caller.providerId)).toMatchObject({ field: 1, application: 1, claim: 0 });
  });

  it("that meet a passing conflict wait, keep its error, and end at the third attempt", async () => {
    const caller = await makeCaller("bulk-conflict");
    await check(caller, { application_id: "application-0", provider_field_id: "application-0" });
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 1));
    await claimed(caller, TOKEN, "application-0");
    for (const attempts of [1, 2]) {
      await runJob(caller, jobId, 1);
      const [waiting] = await itemRows(caller, jobId);
      expect(waiting).toMatchObject({
        status: "queued",
        attempts,
        error: { code: "PROCESSING_CONFLICT", retryable: true },
      });
      const [entry] = await sql<{ in_s: number }>(
        null,
        `SELECT extract(epoch FROM run_at - now())::float8 AS in_s FROM graphile_worker._private_jobs
         WHERE payload->>'jobId' = $1 AND locked_at IS NULL`,
        [jobId],
      );
      expect(entry?.in_s).toBeGreaterThan(0);
      // Not before its time.
      await runJob(caller, jobId, 1);
      expect((await itemRows(caller, jobId))[0]?.attempts).toBe(attempts);
      await letTimePass(caller, 121);
    }
    await runJob(caller, jobId, 1);
    const [failed] = (await results(caller, jobId)).items;
    expect(failed).toMatchObject({
      status: "failed",
      attempts: 3,
      result: null,
      error: { code: "PROCESSING_CONFLICT", retryable: true },
    });
    expect((await status(caller, jobId)).status).toBe("failed");
    // Refused before any work on it, so it is as it was.
    const [application] = await sql(caller.providerId, "SELECT processing_status FROM application");
    expect(application).toEqual({ processing_status: "completed" });
  });

  it.each([
    ["APPLICATION_FIELD_CONFLICT", "account-1"],
    ["FIELD_OWNERSHIP_CONFLICT", "account-9"],
  ])("that are refused with %s leave a completed application completed, and computable", async (code, owner) => {
    const caller = await makeCaller(`bulk-as-it-was-${owner}`);
    const saved = await check(caller, { application_id: "application-0", provider_field_id: "its own field" });
    await check(caller, { application_id: "other", provider_field_id: "another field", account_id: owner });
    const fields = [bulkField(0, { provider_field_id: "another field" })];
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 0, { fields }));
    const compute = () => sendCompute(caller, saved.application_event_id ?? "");
    // Retryable while it waits: the recheck may change what the computation rests on.
    expect(await refusal(await compute(), 409)).toMatchObject({ code: "PROCESSING_CONFLICT", retryable: true });
    await runJob(caller, jobId, 1);
    expect(await itemRows(caller, jobId)).toMatchObject([{ status: "failed", error: { code } }]);
    expect((await compute()).status).toBe(200);
  });

  it("that are refused before any work leave an application failed that had failed before", async () => {
    const caller = await makeCaller("bulk-failed-before");
    await check(caller, { application_id: "application-0", provider_field_id: "its own field" });
    await check(caller, { application_id: "other", provider_field_id: "another field" });
    await sql(
      caller.providerId,
      "UPDATE application SET processing_status = 'failed' WHERE application_id = 'application-0'",
    );
    const fields = [bulkField(0, { provider_field_id: "another field" })];
    // The second job is taken while the application waits for the first.
    const jobs = [
      await submit(caller, bulkBody(caller.providerId, 0, { fields })),
      await submit(caller, bulkBody(caller.providerId, 0, { fields })),
    ];
    for (const { job_id: jobId } of jobs) await runJob(caller, jobId, 1);
    const [application] = await sql(
      caller.providerId,
      "SELECT processing_status FROM application WHERE application_id = 'application-0'",
    );
    expect(application).toEqual({ processing_status: "failed" });
  });

  it("that are refused for good fail at once, and the job says so", async () => {
    const caller = await makeCaller("bulk-refused");
    await check(caller, { application_id: "first", provider_field_id: "owned", account_id: "account-9" });
    const fields = [bulkField(0, { provider_field_id: "owned" }), bulkField(1)];
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 0, { fields }));
    await runJob(caller, jobId, 2);
    expect(await itemRows(caller, jobId)).toMatchObject([
      { status: "failed", attempts: 1, error: { code: "FIELD_OWNERSHIP_CONFLICT", retryable: false } },
      { status: "succeeded", attempts: 1, error: null },
    ]);
    const read = await status(caller, jobId);
    expect(read).toMatchObject({ status: "completed_with_errors", counts: { succeeded: 1, failed: 1 } });
  });

  it("that save nothing leave a saved application as it was", async () => {
    const caller = await makeCaller("bulk-untouched");
    await check(caller, { application_id: "application-0", provider_field_id: "application-0" });
    const fields = [bulkField(0, { products: [NO_ESA] }), bulkField(1)];
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 0, { fields }));
    await runJob(caller, jobId, 2);
    const states = await sql(caller.providerId, "SELECT processing_status FROM application");
    expect(states).toEqual([{ processing_status: "completed" }, { processing_status: "completed" }]);
  });

  it("that take longer than their chunk's turn go back to the queue, behind what waits by then", async () => {
    const caller = await makeCaller("bulk-long");
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 3));
    for (const succeeded of [1, 2, 3]) {
      await runJob(caller, jobId, 3, { turnS: 0 });
      expect((await status(caller, jobId)).counts).toMatchObject({ succeeded, queued: 3 - succeeded });
      const [entry] = await sql<{ due: boolean }>(
        null,
        `SELECT run_at <= now() AND run_at > now() - INTERVAL '10 seconds' AS due FROM graphile_worker._private_jobs
         WHERE payload->>'jobId' = $1 AND locked_at IS NULL`,
        [jobId],
      );
      expect(succeeded === 3 || entry?.due).toBe(true);
    }
    expect((await itemRows(caller, jobId)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  it("two workers on one job end every item once, at the first attempt", async () => {
    const caller = await makeCaller("bulk-two");
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 20));
    await Promise.all([runJob(caller, jobId, 20), runJob(caller, jobId, 20)]);
    const rows = await itemRows(caller, jobId);
    expect(rows.every((row) => row.status === "succeeded" && row.attempts === 1)).toBe(true);
    expect(await rowCounts(caller.providerId)).toMatchObject({ application: 20, assessment: 20, claim: 0 });
  });

  it("that ended leave nothing in the queue", async () => {
    const caller = await makeCaller("bulk-gone");
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 12));
    // As a worker does that takes an entry: what is there afterwards was put there by the chunk itself.
    await sql(null, "DELETE FROM graphile_worker._private_jobs WHERE payload->>'jobId' = $1", [jobId]);
    await runJob(caller, jobId, 12);
    expect((await status(caller, jobId)).status).toBe("completed");
    const left = await sql(null, "SELECT key FROM graphile_worker._private_jobs WHERE payload->>'jobId' = $1", [jobId]);
    expect(left).toEqual([]);
  });

  it("go back to the queue when the worker is to stop", async () => {
    const caller = await makeCaller("bulk-stop");
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 3));
    const stopping = new AbortController();
    stopping.abort();
    await runJob(caller, jobId, 3, { stopping });
    expect((await itemRows(caller, jobId)).every((row) => row.status === "queued" && row.attempts === 0)).toBe(true);
    const [entries] = await sql<{ entries: number }>(
      null,
      "SELECT count(*)::int AS entries FROM graphile_worker._private_jobs WHERE payload->>'jobId' = $1",
      [jobId],
    );
    expect(entries?.entries).toBe(1);
  });
});

describe("a worker that fell silent", () => {
  it("loses its item and its claims, and what it says later counts for nothing", async () => {
    const caller = await makeCaller("bulk-silent");
    const deps = await getDeps();
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 1));
    const lost = await begin(caller, jobId);
    if (lost === null) throw new Error("nothing began");
    await claimed(caller, lost.claimToken, "application-0");
    await sweepAttempts(deps);
    expect((await itemRows(caller, jobId))[0]?.status).toBe("processing");
    await letTimePass(caller, 21);
    await sweepAttempts(deps);
    expect(await itemRows(caller, jobId)).toMatchObject([{ status: "queued", attempts: 1, error: null }]);
    expect((await rowCounts(caller.providerId)).claim).toBe(0);
    const second = await begin(caller, jobId);
    const late = await asProvider(deps.db, caller.providerId, (tx) =>
      recordSuccess(tx, firstChunk(caller, jobId), lost, { format: 1, result: {}, savedFieldId: null }),
    );
    expect([late, second?.attempts]).toEqual([false, 2]);
  });

  it("says that it lives while it works; when another takes over all the same, its own save is undone", async () => {
    const caller = await makeCaller("bulk-overtaken");
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 1));
    const blocker = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL ?? "" });
    await blocker.connect();
    // Its save waits here, and it beats meanwhile.
    await blocker.query("BEGIN; LOCK TABLE assessment IN SHARE ROW EXCLUSIVE MODE");
    const running = runJob(caller, jobId, 1);
    const beats = async () => {
      const statement = "SELECT attempts, heartbeat_at > started_at AS beaten FROM bulk_job_item WHERE job_id = $1";
      return (await sql(caller.providerId, statement, [jobId]))[0];
    };
    await expect.poll(beats, { timeout: 30_000 }).toEqual({ attempts: 1, beaten: true });
    const step = (change: string) =>
      sql(caller.providerId, `UPDATE bulk_job_item SET ${change} WHERE job_id = $1`, [jobId]);
    await step("status = 'queued'");
    await step(`status = 'processing', attempts = 2, heartbeat_at = now(), claim_token = '${randomUUID()}'`);
    await blocker.query("COMMIT");
    await blocker.end();
    await running;
    expect(await itemRows(caller, jobId)).toMatchObject([{ status: "processing", attempts: 2 }]);
    expect(await rowCounts(caller.providerId)).toMatchObject({ field: 0, application: 0, assessment: 0, claim: 0 });
  });

  it("on every attempt leaves ATTEMPTS_EXHAUSTED", async () => {
    const caller = await makeCaller("bulk-exhausted");
    const deps = await getDeps();
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 2));
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await begin(caller, jobId))?.itemIndex).toBe(0);
      await letTimePass(caller, 60);
      await sweepAttempts(deps);
    }
    await runJob(caller, jobId, 2);
    expect(await itemRows(caller, jobId)).toMatchObject([
      { status: "failed", attempts: 3, error: { code: "ATTEMPTS_EXHAUSTED", retryable: true } },
      { status: "succeeded", attempts: 1 },
    ]);
    expect((await status(caller, jobId)).status).toBe("completed_with_errors");
  });

  it("between two items has its chunk queued again, once", async () => {
    const caller = await makeCaller("bulk-between");
    const deps = await getDeps();
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 2));
    const lock =
      "UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'dead' WHERE payload->>'jobId' = $1";
    await sql(null, lock, [jobId]);
    await letTimePass(caller, 60);
    for (let sweep = 0; sweep < 3; sweep += 1) await sweepAttempts(deps);
    const [free] = await sql<{ free: number }>(
      null,
      `SELECT count(*)::int AS free FROM graphile_worker._private_jobs
       WHERE payload->>'jobId' = $1 AND locked_at IS NULL AND attempts < max_attempts`,
      [jobId],
    );
    expect(free?.free).toBe(1);
  });
});
