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

/**
 * The map units inside a boundary with their areas, and their ground clipped to it when asked for: one statement.
 * Clipping is done in the plane of longitude and latitude, where boundary and survey were drawn; areas are square
 * meters on the spheroid. Shared reference data, so it is not scoped by provider.
 */
export async function measureMapUnits(
  db: Reader,
  query: { boundary: MultiPolygon; ground: StoredGround; withGeometry: boolean },
): Promise<MeasuredGround> {
  const rows = await readReference(
    () => db.$queryRaw<{ totalAreaSqm: number; areas: SurveyAreas; units: MeasuredGround["units"] }[]>`
      WITH field AS MATERIALIZED (
        SELECT ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(query.boundary)}), 4326) AS geom
      ), source AS (${query.ground.kind === "cells" ? CELLS : mirrorSource(query.ground.dataSetId)}
      ), clipped AS MATERIALIZED (
        SELECT source.*, CASE WHEN ST_CoveredBy(source.shape, field.geom) THEN source.shape
                              ELSE ST_CollectionExtract(ST_Intersection(source.shape, field.geom), 3) END AS part
        FROM source, field
      ), unit AS (
        SELECT mukey, has_map_unit, musym, muname, hydgrpdcd, slopegradwta, sum(ST_Area(part::geography)) AS area_sqm,
               ${query.withGeometry ? Prisma.sql`ST_AsGeoJSON(ST_Multi(ST_CollectionExtract(ST_Union(part), 3)))::jsonb` : Prisma.sql`NULL::jsonb`} AS geometry
        FROM clipped WHERE ST_Area(part) > 0
        GROUP BY mukey, has_map_unit, musym, muname, hydgrpdcd, slopegradwta
      )
      SELECT ST_Area(field.geom::geography) AS "totalAreaSqm",
             (SELECT coalesce(jsonb_object_agg(key, value), '{}')
              FROM (SELECT key, min(value) AS value FROM clipped, jsonb_each_text(areas) GROUP BY key) AS area) AS areas,
             (SELECT coalesce(jsonb_agg(jsonb_build_object(
                'mukey', mukey, 'hasMapUnit', has_map_unit, 'musym', musym, 'muname', muname, 'hydgrpdcd', hydgrpdcd,
                'slopegradwta', slopegradwta, 'areaSqm', area_sqm, 'geometry', geometry) ORDER BY area_sqm DESC, mukey), '[]')
              FROM unit) AS units
      FROM field`,
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the boundary could not be measured");
  return row;
}

/** Only what the present answer of a fresh square says; a refreshed square's older ground is on its way out. */
const CELLS = Prisma.sql`
  SELECT p.mukey, p.has_map_unit, p.musym, p.muname, p.hydgrpdcd, p.slopegradwta, c.areas, p.geom AS shape
  FROM field
  JOIN soil_cell_polygon AS p ON p.geom && field.geom AND ST_Intersects(p.geom, field.geom)
  JOIN soil_cell AS c ON c.cell_x = p.cell_x AND c.cell_y = p.cell_y AND c.fetch_id = p.fetch_id
  WHERE ${isFresh(Prisma.sql`c.fetched_at`, Prisma.sql`c.areas`)}`;

const mirrorSource = (dataSetId: number): Prisma.Sql => Prisma.sql`
  SELECT p.mukey, u.mukey IS NOT NULL AS has_map_unit, u.musym, u.muname, u.hydgrpdcd, u.slopegradwta,
         '{}'::jsonb AS areas, p.geom AS shape
  FROM field
  JOIN soil_piece AS p ON p.geom && field.geom AND ST_Intersects(p.geom, field.geom) AND p.data_set_id = ${dataSetId}
  LEFT JOIN soil_map_unit AS u ON u.data_set_id = p.data_set_id AND u.mukey = p.mukey`;
