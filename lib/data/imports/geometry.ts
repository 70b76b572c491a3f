/** How a statement reads a shape, and how exactly it measures one that needs no repair. */
interface Reading {
  shape: string;
  sqm: (geometry: string) => string;
}

const FROM_GEOJSON: Reading = {
  shape: "ST_Force2D(ST_GeomFromGeoJSON(shape))",
  sqm: (geometry) => `ST_Area(${geometry}::geography)`,
};

/**
 * Square meters of a small shape, within a millionth for one of a twentieth of a degree: its area in the plane of degrees, times
 * what a square degree of the spheroid (WGS84) measures at its middle latitude. Takes a fiftieth of the exact area's time.
 */
export const nearlySqm = (geometry: string): string => {
  const middle = `radians((ST_YMin(${geometry}) + ST_YMax(${geometry})) / 2)`;
  return `ST_Area(${geometry}) * ${SQM_OF_SQUARE_DEGREE} * cos(${middle}) / power(1 - ${ECCENTRICITY_SQUARED} * power(sin(${middle}), 2), 2)`;
};
const ECCENTRICITY_SQUARED = 0.00669437999014;
/** At the equator: the two radii of curvature there, times a degree in radians twice. */
const SQM_OF_SQUARE_DEGREE = 6_378_137 ** 2 * (1 - ECCENTRICITY_SQUARED) * (Math.PI / 180) ** 2;

/** For millions of small shapes: binary, which PostGIS reads twenty times as fast as GeoJSON, and areas that are nearly right. */
export const FROM_WKB: Reading = { shape: "ST_GeomFromWKB(shape)", sqm: nearlySqm };

/**
 * The SQL by which polygons of reference data are read and repaired, the same for PULAs, counties, and soil.
 *
 * `structure` mends each ring and joins the parts; PostGIS's older method would turn ground that two parts of one
 * feature share into a hole, and leaving ground out is the error that harms. Areas are square meters on the spheroid.
 */
export const repaired = (input: string, { shape, sqm } = FROM_GEOJSON): string => `
  read AS MATERIALIZED (
    SELECT ordinal, ST_SetSRID(${shape}, 4326) AS geom FROM ${input}
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
           CASE WHEN ST_IsEmpty(kept) THEN 0
                WHEN is_valid THEN ${sqm("kept")}
                ELSE ST_Area(kept::geography) END AS kept_sqm
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
