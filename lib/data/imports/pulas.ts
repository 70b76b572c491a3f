import { OUTCOME, repaired, type StoredPolygon } from "@/lib/data/imports/geometry";
import { pieceCutter } from "@/lib/data/imports/pieces";
import type { ImportClient } from "@/lib/data/imports/sets";

/** One polygon of a PULA on its way in; `shape` is GeoJSON text. */
export interface NewPulaFeature {
  objectId: number;
  pulaId: number;
  eventName: string;
  status: string;
  effectiveDate: string;
  expiresOn: string | null;
  codes: string[];
  shape: string;
}

/**
 * Stores the PULAs that features belong to. Features of one PULA may differ: the earliest date, the latest expiry
 * and all codes count, so that none of them is left out.
 */
export async function mergePulas(client: ImportClient, dataSetId: number, features: NewPulaFeature[]): Promise<void> {
  await client.query(
    `INSERT INTO pula (data_set_id, pula_id, event_name, status, effective_date, expires_on, codes)
     SELECT $1::int, pula_id, (array_agg(event_name ORDER BY place))[1], (array_agg(status ORDER BY place))[1],
            min(effective_date), CASE WHEN bool_and(expires_on IS NOT NULL) THEN max(expires_on) END,
            (SELECT coalesce(array_agg(DISTINCT code ORDER BY code), '{}')
             FROM unnest(string_to_array(string_agg(nullif(codes, ''), ','), ',')) AS listed(code))
     FROM unnest($2::int[], $3::text[], $4::text[], $5::date[], $6::date[], $7::text[])
            WITH ORDINALITY AS f(pula_id, event_name, status, effective_date, expires_on, codes, place)
     GROUP BY pula_id
     ON CONFLICT (data_set_id, pula_id) DO UPDATE SET
       effective_date = least(pula.effective_date, EXCLUDED.effective_date),
       expires_on = CASE WHEN pula.expires_on IS NULL OR EXCLUDED.expires_on IS NULL THEN NULL
                         ELSE greatest(pula.expires_on, EXCLUDED.expires_on) END,
       codes = ARRAY(SELECT DISTINCT code FROM unnest(pula.codes || EXCLUDED.codes) AS both_(code) ORDER BY code)`,
    [
      dataSetId,
      features.map((f) => f.pulaId),
      features.map((f) => f.eventName),
      features.map((f) => f.status),
      features.map((f) => f.effectiveDate),
      features.map((f) => f.expiresOn),
      features.map((f) => f.codes.join(",")),
    ],
  );
}

/** Repairs and stores polygons whole. Says of each what became of it; one left without area is not stored. */
export async function insertPulaFeatures(
  client: ImportClient,
  dataSetId: number,
  features: NewPulaFeature[],
): Promise<StoredPolygon[]> {
  const { rows } = await client.query<StoredPolygon>(
    `WITH input AS (
       SELECT * FROM unnest($2::int[], $3::int[], $4::text[], $5::int[]) AS t(object_id, pula_id, shape, ordinal)
     ), ${repaired("input")}, stored AS (
       INSERT INTO pula_feature (data_set_id, object_id, pula_id, geom)
       SELECT $1::int, object_id, pula_id, kept FROM measured JOIN input USING (ordinal) WHERE kept_sqm > 0
     )
     SELECT ${OUTCOME} FROM measured ORDER BY ordinal`,
    [
      dataSetId,
      features.map((f) => f.objectId),
      features.map((f) => f.pulaId),
      features.map((f) => f.shape),
      features.map((_, index) => index),
    ],
  );
  return rows;
}

/** Cuts the features with object ids above `after` into search pieces, `limit` at a time. */
export const insertPulaPieces = pieceCutter<number>({
  whole: "pula_feature",
  orderedBy: "object_id",
  piece: "pula_piece",
  carries: "pula_id",
});

/** A PULA none of whose polygons could be stored is nowhere, and would only be counted. */
export async function removeEmptyPulas(client: ImportClient, dataSetId: number): Promise<number[]> {
  const { rows } = await client.query<{ pula_id: number }>(
    `DELETE FROM pula WHERE data_set_id = $1
       AND NOT EXISTS (SELECT FROM pula_feature f WHERE f.data_set_id = $1 AND f.pula_id = pula.pula_id)
     RETURNING pula_id`,
    [dataSetId],
  );
  return rows.map((row) => row.pula_id);
}

export interface PulaMeasures {
  features: number;
  pulas: number;
  pieces: number;
  limitations: number;
  areaSqm: number;
  /** Area in the plane of degrees, whole and in pieces: cutting keeps it exactly, the spheroid's area not quite. */
  planarDeg2: number;
  piecesDeg2: number;
  codesWithoutLimitation: number;
}

export async function measurePulas(client: ImportClient, dataSetId: number): Promise<PulaMeasures> {
  const { rows } = await client.query<PulaMeasures>(
    `SELECT (SELECT count(*)::int FROM pula WHERE data_set_id = $1) AS pulas,
            (SELECT count(*)::int FROM limitation WHERE data_set_id = $1) AS limitations,
            f.features, f."areaSqm", f."planarDeg2", p.pieces, p."piecesDeg2",
            (SELECT count(*)::int FROM pula, unnest(codes) AS listed(code)
             WHERE data_set_id = $1 AND NOT EXISTS (
               SELECT FROM limitation l WHERE l.data_set_id = $1 AND l.pula_id = pula.pula_id AND l.code = listed.code)
            ) AS "codesWithoutLimitation"
     FROM (SELECT count(*)::int AS features, coalesce(sum(ST_Area(geom::geography)), 0) AS "areaSqm",
                  coalesce(sum(ST_Area(geom)), 0) AS "planarDeg2"
           FROM pula_feature WHERE data_set_id = $1) f,
          (SELECT count(*)::int AS pieces, coalesce(sum(ST_Area(geom)), 0) AS "piecesDeg2"
           FROM pula_piece WHERE data_set_id = $1) p`,
    [dataSetId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the PULA set could not be measured");
  return row;
}

/** PULAs at a point, found once by whole polygons and once by pieces, and whether the set speaks for the point. */
export async function pulasAtPoint(
  client: ImportClient,
  dataSetId: number,
  point: { lon: number; lat: number },
): Promise<{ covered: boolean; byFeature: number[]; byPiece: number[] }> {
  const { rows } = await client.query<{ covered: boolean; byFeature: number[]; byPiece: number[] }>(
    `WITH here AS (SELECT ST_SetSRID(ST_MakePoint($2, $3), 4326) AS geom)
     SELECT coalesce((SELECT ST_Covers(coverage, here.geom) FROM data_set WHERE data_set_id = $1), false) AS covered,
            ARRAY(SELECT DISTINCT pula_id FROM pula_feature f WHERE data_set_id = $1 AND ST_Intersects(f.geom, here.geom)
                  ORDER BY 1) AS "byFeature",
            ARRAY(SELECT DISTINCT pula_id FROM pula_piece p WHERE data_set_id = $1 AND ST_Intersects(p.geom, here.geom)
                  ORDER BY 1) AS "byPiece"
     FROM here`,
    [dataSetId, point.lon, point.lat],
  );
  return rows[0] ?? { covered: false, byFeature: [], byPiece: [] };
}
