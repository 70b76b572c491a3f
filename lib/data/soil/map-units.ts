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

/** A boundary laid on stored ground. */
interface LaidBoundary {
  boundary: MultiPolygon;
  ground: StoredGround;
}

/**
 * Common table expressions: `whole` is the boundary, as fine as asked for, and `clipped` has each piece of the survey in it,
 * cut to it as `part`. Clipping is done in the plane of longitude and latitude, where boundary and survey were drawn.
 */
function clippedGround({ boundary, ground }: LaidBoundary, whole: Prisma.Sql): Prisma.Sql {
  const isCut = boundary.coordinates.flat(2).length > WHOLE_POSITIONS;
  return Prisma.sql`
      whole AS MATERIALIZED (SELECT ${whole} AS geom
      ), ${isCut ? CUT_FIELD : WHOLE_FIELD}, source AS (${ground.kind === "cells" ? CELLS : mirrorSource(ground.dataSetId)}
      ), clipped AS MATERIALIZED (
        SELECT source.*, CASE WHEN ST_CoveredBy(shape, field_part) THEN shape
                              ELSE ST_CollectionExtract(ST_Intersection(shape, field_part), 3) END AS part
        FROM source
      )`;
}

const UNIT = Prisma.sql`mukey, has_map_unit, musym, muname, hydgrpdcd, slopegradwta`;

const SQM = Prisma.sql`ST_Area(part::geography)`;

/**
 * Common table expressions after those: pieces of one map unit that touch are one, so that no seam of the survey's squares or
 * of the cut boundary is left. Uniting only what touches gives the same ground in a third of the time.
 */
const united = (area: Prisma.Sql): Prisma.Sql => Prisma.sql`touching AS (
        SELECT ${UNIT}, part, ST_ClusterDBSCAN(part, 0, 1) OVER (PARTITION BY mukey) AS cluster
        FROM clipped WHERE ST_Area(part) > 0
      ), united AS (
        SELECT ${UNIT}, sum(${area}) AS area,
               CASE WHEN count(*) = 1 THEN (array_agg(part))[1] ELSE ST_Union(part) END AS geom
        FROM touching GROUP BY ${UNIT}, cluster
      )`;
const groundOfUnit = Prisma.sql`ST_CollectionExtract(ST_Collect(geom), 3)`;

const asSent = ({ boundary }: LaidBoundary): Prisma.Sql =>
  Prisma.sql`ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(boundary)}), 4326)`;

/**
 * The map units inside a boundary with their areas, and their ground clipped to it when asked for: one statement. Areas are
 * square meters on the spheroid. Shared reference data, so it is not scoped by provider.
 */
export async function measureMapUnits(
  db: Reader,
  query: LaidBoundary & { withGeometry: boolean },
): Promise<MeasuredGround> {
  const units = query.withGeometry
    ? Prisma.sql`${united(SQM)}, unit AS (
        SELECT ${UNIT}, sum(area) AS area_sqm, ST_AsGeoJSON(ST_Multi(${groundOfUnit}))::json AS geometry
        FROM united GROUP BY ${UNIT})`
    : Prisma.sql`unit AS (
        SELECT ${UNIT}, sum(${SQM}) AS area_sqm, NULL::json AS geometry
        FROM clipped WHERE ST_Area(part) > 0 GROUP BY ${UNIT})`;
  const rows = await readReference(
    () => db.$queryRaw<{ totalAreaSqm: number; areas: SurveyAreas; units: MeasuredGround["units"] }[]>`
      WITH RECURSIVE ${clippedGround(query, asSent(query))}, ${units}
      SELECT ST_Area(whole.geom::geography) AS "totalAreaSqm",
             (SELECT coalesce(jsonb_object_agg(key, value), '{}')
              FROM (SELECT key, min(value) AS value FROM clipped, jsonb_each_text(areas) GROUP BY key) AS area) AS areas,
             (SELECT coalesce(json_agg(json_build_object(
                'mukey', mukey, 'hasMapUnit', has_map_unit, 'musym', musym, 'muname', muname, 'hydgrpdcd', hydgrpdcd,
                'slopegradwta', slopegradwta, 'areaSqm', area_sqm, 'geometry', geometry) ORDER BY area_sqm DESC, mukey), '[]')
              FROM unit) AS units
      FROM whole`,
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the boundary could not be measured");
  return row;
}

/**
 * How much of a boundary the ground of map units covers, where pieces lie over each other counted once: square meters on the spheroid. It
 * costs a union of all of them. Shared reference data, so it is not scoped by provider.
 */
export async function measureCovered(db: Reader, query: LaidBoundary): Promise<number> {
  const rows = await readReference(
    () => db.$queryRaw<{ sqm: number }[]>`
      WITH RECURSIVE ${clippedGround(query, asSent(query))}
      SELECT coalesce(ST_Area(ST_Union(part)::geography), 0) AS sqm FROM clipped WHERE has_map_unit AND ST_Area(part) > 0`,
  );
  return rows[0]?.sqm ?? 0;
}

/**
 * The map units inside a boundary to be drawn, largest first: nothing finer than `grainDeg` is kept of their outlines and of
 * the boundary's. Shared reference data, so it is not scoped by provider.
 */
export async function drawMapUnits(
  db: Reader,
  query: LaidBoundary & { grainDeg: number },
): Promise<{ musym: string | null; geometry: MultiPolygon | null }[]> {
  const { grainDeg } = query;
  // Only to order them by.
  const parts = united(Prisma.sql`ST_Area(part)`);
  const outline = Prisma.sql`ST_SimplifyPreserveTopology(${asSent(query)}, ${grainDeg}::float8)`;
  return readReference(
    () => db.$queryRaw<{ musym: string | null; geometry: MultiPolygon | null }[]>`
      WITH RECURSIVE ${clippedGround(query, outline)}, ${parts}
      SELECT musym, ST_AsGeoJSON(ST_Multi(ST_CollectionExtract(
                      ST_Simplify(${groundOfUnit}, ${grainDeg}::float8), 3)), 7)::json AS geometry
      FROM united GROUP BY ${UNIT} ORDER BY sum(area) DESC, mukey`,
  );
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
