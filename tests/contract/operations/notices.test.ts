import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET } from "@/app/api/v2/usage/route";
import { keyPrefix } from "@/lib/auth/api-key-format";
import { revokeApiKey } from "@/lib/auth/api-keys";
import { connect, type Db } from "@/lib/data/db";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet } from "@/lib/imports/switch";
import type { Listening } from "@/lib/data/notices";
import { getDeps } from "@/lib/runtime/deps";
import { keepCachesFresh } from "@/lib/runtime/fresh-caches";
import { limitationRow, squareFeature } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { BY_TEST, call, makeCaller, type Caller } from "@/tests/support/api";

/** Another process: it shares nothing with the one that answers but the database. */
let elsewhere: Db;
let owner: pg.Client;
let listening: Listening;
beforeAll(async () => {
  listening = keepCachesFresh(await getDeps());
  elsewhere = connect({ url: process.env.DATABASE_URL ?? "", poolMax: 2 });
  owner = new pg.Client({ connectionString: ownerUrl() });
  await owner.connect();
});
afterAll(async () => {
  await listening.close();
  await elsewhere.close();
  await owner.end();
});

/** Less than a key is kept without a notice, and more than a busy machine needs to bring one. */
const HEARD = { timeout: 40_000, interval: 100 };
const statusOf = async (caller: Caller) => (await call(GET, caller, { method: "GET" })).status;
const revoke = async ({ providerId, apiKey }: Caller) => {
  const { env, clock } = await getDeps();
  const context = { db: elsewhere, secret: env.API_KEY_HASH_SECRET, by: BY_TEST, now: clock() };
  await revokeApiKey(context, providerId, keyPrefix(apiKey));
};
const listeners = async () =>
  (
    await owner.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'hedgerow notices' AND query LIKE 'LISTEN%'`,
    )
  ).rows.map(({ pid }) => pid);

it("a key that another process revoked is refused before it would be forgotten", async () => {
  const caller = await makeCaller("heard");
  expect(await statusOf(caller)).toBe(200);
  await expect.poll(async () => (await listeners()).length, HEARD).toBe(1);
  await revoke(caller);
  await expect.poll(() => statusOf(caller), HEARD).toBe(401);
});

it("what happened while no connection stood is made up for when it stands again", async () => {
  const caller = await makeCaller("missed");
  expect(await statusOf(caller)).toBe(200);
  const [pid] = await listeners();
  // Revoked while the connection is made again: the notice finds no one who listens.
  await owner.query("SELECT pg_terminate_backend($1::int)", [pid]);
  await revoke(caller);
  await expect.poll(() => statusOf(caller), HEARD).toBe(401);
  expect(await listeners()).not.toEqual([pid]);
});

it("a switch of a data set empties what was kept of the one before", async () => {
  const { caches } = await getDeps();
  await importPulas(ownerUrl(), {
    source: { name: "areas", records: [squareFeature({ objectid: 1, pula_id: 1 })] },
    limitations: { name: "rows", records: [limitationRow({})] },
    version: "heard",
  });
  caches.pesticideNames.set("kept before", "none");
  await activateSet(ownerUrl(), { kind: "pula", version: "heard", force: true, by: BY_TEST });
  await expect.poll(() => caches.pesticideNames.size, HEARD).toBe(0);
});
