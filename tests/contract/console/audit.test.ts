import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { issueApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "@/lib/auth/api-keys";
import { hashApiKey, keyPrefix } from "@/lib/auth/api-key-format";
import { authenticate } from "@/lib/auth/authenticate";
import { createOperator } from "@/lib/auth/operators";
import { beginAs } from "@/lib/data/db";
import { OperatorRefusal } from "@/lib/domain/operator";
import { WEBHOOK_EVENTS } from "@/lib/domain/webhook";
import { readAudit } from "@/lib/usecases/operations/read-audit";
import {
  createProvider,
  offboardProvider,
  readProvider,
  setPortalLinks,
} from "@/lib/usecases/operations/manage-providers";
import { setBranding } from "@/lib/usecases/operations/set-branding";
import { addEndpoint, listEndpoints } from "@/lib/usecases/webhooks/manage-endpoints";
import { getDeps } from "@/lib/runtime/deps";
import { auditOf, OWN_PASSWORD, PASSWORD } from "@/tests/contract/console/support";
import { asOwner } from "@/tests/support/owner-connections";

const by = { actor: "ada@example.com", operatorId: null, requestId: "req-1" };
const context = async () => {
  const { db, clock, env } = await getDeps();
  return { db, by, now: clock(), secret: env.API_KEY_HASH_SECRET };
};
const acme = { providerId: "acme", name: "Acme", portalMode: "signed_link", linkDays: 30 } as const;

beforeAll(async () => createProvider(await context(), acme));

describe("the audit log", () => {
  it.each([
    ["the application's role", () => process.env.DATABASE_URL],
    ["the owner of its table", () => process.env.DATABASE_DIRECT_URL],
  ])("cannot be changed by %s", async (_who, url) => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    try {
      for (const statement of [
        "UPDATE operator_audit SET actor = 'someone else'",
        "DELETE FROM operator_audit",
        "TRUNCATE operator_audit",
      ]) {
        await expect(client.query(statement), statement).rejects.toThrow(/append-only|permission denied/);
      }
    } finally {
      await client.end();
    }
    expect(await auditOf("acme")).not.toEqual([]);
  });

  it("has who, when, what, and before and after", async () => {
    await setPortalLinks(await context(), "acme", { portalMode: "token", linkDays: 7 });
    const [entry] = await auditOf("acme");
    expect(entry).toMatchObject({
      actor: "ada@example.com",
      action: "provider.set_portal_links",
      objectKind: "provider",
      objectId: "acme",
      before: { portal_mode: "signed_link", link_days: 30 },
      after: { portal_mode: "token", link_days: 7 },
      requestId: "req-1",
    });
  });

  it("says nothing of what was not done", async () => {
    const before = await auditOf();
    await expect(createProvider(await context(), acme)).rejects.toThrow("There is a provider acme already");
    await expect(createProvider(await context(), { ...acme, providerId: "a b" })).rejects.toThrow("A provider id has");
    await expect(setPortalLinks(await context(), "acme", { portalMode: "token", linkDays: 0 })).rejects.toThrow(
      "1 to 366",
    );
    await expect(setBranding(await context(), "nowhere", { name: "x" })).rejects.toThrow("no provider nowhere");
    expect(await auditOf()).toEqual(before);
  });

  it("and what it records are one transaction: neither is there when the other fails", async () => {
    const tooLong = { ...by, actor: "x\u0000" };
    await expect(
      createProvider({ ...(await context()), by: tooLong }, { ...acme, providerId: "half" }),
    ).rejects.toThrow();
    const { db } = await getDeps();
    expect(await readProvider(db, "half")).toBeNull();
    expect(await auditOf("half")).toEqual([]);
  });

  it("holds no password, no hash, and no key", async () => {
    const operator = { email: "secret@example.com", name: "S", role: "viewer", password: OWN_PASSWORD } as const;
    await createOperator(await context(), operator);
    const key = await issueApiKey(await context(), { providerId: "acme", environment: "test", expiresAt: null });
    const text = JSON.stringify(await auditOf());
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain("scrypt");
    expect(text).not.toContain(key);
    expect(text).toContain(keyPrefix(key));
    await revokeApiKey(await context(), "acme", keyPrefix(key));
  });

  it("is read page by page, by person and by object", async () => {
    const { db } = await getDeps();
    for (let days = 1; days <= 60; days += 1)
      await setPortalLinks(await context(), "acme", { portalMode: "token", linkDays: days });
    const first = await readAudit(db, { actor: by.actor, objectId: "acme", before: "" });
    expect(first.entries).toHaveLength(50);
    const second = await readAudit(db, { actor: by.actor, objectId: "acme", before: first.next ?? "" });
    expect(second.entries.length).toBeGreaterThan(9);
    expect(second.next).toBeNull();
    expect(second.entries.some(({ auditId }) => first.entries.some((entry) => entry.auditId === auditId))).toBe(false);
    expect((await readAudit(db, { actor: "someone else", objectId: "", before: "not an id" })).entries).toEqual([]);
  });
});

describe("a key that is named by a part of it", () => {
  const issue = async (providerId: string) =>
    issueApiKey(await context(), { providerId, environment: "test", expiresAt: null });

  it("is revoked by its whole text, of which only the prefix is kept, or by a beginning that means one key", async () => {
    await createProvider(await context(), { ...acme, providerId: "names" });
    const first = await issue("names");
    const second = await issue("names");
    const all = `${keyPrefix(first)}…, ${keyPrefix(second)}…`;
    await expect(revokeApiKey(await context(), "names", "esa_test_")).rejects.toThrow(
      `names has several keys that begin with esa_test_: ${all}. Give more of it.`,
    );
    expect(await revokeApiKey(await context(), "names", first)).toBe(keyPrefix(first));
    expect(JSON.stringify(await auditOf())).not.toContain(first);
    await expect(revokeApiKey(await context(), "names", first)).rejects.toThrow(
      new RegExp(`^names has no live key that begins with ${keyPrefix(first)}$`),
    );
    const misspelled = revokeApiKey(await context(), "name", keyPrefix(second));
    await expect(misspelled, "a misspelled provider").rejects.toThrow("there is no provider name");
    await expect(revokeApiKey(await context(), "names", ""), "nothing is said").rejects.toThrow("no live key");
    const mistyped = `${second.slice(0, -1)}${second.endsWith("x") ? "y" : "x"}`;
    await expect(revokeApiKey(await context(), "names", mistyped), "a mistyped key").rejects.toThrow("no live key");
    expect(await revokeApiKey(await context(), "names", second.slice(0, 11))).toBe(keyPrefix(second));
    const { db } = await getDeps();
    expect((await listApiKeys(db, "names")).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
  });

  it("is not issued with an end that has passed", async () => {
    const past = { providerId: "acme", environment: "test", expiresAt: new Date("2020-01-01") } as const;
    await expect(issueApiKey(await context(), past)).rejects.toThrow("A key ends on a day to come.");
  });
});

/** Until so many wait for the provider's row, in the order in which they came. On Citus it is not they that wait, but what they sent. */
const waitingForProvider = (many: number) =>
  expect
    .poll(
      () =>
        asOwner(async (client) => {
          const { rowCount } = await client.query(
            `SELECT 1 FROM pg_stat_activity
             WHERE datname = current_database() AND state = 'active' AND query LIKE '%FROM provider%FOR UPDATE%'
               AND pid <> pg_backend_pid()`,
          );
          return rowCount;
        }),
      { timeout: 40_000 },
    )
    .toBe(many);

describe("a rotated key", () => {
  it("leaves the old one working for the overlap, and the new one at once", async () => {
    const { clock, env } = await getDeps();
    await createProvider(await context(), { ...acme, providerId: "rotates" });
    const old = await issueApiKey(await context(), { providerId: "rotates", environment: "test", expiresAt: null });
    const wanted = { providerId: "rotates", prefix: keyPrefix(old), overlapHours: 2 };
    const { key, oldEndsAt } = await rotateApiKey(await context(), wanted);
    const deps = await getDeps();
    for (const each of [old, key]) {
      expect((await authenticate(deps, each, "192.0.2.1")).provider.providerId).toBe("rotates");
    }
    const later = { ...deps, clock: () => new Date(oldEndsAt.getTime() + 1000) };
    await expect(authenticate(later, old, "192.0.2.1")).rejects.toThrow();
    expect((await authenticate(later, key, "192.0.2.1")).provider.providerId).toBe("rotates");
    expect(oldEndsAt.getTime()).toBeGreaterThan(clock().getTime());
    // With two live, a third would have to wait until the old one ends.
    await expect(rotateApiKey(await context(), { ...wanted, prefix: keyPrefix(key) })).rejects.toThrow(
      "2 test keys that work already",
    );
    expect(hashApiKey(key, env.API_KEY_HASH_SECRET)).toHaveLength(32);
  });

  it("is rotated by one of two at once, and what that one ended does not live again", async () => {
    await createProvider(await context(), { ...acme, providerId: "rotates-once" });
    const old = await issueApiKey(await context(), {
      providerId: "rotates-once",
      environment: "test",
      expiresAt: null,
    });
    const rotating = await context();
    const rotate = (overlapHours: number) =>
      rotateApiKey(rotating, { providerId: "rotates-once", prefix: keyPrefix(old), overlapHours });
    const [leaked, lasting] = await asOwner(async (client) => {
      await client.query(beginAs("rotates-once", { isOwnRole: true }));
      await client.query("SELECT 1 FROM provider WHERE provider_id = 'rotates-once' FOR UPDATE");
      const first = rotate(0);
      await waitingForProvider(1);
      const second = Promise.allSettled([rotate(72)]);
      await waitingForProvider(2);
      await client.query("COMMIT");
      return [await first, (await second)[0]];
    });
    expect(lasting.status === "rejected" && lasting.reason).toBeInstanceOf(OperatorRefusal);
    const keys = await listApiKeys(rotating.db, "rotates-once");
    expect(keys.map(({ expiresAt }) => expiresAt)).toEqual([leaked.oldEndsAt, null]);
    expect(leaked.oldEndsAt).toEqual(rotating.now);
  });

  it("does not live longer by it", async () => {
    await createProvider(await context(), { ...acme, providerId: "ends-soon" });
    const { clock } = await getDeps();
    const expiresAt = new Date(clock().getTime() + 60_000);
    const old = await issueApiKey(await context(), { providerId: "ends-soon", environment: "test", expiresAt });
    const wanted = { providerId: "ends-soon", prefix: keyPrefix(old), overlapHours: 48 };
    expect((await rotateApiKey(await context(), wanted)).oldEndsAt).toEqual(expiresAt);
    await expect(rotateApiKey(await context(), { ...wanted, overlapHours: 1000 })).rejects.toThrow("0 to 672 hours");
  });
});

it("off-boarding ends keys, links, portal, and webhooks in one step, and leaves other providers alone", async () => {
  const deps = await getDeps();
  await createProvider(await context(), { ...acme, providerId: "leaves" });
  const key = await issueApiKey(await context(), { providerId: "leaves", environment: "test", expiresAt: null });
  await addEndpoint(
    { deps, providerId: "leaves", by },
    { url: "https://hooks.example.com/esa", eventTypes: WEBHOOK_EVENTS },
  );
  expect(await offboardProvider(await context(), "leaves")).toEqual({ keysRevoked: 1, webhooksOff: 1 });
  expect(await readProvider(deps.db, "leaves")).toMatchObject({ portalEnabled: false, linkGeneration: 2 });
  expect((await listApiKeys(deps.db, "leaves")).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
  expect((await listEndpoints({ deps, providerId: "leaves" })).every(({ enabled }) => !enabled)).toBe(true);
  await expect(authenticate(deps, key, "192.0.2.1")).rejects.toThrow();
  const [entry] = await auditOf("leaves");
  expect(entry).toMatchObject({
    action: "provider.offboard",
    after: { keys_revoked: [keyPrefix(key)], webhooks_off: 1 },
  });
  expect(await readProvider(deps.db, "acme")).toMatchObject({ portalEnabled: true });
});
