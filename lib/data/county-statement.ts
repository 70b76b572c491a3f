import { Prisma } from "@/lib/data/db";
import { type Asked, fieldAsked, meetsField, SAME_EDGE_DEG } from "@/lib/data/field-asked";
import { refusedCounties } from "@/lib/data/refused-counties";

/** A value of its own, and not a join: known before the search begins (area-statement.ts). */
const ONE_COUNTY_SET = Prisma.sql`(SELECT data_set_id FROM county_set)`;

/**
 * `found_county`: counties that meet the field; of a coarse set also those within its error. `refused_county`: counties that the set
 * could not load and that may.
 */
export const findCounties = (asked: Asked): Prisma.Sql => Prisma.sql`
  found_county AS (
    SELECT DISTINCT piece.geo_id
    FROM county_set, county_piece piece, field
    WHERE piece.data_set_id = ${ONE_COUNTY_SET} AND county_set.county_precision = 'exact' AND ${meetsField}
    UNION
    SELECT DISTINCT piece.geo_id
    FROM county_set, county_piece piece, field
    WHERE piece.data_set_id = ${ONE_COUNTY_SET} AND county_set.county_precision <> 'exact'
      AND piece.geom && ST_Expand(field.geom, ${asked.county_lon}, ${asked.county_lat})
      AND ST_DWithin(ST_Scale(piece.geom, field.shrink, 1), field.shrunk, ${asked.county_lat})
  ), refused_county AS (
    SELECT refused.* FROM county_set, field, LATERAL (${refusedCounties(
      Prisma.sql`county_set.data_set_id`,
      Prisma.sql`CASE WHEN county_set.county_precision = 'exact' THEN ST_Expand(field.geom, ${SAME_EDGE_DEG})
                      ELSE ST_Expand(field.geom, ${asked.county_lon}, ${asked.county_lat}) END`,
    )}) AS refused
  )`;

/** A county that holds less of a field than this share may hold none of it: neither line is drawn to the foot. */
const SLIVER_SHARE = 0.01;

/**
 * Whether the field surely lies in a county, in whole or in part. The only county is sure; of several, those of a coarse
 * set are not, and of an exact set those that hold more than a sliver are.
 */
const surelyHolds = Prisma.sql`
  CASE WHEN (SELECT count(*) FROM (SELECT geo_id FROM found_county UNION SELECT geo_id FROM refused_county) AS met) = 1 THEN true
       WHEN c.county_precision <> 'exact' THEN false
       ELSE (SELECT coalesce(sum(ST_Area(ST_Intersection(piece.geom, field.geom))), 0) > ${SLIVER_SHARE} * max(ST_Area(field.geom))
             FROM county_piece piece, field
             WHERE piece.data_set_id = ${ONE_COUNTY_SET} AND piece.geo_id = c.geo_id AND piece.geom && field.geom)
  END`;

/** Of `found_county` and `refused_county`. */
export const countiesAsJson = Prisma.sql`
  (SELECT jsonb_agg(jsonb_build_object(
      'geoId', met.geo_id, 'stateFips', met.state_fips, 'countyFips', met.county_fips, 'countyName', met.county_name,
      'isSure', met.is_sure) ORDER BY met.geo_id)
   FROM (SELECT c.geo_id, c.state_fips, c.county_fips, c.county_name, coalesce(${surelyHolds}, false) AS is_sure
         FROM (SELECT k.*, county_set.county_precision FROM county_set JOIN county k USING (data_set_id)
               WHERE k.geo_id IN (SELECT geo_id FROM found_county)) AS c
         UNION ALL
         SELECT geo_id, left(geo_id, 2), right(geo_id, 3), county_name, false
         FROM refused_county WHERE geo_id NOT IN (SELECT geo_id FROM found_county)) AS met)`;

/** What the statement of `findRegulatedAreas` finds of counties, by a set that need not be in force. */
export const countyStatement = (asked: Asked, countySetId: number): Prisma.Sql => Prisma.sql`
    WITH ${fieldAsked(asked)}, county_set AS MATERIALIZED (
      SELECT * FROM data_set WHERE data_set_id = ${countySetId}::int AND kind = 'county'
    ), ${findCounties(asked)}
    SELECT ${countiesAsJson} AS counties`;
