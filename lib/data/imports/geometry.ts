/**
 * The SQL by which polygons of reference data are read and repaired, the same for PULAs and counties.
 *
 * `structure` mends each ring and joins the parts; PostGIS's older method would turn ground that two parts of one
 * feature share into a hole, and leaving ground out is the error that harms. Areas are square meters on the spheroid.
 */
export const repaired = (input: string): string => `
  read AS MATERIALIZED (
    SELECT ordinal, ST_SetSRID(ST_Force2D(ST_GeomFromGeoJSON(shape)), 4326) AS geom FROM ${input}
  ), judged AS MATERIALIZED (
    SELECT ordinal, geom, ST_IsValid(geom) AS is_valid FROM read
  ), repaired AS MATERIALIZED (
    SELECT ordinal, geom AS found, is_valid,
           CASE WHEN is_valid THEN geom
                ELSE ST_Multi(ST_CollectionExtract(ST_MakeValid(geom, 'method=structure keepcollapsed=false'), 3)) END AS kept
    FROM judged
  ), measured AS MATERIALIZED (
    SELECT ordinal, kept, is_valid,
           CASE WHEN is_valid THEN NULL ELSE ST_IsValidReason(found) END AS fault,
           CASE WHEN is_valid THEN NULL ELSE abs(ST_Area(found::geography)) END AS found_sqm,
           CASE WHEN ST_IsEmpty(kept) THEN 0 ELSE ST_Area(kept::geography) END AS kept_sqm
    FROM repaired
  )`;

/** What became of one polygon record. */
export interface StoredPolygon {
  /** Position in the batch. */
  ordinal: number;
  isValid: boolean;
  /** What PostGIS found wrong with it; null when nothing. */
  fault: string | null;
  foundSqm: number | null;
  /** Zero: nothing with an area was left, and the record was not stored. */
  keptSqm: number;
}

export const OUTCOME = `ordinal, is_valid AS "isValid", fault, found_sqm AS "foundSqm", kept_sqm AS "keptSqm"`;

/** Pieces of at most this many vertices are searched; measured 70 times faster than whole polygons. */
export const PIECE_VERTICES = 256;

/** Polygons with an area out of a geometry cut into pieces. */
export const pieces = (geometry: string): string => `
  CROSS JOIN LATERAL ST_Subdivide(${geometry}, ${PIECE_VERTICES}) AS cut
  CROSS JOIN LATERAL ST_Dump(cut) AS part
  WHERE ST_GeometryType(part.geom) = 'ST_Polygon' AND ST_Area(part.geom) > 0`;
