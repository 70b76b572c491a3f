import pg from "pg";
import { expect, it } from "vitest";
import { asProvider, connect } from "@/lib/data/db";
import { countStatements } from "@/lib/data/statement-context";

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

it("the role that owns the tables sees no provider's rows, though it made the functions that do", async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await client.connect();
  const { rows } = await client.query("SELECT provider_id FROM list_providers() ORDER BY 1");
  const seen: string[] = [];
  for (const table of ["provider", "api_key", "field", "claim", "portal_token", "bulk_job", "bulk_job_item"]) {
    if ((await client.query(`SELECT FROM ${table} LIMIT 1`)).rowCount !== 0) seen.push(table);
  }
  const policies = await client.query<{ place: string; qual: string }>(
    "SELECT tablename || '.' || policyname AS place, qual FROM pg_policies WHERE 'hedgerow_definer' = ANY(roles)",
  );
  await client.end();
  expect(rows).toEqual([{ provider_id: "alpha" }, { provider_id: "beta" }]);
  expect(seen).toEqual([]);
  // A policy of the functions' role that does not ask who is at work speaks to its members as well, and so to the owner.
  expect(policies.rows.length).toBeGreaterThanOrEqual(7);
  expect(policies.rows.filter(({ qual }) => !qual.includes("CURRENT_USER = 'hedgerow_definer'"))).toEqual([]);
});

it("the radar's role has no members, so that its policies, which ask nothing, speak to its functions alone", async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await client.connect();
  const { rows: members } = await client.query(
    "SELECT FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid WHERE r.rolname = 'hedgerow_radar'",
  );
  const { rows: functions } = await client.query(
    "SELECT proname AS name FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner WHERE r.rolname = 'hedgerow_radar' ORDER BY 1",
  );
  const { rows: policies } = await client.query(
    "SELECT tablename || ' ' || cmd AS place FROM pg_policies WHERE 'hedgerow_radar' = ANY(roles) ORDER BY 1",
  );
  await client.end();
  expect(members).toEqual([]);
  expect(functions).toEqual([
    { name: "find_ending_bulletins" },
    { name: "find_planned_applications" },
    { name: "find_planned_mixes" },
    { name: "find_planned_on_changed_ground" },
    { name: "find_planned_products" },
  ]);
  expect(policies).toEqual([{ place: "application SELECT" }, { place: "field SELECT" }]);
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
