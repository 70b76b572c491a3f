import pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { findNamed } from "@/lib/data/operators/look-up";
import { getDeps } from "@/lib/runtime/deps";
import { makeCaller } from "@/tests/support/api";
import { isSpread } from "@/tests/support/spread";

const PROVIDER = "looked-up-at-scale";
const MANY = 6000;
/** What a look-up by indexes reads at most, of all the rows above. */
const FEW = 200;

beforeAll(async () => {
  await makeCaller(PROVIDER);
  const { db } = await getDeps();
  await asProvider(db, PROVIDER, async (tx) => {
    await tx.$executeRaw`
      INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name, boundary_hash)
      SELECT ${PROVIDER}, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'FARM-' || n % 500, 'FIELD-' || n, 'F', ''
      FROM generate_series(1, ${MANY}::int) n`;
    await tx.$executeRaw`
      INSERT INTO application (provider_id, application_event_id, field_id, account_id, application_id, application_date,
                               application_method, products, processing_status, boundary_hash)
      SELECT ${PROVIDER}, ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid,
             ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'FARM-' || n % 500, 'app-' || n, '2026-06-15',
             'Broadcast-Ground', '[]', 'completed', ''
      FROM generate_series(1, ${MANY}::int) n`;
  });
  const owner = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await owner.connect();
  await owner.query("ANALYZE field; ANALYZE application");
  await owner.end();
});

/** Rows of both tables that this connection has read since its figures were last gathered, which no transaction is interrupted for. */
async function rowsRead(tx: ProviderTx): Promise<number> {
  const rows = await tx.$queryRaw<{ read: number }[]>`
    SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables
    WHERE relname IN ('field', 'application')`;
  return rows[0]?.read ?? NaN;
}

// Rows of shards are read in other sessions.
it.skipIf(isSpread).each([
  ["app-77", 1],
  ["FIELD-77", 1],
  ["FARM-77", 12],
  ["00000000-0000-7000-9000-000000000077", 1],
  ["00000000-0000-7000-8000-000000000077", 1],
  ["App-77", 1],
  ["field-77", 1],
  ["farm-77", 12],
  ["nothing", 0],
])("%s is looked up without reading all that a provider has", async (id, many) => {
  const { db } = await getDeps();
  await asProvider(db, PROVIDER, async (tx) => {
    const before = await rowsRead(tx);
    expect((await findNamed(tx, PROVIDER, id)).applications).toHaveLength(many);
    expect((await rowsRead(tx)) - before).toBeLessThan(FEW);
  });
});
