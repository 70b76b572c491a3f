import { Prisma } from "@/lib/data/db";
import type { BufferFeature, FeatureFacts } from "@/lib/domain/drift";
import { M_PER_FT } from "@/lib/domain/units";

/** How far from a field ground is looked for: a quarter of a mile, beyond any buffer that a rule may ask for (`MOST_BUFFER_FT`). */
export const FEATURE_REACH_FT = 1320;
/** A degree of latitude is never shorter than this, so that the reach is never cut. */
const M_PER_LATITUDE_DEG = 110_574;
export const REACH_DEG = (FEATURE_REACH_FT * M_PER_FT) / M_PER_LATITUDE_DEG;

/** As `featuresNear` writes them. */
export interface FeaturesJson {
  version: string | null;
  features: (Omit<BufferFeature, "origin" | "isConfirmed"> & { isByDefaultWidth: boolean })[] | null;
  /** Equal where kinds, categories, and shapes are; the same for no set and for none within reach. */
  mark: string;
}

/**
 * The expression that gives the ground of the set in force within reach of a boundary as one JSON value. `version` is
 * null where no set is in force. Distances are judged in degrees with longitude shrunk as it is at the boundary:
 * the reach is a search, and no rule's distance. A large feature comes only with its pieces near the field.
 */
export const featuresNear = (boundary: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (WITH ${reachOf(boundary)}
   SELECT json_build_object('version', set.version, 'features', near.features, 'mark', near.mark)
   FROM (SELECT) AS one
   LEFT JOIN ${SET_IN_FORCE} AS set ON true
   CROSS JOIN LATERAL (
     SELECT json_agg(json_build_object(
         'kind', near.kind, 'category', near.category, 'label', near.label, 'isByDefaultWidth', near.outline = 'line_default',
         'geometry', ST_AsGeoJSON(near.geom, 17)::json) ORDER BY near.place) AS features, ${MARK} AS mark
     FROM ${NEAR}) AS near)`;

/** The expression that gives the mark of that ground alone. */
export const featuresMark = (boundary: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (WITH ${reachOf(boundary)}
   SELECT near.mark FROM (SELECT) AS one LEFT JOIN ${SET_IN_FORCE} AS set ON true
   CROSS JOIN LATERAL (SELECT ${MARK} AS mark FROM ${NEAR}) AS near)`;

/** Protected ground within reach that the set in force could not load, as `refusedNear` writes it. */
export interface RefusedNear {
  /** How many boxes hold such ground. */
  boxes: number;
  /** A record does not say where it lay, so that it may be anywhere. */
  isAnywhere: boolean;
}

/** The expression that counts that ground for a boundary. */
export const refusedNear = (boundary: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (WITH ${reachOf(boundary)}
   SELECT json_build_object('boxes', count(u.ground), 'isAnywhere', coalesce(bool_or(u.ground IS NULL), false))
   FROM ${SET_IN_FORCE} AS set JOIN unloaded_record u ON u.data_set_id = set.data_set_id AND u.part = 'ground'
   JOIN reach ON u.ground IS NULL OR u.ground && reach.box)`;

const reachOf = (boundary: Prisma.Sql): Prisma.Sql => Prisma.sql`
  reach AS MATERIALIZED (
    SELECT at.shrink, ST_Scale(${boundary}, at.shrink, 1) AS flat,
           ST_Expand(${boundary}, ${REACH_DEG}::float8 / at.shrink, ${REACH_DEG}::float8) AS box
    FROM (SELECT cos(radians(ST_Y(ST_Centroid(${boundary})))) AS shrink) AS at
  )`;

const SET_IN_FORCE = Prisma.sql`
  (SELECT d.data_set_id, d.version FROM active_data_set a JOIN data_set d USING (data_set_id) WHERE a.kind = 'features')`;

/**
 * Ground of the set `set` within `reach`. A record that the set could not load, and that may have been water or habitat, counts as
 * protected in its box, or everywhere where nothing says where it lay: managed ground there carries no buffer.
 */
const NEAR = Prisma.sql`
  (SELECT f.feature_number AS place, f.kind, f.category, f.label, f.outline, found.geom
   FROM (SELECT piece.feature_number, ST_Multi(ST_Union(piece.geom)) AS geom
         FROM reach JOIN feature_piece piece ON piece.geom && reach.box
         WHERE piece.data_set_id = set.data_set_id
           AND ST_DWithin(ST_Scale(piece.geom, reach.shrink, 1), reach.flat, ${REACH_DEG}::float8)
         GROUP BY piece.feature_number) AS found
   JOIN feature f ON f.data_set_id = set.data_set_id AND f.feature_number = found.feature_number
   UNION ALL
   SELECT -u.unloaded_id, 'non_managed', coalesce(u.code, 'other_protected'), u.name, 'polygon',
          ST_Multi(part.geom)
   FROM reach JOIN unloaded_record u ON u.ground IS NULL OR u.ground && reach.box
   CROSS JOIN LATERAL ST_CollectionExtract(coalesce(ST_Intersection(u.ground, reach.box), reach.box), 3) AS part(geom)
   WHERE u.data_set_id = set.data_set_id AND u.part = 'ground' AND NOT ST_IsEmpty(part.geom)) AS near`;

/** Numbers and labels differ between sets that hold the same ground. */
const MARK = Prisma.sql`md5(coalesce(string_agg(
  concat_ws('/', near.kind, near.category, md5(ST_AsBinary(ST_Normalize(near.geom)))), ','
  ORDER BY near.kind, near.category, md5(ST_AsBinary(ST_Normalize(near.geom)))), ''))`;

/** Features of the set and drawings of the field, as the engine counts them. */
export const featureFacts = (
  { version, features }: FeaturesJson,
  drawn: readonly (Omit<BufferFeature, "origin" | "isConfirmed"> & { boundaryHash: string })[],
  boundaryHash: string,
): FeatureFacts => ({
  hasGlobalSet: version !== null,
  features: [
    ...(features ?? []).map(({ kind, category, label, geometry }) => ({
      kind,
      category,
      label,
      geometry,
      origin: "global" as const,
      isConfirmed: true,
    })),
    ...drawn.map(({ kind, category, label, geometry, boundaryHash: drawnOn }) => ({
      kind,
      category,
      label,
      geometry,
      origin: "field" as const,
      isConfirmed: drawnOn === boundaryHash,
    })),
  ],
});
