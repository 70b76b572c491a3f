import type { ImportClient } from "@/lib/data/imports/sets";

/** West, south, east, north. */
export type BoxDeg = readonly [number, number, number, number];

/** How many shapes of a set lie outside its ground, and the first of them by name. */
export interface Location {
  shapes: number;
  /** Shapes without any ground in common with the set's coverage; 0 where the set has no coverage. */
  outsideCoverage: number;
  /** Shapes in none of the given boxes. */
  outsideBoxes: number;
  /** Shapes that count in either, as name, longitude, and latitude of a corner; those in no box first. */
  named: { name: string; lon: number; lat: number }[];
}

/** The whole shapes of a kind, and how an operator finds one again. */
const SHAPES = {
  pula: { table: "pula_feature", name: "'PULA ' || s.pula_id || ' (feature ' || s.object_id || ')'" },
  county: { table: "county", name: "s.geo_id || ' ' || s.county_name" },
  features: { table: "feature", name: "s.category || ' ' || coalesce(s.label, 'feature ' || s.feature_number)" },
} as const;

/** Where the shapes of a loaded set lie, against its coverage and against boxes. */
export async function locateShapes(
  client: ImportClient,
  { dataSetId, kind }: { dataSetId: number; kind: keyof typeof SHAPES },
  boxes: readonly BoxDeg[],
  mostNamed: number,
): Promise<Location> {
  const { table, name } = SHAPES[kind];
  const { rows } = await client.query<Location>(
    `WITH box AS MATERIALIZED (
       SELECT ST_MakeEnvelope(west, south, east, north, 4326) AS geom
       FROM unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[]) AS t(west, south, east, north)
     ), ground AS MATERIALIZED (
       SELECT coverage FROM data_set WHERE data_set_id = $1
     ), placed AS MATERIALIZED (
       SELECT ${name} AS name, ST_XMin(s.geom) AS lon, ST_YMin(s.geom) AS lat,
              coalesce(NOT ST_Intersects((SELECT coverage FROM ground), s.geom), false) AS uncovered,
              NOT EXISTS (SELECT FROM box WHERE box.geom && s.geom) AS unboxed
       FROM ${table} s WHERE s.data_set_id = $1
     ), named AS (
       SELECT name, round(lon::numeric, 3)::float8 AS lon, round(lat::numeric, 3)::float8 AS lat
       FROM placed WHERE uncovered OR unboxed ORDER BY unboxed DESC, name LIMIT $6
     )
     SELECT count(*)::int AS shapes, count(*) FILTER (WHERE uncovered)::int AS "outsideCoverage",
            count(*) FILTER (WHERE unboxed)::int AS "outsideBoxes",
            coalesce((SELECT json_agg(named) FROM named), '[]'::json) AS named
     FROM placed`,
    [dataSetId, ...[0, 1, 2, 3].map((side) => boxes.map((box) => box[side])), mostNamed],
  );
  return rows[0] ?? { shapes: 0, outsideCoverage: 0, outsideBoxes: 0, named: [] };
}
