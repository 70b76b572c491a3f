import { PIECE_VERTICES } from "@/lib/data/imports/geometry";
import type { ImportClient } from "@/lib/data/imports/sets";
import type { BasemapLayer } from "@/lib/domain/basemap";

/** A road, section, water, or place on its way in; `shape` is GeoJSON text. */
export interface NewBasemapFeature {
  featureNumber: number;
  layer: BasemapLayer;
  /** 0 stands out most. */
  rank: number;
  minZoom: number;
  name: string | null;
  shape: string;
}

/** What became of one record; without parts nothing of it was left to draw. */
export interface StoredBasemapFeature {
  /** Position in the batch. */
  ordinal: number;
  parts: number;
}

/**
 * Stores shapes in pieces; a place becomes a point. Of a polygon in several pieces the largest keeps the name, and part -1
 * is the place where it is written: a map that writes it in the polygon would do so once in every tile. Shapes that cross themselves are mended without a note: no ground is measured by them.
 */
export async function insertBasemap(
  client: ImportClient,
  dataSetId: number,
  features: NewBasemapFeature[],
): Promise<StoredBasemapFeature[]> {
  const { rows } = await client.query<StoredBasemapFeature>(
    `WITH input AS (
       SELECT * FROM unnest($2::int[], $3::text[], $4::int[], $5::int[], $6::text[], $7::text[], $8::int[])
              AS t(feature_number, layer, rank, min_zoom, name, shape, ordinal)
     ), read AS MATERIALIZED (
       SELECT ordinal, layer, ST_SetSRID(ST_Force2D(ST_GeomFromGeoJSON(shape)), 4326) AS geom FROM input
     ), drawn AS MATERIALIZED (
       SELECT ordinal, CASE WHEN layer = 'place' THEN ST_PointOnSurface(geom)
                            WHEN ST_Dimension(geom) = 2 AND NOT ST_IsValid(geom)
                              THEN ST_CollectionExtract(ST_MakeValid(geom, 'method=structure keepcollapsed=false'), 3)
                            ELSE geom END AS geom
       FROM read
     ), cut AS MATERIALIZED (
       SELECT drawn.ordinal, piece.geom,
              row_number() OVER (PARTITION BY drawn.ordinal ORDER BY ST_Area(piece.geom) DESC, piece.path) - 1 AS part
       FROM drawn CROSS JOIN LATERAL ST_Dump(drawn.geom) AS whole
       CROSS JOIN LATERAL (SELECT cut.geom, whole.path || cut.path AS path
                           FROM ST_Subdivide(whole.geom, ${PIECE_VERTICES}) WITH ORDINALITY AS s(shape, at)
                           CROSS JOIN LATERAL (SELECT geom, s.at::int || path AS path FROM ST_Dump(s.shape)) AS cut) AS piece
       WHERE ST_Dimension(piece.geom) = 0 OR ST_Length(piece.geom) > 0 OR ST_Area(piece.geom) > 0
     ), placed AS (
       SELECT ordinal, part, geom FROM cut
       UNION ALL
       SELECT ordinal, -1, ST_PointOnSurface(geom) FROM drawn WHERE ST_Dimension(geom) = 2 AND ST_Area(geom) > 0
     ), stored AS (
       INSERT INTO basemap_part (data_set_id, feature_number, part, layer, rank, min_zoom, name, geom)
       SELECT $1::int, feature_number, part, layer, rank, min_zoom,
              CASE WHEN part <= 0 OR ST_Dimension(geom) = 1 THEN name END, geom
       FROM placed JOIN input USING (ordinal) WHERE part >= 0 OR name IS NOT NULL
     )
     SELECT ordinal, count(cut.part)::int AS parts FROM input LEFT JOIN cut USING (ordinal) GROUP BY ordinal ORDER BY ordinal`,
    [
      dataSetId,
      features.map((f) => f.featureNumber),
      features.map((f) => f.layer),
      features.map((f) => f.rank),
      features.map((f) => f.minZoom),
      features.map((f) => f.name),
      features.map((f) => f.shape),
      features.map((_, index) => index),
    ],
  );
  return rows;
}

/** Shapes of a set by layer, and the pieces of all. */
export type BasemapMeasures = Record<BasemapLayer | "parts", number>;

export async function measureBasemap(client: ImportClient, dataSetId: number): Promise<BasemapMeasures> {
  const { rows } = await client.query<BasemapMeasures>(
    `SELECT count(*) FILTER (WHERE part = 0 AND layer = 'road')::int AS road,
            count(*) FILTER (WHERE part = 0 AND layer = 'section')::int AS section,
            count(*) FILTER (WHERE part = 0 AND layer = 'water')::int AS water,
            count(*) FILTER (WHERE part = 0 AND layer = 'place')::int AS place,
            count(*) FILTER (WHERE part >= 0)::int AS parts
     FROM basemap_part WHERE data_set_id = $1`,
    [dataSetId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the ground under the map could not be measured");
  return row;
}
