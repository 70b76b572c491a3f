import { beforeAll, expect, it } from "vitest";
import { listApiKeys } from "@/lib/auth/api-keys";
import { hashApiKey } from "@/lib/auth/api-key-format";
import { authenticate } from "@/lib/auth/authenticate";
import { connect } from "@/lib/data/db";
import { changeKeyHash } from "@/lib/data/providers";
import { createCaches } from "@/lib/runtime/caches";
import { type Deps, getDeps } from "@/lib/runtime/deps";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { type Caller, makeCaller } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner-connections";

const OLD = process.env.API_KEY_HASH_SECRET ?? "";
const NEW = "the-next-secret-for-hashing-keys-0123456789";

let used: Caller;
let unused: Caller;
beforeAll(async () => {
  used = await makeCaller("used");
  unused = await makeCaller("unused");
});

/** Another process, with these secrets and nothing remembered. */
async function processWith(secret: string, other?: string): Promise<Deps> {
  const deps = await getDeps();
  const secrets = { API_KEY_HASH_SECRET: secret, ...(other === undefined ? {} : { API_KEY_HASH_SECRET_OTHER: other }) };
  return { ...deps, env: { ...deps.env, ...secrets }, caches: createCaches() };
}

const accepts = async (deps: Deps, { apiKey }: Caller): Promise<boolean> => {
  const accepted = await authenticate(deps, apiKey, "192.0.2.7").then(
    () => true,
    () => false,
  );
  await deps.settled();
  return accepted;
};

it("a secret that is changed at once revokes every key", async () => {
  expect(await accepts(await processWith(OLD), used)).toBe(true);
  expect(await accepts(await processWith(NEW), used)).toBe(false);
});

it("with both, a key works through every step, in processes of the step before and after", async () => {
  expect(await accepts(await processWith(OLD, NEW), used)).toBe(true);
  expect(await accepts(await processWith(NEW, OLD), used)).toBe(true);
  // It is kept under the new secret now; a process of the first step knows it all the same.
  expect(await accepts(await processWith(OLD), used)).toBe(false);
  expect(await accepts(await processWith(OLD, NEW), used)).toBe(true);
  expect(await accepts(await processWith(NEW, OLD), used)).toBe(true);
});

it.each([
  ["the new one to the old", NEW, OLD],
  ["the old one to the new", OLD, NEW],
])("accepts a key that another process moves from %s meanwhile", async (_, from, to) => {
  const moving = await makeCaller(`moving-${from === OLD ? "forth" : "back"}`);
  expect(await accepts(await processWith(from, to), moving)).toBe(true);
  const [key] = await listApiKeys((await getDeps()).db, moving.providerId);
  const keyId = key?.keyId ?? "";
  // One connection, so that the move comes after the first statement of the look-up and before a second.
  const db = connect({ url: process.env.DATABASE_URL ?? "", poolMax: 1 });
  try {
    const deps = { ...(await processWith(to, from)), db };
    const accepted = accepts(deps, moving);
    await changeKeyHash(db, moving.providerId, { keyId, keyHash: hashApiKey(moving.apiKey, to), usedAt: new Date() });
    expect(await accepted).toBe(true);
  } finally {
    await db.close();
  }
});

it("notes no use of a key that could not be kept under the new secret, and tries again at its next use", async () => {
  const stuck = await makeCaller("stuck");
  const { db } = await getDeps();
  const lastUsed = async () => (await listApiKeys(db, stuck.providerId)).map(({ lastUsedAt }) => lastUsedAt);
  const deps = await processWith(NEW, OLD);
  await asOwner((client) =>
    client.query(`
      CREATE FUNCTION refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE TRIGGER refuse_move BEFORE UPDATE OF key_hash ON api_key FOR EACH ROW EXECUTE FUNCTION refuse_move()`),
  );
  expect(await accepts(deps, stuck)).toBe(true);
  expect(await lastUsed()).toEqual([null]);
  await asOwner((client) => client.query("DROP TRIGGER refuse_move ON api_key; DROP FUNCTION refuse_move()"));
  expect(await accepts(deps, stuck)).toBe(true);
  expect(await lastUsed()).toEqual([expect.any(Date)]);
  expect(await accepts(await processWith(NEW), stuck)).toBe(true);
});

it.each(["revoked_at", "expires_at"])(
  "notes no use of a key that its %s refuses, and does not move it",
  async (ending) => {
    const ended = await makeCaller(`ended-${ending.replace("_at", "")}`);
    const row = () => sql(ended.providerId, "SELECT * FROM api_key");
    await sql(ended.providerId, `UPDATE api_key SET ${ending} = now() - interval '1 hour'`);
    const before = await row();
    expect(before).toMatchObject([{ last_used_at: null }]);
    expect(await accepts(await processWith(NEW, OLD), ended)).toBe(false);
    expect(await row()).toEqual(before);
  },
);

it("once the old secret is gone, keys that were used meanwhile work and the others do not", async () => {
  expect(await accepts(await processWith(NEW), used)).toBe(true);
  expect(await accepts(await processWith(NEW), unused)).toBe(false);
  expect(await accepts(await processWith(NEW, OLD), unused)).toBe(true);
  expect(await accepts(await processWith(NEW), unused)).toBe(true);
});
