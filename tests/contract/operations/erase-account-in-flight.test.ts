import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as CHECK } from "@/app/api/v2/esa-check/route";
import { POST as WRITE } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { POST as PROCESS } from "@/app/api/v2/process-field/route";
import { asProvider, beginAs } from "@/lib/data/db";
import { rememberIssue } from "@/lib/data/reports/issues";
import { getDeps } from "@/lib/runtime/deps";
import { ACCOUNT_TIES } from "@/lib/data/account-rows";
import { erase, openAll } from "@/tests/contract/operations/account-support";
import { openBrowser, selection, sendEdit } from "@/tests/contract/portal/edits-support";
import { askReport } from "@/tests/contract/reports/support";
import { bulkBody, runJob, send } from "@/tests/contract/v2/bulk/support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { placeOf } from "@/tests/contract/v2/drift/portal";
import { sendCompute } from "@/tests/contract/v2/drift/support";
import { holdGround, sqlAsOwner, whileChecking } from "@/tests/contract/v2/esa-check/support";
import { prepareQueue, subscribe } from "@/tests/contract/webhooks/support";
import { call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { checkBody, squareField } from "@/tests/support/requests";
import { MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";
import { isSpread } from "@/tests/support/spread";

/** What was under way in an account as its erasure began leaves nothing behind, and no one is answered 500. */

const ownerUrl = String(process.env.DATABASE_DIRECT_URL);

let soil: Connected;
let all: pg.Client;
beforeAll(async () => {
  soil = await prepareGround();
  await prepareQueue();
  all = await openAll();
});
afterAll(async () => {
  await all.end();
  await soil.close();
});

const ACCOUNT = "account-1";

/** Rows of a provider that has this one account, by table, those of tables that tie a row to an account. */
async function left({ providerId }: Caller): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(ACCOUNT_TIES).filter((name) => ACCOUNT_TIES[name] !== "none")) {
    const { rowCount } = await all.query(`SELECT 1 FROM ${table} WHERE provider_id = $1`, [providerId]);
    if (rowCount !== null && rowCount > 0) counts[table] = rowCount;
  }
  return counts;
}

/** What waits on a cluster waits at a server of its own, which this view asks as well. */
const ACTIVITY = isSpread ? "citus_stat_activity" : "pg_stat_activity";

/** Waits until the erasure waits for a lock. */
const isHeldUp = () =>
  expect
    .poll(
      async () => {
        const { rows } = await all.query<{ waiting: number }>(
          `SELECT count(*)::int AS waiting FROM ${ACTIVITY}
           WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%FOR UPDATE%'`,
        );
        return rows[0]?.waiting ?? 0;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);

describe("a request that came in before an account is erased", () => {
  it("and checks a new application of it is refused as it saves", async () => {
    const caller = await makeCaller("new-check");
    await saved(caller, { application_id: "there", products: [NEEDS_6] });
    const answered = await whileChecking(caller, { application_id: "new", products: [NEEDS_6] }, async () => {
      expect(await erase(caller, ACCOUNT)).toMatchObject({ erased: { application: 1, field: 1, claim: 1 }, late: 0 });
    });
    expect((await refusal(answered, 409)).code).toBe("PROCESSING_CONFLICT");
    expect(await left(caller)).toEqual({});
  });

  it("and saves a field of it, whose claim names no account, is waited for", async () => {
    const caller = await makeCaller("new-field");
    await saved(caller, { application_id: "there", products: [NEEDS_6] });
    const held = await holdGround();
    try {
      const { application_id: _application, ...rest } = checkBody(caller.providerId);
      const { provider_id, account_id, field_name, field_boundary } = rest;
      const body = { provider_id, account_id, field_name, field_boundary, provider_field_id: "late" };
      const answered = call(PROCESS, caller, { body });
      await held.arrived();
      const { late } = await erase(caller, ACCOUNT, {
        meanwhile: async () => {
          await held.letGo();
          expect((await answered).status).toBe(200);
          expect(await left(caller)).toMatchObject({ field: 1 });
        },
      });
      expect(late).toBeGreaterThan(0);
    } finally {
      await held.letGo();
    }
    expect(await left(caller)).toEqual({});
  });

  it("and is in the middle of an edit ends first, and what it wrote goes too", async () => {
    const caller = await makeCaller("editing");
    const { id } = await saved(caller, { products: [NEEDS_6] });
    const { fieldId } = await placeOf(caller, id);
    const other = new pg.Client({ connectionString: ownerUrl });
    await other.connect();
    try {
      // As an edit of an application does: it holds the row, and writes a change that no foreign key ties to it.
      await other.query(beginAs(caller.providerId, {}));
      await other.query(
        "SELECT 1 FROM application WHERE provider_id = $1 AND application_event_id = $2 FOR NO KEY UPDATE",
        [caller.providerId, id],
      );
      const erased = erase(caller, ACCOUNT);
      await isHeldUp();
      await other.query(
        `INSERT INTO change_event (provider_id, change_id, field_id, application_event_id, year, kind, actor)
         VALUES ($1, gen_random_uuid(), $2, $3, 2026, 'drift_claim', 'portal:test')`,
        [caller.providerId, fieldId, id],
      );
      await other.query(
        `INSERT INTO assessment (provider_id, assessment_id, calculated_at, application_event_id, format_version, status,
                                 processing_complete, body)
         VALUES ($1, gen_random_uuid(), now(), $2, 3, 'met', true, '{}')`,
        [caller.providerId, id],
      );
      await other.query("COMMIT");
      expect(await erased).toMatchObject({ erased: { change_event: 1, assessment: 2 } });
    } finally {
      await other.end();
    }
    expect(await left(caller)).toEqual({});
  });

  it("and submits a bulk job leaves neither the job nor what a worker made of it", async () => {
    const caller = await makeCaller("submits");
    await saved(caller, { application_id: "there", products: [NEEDS_6] });
    const other = new pg.Client({ connectionString: ownerUrl });
    await other.connect();
    try {
      await other.query(beginAs(caller.providerId, { isOwnRole: true }));
      await other.query("SELECT 1 FROM provider WHERE provider_id = $1 FOR UPDATE", [caller.providerId]);
      const answered = send(caller, bulkBody(caller.providerId, 2));
      const { late } = await erase(caller, ACCOUNT, {
        meanwhile: async () => {
          await other.query("COMMIT");
          const response = await answered;
          expect(response.status).toBe(202);
          const { job_id: jobId } = (await response.json()) as { job_id: string };
          await runJob(caller, jobId, 2);
          expect(await left(caller)).toMatchObject({ field: 2, bulk_job_item: 2 });
        },
      });
      expect(late).toBeGreaterThan(6);
    } finally {
      await other.end();
    }
    expect(await left(caller)).toEqual({});
  });

  it("and is an item that a worker is at saves nothing", async () => {
    const caller = await makeCaller("at-item");
    const response = await send(caller, bulkBody(caller.providerId, 1));
    const { job_id: jobId } = (await response.json()) as { job_id: string };
    const held = await holdGround();
    try {
      const running = runJob(caller, jobId, 1);
      await held.arrived();
      const { late } = await erase(caller, ACCOUNT, { meanwhile: () => held.letGo().then(() => running) });
      expect(late).toBe(0);
    } finally {
      await held.letGo();
    }
    expect(await left(caller)).toEqual({});
  });
});

it("what is saved to a field that was erased meanwhile is a conflict, and no fault of the service", async () => {
  await makeCaller("too-late");
  const { db } = await getDeps();
  const issue = { fieldId: randomUUID(), year: 2026, kind: "runoff" as const, recordHash: "0".repeat(64) };
  const remember = asProvider(db, "too-late", (tx) =>
    rememberIssue(tx, "too-late", { ...issue, recordFormat: 9, issuedAt: new Date() }),
  );
  await expect(remember).rejects.toMatchObject({ problem: "processingConflict" });
});

describe("an account that is erased while its applicators and its provider's machines are at it", () => {
  it("is gone when they are done, each was answered, and another account is as it was", async () => {
    const caller = await makeCaller("busy");
    await subscribe("busy", "https://example.com/busy");
    const ids: string[] = [];
    for (const name of ["one", "two", "three"]) {
      const field_boundary = squareField(-87.2 - ids.length / 50, 32.8);
      const more = { application_id: name, provider_field_id: name, products: [NEEDS_6], field_boundary };
      ids.push((await saved(caller, more)).id);
    }
    const neighbor = { account_id: "account-2", application_id: "far", provider_field_id: "far" };
    const kept = await saved(caller, { ...neighbor, field_boundary: squareField(-87.6, 32.4), products: [NEEDS_6] });
    const ofNeighbor = () =>
      sqlAsOwner("busy", "SELECT to_jsonb(t)::text AS row FROM assessment t WHERE application_event_id = $1", [
        kept.id,
      ]);
    const was = await ofNeighbor();
    const work = await Promise.all(
      ids.map(async (id, index) => {
        const name = ["one", "two", "three"][index] ?? "";
        const { fieldId, year } = await placeOf(caller, id);
        const place = { fieldId, year, applicationEventId: id };
        const browser = await openBrowser(caller, id);
        const entry = { entry_id: randomUUID(), written_at: "2026-06-15T09:05:00-05:00", kind: "fact" };
        const fact = { ...entry, name: "applicator_name", value: "Jo Field" };
        const field_boundary = squareField(-87.2 - index / 50, 32.8);
        const again = { application_id: name, provider_field_id: name, products: [NEEDS_6], field_boundary };
        return [
          () => sendEdit(browser, selection(place, MEASURES.noTill.subOptionId)),
          () => sendEdit(browser, { kind: "exemption", ...place, baseAnsweredAt: null, reasons: [] }),
          () => sendCompute(caller, id, { body: { wind_speed_mph: 8, wind_direction_deg: 270 } }),
          () => askReport(caller, name, { query: "year=2026" }),
          () => call(WRITE, caller, { body: { entries: [fact] }, params: { applicationEventId: id } }),
          () => call(CHECK, caller, { body: checkBody("busy", again) }),
          () => call(CHECK, caller, { body: checkBody("busy", { ...again, application_id: `${name} more` }) }),
        ];
      }),
    );
    const answered = work.flat().map(async (send) => send());
    await erase(caller, ACCOUNT, { meanwhile: () => Promise.all(answered) });
    const answers = await Promise.all(
      answered.map(async (each) => `${(await each).status} ${await (await each).text()}`),
    );
    expect(answers.filter((text) => !/^(200|401|403|404|409) /.test(text))).toEqual([]);
    const rows = await left(caller);
    expect(rows).toMatchObject({ application: 1, field: 1 });
    expect(await ofNeighbor()).toEqual(was);
    await erase(caller, "account-2");
    expect(await left(caller)).toEqual({});
  });
});
