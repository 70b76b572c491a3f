import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as WRITE } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { issueApiKey, revokeApiKey } from "@/lib/auth/api-keys";
import { applicationRecordResponse } from "@/lib/contracts/v2/application-record";
import { asProvider } from "@/lib/data/db";
import { listActions } from "@/lib/data/operators/audit";
import { getDeps } from "@/lib/runtime/deps";
import { changeArchived, SeveralFields } from "@/lib/usecases/operations/archive-field";
import { eraseProvider } from "@/lib/usecases/operations/erase-provider";
import { exportProvider } from "@/lib/usecases/operations/export-provider";
import { keepDatabase } from "@/lib/usecases/operations/keep-database";
import {
  createProvider,
  offboardProvider,
  readProvider,
  setKeepYears,
  setPortalEnabled,
} from "@/lib/usecases/operations/manage-providers";
import { purgeApplications } from "@/lib/usecases/records/purge-records";
import { NEEDS_4, saved } from "@/tests/contract/v2/compliance/support";
import { compute, prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { check, sql } from "@/tests/contract/v2/esa-check/support";
import { answer, BY_TEST, call, makeCaller, type Caller } from "@/tests/support/api";
import { programOf } from "@/tests/support/program";
import type { Connected } from "@/tests/support/soil-ground";

/** What a provider's applications, records, and the provider itself leave when their time is over. */

const ownerUrl = String(process.env.DATABASE_DIRECT_URL);
const THIS_YEAR = new Date().getUTCFullYear();

let soil: Connected;
let folder: string;
let stays: Caller;
/** The server's own user, past every policy: what is really there. */
let all: pg.Client;
beforeAll(async () => {
  soil = await prepareSoundGround();
  folder = mkdtempSync(join(tmpdir(), "hedgerow-end-"));
  stays = await makeCaller("stays");
  all = new pg.Client({ connectionString: Object.assign(new URL(ownerUrl), { username: "postgres" }).href });
  await all.connect();
  await all.query("SET search_path = public, gis");
});
afterAll(async () => {
  await all.end();
  rmSync(folder, { recursive: true, force: true });
  await soil.close();
});

const tablesOfProviders = async (): Promise<string[]> =>
  (
    await all.query<{ name: string }>(`
      SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'provider_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`)
  ).rows.map(({ name }) => name);

async function rowsOf(providerId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of await tablesOfProviders()) {
    const { rows } = await all.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} WHERE provider_id = $1`,
      [providerId],
    );
    if (rows[0] !== undefined && rows[0].count > 0) counts[name] = rows[0].count;
  }
  return counts;
}

const of = async (table: string, id: string): Promise<number> =>
  (await all.query(`SELECT 1 FROM ${table} WHERE application_event_id = $1`, [id])).rowCount ?? 0;

/** An application with answers, requirements, and a placement, on a field of its own and a day of its own. */
async function application(caller: Caller, name: string, day: string): Promise<string> {
  const { id } = await saved(caller, { application_id: name, provider_field_id: name, products: [NEEDS_4], gpa: 15 });
  await compute(caller, id, { wind_speed_mph: 8 });
  await sql(caller.providerId, "UPDATE application SET application_date = $2::date WHERE application_event_id = $1", [
    id,
    day,
  ]);
  return id;
}

const write = async (caller: Caller, id: string): Promise<unknown> =>
  answer(
    await call(WRITE, caller, {
      params: { applicationEventId: id },
      body: {
        entries: [
          {
            entry_id: randomUUID(),
            written_at: "2026-06-15T09:05:00-05:00",
            kind: "fact",
            name: "applicator_name",
            value: "Jo Field",
          },
        ],
      },
    }),
    applicationRecordResponse,
  );

describe("applications that are older than their provider keeps", () => {
  it("end with every row that hangs on them, on the first day of the year after, and no others do", async () => {
    const caller = await makeCaller("keeping");
    const old = await application(caller, "old", `${THIS_YEAR - 4}-12-31`);
    const young = await application(caller, "young", `${THIS_YEAR - 3}-01-01`);
    const recorded = await application(caller, "recorded", `${THIS_YEAR - 4}-06-01`);
    await write(caller, recorded);
    await all.query(
      "INSERT INTO field_year (provider_id, field_id, year) SELECT provider_id, field_id, $2 FROM application WHERE application_event_id = $1",
      [old, THIS_YEAR - 4],
    );
    const elsewhere = await application(stays, "long", `${THIS_YEAR - 4}-12-31`);
    await setKeepYears({ db: (await getDeps()).db, by: BY_TEST }, stays.providerId, 10);
    const before = await of("assessment", young);

    expect(await purgeApplications(await getDeps())).toMatchObject({ applications: 1, fieldYears: 1 });
    expect(await purgeApplications(await getDeps())).toEqual({ applications: 0, fieldYears: 0 });

    for (const table of ["application", "assessment", "requirement", "drift_placement"]) {
      expect(await of(table, old), table).toBe(0);
      for (const id of [young, recorded, elsewhere]) expect(await of(table, id), table).toBeGreaterThan(0);
    }
    expect(await of("assessment", young)).toBe(before);
  });

  it("leave no table behind that points at applications", async () => {
    const { rows } = await all.query<{ name: string; text: string }>(`
      SELECT f.conrelid::regclass::text AS name, p.prosrc AS text
      FROM pg_constraint f, pg_proc p
      WHERE f.contype = 'f' AND f.confrelid = 'application'::regclass AND p.proname = 'purge_applications'`);
    expect(rows.length).toBeGreaterThan(5);
    for (const { name, text } of rows) expect(text, name).toMatch(new RegExp(`FROM ${name} `));
  });

  it("are kept for two years at least", async () => {
    const context = { db: (await getDeps()).db, by: BY_TEST };
    await expect(setKeepYears(context, stays.providerId, 1)).rejects.toThrow("2 to 50 whole years");
  });
});

/** Asked one by one: a row of a shard names its shard. */
async function partitionsOf(id: string): Promise<string[]> {
  const { rows } = await all.query<{ name: string }>(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'assessment'::regclass ORDER BY 1",
  );
  const found = [];
  for (const { name } of rows) if ((await of(name, id)) > 0) found.push(name);
  return found;
}

describe("months of assessments", () => {
  it("take over what the default partition held of them", async () => {
    const id = await application(stays, "clock", `${THIS_YEAR}-06-01`);
    await all.query("UPDATE assessment SET calculated_at = '2041-05-31 23:59:59Z' WHERE application_event_id = $1", [
      id,
    ]);
    const where = () => partitionsOf(id);
    expect(await where()).toEqual(["partitions.assessment_other"]);
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query("SELECT ensure_assessment_partitions('2041-05-01', 1)");
    await owner.end();
    expect(await where()).toEqual(["partitions.assessment_2041_05"]);
    expect(await sql(stays.providerId, "SELECT 1 FROM assessment WHERE application_event_id = $1", [id])).not.toEqual(
      [],
    );
    expect(await sql("keeping", "SELECT 1 FROM assessment WHERE application_event_id = $1", [id])).toEqual([]);
  });

  it("are dropped once no provider keeps them and nothing is left in them, and no sooner", async () => {
    const old = await application(stays, "very-old", `${THIS_YEAR}-06-01`);
    const deps = await getDeps();
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query("SELECT ensure_assessment_partitions('2001-01-01', 2)");
    await owner.end();
    await all.query("UPDATE assessment SET calculated_at = '2001-01-15Z' WHERE application_event_id = $1", [old]);
    const months = async () =>
      (await all.query<{ relname: string }>("SELECT relname FROM pg_class WHERE relname ~ '^assessment_2001_0[12]$'"))
        .rows;
    await setKeepYears({ db: deps.db, by: BY_TEST }, stays.providerId, 50);
    expect((await keepDatabase(deps)).partitionsDropped).toBe(0);
    await setKeepYears({ db: deps.db, by: BY_TEST }, stays.providerId, 10);
    expect((await keepDatabase(deps)).partitionsDropped).toBe(1);
    expect(await months()).toEqual([{ relname: "assessment_2001_01" }]);
    expect(await of("assessment", old)).toBeGreaterThan(0);
  });
});

describe("a provider that leaves", () => {
  const EXPORTED_NEVER = /esa_(test|live)_\w{10}|"key_hash"|_sealed"|token_hash/;

  it("takes all of its rows with it, of one moment, without a secret, and no one else's", async () => {
    const caller = await makeCaller("leaves", "token");
    await write(caller, await application(caller, "there", `${THIS_YEAR}-06-01`));
    const { db } = await getDeps();
    const context = { db, by: BY_TEST, ownerUrl, now: new Date() };
    const counted = await rowsOf("leaves");
    const { tables } = await exportProvider(context, "leaves", join(folder, "export"));
    expect(Object.fromEntries(tables.flatMap(({ table, rows }) => (rows === 0 ? [] : [[table, rows]])))).toEqual(
      counted,
    );
    expect(tables.map(({ table }) => table).sort()).toEqual(await tablesOfProviders());
    for (const { file, rows, sha256 } of tables) {
      const bytes = readFileSync(join(folder, "export", file));
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
      const lines = gunzipSync(bytes).toString().split("\n").filter(Boolean);
      expect(lines).toHaveLength(rows);
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ provider_id: "leaves" });
      expect(lines.join("\n")).not.toMatch(EXPORTED_NEVER);
    }
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "export", "manifest.json"), "utf8"));
    // By the format a program knows how to read the files, and by the migration which columns their rows have.
    const migration = readdirSync("prisma/migrations")
      .filter((name) => /^\d/.test(name))
      .sort()
      .at(-1);
    expect(manifest).toMatchObject({ format_version: 1, migration, provider_id: "leaves", tables });
    await expect(exportProvider(context, "leaves", join(folder, "export"))).rejects.toThrow("is not empty");
    await expect(exportProvider(context, "no-one", join(folder, "no-one"))).rejects.toThrow("there is no provider");
  });

  it("takes photos and reports with it that are more than Node can hold as one text", async () => {
    const id = await application(stays, "pictured", `${THIS_YEAR}-06-01`);
    await write(stays, id);
    await all.query(
      `INSERT INTO record_photo (provider_id, application_event_id, entry_id, picture, small_picture)
       SELECT 'stays', $1, gen_random_uuid(), convert_to(repeat('x', 499000), 'UTF8'), convert_to(repeat('x', 79000), 'UTF8')
       FROM generate_series(1, 480)`,
      [id],
    );
    const { db } = await getDeps();
    const { tables } = await exportProvider(
      { db, by: BY_TEST, ownerUrl, now: new Date() },
      "stays",
      join(folder, "photos"),
    );
    expect(tables.find(({ table }) => table === "record_photo")?.rows).toBe(480);
    await all.query("DELETE FROM record_photo WHERE application_event_id = $1", [id]);
  });

  it("that is cut off in its export leaves word of who began it", async () => {
    const { db } = await getDeps();
    const nowhere = Object.assign(new URL(ownerUrl), { pathname: "/no-such-database" }).href;
    const context = { db, by: BY_TEST, ownerUrl: nowhere, now: new Date() };
    await expect(exportProvider(context, "keeping", join(folder, "cut"))).rejects.toThrow("no-such-database");
    const actions = await listActions(db, { actor: null, objectId: "keeping", before: null, most: 10 });
    expect(actions.map(({ action, actor }) => [action, actor])).toContainEqual(["provider.export_begin", "test"]);
  });

  it("has a field archived and restored by someone who is written down", async () => {
    const { db } = await getDeps();
    await application(stays, "put-by", `${THIS_YEAR}-06-01`);
    const named = { providerId: "stays", providerFieldId: "put-by" };
    const context = { db, by: BY_TEST };
    const field = await changeArchived(context, named, new Date());
    expect(field).toMatchObject({ accountId: "account-1", archivedAt: expect.any(Date) as Date });
    await expect(changeArchived(context, named, new Date())).rejects.toThrow("no such field to archive");
    expect(await changeArchived(context, named, null)).toEqual({ ...field, archivedAt: null });
    const actions = await listActions(db, { actor: null, objectId: field.fieldId, before: null, most: 10 });
    expect(actions).toMatchObject([
      { action: "field.restore", actor: "test" },
      { action: "field.archive", after: { provider: "stays", provider_field_id: "put-by" } },
    ]);
  });

  it("has two fields of one id told apart before one is archived, in words that the command line has alone", async () => {
    const { db } = await getDeps();
    const named = { providerId: "stays", providerFieldId: "twice" };
    const context = { db, by: BY_TEST };
    await application(stays, "twice", `${THIS_YEAR}-06-01`);
    const first = await changeArchived(context, named, new Date());
    await check(stays, { application_id: "twice again", provider_field_id: "twice" });
    await changeArchived(context, named, null);
    const several: unknown = await changeArchived(context, named, new Date()).catch((error: unknown) => error);
    expect(several).toBeInstanceOf(SeveralFields);
    const ids = several instanceof SeveralFields ? several.fields.map(({ fieldId }) => fieldId) : [];
    expect([ids.length, ids.includes(first.fieldId)]).toEqual([2, true]);

    const run = (...words: string[]) =>
      spawnSync(process.execPath, [...programOf("field"), ...words], { encoding: "utf8" });
    const refused = run("archive", "stays", "twice");
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    for (const id of ids) expect(refused.stderr).toContain(`  ${id}  account account-1  `);
    expect(refused.stderr).toMatch(/^several rows have this id; name one with --field-id:\n/);
    const done = run("archive", "stays", "twice", "--field-id", first.fieldId);
    expect(done.stdout).toMatch(new RegExp(`^archived\\n  ${first.fieldId}  account account-1  .*  archived 2`));
    expect(done.stderr).toContain("No other field of this id counts the 1 recent application of this one");
  });

  it("is erased whole once it is off-boarded and what has to be kept is named, and no one else is touched", async () => {
    const { db } = await getDeps();
    const erasure = { db, by: BY_TEST, ownerUrl, now: new Date(), includesKept: false };
    const others = await rowsOf(stays.providerId);
    await expect(eraseProvider(erasure, "leaves")).rejects.toThrow("npm run provider -- offboard leaves");
    await offboardProvider(erasure, "leaves");
    const before = await rowsOf("leaves");
    erasure.now = new Date(Date.now() + 15 * 60_000);
    await expect(eraseProvider(erasure, "leaves")).rejects.toThrow(/^1 records and 0 reports are to be kept until 2/);
    expect(await rowsOf("leaves")).toEqual(before);

    expect(await eraseProvider({ ...erasure, includesKept: true }, "leaves")).toEqual(before);
    expect(await rowsOf("leaves")).toEqual({});
    expect(await rowsOf(stays.providerId)).toEqual(others);
    const actions = await listActions(db, { actor: null, objectId: "leaves", before: null, most: 10 });
    expect(actions.map(({ action }) => action)).toEqual([
      "provider.erase",
      "provider.erase_begin",
      "provider.offboard",
      "provider.export",
      "provider.export_begin",
    ]);
    expect(await asProvider(db, "leaves", (tx) => tx.provider.count())).toBe(0);
    await expect(eraseProvider(erasure, "leaves")).rejects.toThrow("there is no provider leaves");
  });

  it("that came back is off-boarded again before it is erased, so that its links open nothing of the next of its id", async () => {
    const { db, env, clock } = await getDeps();
    const context = { db, by: BY_TEST, secret: env.API_KEY_HASH_SECRET, now: clock() };
    const erasure = { ...context, ownerUrl, now: new Date(Date.now() + 15 * 60_000), includesKept: false };
    const again = { providerId: "returns", name: "Returns", portalMode: "signed_link", linkDays: 30 } as const;
    const generation = async () => (await readProvider(db, "returns"))?.linkGeneration;
    await createProvider(context, again);
    await offboardProvider(context, "returns");
    await eraseProvider(erasure, "returns");
    await createProvider(context, again);
    const second = await generation();
    await setPortalEnabled(context, "returns", false);
    // It has no key any more and its portal is closed, but no one has off-boarded it.
    await expect(eraseProvider(erasure, "returns"), "made again").rejects.toThrow("provider -- offboard returns");
    await offboardProvider(context, "returns");
    const key = await issueApiKey(context, { providerId: "returns", environment: "test", expiresAt: null });
    await revokeApiKey(context, "returns", key);
    await expect(eraseProvider(erasure, "returns"), "had a key").rejects.toThrow("provider -- offboard returns");
    await offboardProvider(context, "returns");
    await setPortalEnabled(context, "returns", true);
    await setPortalEnabled(context, "returns", false);
    await expect(eraseProvider(erasure, "returns"), "was open").rejects.toThrow("provider -- offboard returns");
    await offboardProvider(context, "returns");
    await eraseProvider(erasure, "returns");
    await createProvider(context, again);
    expect(await generation()).toBeGreaterThan(second ?? Infinity);
  });
});
