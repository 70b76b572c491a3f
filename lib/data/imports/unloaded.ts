import type { ImportClient } from "@/lib/data/imports/sets";

/** West, south, east, north, in degrees. */
export type ExtentDeg = readonly [number, number, number, number];

/** A refused record of a set, as far as it could be read. Null is not known, and counts as any. */
export interface UnloadedRecord {
  /** Of a set of areas: a polygon or a limitation; a county; protected ground beside fields. */
  part: "feature" | "limitation" | "county" | "ground";
  recordNumber: number;
  pulaId: number | null;
  /** Of a limitation; a county's five digits; a category of ground. */
  code: string | null;
  registration: string | null;
  activeIngredient: string | null;
  reason: string;
  /** One box of the refused ground: a polygon of several parts makes several rows. Null for limitations, too. */
  ground: ExtentDeg | null;
  /** Of a county or of ground. */
  name?: string | null;
}

export async function insertUnloaded(
  client: ImportClient,
  dataSetId: number,
  records: readonly UnloadedRecord[],
): Promise<void> {
  await client.query(
    `INSERT INTO unloaded_record (data_set_id, part, record_number, pula_id, code, registration, active_ingredient,
                                  reason, name, ground)
     SELECT $1::int, part, "recordNumber", "pulaId", code, registration, "activeIngredient", reason, name,
            CASE WHEN ground IS NOT NULL THEN
              ST_MakeEnvelope(ground[1], ground[2], ground[3], ground[4], 4326) END
     FROM jsonb_to_recordset($2::jsonb)
       AS r(part text, "recordNumber" int, "pulaId" int, code text, registration text, "activeIngredient" text,
            reason text, name text, ground float8[])`,
    [dataSetId, JSON.stringify(records)],
  );
}

/**
 * Refused polygons without readable ground, whose PULA lies in another set: takes the ground it has there, polygon by
 * polygon. What stays without ground leaves the whole set uncovered.
 */
export async function coverByOtherSet(client: ImportClient, dataSetId: number, otherSetId: number): Promise<number> {
  const { rows } = await client.query<{ placed: number }>(
    `WITH gone AS (
       DELETE FROM unloaded_record u
       WHERE u.data_set_id = $1 AND u.part = 'feature' AND u.ground IS NULL
         AND EXISTS (SELECT FROM pula_feature f WHERE f.data_set_id = $2 AND f.pula_id = u.pula_id)
       RETURNING u.*
     ), placed AS (
       INSERT INTO unloaded_record (data_set_id, part, record_number, pula_id, code, reason, ground)
       SELECT gone.data_set_id, gone.part, gone.record_number, gone.pula_id, gone.code, gone.reason,
              ST_Envelope(ST_Expand(part.geom, 1e-6))
       FROM gone JOIN pula_feature f ON f.data_set_id = $2 AND f.pula_id = gone.pula_id, ST_Dump(f.geom) AS part
     )
     SELECT count(*)::int AS placed FROM gone`,
    [dataSetId, otherSetId],
  );
  return rows[0]?.placed ?? 0;
}

/** More than coarse county lines are off by, also in the north: about 3 km of latitude, and 1.5 km of longitude at 60 degrees. */
const COARSE_COUNTY_DEG = 0.03;

/**
 * Refused counties without readable ground whose code another set has: takes the boxes of the ground it has there, wider by what its
 * lines may be off. What stays without ground leaves every field's county open.
 */
export async function placeCountiesByOtherSet(
  client: ImportClient,
  dataSetId: number,
  otherSetId: number,
): Promise<number> {
  const { rows } = await client.query<{ placed: number }>(
    `WITH gone AS (
       DELETE FROM unloaded_record u
       WHERE u.data_set_id = $1 AND u.part = 'county' AND u.ground IS NULL
         AND EXISTS (SELECT FROM county k WHERE k.data_set_id = $2 AND k.geo_id = u.code)
       RETURNING u.*
     ), placed AS (
       INSERT INTO unloaded_record (data_set_id, part, record_number, code, reason, name, ground)
       SELECT gone.data_set_id, gone.part, gone.record_number, gone.code, gone.reason, coalesce(gone.name, k.county_name),
              ST_Expand(ST_Envelope(part.geom), CASE WHEN other.county_precision = 'exact' THEN 0 ELSE $3::float8 END)
       FROM gone JOIN county k ON k.data_set_id = $2 AND k.geo_id = gone.code
       JOIN data_set other ON other.data_set_id = $2, ST_Dump(k.geom) AS part
     )
     SELECT count(*)::int AS placed FROM gone`,
    [dataSetId, otherSetId, COARSE_COUNTY_DEG],
  );
  return rows[0]?.placed ?? 0;
}
