import type pg from "pg";
import { GROUP } from "@/bench/comparisons/compliance";
import { onDatabase } from "@/bench/support/database";
import { PROVIDER } from "@/bench/support/service";

/** So many copies go in at once: progress is seen, and no statement sorts more than memory holds. */
const BATCH = 500;
const OTHER_PROVIDERS = 50;

/** Identifiers as the service makes them, growing with time, so that indexes fill as they would. */
const idOf = (kind: string): string => `
  (lpad(to_hex(1700000000000 + c.n::bigint * 1000 + t.k), 12, '0') || '7' || substr(md5('${kind}' || c.n || '-' || t.k), 1, 3)
   || '8' || substr(md5('${kind}' || c.n || '-' || t.k), 5, 15))::uuid`;

const COLUMNS = {
  field: ["account_id", "field_name", "revision", "portal_expires_at", "archived_at", "ground"],
  application: [
    "application_date",
    "application_method",
    "products",
    "crop",
    "pest",
    "gpa",
    "droplet_size",
    "boom_height",
    "processing_status",
    "revision",
    "last_assessed_at",
    "adjuvant_results",
  ],
  assessment: ["calculated_at", "format_version", "status", "processing_complete", "body"],
  requirement: [
    "mitigation_type",
    "required",
    "required_points",
    "exemption_evaluated_at",
    "exemption_reasons",
    "drift_configuration",
    "updated_at",
    "target_issues",
  ],
  measure_selection: ["year", "system", "sub_option_id", "source", "implementation_date", "notes"],
} as const;
const names = (table: keyof typeof COLUMNS): string => COLUMNS[table].join(", ");
const values = (table: keyof typeof COLUMNS): string => COLUMNS[table].map((column) => `x.${column}`).join(", ");

/**
 * A batch of copies of each application of the bench's group, each with a field of its own somewhere else. Three in ten
 * are the bench's provider's, so that what one provider has grows as the whole does.
 */
const COPY = `
  WITH made AS MATERIALIZED (
    SELECT t.*, c.n, CASE WHEN c.n % 10 < 3 THEN '${PROVIDER}' ELSE 'grown-' || c.n % ${OTHER_PROVIDERS} END AS provider,
           ${idOf("field")} AS new_field, ${idOf("application")} AS new_application, ${idOf("assessment")} AS new_assessment,
           md5(c.n || '-' || t.k) || md5(t.k || '-' || c.n) AS hash
    FROM grown_template t, generate_series($1::int, $2::int) AS c(n)
  ), fields AS (
    INSERT INTO field (provider_id, field_id, provider_field_id, boundary, boundary_hash, ${names("field")})
    SELECT made.provider, made.new_field, x.provider_field_id || '-' || made.n,
           ST_Translate(x.boundary, -(made.n % 1000) * 0.005, (made.n / 1000) * 0.005), made.hash, ${values("field")}
    FROM made JOIN field x ON x.provider_id = '${PROVIDER}' AND x.field_id = made.field_id
  ), applications AS (
    INSERT INTO application (provider_id, application_event_id, field_id, account_id, application_id, provider_group_id,
                             boundary_hash, last_assessment_id, ${names("application")})
    SELECT made.provider, made.new_application, made.new_field, x.account_id, x.application_id || '-' || made.n,
           'grown-' || made.n, made.hash, made.new_assessment, ${values("application")}
    FROM made JOIN application x ON x.provider_id = '${PROVIDER}' AND x.application_event_id = made.application_event_id
  ), assessments AS (
    INSERT INTO assessment (provider_id, assessment_id, application_event_id, ${names("assessment")})
    SELECT made.provider, made.new_assessment, made.new_application, ${values("assessment")}
    FROM made JOIN assessment x ON x.provider_id = '${PROVIDER}' AND x.assessment_id = made.assessment_id
  ), requirements AS (
    INSERT INTO requirement (provider_id, application_event_id, ${names("requirement")})
    SELECT made.provider, made.new_application, ${values("requirement")}
    FROM made JOIN requirement x ON x.provider_id = '${PROVIDER}' AND x.application_event_id = made.application_event_id
  )
  INSERT INTO measure_selection (provider_id, field_id, ${names("measure_selection")})
  SELECT made.provider, made.new_field, ${values("measure_selection")}
  FROM made JOIN measure_selection x ON x.provider_id = '${PROVIDER}' AND x.field_id = made.field_id`;

async function prepare(client: pg.Client): Promise<number> {
  await client.query("SET session_replication_role = replica; SET synchronous_commit = off; SET jit = off");
  await client.query(
    `INSERT INTO provider (provider_id, name) SELECT 'grown-' || n, 'Grown ' || n FROM generate_series(0, $1::int - 1) n`,
    [OTHER_PROVIDERS],
  );
  const { rowCount } = await client.query(
    `CREATE TEMP TABLE grown_template AS
     SELECT application_event_id, field_id, last_assessment_id AS assessment_id, row_number() OVER () AS k
     FROM application WHERE provider_id = $1 AND provider_group_id = $2`,
    [PROVIDER, GROUP],
  );
  await client.query("ANALYZE grown_template");
  return rowCount ?? 0;
}

/** Fills the database with copies until it holds about so many applications. `admin` passes by row-level security. */
export const multiplyApplications = (admin: string, applications: number, say: (line: string) => void): Promise<void> =>
  onDatabase(admin, async (client) => {
    const templates = await prepare(client);
    if (templates === 0) throw new Error("there is nothing to make copies of");
    const copies = Math.ceil(applications / templates);
    for (let first = 1; first <= copies; first += BATCH) {
      await client.query(COPY, [first, Math.min(copies, first + BATCH - 1)]);
      say(`scale: ${Math.min(copies, first + BATCH - 1) * templates} applications`);
    }
    await client.query("VACUUM ANALYZE");
  });

/** Copies of every area, each set of them six degrees farther west, where no field of the bench lies. */
export const multiplyAreas = (admin: string, times: number): Promise<number> =>
  onDatabase(admin, async (client) => {
    const active = "SELECT data_set_id FROM active_data_set WHERE kind = 'pula'";
    const others = [1, times - 1];
    await client.query(
      `INSERT INTO pula SELECT data_set_id, pula_id + 1000000 * n, event_name, status, effective_date, expires_on, codes
       FROM pula, generate_series($1::int, $2::int) n WHERE data_set_id IN (${active})`,
      others,
    );
    const moved = "ST_Translate(geom, -6 * n, 0)";
    await client.query(
      `INSERT INTO pula_feature SELECT data_set_id, object_id + 1000000 * n, pula_id + 1000000 * n, ${moved}
       FROM pula_feature, generate_series($1::int, $2::int) n WHERE data_set_id IN (${active})`,
      others,
    );
    const pieces = await client.query(
      `INSERT INTO pula_piece (data_set_id, pula_id, geom) SELECT data_set_id, pula_id + 1000000 * n, ${moved}
       FROM pula_piece, generate_series($1::int, $2::int) n WHERE data_set_id IN (${active})`,
      others,
    );
    await client.query("VACUUM ANALYZE pula, pula_feature, pula_piece");
    return pieces.rowCount ?? 0;
  });
