import { FROM_WKB, nearlySqm, OUTCOME, pieces, repaired, type StoredPolygon } from "@/lib/data/imports/geometry";
import type { ImportClient } from "@/lib/data/imports/sets";
import type { MapUnit } from "@/lib/domain/soil-survey";

/** Statements of the soil mirror's import. They run as the owner, over one plain connection. */

export type NewMapUnit = Pick<MapUnit, "musym" | "muname"> & { mukey: string };
export type MapUnitAggregate = Pick<MapUnit, "hydgrpdcd" | "slopegradwta"> & { mukey: string };

/** Stores map units, without their aggregates. A repeated one is not stored again; returns how many were. */
export async function insertMapUnits(client: ImportClient, dataSetId: number, units: NewMapUnit[]): Promise<number> {
  const { rowCount } = await client.query(
    `INSERT INTO soil_map_unit (data_set_id, mukey, musym, muname)
     SELECT $1::int, mukey, musym, muname FROM unnest($2::text[], $3::text[], $4::text[]) AS t(mukey, musym, muname)
     ON CONFLICT (data_set_id, mukey) DO NOTHING`,
    [dataSetId, units.map((u) => u.mukey), units.map((u) => u.musym), units.map((u) => u.muname)],
  );
  return rowCount ?? 0;
}

/** Gives map units their aggregates. Returns the keys that no map unit has. */
export async function setAggregates(
  client: ImportClient,
  dataSetId: number,
  aggregates: MapUnitAggregate[],
): Promise<string[]> {
  const { rows } = await client.query<{ mukey: string }>(
    `WITH given AS (
       SELECT * FROM unnest($2::text[], $3::text[], $4::float8[]) AS t(mukey, hydgrpdcd, slopegradwta)
     ), known AS (
       UPDATE soil_map_unit AS u SET hydgrpdcd = given.hydgrpdcd, slopegradwta = given.slopegradwta
       FROM given WHERE u.data_set_id = $1 AND u.mukey = given.mukey
       RETURNING u.mukey
     )
     SELECT mukey FROM given WHERE mukey NOT IN (SELECT mukey FROM known)`,
    [
      dataSetId,
      aggregates.map((a) => a.mukey),
      aggregates.map((a) => a.hydgrpdcd),
      aggregates.map((a) => a.slopegradwta),
    ],
  );
  return rows.map(({ mukey }) => mukey);
}

/** Takes map units out of a set, so that their ground has no data; without `but`: none is kept. Returns how many there were. */
export async function removeMapUnits(
  client: ImportClient,
  dataSetId: number,
  keys: { of: readonly string[] } | { but: readonly string[] },
): Promise<number> {
  const [list, isMeant] = "of" in keys ? [keys.of, true] : [keys.but, false];
  const { rowCount } = await client.query(
    "DELETE FROM soil_map_unit WHERE data_set_id = $1 AND (mukey = ANY($2::text[])) = $3",
    [dataSetId, list, isMeant],
  );
  return rowCount ?? 0;
}

/** A map unit polygon on its way in; `shape` is well-known binary. */
export interface NewSoilPolygon {
  mukey: string;
  shape: Buffer;
}

/** What became of a polygon, with its area in the plane of degrees, whole and in the pieces it was cut into. */
export interface StoredSoilPolygon extends StoredPolygon {
  planarDeg2: number;
  piecesDeg2: number;
}

/** Repairs polygons and stores them in search pieces; whole ones are never asked for, and would double the mirror. */
export async function insertSoilPolygons(
  client: ImportClient,
  dataSetId: number,
  polygons: NewSoilPolygon[],
): Promise<StoredSoilPolygon[]> {
  const { rows } = await client.query<StoredSoilPolygon>(
    `WITH input AS (
       SELECT * FROM unnest($2::text[], $3::bytea[], $4::int[]) AS t(mukey, shape, ordinal)
     ), ${repaired("input", FROM_WKB)}, piece AS MATERIALIZED (
       SELECT ordinal, mukey, part.geom FROM measured JOIN input USING (ordinal) ${pieces("measured.kept")} AND kept_sqm > 0
     ), stored AS (
       INSERT INTO soil_piece (data_set_id, mukey, geom) SELECT $1::int, mukey, geom FROM piece
     ), summed AS (
       SELECT ordinal, sum(ST_Area(geom)) AS pieces_deg2 FROM piece GROUP BY ordinal
     )
     SELECT ${OUTCOME}, CASE WHEN ST_IsEmpty(kept) THEN 0 ELSE ST_Area(kept) END AS "planarDeg2",
            coalesce(pieces_deg2, 0) AS "piecesDeg2"
     FROM measured LEFT JOIN summed USING (ordinal) ORDER BY ordinal`,
    [dataSetId, polygons.map((p) => p.mukey), polygons.map((p) => p.shape), polygons.map((_, index) => index)],
  );
  return rows;
}

/** The last piece of a set, by its number; "0": it has none. */
export async function lastPiece(client: ImportClient, dataSetId: number): Promise<string> {
  const { rows } = await client.query<{ last: string }>(
    "SELECT coalesce(max(piece_id), 0)::text AS last FROM soil_piece WHERE data_set_id = $1",
    [dataSetId],
  );
  return rows[0]?.last ?? "0";
}

/** Removes what was stored after a piece. */
export async function removePiecesAfter(client: ImportClient, dataSetId: number, pieceId: string): Promise<void> {
  await client.query("DELETE FROM soil_piece WHERE data_set_id = $1 AND piece_id > $2::bigint", [dataSetId, pieceId]);
}

export async function clearMapUnits(client: ImportClient, dataSetId: number): Promise<void> {
  await client.query("DELETE FROM soil_map_unit WHERE data_set_id = $1", [dataSetId]);
}

export interface SoilMeasures {
  mapUnits: number;
  pieces: number;
  areaSqm: number;
  /** Ground whose map unit the tables lack. */
  withoutUnitSqm: number;
}

export async function measureSoil(client: ImportClient, dataSetId: number): Promise<SoilMeasures> {
  const { rows } = await client.query<SoilMeasures>(
    `SELECT (SELECT count(*)::int FROM soil_map_unit WHERE data_set_id = $1) AS "mapUnits",
            count(*)::int AS pieces, coalesce(sum(area_sqm), 0) AS "areaSqm",
            coalesce(sum(area_sqm) FILTER (WHERE u.mukey IS NULL), 0) AS "withoutUnitSqm"
     FROM (SELECT mukey, ${nearlySqm("geom")} AS area_sqm FROM soil_piece WHERE data_set_id = $1) AS p
     LEFT JOIN soil_map_unit AS u ON u.data_set_id = $1 AND u.mukey = p.mukey`,
    [dataSetId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the soil set could not be measured");
  return row;
}
