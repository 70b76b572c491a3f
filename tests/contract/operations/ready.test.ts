import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET } from "@/app/api/ready/route";
import { readyResponse } from "@/lib/contracts/v2/plain";
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
  return { http: response.status, status, database: checks.database };
}
const READY = { http: 200, status: "ready", database: { ok: true, detail: null } };
const NO_WRITES = {
  http: 503,
  status: "not_ready",
  database: { ok: false, detail: "the database takes no writes; its disk may be full" },
};

it("a database that takes no writes is not ready, and is ready again afterwards", { timeout: 60_000 }, async () => {
  await expect.poll(ready, { timeout: 20_000 }).toEqual(READY);
  await onDatabase("SET default_transaction_read_only = on");
  await expect.poll(ready, { timeout: 20_000 }).toEqual(NO_WRITES);
  await onDatabase("RESET default_transaction_read_only");
  await expect.poll(ready, { timeout: 20_000 }).toEqual(READY);
});
