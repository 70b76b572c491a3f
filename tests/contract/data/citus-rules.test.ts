import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSpread } from "@/tests/support/spread";

/**
 * What Citus asks of tables that are distributed by `provider_id`. Each list is of what breaks a rule today, with the reason
 * in docs/scale.md; what is added to the schema may not make one longer without being named here.
 */
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await client.connect();
});
afterAll(() => client.end());

const script = readFileSync("deploy/citus/distribute.sql", "utf8");

/** Tables with a provider's rows; partitions are of their parents. */
const TENANT = `
  WITH tenant AS (
    SELECT c.oid, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'provider_id' AND a.attnum > 0))`;

async function namesOf(query: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`${TENANT} ${query}`);
  return rows.map(({ name }) => name).toSorted();
}

/** Where a provider's rows would have to be looked up without knowing the provider: tables that every node has. */
const KEYS_OF_ALL = ["api_key_key_hash_key", "portal_token_token_hash_key"];

/** Prisma's default. No provider's id ever changes, so `onUpdate: NoAction` does for a new one; a script drops these. */
const CASCADES = [
  "application_provider_id_field_id_fkey",
  "application_record_provider_id_application_event_id_fkey",
  "attestation_provider_id_application_event_id_fkey",
  "bulk_job_item_provider_id_job_id_fkey",
  "deprecated_use_provider_id_key_id_fkey",
  "downslope_mark_provider_id_field_id_fkey",
  "drawn_feature_provider_id_field_id_fkey",
  "drift_claim_provider_id_application_event_id_fkey",
  "drift_placement_provider_id_application_event_id_fkey",
  "field_year_provider_id_field_id_fkey",
  "kept_forecast_provider_id_application_event_id_fkey",
  "limitation_review_provider_id_application_event_id_fkey",
  "measure_selection_provider_id_field_id_fkey",
  "portal_edit_key_provider_id_field_id_fkey",
  "portal_token_provider_id_field_id_fkey",
  "recheck_ending_provider_id_application_event_id_fkey",
  "recheck_provider_id_application_event_id_fkey",
  "record_entry_provider_id_application_event_id_fkey",
  "record_photo_provider_id_application_event_id_fkey",
  "report_issue_provider_id_field_id_fkey",
  "report_original_issue_fkey",
  "requirement_provider_id_application_event_id_fkey",
  "webhook_delivery_provider_id_endpoint_id_fkey",
];

/** Each would move to the statement that fires it, or be allowed by `citus.enable_unsafe_triggers` as it stays in its shard. */
const TRIGGERS = [
  "application_record.application_record_stays_signed",
  "assessment.note_data_set_use",
  "bulk_job.bulk_job_born_complete_tells",
  "bulk_job.bulk_job_ended_tells",
  "bulk_job.bulk_job_guard",
  "bulk_job_item.bulk_job_item_derives",
  "bulk_job_item.bulk_job_item_guard",
  "change_event.change_event_tells",
  "field.field_boundary_changed",
  "field.field_boundary_tells",
  "field.field_slopes_cleared",
  "recheck.recheck_tells",
  "recheck_ending.recheck_ending_tells",
  "record_photo.record_photo_stays_signed",
];

const RULES: readonly [rule: string, known: readonly string[], breaches: string][] = [
  [
    "every unique key has the distribution key",
    KEYS_OF_ALL,
    `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN tenant t ON t.oid = i.indrelid
     WHERE i.indisunique AND NOT EXISTS (
       SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'provider_id' AND a.attnum = ANY (i.indkey))`,
  ],
  [
    "every foreign key between tenants' tables has the distribution key",
    [],
    `SELECT con.conname AS name FROM pg_constraint con
     JOIN tenant t ON t.oid = con.conrelid JOIN tenant o ON o.oid = con.confrelid
     WHERE con.contype = 'f' AND NOT EXISTS (
       SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'provider_id' AND a.attnum = ANY (con.conkey))`,
  ],
  [
    "no foreign key updates the distribution key",
    CASCADES,
    `SELECT con.conname AS name FROM pg_constraint con JOIN tenant t ON t.oid = con.conrelid
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'provider_id' AND a.attnum = ANY (con.conkey)
     WHERE con.contype = 'f' AND con.confupdtype = 'c'`,
  ],
  [
    "no trigger fires on a tenant's table",
    TRIGGERS,
    `SELECT t.relname || '.' || g.tgname AS name FROM pg_trigger g JOIN tenant t ON t.oid = g.tgrelid
     WHERE NOT g.tgisinternal`,
  ],
];

describe("rules of Citus for tables distributed by provider_id", () => {
  it.each(RULES)("%s, but for those that are named", async (_, known, breaches) => {
    expect((await namesOf(breaches)).filter((name) => !known.includes(name))).toEqual([]);
  });

  it("keeps every set that was in force, as it may have judged something, and no other", async () => {
    await client.query("BEGIN");
    const [part = ""] =
      /CREATE OR REPLACE FUNCTION note_set_in_force[^]*?EXECUTE FUNCTION note_set_in_force\(\);/.exec(script) ?? [];
    // On Citus the script has been run already.
    if (!isSpread) await client.query(part);
    // A set gets its name when it is ready.
    await client.query("INSERT INTO data_set (kind, version, source) VALUES ('pula', 'loading', 'a test')");
    await client.query("UPDATE data_set SET version = 'first', state = 'ready' WHERE version = 'loading'");
    await client.query(
      "INSERT INTO data_set (kind, version, source, state) VALUES ('pula', 'second', 'a test', 'ready'), ('pula', 'third', 'a test', 'ready')",
    );
    for (const version of ["first", "second"])
      await client.query(
        `INSERT INTO active_data_set (kind, data_set_id) SELECT kind, data_set_id FROM data_set WHERE version = $1
         ON CONFLICT (kind) DO UPDATE SET data_set_id = EXCLUDED.data_set_id`,
        [version],
      );
    const { rows } = await client.query("SELECT version FROM data_set_use WHERE kind = 'pula' ORDER BY 1");
    await client.query("ROLLBACK");
    expect(rows).toEqual([{ version: "first" }, { version: "second" }]);
  });

  it("sends calls to functions that there are", async () => {
    const calls = [...script.matchAll(/create_distributed_function\(\s*'([^']+)'/g)].map(([, call]) => call);
    expect(calls).toHaveLength(6);
    const { rows } = await client.query<{ call: string }>(
      "SELECT call FROM unnest($1::text[]) AS call WHERE to_regprocedure(call) IS NULL",
      [calls],
    );
    expect(rows).toEqual([]);
  });

  it("finds the tables of providers", async () => {
    expect(await namesOf("SELECT relname::text AS name FROM tenant")).toEqual(
      expect.arrayContaining(["application", "assessment", "field", "requirement"]),
    );
  });
});
