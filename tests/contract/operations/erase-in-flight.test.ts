import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as CHECK } from "@/app/api/v2/esa-check/route";
import { POST as signOut } from "@/app/portal/g/[grant]/sign-out/route";
import { putFindings } from "@/lib/data/operators/data-previews";
import { asProvider } from "@/lib/data/db";
import type { SuggestedRecheck } from "@/lib/domain/recheck";
import { getDeps } from "@/lib/runtime/deps";
import { eraseProvider, type ErasedRows } from "@/lib/usecases/operations/erase-provider";
import { createProvider, offboardProvider } from "@/lib/usecases/operations/manage-providers";
import { openSession, readSession } from "@/lib/usecases/portal/session";
import { verifyReport } from "@/lib/usecases/reports/verify-report";
import { openBrowser } from "@/tests/contract/portal/edits-support";
import { report } from "@/tests/contract/reports/support";
import { bulkBody, prepareBulk, runJob, submit } from "@/tests/contract/v2/bulk/support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { holdGround, sql, whileChecking } from "@/tests/contract/v2/esa-check/support";
import { access, opaqueOf } from "@/tests/contract/v2/portal/support";
import { BY_TEST, call, makeCaller, type Caller } from "@/tests/support/api";
import { checkBody } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

/** What was under way when a provider was off-boarded leaves nothing behind once it is erased. */

const ownerUrl = String(process.env.DATABASE_DIRECT_URL);
const LATER_MS = 15 * 60_000;

let soil: Connected;
/** The server's own user, past every policy: what is really there. */
let all: pg.Client;
beforeAll(async () => {
  soil = await prepareGround();
  await prepareBulk();
  all = new pg.Client({ connectionString: Object.assign(new URL(ownerUrl), { username: "postgres" }).href });
  await all.connect();
  await all.query("SET search_path = public, gis");
});
afterAll(async () => {
  await all.end();
  await soil.close();
});

const contextAt = async (now: Date) => {
  const { db } = await getDeps();
  return { db, by: BY_TEST, ownerUrl, now, includesKept: true };
};
const offboard = async ({ providerId }: Caller) => offboardProvider(await contextAt(new Date()), providerId);
const erase = async ({ providerId }: Caller, now = new Date(Date.now() + LATER_MS)): Promise<ErasedRows> =>
  eraseProvider(await contextAt(now), providerId);

/** How many rows and queue entries still name a provider, by table. */
async function left({ providerId }: Caller): Promise<Record<string, number>> {
  const tables = await all.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'provider_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await all.query(`SELECT 1 FROM ${name} WHERE provider_id = $1`, [providerId]);
    if (rows.length > 0) counts[name] = rows.length;
  }
  const { rows } = await all.query(
    "SELECT 1 FROM graphile_worker._private_jobs j WHERE j.payload->>'providerId' = $1 OR j.flags::text LIKE '%' || $1 || '%'",
    [providerId],
  );
  return rows.length === 0 ? counts : { ...counts, queue: rows.length };
}

describe("a request that was let in before the off-boarding", () => {
  it("keeps the provider from being erased while it may still write", async () => {
    const caller = await makeCaller("in-flight");
    const answered = await whileChecking(caller, { products: [NEEDS_6] }, async () => {
      await offboard(caller);
      await expect(erase(caller, new Date())).rejects.toThrow(
        /was off-boarded less than 5 minutes ago.* Erase it after 2/,
      );
    });
    expect(answered.status).toBe(200);
    expect(await left(caller)).toMatchObject({ application: 1, field: 1 });
    await erase(caller);
    expect(await left(caller)).toEqual({});
  });

  it("by a key that a process still keeps, too", async () => {
    const caller = await makeCaller("kept-key");
    await saved(caller, { products: [NEEDS_6] });
    await offboard(caller);
    // No notice reaches a test's process: it keeps the key for its minute, as one behind a pooler does.
    const late = await call(CHECK, caller, { body: checkBody("kept-key", { application_id: "late" }) });
    expect(late.status).toBe(200);
    await expect(erase(caller, new Date(Date.now() + 60_000))).rejects.toThrow("was off-boarded less than");
    await erase(caller);
    expect(await left(caller)).toEqual({});
  });

  it("asks for an off-boarding where keys and portal ended one by one", async () => {
    const caller = await makeCaller("piecemeal");
    await sql("piecemeal", "UPDATE api_key SET revoked_at = now()");
    await sql("piecemeal", "UPDATE provider SET portal_enabled = false");
    await expect(erase(caller)).rejects.toThrow("npm run provider -- offboard piecemeal");
    await offboard(caller);
    await erase(caller);
    expect(await left(caller)).toEqual({});
  });
});

describe("a bulk job of a provider that is erased", () => {
  it("goes with its queue entries, also those that a worker holds", async () => {
    const caller = await makeCaller("queued");
    const { job_id: jobId } = await submit(caller, bulkBody("queued", 21));
    await all.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'at work'
       WHERE key = 'bulk:' || $1::text || ':0'`,
      [jobId],
    );
    await offboard(caller);
    expect(await erase(caller)).toMatchObject({ bulk_job_item: 21, bulk_job: 1, "entries of the queue": 3 });
    expect(await left(caller)).toEqual({});
    // The worker that holds an entry finds nothing to do, and does not ask to try again.
    await runJob(caller, jobId, 21);
    expect(await left(caller)).toEqual({});
  });

  it("saves nothing of an item that a worker was at", async () => {
    const caller = await makeCaller("at-item");
    const { job_id: jobId } = await submit(caller, bulkBody("at-item", 1));
    await offboard(caller);
    const held = await holdGround();
    try {
      const running = runJob(caller, jobId, 1);
      await held.arrived();
      await erase(caller);
      await held.letGo();
      await running;
    } finally {
      await held.letGo();
    }
    expect(await left(caller)).toEqual({});
  });
});

describe("what comes after the erasure", () => {
  it("saves no finding of a preview that had read the applications before", async () => {
    const caller = await makeCaller("previewed");
    const { id } = await saved(caller, { products: [NEEDS_6] });
    const { rows } = await all.query<{ id: string }>(
      `INSERT INTO data_preview (preview_id, kind, from_version, to_version, asked_by)
       SELECT gen_random_uuid(), 'pula', 'one', 'two', 'test' RETURNING preview_id AS id`,
    );
    const finding = { applicationEventId: id, products: [], counties: [] } as unknown as SuggestedRecheck;
    const put = async () => {
      const { db } = await getDeps();
      return asProvider(db, "previewed", (tx) => putFindings(tx, rows[0]?.id ?? "", "previewed", [finding]));
    };
    expect(await put()).toBe(1);
    await offboard(caller);
    await erase(caller);
    expect(await put()).toBe(0);
    expect(await left(caller)).toEqual({});
  });

  it("writes nothing down as an old session is signed out", async () => {
    const caller = await makeCaller("signs-out");
    const { id } = await saved(caller, { products: [NEEDS_6] });
    const { grant, cookie } = await openBrowser(caller, id);
    await offboard(caller);
    await erase(caller);
    const headers = {
      Cookie: cookie,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/x-www-form-urlencoded",
    };
    expect((await call(signOut, null, { params: { grant }, headers, raw: "" })).status).toBeLessThan(400);
    expect(await left(caller)).toEqual({});
  });

  it("is no longer known on the verify page at once, but that there was a report", async () => {
    const caller = await makeCaller("verified");
    await saved(caller, { provider_field_id: "north", products: [NEEDS_6] });
    await report(caller, "north");
    const { rows } = await all.query<{ hash: string }>(
      "SELECT record_hash AS hash FROM report_issue WHERE provider_id = 'verified'",
    );
    const ask = async () => (await verifyReport(await getDeps(), rows[0]?.hash ?? "")).state;
    expect(await ask()).toBe("current");
    await offboard(caller);
    await erase(caller);
    expect(await ask()).toBe("ended");
  });

  it("is not opened by sessions and links of the one before, where a provider of the same id is made", async () => {
    const group = { provider_group_id: "group-1", products: [NEEDS_6] };
    const caller = await makeCaller("again");
    const { id } = await saved(caller, group);
    const opaque = opaqueOf((await access(caller, id)).portal_url);
    const deps = await getDeps();
    const opened = await openSession(deps, opaque);
    if ("refused" in opened) throw new Error("the link was refused");
    const { grant, cookie } = opened;
    expect(await readSession(deps, { grant, cookie })).toMatchObject({ scope: { kind: "group" } });
    await offboard(caller);
    await erase(caller);

    const wanted = { providerId: "again", name: "Another firm", portalMode: "signed_link", linkDays: 30 } as const;
    await createProvider(await contextAt(new Date()), wanted);
    expect(await readSession(deps, { grant, cookie })).toBeNull();
    expect(await openSession(deps, opaque)).toMatchObject({ refused: true });
  });
});
