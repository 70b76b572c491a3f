import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { asProvider } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import { check, loadGround, rowCounts, snapshot, sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";

const IDS = {
  application_id: "spring-1",
  provider_field_id: "home",
  provider_group_id: "group",
  user_email: "a@example.org",
};

let a: Caller;
let b: Caller;
beforeAll(async () => {
  await loadGround();
  a = await makeCaller("provider-a", "token");
  b = await makeCaller("provider-b", "token");
});

/** Tables of all schemas that hold a provider's rows, partitions included. */
const providerTables = () =>
  sql<{ name: string; isPartition: boolean }>(
    null,
    `SELECT c.oid::regclass::text AS name, c.relispartition AS "isPartition"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'gis')
       AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'provider_id' AND NOT attisdropped)
     ORDER BY 1`,
  );

describe("two providers that use the same ids", () => {
  it("work on rows of their own, and neither changes the other's", async () => {
    const first = await check(a, IDS);
    const before = await snapshot("provider-a");
    const other = await check(b, {
      ...IDS,
      field_boundary: squareField(-87.1, 33.1),
      field_name: "B's own",
      user_email: null,
    });
    const again = await check(b, { ...IDS, provider_group_id: null, account_id: "account-1" });
    expect(other.application_event_id).not.toBe(first.application_event_id);
    expect(again.application_event_id).toBe(other.application_event_id);
    expect(other.mitigation_portal_url).not.toBe(first.mitigation_portal_url);
    expect(await snapshot("provider-a")).toBe(before);
  });

  it("do not meet in conflicts: A's claims, accounts and archived fields are nothing to B", async () => {
    await sql(
      "provider-a",
      `INSERT INTO claim (provider_id, kind, identity, token, leased_until)
       VALUES ('provider-a', 'field', 'home', gen_random_uuid(), now() + interval '1 hour')`,
    );
    expect((await check(b, IDS)).provider_id).toBe("provider-b");
    // The field id belongs to another account, of A: for B it is free.
    await check(a, { account_id: "account-2", application_id: "autumn-1", provider_field_id: "far" });
    expect((await check(b, { application_id: "autumn-1", provider_field_id: "far" })).success).toBe(true);
  });

  it("get answers that say nothing of each other", async () => {
    const text = JSON.stringify(await check(b, IDS, "explain=true"));
    const secrets = await sql<{ id: string }>(
      "provider-a",
      "SELECT field_id::text AS id FROM field UNION SELECT application_event_id::text FROM application",
    );
    expect(secrets.length).toBeGreaterThan(1);
    for (const { id } of secrets) expect(text).not.toContain(id);
    expect(text).not.toContain("provider-a");
  });
});

describe("the database itself", () => {
  it("shows provider B no row of A, table by table", async () => {
    const { db } = await getDeps();
    await check(a, { application_id: "walk", provider_field_id: "walk" });
    const tables = await providerTables();
    expect(tables.length).toBeGreaterThanOrEqual(9);
    const held: string[] = [];
    for (const { name, isPartition } of tables) {
      const countAs = (providerId: string, whose: string) =>
        asProvider(db, providerId, async (tx) => {
          const rows = await tx.$queryRawUnsafe<{ count: number }[]>(
            `SELECT count(*)::int AS count FROM ${name} WHERE provider_id = $1`,
            whose,
          );
          return rows[0]?.count ?? 0;
        });
      if (isPartition) {
        // Partitions are reached through their table alone.
        await expect(countAs("provider-b", "provider-a"), name).rejects.toThrow(/permission denied/);
        continue;
      }
      expect(await countAs("provider-b", "provider-a"), name).toBe(0);
      if ((await countAs("provider-a", "provider-a")) > 0) held.push(name);
    }
    expect(held).toEqual(
      expect.arrayContaining([
        "api_key",
        "application",
        "assessment",
        "field",
        "measure_selection",
        "portal_token",
        "provider",
        "requirement",
      ]),
    );
  });

  it("lets provider B write no row in A's name, nor change one", async () => {
    const { db } = await getDeps();
    const before = await snapshot("provider-a");
    const asB = (statement: string) => asProvider(db, "provider-b", (tx) => tx.$executeRawUnsafe(statement));
    for (const table of ["field", "application", "requirement", "measure_selection"]) {
      expect(await asB(`UPDATE ${table} SET provider_id = provider_id WHERE provider_id = 'provider-a'`), table).toBe(
        0,
      );
    }
    for (const table of ["requirement", "measure_selection", "claim", "portal_token"]) {
      expect(await asB(`DELETE FROM ${table} WHERE provider_id = 'provider-a'`), table).toBe(0);
    }
    await expect(
      asB(`INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name)
           VALUES ('provider-a', gen_random_uuid(), 'x', 'x', 'x')`),
    ).rejects.toThrow(/row-level security/);
    // Where tables are spread by the provider, no statement may move a row to another.
    await expect(asB("UPDATE field SET provider_id = 'provider-a'")).rejects.toThrow(
      /row-level security|partition value of rows/,
    );
    expect(await snapshot("provider-a")).toBe(before);
  });

  it("shows a connection without a provider nothing at all", async () => {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    try {
      for (const { name, isPartition } of await providerTables()) {
        if (isPartition) continue;
        const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
        expect(rows[0]?.count, name).toBe(0);
      }
    } finally {
      await client.end();
    }
  });

  it("forgets the provider with the transaction: a pooled connection carries no one over", async () => {
    const { db } = await getDeps();
    expect((await rowCounts("provider-a")).field).toBeGreaterThan(0);
    await asProvider(db, "provider-a", (tx) => tx.field.count());
    for (let tried = 0; tried < 20; tried += 1) expect(await db.prisma.field.count()).toBe(0);
  });
});
