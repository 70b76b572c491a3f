import pg from "pg";
import { expect, it } from "vitest";
import { asProvider, connect, countStatements } from "@/lib/data/db";

const db = connect({ url: process.env.DATABASE_URL ?? "", poolMax: 3 });

it("a provider sees its own rows and no others, and a plain connection sees none", async () => {
  for (const id of ["alpha", "beta"]) {
    await asProvider(db, id, (tx) => tx.provider.create({ data: { providerId: id, name: id } }));
  }
  const seen = await asProvider(db, "alpha", (tx) => tx.provider.findMany());
  expect(seen.map((row) => row.providerId)).toEqual(["alpha"]);
  expect(await db.prisma.provider.findMany()).toEqual([]);
  await expect(
    asProvider(db, "alpha", (tx) => tx.provider.create({ data: { providerId: "gamma", name: "gamma" } })),
  ).rejects.toThrow(/row-level security/);
});

it("opening a transaction with its settings is one message", async () => {
  const count = { statements: 0 };
  await countStatements(count, () => asProvider(db, "alpha", (tx) => tx.$queryRaw`SELECT 1`));
  expect(count.statements).toBe(3);
});

it("every table that belongs to providers has forced row-level security and a policy", async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await client.connect();
  const { rows } = await client.query<{ name: string; forced: boolean; policies: number }>(`
    SELECT c.oid::regclass::text AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
           (SELECT count(*)::int FROM pg_policy WHERE polrelid = c.oid) AS policies
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname = 'public'
      AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'provider_id' AND NOT attisdropped)`);
  await client.end();
  expect(rows.length).toBeGreaterThanOrEqual(9);
  expect(rows.filter((row) => !row.forced || row.policies === 0)).toEqual([]);
});
