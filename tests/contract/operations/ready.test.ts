import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { GET } from "@/app/api/ready/route";
import { readyResponse } from "@/lib/contracts/v2/plain";
import { applyMigrations } from "@/lib/data/migrations";
import { beatWorker, forgetWorker } from "@/lib/data/service-state";
import { getDeps } from "@/lib/runtime/deps";
import { watchState } from "@/lib/runtime/metrics/gauges";
import { migrationNames } from "@/lib/runtime/migration-files";
import { loadGround } from "@/tests/contract/v2/esa-check/support";
import { call } from "@/tests/support/api";

let owner: pg.Client;
beforeAll(async () => {
  await loadGround();
  // This connection may write whatever the database's setting is.
  owner = new pg.Client({
    connectionString: process.env.DATABASE_DIRECT_URL ?? "",
    options: "-c default_transaction_read_only=off",
  });
  await owner.connect();
});
beforeEach(() => expect.poll(ready, { timeout: 30_000 }).toMatchObject(READY));
afterAll(async () => {
  await onDatabase("RESET default_transaction_read_only");
  await owner.end();
});

/** Changes a setting of the test's database, and ends the service's connections so that new ones have it. */
async function onDatabase(change: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>("SELECT quote_ident(current_database()) AS name");
  await owner.query(`ALTER DATABASE ${rows[0]?.name ?? ""} ${change}`);
  await owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND usename = 'hedgerow_app' AND pid <> pg_backend_pid()`,
  );
}

async function ready() {
  const response = await call(GET, null, { method: "GET" });
  const { status, checks } = readyResponse.parse(await response.json());
  return { http: response.status, status, ...checks };
}
const HOLDS = { ok: true, detail: null };
const READY = { http: 200, status: "ready", database: HOLDS, postgis: HOLDS, schema: HOLDS, data_sets: HOLDS };
const notReady = (more: object) => ({ http: 503, status: "not_ready", ...more });
const becomes = (expected: object): Promise<void> => expect.poll(ready, { timeout: 30_000 }).toMatchObject(expected);

it("a database that takes no writes is not ready, and is ready again afterwards", async () => {
  await onDatabase("SET default_transaction_read_only = on");
  const detail = "the database takes no writes; its disk may be full";
  await becomes(notReady({ database: { ok: false, detail } }));
  await onDatabase("RESET default_transaction_read_only");
  await becomes(READY);
});

it("a database that lacks a migration is not ready, and says which and what to do", async () => {
  const newest = migrationNames().at(-1) ?? "";
  await owner.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1", [newest]);
  const detail = `the database lacks ${newest}: npm run migrate`;
  await becomes(notReady({ schema: { ok: false, detail }, data_sets: { ok: false, detail: "not known" } }));
  await owner.query("UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = $1", [newest]);
  await becomes(READY);
});

it("a database with a migration that this version does not know is ready: the next version comes", async () => {
  await owner.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ('next', 'x', '99990101000000_of_the_next_version', now(), 1)`,
  );
  await becomes(READY);
  await owner.query("DELETE FROM _prisma_migrations WHERE id = 'next'");
});

it("PostGIS in a schema where no statement looks for it is not ready, and the answer names the schema", async () => {
  await owner.query("ALTER SCHEMA gis RENAME TO lost");
  await becomes(notReady({ postgis: { ok: false, detail: expect.stringContaining("in the schema lost") as string } }));
  await owner.query("ALTER SCHEMA lost RENAME TO gis");
  await becomes(READY);
});

it("a database that lost its search path, as after a restore, works, and npm run migrate gives it back", async () => {
  const pathOf = async (): Promise<string | undefined> => {
    const { rows } = await owner.query<{ config: string }>(
      `SELECT array_to_string(setconfig, ';') AS config FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
       WHERE d.datname = current_database() AND setrole = 0`,
    );
    return rows[0]?.config;
  };
  await onDatabase("RESET search_path");
  expect(await pathOf()).toBeUndefined();
  await becomes(READY);
  await applyMigrations(process.env.DATABASE_DIRECT_URL ?? "", []);
  expect(await pathOf()).toBe("search_path=public, gis");
});

it("says whether a worker lives and whether the queue is late, and stays ready without", async () => {
  const { db } = await getDeps();
  const none = { ok: false, detail: "no worker was heard of within a day" };
  await becomes({ ...READY, worker: none, queue: HOLDS });
  const workerId = randomUUID();
  await beatWorker(db, workerId, "digest");
  await becomes({ ...READY, worker: HOLDS });
  await owner.query("UPDATE worker_beat SET beat_at = now() - interval '90 seconds'");
  await becomes({ ...READY, worker: { ok: false, detail: expect.stringMatching(/for 9\d s$/) as string } });
  await forgetWorker(db, workerId);
  await becomes({ ...READY, worker: none });
});

it("names an archived data set whose file is not here or cut, and stays ready", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-ready-"));
  try {
    const file = join(folder, "areas.archive");
    const { rows } = await owner.query<{ version: string }>(
      `WITH kept AS (INSERT INTO data_set_archive (data_set_id, file, bytes)
                     SELECT max(data_set_id), $1, 3 FROM data_set WHERE kind = 'pula' RETURNING data_set_id)
       SELECT version FROM data_set JOIN kept USING (data_set_id)`,
      [file],
    );
    const detail = `this process does not find the whole archive of: ${rows[0]?.version ?? ""}`;
    const missing = async () =>
      /^hedgerow_archives_missing (\d)$/m.exec(await (await getDeps()).metrics.registry.metrics())?.[1];
    watchState((await getDeps()).metrics.registry, await getDeps());
    await becomes({ ...READY, archives: { ok: false, detail } });
    expect(await missing()).toBe("1");
    writeFileSync(file, "ab");
    await becomes({ ...READY, archives: { ok: false, detail } });
    writeFileSync(file, "abc");
    await becomes({ ...READY, archives: HOLDS });
    await expect.poll(missing, { timeout: 10_000 }).toBe("0");
  } finally {
    await owner.query("DELETE FROM data_set_archive");
    rmSync(folder, { recursive: true });
  }
});
