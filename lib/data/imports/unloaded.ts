import { COARSE_COUNTY_DEG } from "@/lib/data/field-counties";
import type { ImportClient } from "@/lib/data/imports/sets";

/** West, south, east, north, in degrees. */
export type ExtentDeg = readonly [number, number, number, number];

/** A refused record of a set, as far as it could be read. What has no value could not be read, and may be any. */
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

/** Where another set has the ground of refused records: its rows `o`, and how they and the records `u` are one. */
interface OtherGround {
  part: UnloadedRecord["part"];
  table: string;
  isSame: string;
  /** The name that a record gets. */
  name: string;
  /** The box of one `part` of its ground, in the set `other`. */
  box: string;
}

/**
 * Refused records without readable ground that another set has: they take the ground that they have there, polygon by polygon. What stays
 * without ground leaves the whole set open.
 */
async function placeByOtherSet(
  client: ImportClient,
  { part, table, isSame, name, box }: OtherGround,
  { dataSetId, otherSetId }: { dataSetId: number; otherSetId: number },
): Promise<number> {
  const { rows } = await client.query<{ placed: number }>(
    `WITH gone AS (
       DELETE FROM unloaded_record u
       WHERE u.data_set_id = $1 AND u.part = '${part}' AND u.ground IS NULL
         AND EXISTS (SELECT FROM ${table} o WHERE o.data_set_id = $2 AND ${isSame})
       RETURNING u.*
     ), placed AS (
       INSERT INTO unloaded_record (data_set_id, part, record_number, pula_id, code, reason, name, ground)
       SELECT u.data_set_id, u.part, u.record_number, u.pula_id, u.code, u.reason, ${name}, ${box}
       FROM gone u JOIN ${table} o ON o.data_set_id = $2 AND ${isSame}
       JOIN data_set other ON other.data_set_id = $2, ST_Dump(o.geom) AS part
     )
     SELECT count(*)::int AS placed FROM gone`,
    [dataSetId, otherSetId],
  );
  return rows[0]?.placed ?? 0;
}

/** Polygons of PULAs. */
export const coverByOtherSet = (client: ImportClient, dataSetId: number, otherSetId: number): Promise<number> =>
  placeByOtherSet(
    client,
    {
      part: "feature",
      table: "pula_feature",
      isSame: "o.pula_id = u.pula_id",
      name: "u.name",
      box: "ST_Envelope(ST_Expand(part.geom, 1e-6))",
    },
    { dataSetId, otherSetId },
  );

/** Counties by their code; boxes of a coarse set are wider by what its lines may be off. */
export const placeCountiesByOtherSet = (client: ImportClient, dataSetId: number, otherSetId: number): Promise<number> =>
  placeByOtherSet(
    client,
    {
      part: "county",
      table: "county",
      isSame: "o.geo_id = u.code",
      name: "coalesce(u.name, o.county_name)",
      box: `ST_Expand(ST_Envelope(part.geom), CASE WHEN other.county_precision = 'exact' THEN 0 ELSE ${COARSE_COUNTY_DEG} END)`,
    },
    { dataSetId, otherSetId },
  );
