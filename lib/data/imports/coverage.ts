import type { MultiPolygon } from "geojson";
import type { ImportClient } from "@/lib/data/imports/sets";

/** A field is compared with the coverage at every check, so it is kept small. */
const MOST_VERTICES = 1500;
/** How far the outline may be drawn outward, degrees; half of it is how far simplifying may move it. */
const STEPS_DEG = [0.05, 0.1, 0.2, 0.4];

/** A simple outline that holds all of a shape, lakes and bays filled: drawn outward, then simplified by half of that. */
export async function outlineAround(client: ImportClient, shape: MultiPolygon): Promise<MultiPolygon> {
  for (const outwardDeg of STEPS_DEG) {
    const { rows } = await client.query<{ shape: string; vertices: number; holds: boolean }>(
      `WITH found AS (
         SELECT ST_MakeValid(ST_SetSRID(ST_GeomFromGeoJSON($1), 4326), 'method=structure') AS geom
       ), filled AS (
         SELECT ST_Union(ST_MakePolygon(ST_ExteriorRing(part.geom))) AS geom
         FROM found, ST_Dump(ST_Buffer(found.geom, $2, 'quad_segs=2')) AS part
       ), drawn AS (
         SELECT ST_Multi(ST_CollectionExtract(ST_MakeValid(ST_Simplify(geom, $2 / 2)), 3)) AS geom FROM filled
       )
       SELECT ST_AsGeoJSON(drawn.geom, 5) AS shape, ST_NPoints(drawn.geom) AS vertices,
              ST_Covers(drawn.geom, found.geom) AS holds
       FROM drawn, found`,
      [JSON.stringify(shape), outwardDeg],
    );
    const row = rows[0];
    if (row?.holds === true && row.vertices <= MOST_VERTICES) return JSON.parse(row.shape) as MultiPolygon;
  }
  throw new Error("no simple outline could be drawn around the shape");
}
