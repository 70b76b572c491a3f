import { runMigrations } from "graphile-worker";
import type { z } from "zod";
import { expect } from "vitest";
import { GET as STATUS } from "@/app/api/v2/esa-check/bulk/[jobId]/route";
import { GET as RESULTS } from "@/app/api/v2/esa-check/bulk/[jobId]/results/route";
import { POST } from "@/app/api/v2/esa-check/bulk/route";
import { bulkResultsResponse, bulkStatusResponse } from "@/lib/contracts/v2/bulk-job";
import { bulkSubmissionResponse } from "@/lib/contracts/v2/bulk-submission";
import { runBulkItems } from "@/lib/jobs/tasks/run-bulk-items";
import { getDeps } from "@/lib/runtime/deps";
import { loadGround, sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { answer, call, refusal, type Caller } from "@/tests/support/api";
import { squareField, STRYAX } from "@/tests/support/requests";

export type Submission = z.output<typeof bulkSubmissionResponse>;

/** Reference data and a queue, as `npm run migrate` prepares it. */
export async function prepareBulk(): Promise<void> {
  await runMigrations({ connectionString: process.env.DATABASE_DIRECT_URL ?? "" });
  await loadGround();
}

export const bulkField = (index: number, more: Body = {}): Body => ({
  application_id: `application-${index}`,
  field_name: `Field ${index}`,
  field_boundary: squareField(-87.9 + (index % 40) * 0.01, 32.2 + Math.floor(index / 40) * 0.01),
  ...more,
});

/** A submission that is right in every part, with defaults for all of its fields. */
export const bulkBody = (providerId: string, items: number, more: Body = {}): Body => ({
  provider_id: providerId,
  account_id: "account-1",
  provider_group_id: "group-1",
  application_method: "Broadcast-Ground",
  application_date: "2026-06-15",
  products: [STRYAX],
  crop: ["soybeans"],
  pest: ["waterhemp"],
  fields: Array.from({ length: items }, (_, index) => bulkField(index)),
  ...more,
});

export const send = (caller: Caller, body: Body, headers: Record<string, string> = {}): Promise<Response> =>
  call(POST, caller, { body, headers });

/** A 202, parsed with the strict schema of its contract. */
export async function submit(caller: Caller, body: Body, headers: Record<string, string> = {}): Promise<Submission> {
  const response = await send(caller, body, headers);
  const text = await response.text();
  expect(response.status, text.slice(0, 2000)).toBe(202);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const accepted = bulkSubmissionResponse.parse(JSON.parse(text));
  expect(response.headers.get("location")).toBe(accepted.status_url);
  const isOpen = accepted.status === "queued" || accepted.status === "processing";
  expect(response.headers.get("retry-after")).toBe(isOpen ? "5" : null);
  return accepted;
}

/** The faults of a refused submission, as path and code. */
export async function faults(caller: Caller, body: Body, headers: Record<string, string> = {}) {
  const { code, details } = await refusal(await send(caller, body, headers), 422);
  expect(code).toBe("INVALID_REQUEST");
  return (details ?? []).map(({ path, code: kind }) => [path.join("."), kind]);
}

export const status = async (caller: Caller, jobId: string) =>
  answer(await call(STATUS, caller, { method: "GET", params: { jobId } }), bulkStatusResponse);

export const results = async (caller: Caller, jobId: string, query = "limit=50") =>
  answer(await call(RESULTS, caller, { method: "GET", params: { jobId }, query }), bulkResultsResponse);

/** Works through a job as a worker does, every chunk of it once and, however long that takes, to its end. */
export async function runJob(
  caller: Caller,
  jobId: string,
  items: number,
  { stopping = new AbortController(), turnS = Infinity } = {},
) {
  const deps = await getDeps();
  for (let firstIndex = 0; firstIndex < items; firstIndex += 10) {
    const payload = { providerId: caller.providerId, jobId, firstIndex };
    await runBulkItems(deps, payload, { stopping: stopping.signal, abort: undefined, turnS });
  }
}

export const itemRows = (caller: Caller, jobId: string) =>
  sql<{ item_index: number; status: string; attempts: number; error: { code: string; retryable: boolean } | null }>(
    caller.providerId,
    "SELECT item_index, status, attempts, error FROM bulk_job_item WHERE job_id = $1 ORDER BY item_index",
    [jobId],
  );

/** Time goes by for what waits or is worked on: no one sleeps for it. */
export const letTimePass = (caller: Caller, seconds: number) =>
  sql(
    caller.providerId,
    `UPDATE bulk_job_item SET available_at = (available_at AT TIME ZONE 'UTC' - make_interval(secs => $1)) AT TIME ZONE 'UTC',
                              heartbeat_at = (heartbeat_at AT TIME ZONE 'UTC' - make_interval(secs => $1)) AT TIME ZONE 'UTC'
     WHERE status IN ('queued', 'processing')`,
    [seconds],
  );
