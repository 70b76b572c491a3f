import { OUTCOME, repaired, type StoredPolygon } from "@/lib/data/imports/geometry";
import { pieceCutter } from "@/lib/data/imports/pieces";
import type { ImportClient } from "@/lib/data/imports/sets";

/** A county on its way in; `shape` is GeoJSON text. */
export interface NewCounty {
  geoId: string;
  stateFips: string;
  countyFips: string;
  countyName: string;
  shape: string;
}

/** Repairs and stores counties. Says of each what became of it; one left without area is not stored. */
export async function insertCounties(
  client: ImportClient,
  dataSetId: number,
  counties: NewCounty[],
): Promise<StoredPolygon[]> {
  const { rows } = await client.query<StoredPolygon>(
    `WITH input AS (
       SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[])
              AS t(geo_id, state_fips, county_fips, county_name, shape, ordinal)
     ), ${repaired("input")}, stored AS (
       INSERT INTO county (data_set_id, geo_id, state_fips, county_fips, county_name, geom)
       SELECT $1::int, geo_id, state_fips, county_fips, county_name, kept
       FROM measured JOIN input USING (ordinal) WHERE kept_sqm > 0
     )
     SELECT ${OUTCOME} FROM measured ORDER BY ordinal`,
    [
      dataSetId,
      counties.map((c) => c.geoId),
      counties.map((c) => c.stateFips),
      counties.map((c) => c.countyFips),
      counties.map((c) => c.countyName),
      counties.map((c) => c.shape),
      counties.map((_, index) => index),
    ],
  );
  return rows;
}

/** Cuts the counties with ids above `after` into search pieces, `limit` at a time. */
export const insertCountyPieces = pieceCutter<string>({
  whole: "county",
  orderedBy: "geo_id",
  piece: "county_piece",
  carries: "geo_id",
});

export interface CountyMeasures {
  counties: number;
  pieces: number;
  areaSqm: number;
  /** Area in the plane of degrees, whole and in pieces. */
  planarDeg2: number;
  piecesDeg2: number;
}

export async function measureCounties(client: ImportClient, dataSetId: number): Promise<CountyMeasures> {
  const { rows } = await client.query<CountyMeasures>(
    `SELECT c.*, p.* FROM
       (SELECT count(*)::int AS counties, coalesce(sum(ST_Area(geom::geography)), 0) AS "areaSqm",
               coalesce(sum(ST_Area(geom)), 0) AS "planarDeg2" FROM county WHERE data_set_id = $1) c,
       (SELECT count(*)::int AS pieces, coalesce(sum(ST_Area(geom)), 0) AS "piecesDeg2"
        FROM county_piece WHERE data_set_id = $1) p`,
    [dataSetId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the county set could not be measured");
  return row;
}

/** Counties at a point, and whether the set has any county of a state. */
export async function countiesAtPoint(
  client: ImportClient,
  dataSetId: number,
  point: { lon: number; lat: number; stateFips: string },
): Promise<{ hasState: boolean; geoIds: string[] }> {
  const { rows } = await client.query<{ hasState: boolean; geoIds: string[] }>(
    `SELECT EXISTS (SELECT FROM county WHERE data_set_id = $1 AND state_fips = $4) AS "hasState",
            ARRAY(SELECT DISTINCT geo_id FROM county_piece
                  WHERE data_set_id = $1 AND ST_Intersects(geom, ST_SetSRID(ST_MakePoint($2, $3), 4326))
                  ORDER BY 1) AS "geoIds"`,
    [dataSetId, point.lon, point.lat, point.stateFips],
  );
  return rows[0] ?? { hasState: false, geoIds: [] };
}
