import type { LineString, MultiPolygon } from "geojson";
import { Prisma, type ProviderTx } from "@/lib/data/db";
import { featuresNear, REACH_DEG, type FeaturesJson } from "@/lib/data/drift/features-near";

/** A stretch of road of the ground under the map: a line, whose width no one knows. */
export interface RoadJson {
  name: string | null;
  line: LineString;
}

export interface GroundNear {
  boundary: MultiPolygon;
  ground: FeaturesJson;
  /** Null: none lies there, or no such set is in force. */
  roads: RoadJson[] | null;
}

/** About 0.5 m: bends of a road that make no difference to its strip. */
const ROAD_SIMPLIFY_DEG = 5e-6;

/** The ground of the loaded sets within reach of a live field, and the field. Null: no such field, or no boundary. */
export async function findGroundNear(tx: ProviderTx, providerId: string, fieldId: string): Promise<GroundNear | null> {
  const rows = await tx.$queryRaw<GroundNear[]>`
    WITH site AS MATERIALIZED (
      SELECT f.boundary FROM field f
      WHERE f.provider_id = ${providerId} AND f.field_id = ${fieldId}::uuid AND f.archived_at IS NULL
        AND f.boundary IS NOT NULL
    ), near AS MATERIALIZED (
      SELECT ST_AsGeoJSON(site.boundary, 17)::json AS boundary, ${featuresNear(Prisma.sql`site.boundary`)} AS ground,
        ${roadsNear(Prisma.sql`site.boundary`)} AS roads
      FROM site
    )
    SELECT boundary, ground, roads FROM near`;
  return rows[0] ?? null;
}

/** Stretches of a road that meet are one; a road without a name is each stretch by itself. Cut to a box round the reach. */
const roadsNear = (boundary: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (WITH reach AS MATERIALIZED (
     SELECT ST_Expand(${boundary}, ${REACH_DEG}::float8 / cos(radians(ST_Y(ST_Centroid(${boundary})))), ${REACH_DEG}::float8) AS box
   ), stretch AS (
     SELECT road.name, ST_Simplify(ST_LineMerge(ST_Collect(ST_ClipByBox2D(road.geom, reach.box::box2d))), ${ROAD_SIMPLIFY_DEG}::float8) AS geom
     FROM reach JOIN basemap_part road ON road.geom && reach.box
     JOIN active_data_set active ON active.kind = 'basemap' AND active.data_set_id = road.data_set_id
     WHERE road.layer = 'road'
     GROUP BY road.name, CASE WHEN road.name IS NULL THEN road.feature_number END
   )
   SELECT json_agg(json_build_object('name', stretch.name, 'line', ST_AsGeoJSON(line.geom, 9)::json) ORDER BY stretch.name)
   FROM stretch CROSS JOIN LATERAL ST_Dump(stretch.geom) AS line
   WHERE GeometryType(line.geom) = 'LINESTRING' AND ST_NPoints(line.geom) <= 500)`;
