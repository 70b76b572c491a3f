import type { MultiPolygon } from "geojson";
import { Prisma, type Reader, readReference } from "@/lib/data/db";
import { isFresh } from "@/lib/data/soil/analyses";
import type { MapUnitShare, SurveyAreas } from "@/lib/domain/soil-survey";

/** Stored ground: the squares of the survey's answers, or a set of the local mirror. */
export type StoredGround = { kind: "cells" } | { kind: "mirror"; dataSetId: number };

export interface MeasuredGround {
  totalAreaSqm: number;
  /** Survey areas the ground came from; empty for the mirror, whose set has a version of its own. */
  areas: SurveyAreas;
  units: (MapUnitShare & { geometry: MultiPolygon | null })[];
}

/** A boundary of at most so many positions is laid on the ground whole. */
const WHOLE_POSITIONS = 128;
/** A longer one is cut until no piece has more positions than this, or was cut so often. */
const PIECE_POSITIONS = 64;
const MOST_CUTS = 14;
const WHOLE_FIELD = Prisma.sql`field AS (SELECT geom FROM whole)`;

/**
 * The boundary in small pieces, halved across the longer side of their extent. Clipping a thousand soil polygons by one
 * boundary of 5,000 positions reads five million of them. `ST_Subdivide` would do the same, but gives invalid pieces for
 * jagged boundaries, which the next statement then refuses.
 */
const CUT_FIELD = Prisma.sql`cut AS (
        SELECT geom, 0 AS cuts FROM whole
        UNION ALL
        SELECT half.geom, cut.cuts + 1
        FROM cut,
             LATERAL (SELECT ST_XMin(geom) AS west, ST_XMax(geom) AS east, ST_YMin(geom) AS south, ST_YMax(geom) AS north) AS e,
             LATERAL (VALUES
               (CASE WHEN east - west > north - south THEN ST_MakeEnvelope(west, south, (west + east) / 2, north, 4326)
                     ELSE ST_MakeEnvelope(west, south, east, (south + north) / 2, 4326) END),
               (CASE WHEN east - west > north - south THEN ST_MakeEnvelope((west + east) / 2, south, east, north, 4326)
                     ELSE ST_MakeEnvelope(west, (south + north) / 2, east, north, 4326) END)) AS box(geom),
             LATERAL (SELECT ST_CollectionExtract(ST_Intersection(cut.geom, box.geom), 3) AS geom) AS half
        WHERE ST_NPoints(cut.geom) > ${PIECE_POSITIONS}::int AND cut.cuts < ${MOST_CUTS}::int AND NOT ST_IsEmpty(half.geom)
      ), field AS MATERIALIZED (
        SELECT geom FROM cut WHERE ST_NPoints(geom) <= ${PIECE_POSITIONS}::int OR cuts = ${MOST_CUTS}::int
      )`;

/**
 * The map units inside a boundary with their areas, and their ground clipped to it when asked for: one statement.
 * Clipping is done in the plane of longitude and latitude, where boundary and survey were drawn; areas are square
 * meters on the spheroid. Shared reference data, so it is not scoped by provider.
 */
export async function measureMapUnits(
  db: Reader,
  query: { boundary: MultiPolygon; ground: StoredGround; withGeometry: boolean },
): Promise<MeasuredGround> {
  const isCut = query.boundary.coordinates.flat(2).length > WHOLE_POSITIONS;
  const rows = await readReference(
    () => db.$queryRaw<{ totalAreaSqm: number; areas: SurveyAreas; units: MeasuredGround["units"] }[]>`
      WITH RECURSIVE whole AS MATERIALIZED (
        SELECT ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(query.boundary)}), 4326) AS geom
      ), ${isCut ? CUT_FIELD : WHOLE_FIELD}, source AS (${query.ground.kind === "cells" ? CELLS : mirrorSource(query.ground.dataSetId)}
      ), clipped AS MATERIALIZED (
        SELECT source.*, CASE WHEN ST_CoveredBy(shape, field_part) THEN shape
                              ELSE ST_CollectionExtract(ST_Intersection(shape, field_part), 3) END AS part
        FROM source
      ), unit AS (
        SELECT mukey, has_map_unit, musym, muname, hydgrpdcd, slopegradwta, sum(ST_Area(part::geography)) AS area_sqm,
               ${query.withGeometry ? Prisma.sql`ST_AsGeoJSON(ST_Multi(ST_CollectionExtract(ST_Union(part), 3)))::jsonb` : Prisma.sql`NULL::jsonb`} AS geometry
        FROM clipped WHERE ST_Area(part) > 0
        GROUP BY mukey, has_map_unit, musym, muname, hydgrpdcd, slopegradwta
      )
      SELECT ST_Area(whole.geom::geography) AS "totalAreaSqm",
             (SELECT coalesce(jsonb_object_agg(key, value), '{}')
              FROM (SELECT key, min(value) AS value FROM clipped, jsonb_each_text(areas) GROUP BY key) AS area) AS areas,
             (SELECT coalesce(jsonb_agg(jsonb_build_object(
                'mukey', mukey, 'hasMapUnit', has_map_unit, 'musym', musym, 'muname', muname, 'hydgrpdcd', hydgrpdcd,
                'slopegradwta', slopegradwta, 'areaSqm', area_sqm, 'geometry', geometry) ORDER BY area_sqm DESC, mukey), '[]')
              FROM unit) AS units
      FROM whole`,
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the boundary could not be measured");
  return row;
}

/** Only what the present answer of a fresh square says; a refreshed square's older ground is on its way out. */
const CELLS = Prisma.sql`
  SELECT p.mukey, p.has_map_unit, p.musym, p.muname, p.hydgrpdcd, p.slopegradwta, c.areas, p.geom AS shape, field.geom AS field_part
  FROM field
  JOIN soil_cell_polygon AS p ON p.geom && field.geom AND ST_Intersects(p.geom, field.geom)
  JOIN soil_cell AS c ON c.cell_x = p.cell_x AND c.cell_y = p.cell_y AND c.fetch_id = p.fetch_id
  WHERE ${isFresh(Prisma.sql`c.fetched_at`, Prisma.sql`c.areas`)}`;

const mirrorSource = (dataSetId: number): Prisma.Sql => Prisma.sql`
  SELECT p.mukey, u.mukey IS NOT NULL AS has_map_unit, u.musym, u.muname, u.hydgrpdcd, u.slopegradwta,
         '{}'::jsonb AS areas, p.geom AS shape, field.geom AS field_part
  FROM field
  JOIN soil_piece AS p ON p.geom && field.geom AND ST_Intersects(p.geom, field.geom) AND p.data_set_id = ${dataSetId}
  LEFT JOIN soil_map_unit AS u ON u.data_set_id = p.data_set_id AND u.mukey = p.mukey`;
