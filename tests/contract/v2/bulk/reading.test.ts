import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as STATUS } from "@/app/api/v2/esa-check/bulk/[jobId]/route";
import { GET as RESULTS } from "@/app/api/v2/esa-check/bulk/[jobId]/results/route";
import { verifyLink } from "@/lib/gateways/portal-links";
import { purgeBulkJobs } from "@/lib/jobs/tasks/purge-bulk-jobs";
import { getDeps } from "@/lib/runtime/deps";
import { bulkBody, prepareBulk, results, runJob, status, submit } from "@/tests/contract/v2/bulk/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { isSpread } from "@/tests/support/spread";

let caller: Caller;
beforeAll(async () => {
  await prepareBulk();
  caller = await makeCaller("bulk-reader");
});

const get = (handler: typeof STATUS, jobId: string, query = "", as = caller) =>
  call(handler, as, { method: "GET", params: { jobId }, query });

/** Past the guards of the table, as a hand or another version may leave a row. */
async function store(jobId: string, change: string): Promise<void> {
  const url = Object.assign(new URL(process.env.DATABASE_DIRECT_URL ?? ""), { username: "postgres" }).href;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET session_replication_role = replica");
  await client.query(`UPDATE public.bulk_job_item SET ${change} WHERE job_id = $1`, [jobId]);
  await client.end();
}

/** The guards of shards hold, whatever the coordinator was set to. */
describe.skipIf(isSpread)("an item that this version did not store", () => {
  it.each([
    ["is of a later format", "result_format = 3"],
    ["is no answer", `result = '{"esa_required": "maybe"}'`],
  ])("and that %s is not given out", async (_, change) => {
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 1));
    await runJob(caller, jobId, 1);
    expect((await results(caller, jobId)).items[0]?.status).toBe("succeeded");
    await store(jobId, change);
    expect(await refusal(await get(RESULTS, jobId), 500)).toMatchObject({ code: "INTERNAL_ERROR" });
  });
});

describe("a job that is read", () => {
  it("has every member, before it begins and after it ended", async () => {
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 3));
    const queued = await status(caller, jobId);
    expect(queued).toMatchObject({
      status: "queued",
      provider_group_id: "group-1",
      counts: { queued: 3, processing: 0, succeeded: 0, failed: 0 },
      started_at: null,
      completed_at: null,
      expires_at: null,
      status_url: `/api/v2/esa-check/bulk/${jobId}`,
      results_url: `/api/v2/esa-check/bulk/${jobId}/results`,
    });
    const [first] = (await results(caller, jobId)).items;
    expect(first).toMatchObject({ item_index: 0, status: "queued", attempts: 0, result: null, error: null });
    await runJob(caller, jobId, 3);
    const ended = await status(caller, jobId);
    expect(ended).toMatchObject({ status: "completed", counts: { queued: 0, succeeded: 3 } });
    expect(Date.parse(ended.expires_at ?? "") - Date.parse(ended.completed_at ?? "")).toBe(30 * 86_400_000);
  });

  it.each(["signed_link", "token"] as const)("stores no portal link and gives one out, in %s mode", async (mode) => {
    const own = await makeCaller(`bulk-links-${mode.slice(0, 5)}`, mode);
    const { job_id: jobId } = await submit(own, bulkBody(own.providerId, 2));
    await runJob(own, jobId, 2);
    const [stored] = await sql<{ text: string }>(own.providerId, "SELECT result::text AS text FROM bulk_job_item");
    expect(stored?.text).not.toContain("portal");
    for (const { result } of (await results(own, jobId)).items) {
      expect(result?.mitigation_portal_url).toMatch(/\/portal\/f\//);
      expect(result?.mitigation_portal_url_expires_at === null).toBe(mode === "token");
      expect(result?.esa_required).toBe(true);
      if (mode === "token") continue;
      // Every application of a job is in its group, and its link opens the group.
      const token = (result?.mitigation_portal_url ?? "").split("/").at(-1) ?? "";
      const { env } = await getDeps();
      expect(verifyLink(env.PORTAL_LINK_KEYS, token, new Date())).toMatchObject({
        refusal: null,
        claims: { scope: "group", applicationEventId: result?.application_event_id },
      });
    }
  });

  it("names the rules behind each check only when asked", async () => {
    const own = await makeCaller("bulk-explained");
    const { job_id: jobId } = await submit(own, bulkBody(own.providerId, 2));
    await runJob(own, jobId, 2);
    const explained = (await results(own, jobId, "explain=true")).items.map(({ result }) => result?.compliance);
    for (const compliance of explained) expect(compliance?.explanation?.length).toBeGreaterThan(0);
    for (const { result } of (await results(own, jobId)).items) {
      expect(result?.compliance).not.toHaveProperty("explanation");
      expect(result?.compliance.status).toBe(explained[0]?.status);
    }
  });

  it("pages through every item exactly once while it is worked on", async () => {
    const own = await makeCaller("bulk-pages");
    const { job_id: jobId } = await submit(own, bulkBody(own.providerId, 25));
    const running = runJob(own, jobId, 25);
    const seen: number[] = [];
    let offset: number | null = 0;
    while (offset !== null) {
      const page: Awaited<ReturnType<typeof results>> = await results(own, jobId, `offset=${offset}&limit=5`);
      expect(page).toMatchObject({ total_items: 25, offset, limit: 5 });
      seen.push(...page.items.map(({ item_index: index }) => index));
      offset = page.next_offset;
    }
    await running;
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => index));
    expect((await results(own, jobId, "")).limit).toBe(20);
    expect((await results(own, jobId, "offset=100")).items).toEqual([]);
    expect((await status(own, jobId)).status).toBe("completed");
  });
});

describe("a job that is not there", () => {
  it.each([
    ["status", STATUS],
    ["results", RESULTS],
  ] as const)("%s: another provider's is the same as none, and so is an expired one", async (_name, handler) => {
    const other = await makeCaller(`bulk-stranger-${_name}`);
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 1, { account_id: _name }));
    const bytes = async (id: string, as: Caller) => {
      const found = await refusal(await get(handler, id, "", as), 404);
      return JSON.stringify({ ...found, request_id: "" });
    };
    const none = await bytes(randomUUID(), other);
    expect(none).toContain("BULK_JOB_NOT_FOUND");
    expect(await bytes(jobId, other)).toBe(none);
    await runJob(caller, jobId, 1);
    await sql(caller.providerId, "UPDATE bulk_job SET expires_at = now() WHERE job_id = $1", [jobId]);
    expect(await bytes(jobId, caller)).toBe(none);
  });

  it("gives its key to the next submission once it has expired, and is purged with its items", async () => {
    const key = { "Idempotency-Key": "again" };
    const body = bulkBody(caller.providerId, 1, { account_id: "expiry" });
    const { job_id: first } = await submit(caller, body, key);
    await runJob(caller, first, 1);
    await sql(caller.providerId, "UPDATE bulk_job SET expires_at = now() WHERE job_id = $1", [first]);
    const second = await submit(caller, body, key);
    expect(second).toMatchObject({ replayed: false });
    expect(second.job_id).not.toBe(first);
    await purgeBulkJobs(await getDeps());
    const left = await sql<{ job_id: string }>(
      caller.providerId,
      "SELECT job_id FROM bulk_job_item WHERE job_id = $1 UNION ALL SELECT job_id FROM bulk_job WHERE job_id = $1",
      [first],
    );
    expect(left).toEqual([]);
    expect((await status(caller, second.job_id)).status).toBe("queued");
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=51", "limit"],
    ["offset=101", "offset"],
    ["offset=-1", "offset"],
    ["offset=1e1", "offset"],
    ["limit=5&limit=6", "limit"],
    ["page=2", "page"],
  ])("%s is refused", async (query, path) => {
    const { details } = await refusal(await get(RESULTS, randomUUID(), query), 422);
    expect(details?.map((detail) => detail.path[0])).toEqual([path]);
  });

  it("a malformed id and a parameter that status does not have are 422", async () => {
    expect((await refusal(await get(STATUS, "7"), 422)).code).toBe("INVALID_REQUEST");
    expect((await refusal(await get(STATUS, randomUUID(), "limit=5"), 422)).code).toBe("INVALID_REQUEST");
    expect((await refusal(await get(STATUS, randomUUID(), "", { ...caller, apiKey: "no" }), 401)).code).toBe(
      "UNAUTHORIZED",
    );
  });
});
