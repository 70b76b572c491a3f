import type { FeatureKind } from "@/lib/domain/drift";
import { OUTCOME, repaired, type StoredPolygon } from "@/lib/data/imports/geometry";
import { pieceCutter } from "@/lib/data/imports/pieces";
import type { ImportClient } from "@/lib/data/imports/sets";

/** How a feature was drawn: as ground, or as a line with its own width or one that the operator gave. */
export type FeatureOutline = "polygon" | "line_width" | "line_default";

/** Ground beside fields on its way in; `shape` is GeoJSON text of polygons, or of lines that become ground. */
export interface NewFeature {
  featureNumber: number;
  kind: FeatureKind;
  category: string;
  label: string | null;
  outline: FeatureOutline;
  shape: string;
  /** Half of a line's width, meters; null for polygons. */
  halfWidthM: number | null;
}

/**
 * Draws lines as ground, repairs and stores features. Protected ground reaches round the ends of its lines, managed ground
 * stops there: neither makes a buffer smaller than it may be. One left without area is not stored.
 */
export async function insertFeatures(
  client: ImportClient,
  dataSetId: number,
  features: NewFeature[],
): Promise<StoredPolygon[]> {
  const { rows } = await client.query<StoredPolygon>(
    `WITH input AS (
       SELECT * FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[], $9::int[])
              AS t(feature_number, kind, category, label, outline, shape, half_width_m, ordinal)
     ), ground AS MATERIALIZED (
       SELECT ordinal, CASE WHEN half_width_m IS NULL THEN shape ELSE ST_AsGeoJSON(ST_Multi(ST_Buffer(
                ST_SetSRID(ST_GeomFromGeoJSON(shape), 4326)::geography, half_width_m,
                CASE kind WHEN 'managed' THEN 'endcap=flat' ELSE 'endcap=round' END)::geometry), 17) END AS shape
       FROM input
     ), ${repaired("ground")}, stored AS (
       INSERT INTO feature (data_set_id, feature_number, kind, category, label, outline, geom)
       SELECT $1::int, feature_number, kind, category, label, outline, kept
       FROM measured JOIN input USING (ordinal) WHERE kept_sqm > 0
     )
     SELECT ${OUTCOME} FROM measured ORDER BY ordinal`,
    [
      dataSetId,
      features.map((f) => f.featureNumber),
      features.map((f) => f.kind),
      features.map((f) => f.category),
      features.map((f) => f.label),
      features.map((f) => f.outline),
      features.map((f) => f.shape),
      features.map((f) => f.halfWidthM),
      features.map((_, index) => index),
    ],
  );
  return rows;
}

/** Cuts the features with numbers above `after` into search pieces, `limit` at a time. */
export const insertFeaturePieces = pieceCutter<number>({
  whole: "feature",
  orderedBy: "feature_number",
  piece: "feature_piece",
  carries: "feature_number",
});

export interface FeatureMeasures {
  features: number;
  managed: number;
  protectedGround: number;
  /** Drawn from lines at a width that the operator gave. */
  atDefaultWidth: number;
  pieces: number;
  areaSqm: number;
  /** Area in the plane of degrees, whole and in pieces. */
  planarDeg2: number;
  piecesDeg2: number;
}

export async function measureFeatures(client: ImportClient, dataSetId: number): Promise<FeatureMeasures> {
  const { rows } = await client.query<FeatureMeasures>(
    `SELECT f.*, p.* FROM
       (SELECT count(*)::int AS features, count(*) FILTER (WHERE kind = 'managed')::int AS managed,
               count(*) FILTER (WHERE kind = 'non_managed')::int AS "protectedGround",
               count(*) FILTER (WHERE outline = 'line_default')::int AS "atDefaultWidth",
               coalesce(sum(ST_Area(geom::geography)), 0) AS "areaSqm",
               coalesce(sum(ST_Area(geom)), 0) AS "planarDeg2" FROM feature WHERE data_set_id = $1) f,
       (SELECT count(*)::int AS pieces, coalesce(sum(ST_Area(geom)), 0) AS "piecesDeg2"
        FROM feature_piece WHERE data_set_id = $1) p`,
    [dataSetId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the feature set could not be measured");
  return row;
}
