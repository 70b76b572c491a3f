import { onDatabase } from "@/bench/support/database";

/** One in so many fields has a planned application. */
export const PLANNED_EVERY = 50;
const PROVIDERS = 50;
const BATCH = 250_000;

/** The lower 48 as a grid, a field a cell: its middle, off by up to a fifth of the cell, with nine vertices. */
const INSERT_FIELDS = `
  WITH grid AS (
    SELECT ceil(sqrt($3::int * 57.7 / 24.0))::int AS columns, sqrt(57.7 * 24.0 / $3::int) AS cell
  ), made AS MATERIALIZED (
    SELECT n, lpad(to_hex(n), 32, '0')::uuid AS id, 'radar-' || lpad((n * $5::bigint / $3::int)::text, 3, '0') AS provider,
           -124.7 + cell * (n % columns + 0.5 + 0.2 * sin(n * 12.9898)) AS lon,
           25 + cell * (n / columns + 0.5 + 0.2 * sin(n * 78.233)) AS lat, least(0.004, 0.25 * cell) AS reach
    FROM grid, generate_series($1::int, $2::int) n
  ), fields AS (
    INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name, boundary, boundary_hash)
    SELECT provider, id, 'a', n::text, 'Field', ST_Multi(ST_Buffer(ST_SetSRID(ST_MakePoint(lon, lat), 4326), reach, 2)),
           template.boundary_hash
    FROM made, radar_template template
  )
  INSERT INTO application (provider_id, application_event_id, field_id, account_id, application_id, application_date,
                           application_method, products, crop, pest, gpa, droplet_size, boom_height, processing_status,
                           boundary_hash)
  SELECT provider, id, id, 'a', n::text, template.application_date, template.application_method, template.products,
         template.crop, template.pest, template.gpa, template.droplet_size, template.boom_height, 'completed',
         template.boundary_hash
  FROM made, radar_template template WHERE n % $4::int = 0`;

/** Fills the database with fields all over the country; planned applications are copies of a checked one. */
export const generateFields = (
  admin: string,
  { fields, applicationEventId }: { fields: number; applicationEventId: string },
  say: (line: string) => void,
): Promise<void> =>
  onDatabase(admin, async (client) => {
    await client.query("SET session_replication_role = replica; SET synchronous_commit = off; SET jit = off");
    await client.query(
      "INSERT INTO provider (provider_id, name) SELECT 'radar-' || lpad(n::text, 3, '0'), 'Generated' FROM generate_series(0, $1::int) n",
      [PROVIDERS],
    );
    const { rowCount } = await client.query(
      "CREATE TEMP TABLE radar_template AS SELECT * FROM application WHERE application_event_id = $1",
      [applicationEventId],
    );
    if (rowCount !== 1) throw new Error("there is no application to make copies of");
    // Row by row into an index of this size takes several times as long as making it at the end.
    await client.query("DROP INDEX field_boundary_idx");
    for (let first = 0; first < fields; first += BATCH) {
      const last = Math.min(fields, first + BATCH) - 1;
      await client.query(INSERT_FIELDS, [first, last, fields, PLANNED_EVERY, PROVIDERS]);
      if ((first / BATCH) % 4 === 3) say(`radar: ${last + 1} fields`);
    }
    say("radar: the index of the fields");
    await client.query("SET maintenance_work_mem = '512MB'");
    await client.query("CREATE INDEX field_boundary_idx ON field USING gist (boundary)");
    await client.query("VACUUM ANALYZE field, application");
  });

/** Copies the set in force under another name; `changed` and `added` say what is different of it. */
async function copyActiveSet(admin: string, version: string, effectiveDate: string): Promise<number> {
  return onDatabase(admin, async (client) => {
    const { rows } = await client.query<{ id: number; from: number }>(
      `INSERT INTO data_set (kind, version, state, source, is_demonstration, coverage, counts, loaded_at, verified_at)
       SELECT 'pula', $1, 'ready', 'bench', d.is_demonstration, d.coverage, d.counts, now(), now()
       FROM active_data_set a JOIN data_set d USING (data_set_id) WHERE a.kind = 'pula'
       RETURNING data_set_id AS id, (SELECT data_set_id FROM active_data_set WHERE kind = 'pula') AS from`,
      [version],
    );
    const [made] = rows;
    if (made === undefined) throw new Error("no set of areas is in force");
    const values = [made.id, made.from];
    await client.query(
      `INSERT INTO pula SELECT $1, pula_id, event_name, status, ${effectiveDate}, expires_on, codes
       FROM pula WHERE data_set_id = $2`,
      values,
    );
    await client.query(
      "INSERT INTO pula_feature SELECT $1, object_id, pula_id, geom FROM pula_feature WHERE data_set_id = $2",
      values,
    );
    await client.query(
      "INSERT INTO pula_piece (data_set_id, pula_id, geom) SELECT $1, pula_id, geom FROM pula_piece WHERE data_set_id = $2",
      values,
    );
    await client.query(
      `INSERT INTO limitation SELECT (jsonb_populate_record(l, jsonb_build_object('data_set_id', $1::int))).*
       FROM limitation l WHERE data_set_id = $2`,
      values,
    );
    return made.id;
  });
}

/** The set in force with every area in force a year earlier: all of them changed. */
export const copyWithEveryAreaChanged = (admin: string): Promise<number> =>
  copyActiveSet(admin, "every area changed", "effective_date - 365");

/** The set in force with one more area: 500 vertices around a place in Nebraska, up to sixty miles from it. */
export async function copyWithOneAreaMore(admin: string): Promise<number> {
  const dataSetId = await copyActiveSet(admin, "one area more", "effective_date");
  await onDatabase(admin, async (client) => {
    await client.query(
      `INSERT INTO pula VALUES ($1, 990001, 'Bench', 'effective', DATE '2026-01-01', NULL, ARRAY['DC125'])`,
      [dataSetId],
    );
    await client.query(
      `INSERT INTO pula_feature
       SELECT $1, 990001, 990001, ST_Multi(ST_SetSRID(ST_MakePolygon(ST_AddPoint(line, ST_StartPoint(line))), 4326))
       FROM (SELECT ST_MakeLine(ST_MakePoint(-98.5 + reach * cos(angle), 41 + reach * sin(angle)) ORDER BY angle) AS line
             FROM (SELECT radians(n * 0.72) AS angle, 0.7 + 0.25 * sin(n * 12.9898) AS reach
                   FROM generate_series(0, 499) n) AS points) AS lines`,
      [dataSetId],
    );
    await client.query(
      `INSERT INTO pula_piece (data_set_id, pula_id, geom)
       SELECT data_set_id, pula_id, ST_Subdivide(geom, 256) FROM pula_feature WHERE data_set_id = $1 AND pula_id = 990001`,
      [dataSetId],
    );
  });
  return dataSetId;
}
