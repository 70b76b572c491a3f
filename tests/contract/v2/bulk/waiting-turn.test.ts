import { beforeAll, expect, it } from "vitest";
import { GET as listFields } from "@/app/api/v2/fields/route";
import { POST } from "@/app/api/v2/esa-check/bulk/route";
import { bulkBody, prepareBulk, runJob } from "@/tests/contract/v2/bulk/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";

process.env.READS_AT_ONCE = "1";

let caller: Caller;
beforeAll(async () => {
  await prepareBulk();
  caller = await makeCaller("bulk-turn");
});

it("a submission that waits for its job leaves its turn to the reads of everyone", async () => {
  let isWaiting = true;
  const waiting = call(POST, caller, {
    body: bulkBody(caller.providerId, 1),
    headers: { Prefer: "respond-async, wait=30" },
  }).finally(() => (isWaiting = false));
  let jobId: string | undefined;
  await expect
    .poll(async () => {
      [{ job_id: jobId } = { job_id: undefined }] = await sql<{ job_id: string }>(
        caller.providerId,
        "SELECT job_id FROM bulk_job",
      );
      return jobId;
    })
    .toBeDefined();
  expect((await call(listFields, caller, { method: "GET" })).status).toBe(200);
  expect(isWaiting).toBe(true);
  await runJob(caller, jobId ?? "", 1);
  expect((await waiting).status).toBe(202);
});
