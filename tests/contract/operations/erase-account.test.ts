import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as RECORD } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { GET as JOB } from "@/app/api/v2/esa-check/bulk/[jobId]/route";
import { ACCOUNT_TIES } from "@/lib/data/account-rows";
import { listActions } from "@/lib/data/operators/audit";
import { getDeps } from "@/lib/runtime/deps";
import { exportProvider } from "@/lib/usecases/operations/export-provider";
import { openSession, readSession } from "@/lib/usecases/portal/session";
import { verifyReport } from "@/lib/usecases/reports/verify-report";
import { erase, fillAccount, type Filled, openAll, TEXT } from "@/tests/contract/operations/account-support";
import { askReport } from "@/tests/contract/reports/support";
import { getCompliance, getGroupCompliance, NEEDS_4, prepareGround } from "@/tests/contract/v2/compliance/support";
import { GROUND } from "@/tests/contract/v2/esa-check/support";
import { sendCompute } from "@/tests/contract/v2/drift/support";
import { access, askAccess, opaqueOf } from "@/tests/contract/v2/portal/support";
import { prepareQueue, subscribe } from "@/tests/contract/webhooks/support";
import { BY_TEST, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { programOf } from "@/tests/support/program";
import type { Connected } from "@/tests/support/soil-ground";

/** One account of a provider is exported and erased, and the provider's other accounts and all others stay as they are. */

const ownerUrl = String(process.env.DATABASE_DIRECT_URL);

let soil: Connected;
let folder: string;
let all: pg.Client;
let farm: Caller;
let gone: Filled;
let stays: Filled;
/** Every row before the account that is erased had any. */
let before: Map<string, string[]>;
let link: string;

const tied = Object.keys(ACCOUNT_TIES).filter((table) => ACCOUNT_TIES[table] !== "none");

/** Every row of every table, as text, in order. */
async function everyRow(): Promise<Map<string, string[]>> {
  const { rows: tables } = await all.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`);
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await all.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t ORDER BY 1`);
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}

/** Tables with a row in which one of some texts stands, as it is or in bytes. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const shapes = texts.flatMap((text) => [text, Buffer.from(text).toString("hex")]).map((text) => text.toLowerCase());
  const queue = await all.query<{ row: string }>(
    "SELECT to_jsonb(j)::text AS row FROM graphile_worker._private_jobs j",
  );
  const rows = new Map(await everyRow()).set(
    "queue",
    queue.rows.map(({ row }) => row),
  );
  return [...rows].flatMap(([name, texts]) =>
    texts.some((row) => shapes.some((shape) => row.toLowerCase().includes(shape))) ? [name] : [],
  );
}

beforeAll(async () => {
  await prepareQueue();
  soil = await prepareGround(
    [{ pulaId: 121, geometry: GROUND }],
    [{ pulaId: 121, registration: NEEDS_4.epa_number, code: "ZZ1", limitation: TEXT }],
  );
  folder = mkdtempSync(join(tmpdir(), "hedgerow-account-"));
  all = await openAll();
  farm = await makeCaller("platform", "token");
  await subscribe("platform", "https://example.com/hook");
  stays = await fillAccount(all, farm, "oakvale", [-87.25, 32.89]);
  before = await everyRow();
  gone = await fillAccount(all, farm, "quillhurst", [-87.35, 32.79]);
  link = opaqueOf((await access(farm, gone.applicationEventId)).portal_url);
}, 240_000);
afterAll(async () => {
  await all.end();
  rmSync(folder, { recursive: true, force: true });
  await soil.close();
});

const idsOf = ({ fieldIds, jobIds, applicationEventId }: Filled): string[] => [
  ...fieldIds,
  ...jobIds,
  applicationEventId,
];

describe("an account of a provider", () => {
  it("has rows in every table that is said to have some of an account", async () => {
    const now = await everyRow();
    const added = tied.filter((table) => (now.get(table)?.length ?? 0) > (before.get(table)?.length ?? 0));
    expect(tied.filter((table) => !added.includes(table))).toEqual([]);
    const named = await tablesWith(gone.mark, ...idsOf(gone));
    // What is found by its text is tied to the account, or is named in decision 0053.
    expect(named.filter((table) => !tied.includes(table))).toEqual(["queue"]);
  });

  it("is exported alone, in the files of a provider's export", async () => {
    const context = { db: (await getDeps()).db, by: BY_TEST, ownerUrl, now: new Date() };
    const to = join(folder, "export");
    const { tables, ...manifest } = await exportProvider(context, "platform", to, gone.accountId);
    expect(manifest).toMatchObject({ format_version: 1, provider_id: "platform", account_id: gone.accountId });
    expect(tables.map(({ table }) => table).toSorted()).toEqual(tied.toSorted());
    for (const { table, file, rows } of tables) {
      const now = await everyRow();
      expect(rows, table).toBe((now.get(table)?.length ?? 0) - (before.get(table)?.length ?? 0));
      const text = gunzipSync(readFileSync(join(to, file))).toString();
      expect(text).not.toContain(stays.mark);
      expect(text).not.toMatch(/"token_hash"|"token_sealed"/);
    }
    await expect(exportProvider(context, "platform", join(folder, "typo"), "quillhurst farms")).rejects.toThrow(
      'nothing is kept of an account "quillhurst farms" of platform',
    );
  });

  it("is not erased where its id is another, or where records have to be kept and no one said to erase them", async () => {
    await expect(erase(farm, "quillhurst farms")).rejects.toThrow("nothing is kept of an account");
    await expect(erase({ ...farm, providerId: "no-one" }, gone.accountId)).rejects.toThrow(
      "there is no provider no-one",
    );
    await expect(erase(farm, gone.accountId, { includesKept: false })).rejects.toThrow(
      /^1 records and 1 reports are to be kept until 20/,
    );
    expect(await tablesWith(gone.mark)).toContain("application");
  });

  it("is not erased by a command that names it only once", () => {
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [...programOf("provider"), ...words], { encoding: "utf8" });
    const erased = run("erase", "platform", "--account", gone.accountId, "--confirm", "platform");
    expect([erased.status, erased.stdout]).toEqual([1, ""]);
    expect(erased.stderr).toContain(`--confirm says platform, not ${gone.accountId}. Nothing was changed.`);
    const to = join(folder, "by-command");
    const exported = run("export", "platform", to, "--account", gone.accountId);
    expect(exported.stdout).toMatch(/^quillhurst Farms: \d+ rows of 28 tables in /);
  });

  it("is erased from every table, and all other rows stay byte for byte", async () => {
    const was = await everyRow();
    const { erased, late } = await erase(farm, gone.accountId);
    expect(late).toBe(0);
    const counted = tied.map((table) => [table, (was.get(table)?.length ?? 0) - (before.get(table)?.length ?? 0)]);
    expect(erased).toEqual(Object.fromEntries(counted));
    const now = await everyRow();
    for (const table of tied) expect(now.get(table), table).toEqual(before.get(table));
    const others = [...was.keys()].filter((table) => !tied.includes(table) && table !== "operator_audit");
    for (const table of others) expect(now.get(table), table).toEqual(was.get(table));
  });

  it("leaves its names in the operators' log alone, and ids in the queue until a worker finds nothing by them", async () => {
    expect(await tablesWith(gone.mark)).toEqual(["operator_audit"]);
    expect(await tablesWith(...idsOf(gone))).toEqual(["queue"]);
    const { db } = await getDeps();
    const actions = await listActions(db, { actor: null, objectId: gone.accountId, before: null, most: 10 });
    expect(actions.map(({ action, after }) => [action, after?.provider])).toEqual(
      ["erase", "erase_begin", "export", "export_begin", "export", "export_begin"].map((part) => [
        `account.${part}`,
        "platform",
      ]),
    );
  });

  it("is as unknown as one that never was to the API, the portal, and links", async () => {
    const id = gone.applicationEventId;
    const codeOf = async (response: Response | Promise<Response>, status = 404) =>
      (await refusal(await response, status)).code;
    const at = { params: { applicationEventId: id } };
    expect(await codeOf(getCompliance(farm, id))).toBe("APPLICATION_NOT_FOUND");
    expect(await codeOf(sendCompute(farm, id, { body: { wind_speed_mph: 8, wind_direction_deg: 270 } }))).toBe(
      "APPLICATION_NOT_FOUND",
    );
    expect(await codeOf(askAccess(farm, id))).toBe("APPLICATION_NOT_FOUND");
    expect(await codeOf(call(RECORD, farm, { method: "GET", ...at }))).toBe("APPLICATION_NOT_FOUND");
    const group = `account_id=${encodeURIComponent(gone.accountId)}`;
    expect(await codeOf(getGroupCompliance(farm, `${gone.mark}-group`, group))).toBe("GROUP_NOT_FOUND");
    for (const jobId of gone.jobIds)
      expect(await codeOf(call(JOB, farm, { method: "GET", params: { jobId } }))).toBe("BULK_JOB_NOT_FOUND");
    expect((await askReport(farm, `${gone.mark}-north`, { query: "year=2026" })).status).toBe(404);

    const deps = await getDeps();
    expect(await openSession(deps, link)).toMatchObject({ refused: true });
    const { grant, cookie } = gone.browser;
    const asked = { grant, cookie: cookie.slice(cookie.indexOf("=") + 1), fieldId: gone.fieldIds[0] ?? "" };
    expect(await readSession(deps, asked)).toBeNull();
  });

  it("has reports and records of which is known that there were some, and those of others are what they were", async () => {
    const stateOf = async (hash: string) => (await verifyReport(await getDeps(), hash)).state;
    expect([await stateOf(gone.reportHash), await stateOf(gone.recordHash)]).toEqual(["ended", "ended"]);
    expect([await stateOf(stays.reportHash), await stateOf(stays.recordHash)]).toEqual(["changed", "signed"]);
  });

  it("is not erased once more, unless an erasure of it was cut off", async () => {
    await expect(erase(farm, gone.accountId)).rejects.toThrow("nothing is kept of an account");
    const cut = () => Promise.reject(new Error("the machine was switched off"));
    await expect(erase(farm, stays.accountId, { meanwhile: cut })).rejects.toThrow("switched off");
    expect(await erase(farm, stays.accountId)).toEqual({ erased: {}, late: 0 });
    for (const table of tied) expect((await everyRow()).get(table), table).toEqual([]);
    await expect(erase(farm, stays.accountId)).rejects.toThrow("nothing is kept of an account");
  });

  it("is erased whole where it has more rows than go at once", async () => {
    await all.query(`
      INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name)
      SELECT 'platform', gen_random_uuid(), 'large', 'large-' || n, 'Large' FROM generate_series(1, 120) n`);
    await all.query(`
      INSERT INTO application (provider_id, application_event_id, field_id, account_id, application_id, application_date,
                               application_method, products, crop, pest, processing_status, boundary_hash)
      SELECT provider_id, gen_random_uuid(), field_id, 'large', field_id::text, '2026-06-15', 'Broadcast-Ground', '[]', '{}', '{}',
             'completed', ''
      FROM field WHERE provider_id = 'platform' AND account_id = 'large'`);
    await all.query(`
      INSERT INTO assessment (provider_id, assessment_id, calculated_at, application_event_id, format_version, status,
                              processing_complete, body)
      SELECT provider_id, gen_random_uuid(), now(), application_event_id, 3, 'met', true, '{}'
      FROM application, generate_series(1, 5) WHERE provider_id = 'platform' AND account_id = 'large'`);
    expect((await erase(farm, "large")).erased).toEqual({ assessment: 600, application: 120, field: 120 });
  });
});
