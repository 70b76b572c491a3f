import { Prisma } from "@/lib/data/db";
import { refusedCounties } from "@/lib/data/refused-counties";

/**
 * More than the 2 km that coarse county lines are off by, also in the north: about 3 km of latitude, and 1.5 km of longitude at 60
 * degrees.
 */
export const COARSE_COUNTY_DEG = 0.03;
/** Less of a field than this is a line that two maps draw a little differently. */
const SLIVER_SHARE = 0.001;

const REACH_DEG = Prisma.sql`CASE WHEN s.county_precision = 'exact' THEN 0 ELSE ${COARSE_COUNTY_DEG}::float8 END`;

/**
 * The counties that a boundary meets, or may meet where the lines are coarse or a county could not be loaded, by the set in force: a
 * JSON array, or null. Both lists are read as JSON: where they are one by UNION in a statement on a provider's rows, Citus takes that
 * for one over its shards, and refuses it.
 */
export const fieldCounties = (boundary: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT json_agg(json_build_object(
      'geoId', met.geo_id, 'stateFips', left(met.geo_id, 2), 'countyFips', right(met.geo_id, 3), 'countyName', met.county_name,
      'isSure', met.is_loaded AND (met.others = 0 OR met.is_exact AND coalesce(met.share > ${SLIVER_SHARE}::float8, false)))
    ORDER BY met.geo_id)
  FROM (
    SELECT each.geo_id, max(each.county_name) AS county_name, bool_or(each.is_loaded) AS is_loaded,
           bool_and(each.is_exact) AS is_exact, count(*) OVER () - 1 AS others, max(each.share) AS share
    FROM jsonb_to_recordset(coalesce(${loadedCounties(boundary)}, '[]') || coalesce(${countiesLeftOut(boundary)}, '[]'))
      AS each (geo_id text, county_name text, is_loaded boolean, is_exact boolean, share float8)
    GROUP BY each.geo_id) AS met)`;

const loadedCounties = (boundary: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT jsonb_agg(loaded) FROM (
    SELECT k.geo_id, k.county_name, true AS is_loaded, s.county_precision = 'exact' AS is_exact,
           sum(ST_Area(ST_Intersection(p.geom, ${boundary}))) / nullif(ST_Area(${boundary}), 0) AS share
    FROM active_data_set a JOIN data_set s USING (data_set_id) JOIN county_piece p USING (data_set_id)
    JOIN county k USING (data_set_id, geo_id)
    WHERE a.kind = 'county' AND p.geom && ST_Expand(${boundary}, ${COARSE_COUNTY_DEG}::float8)
      AND ST_DWithin(p.geom, ${boundary}, ${REACH_DEG})
    GROUP BY k.geo_id, k.county_name, s.county_precision) AS loaded)`;

const countiesLeftOut = (boundary: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT jsonb_agg(left_out) FROM (
    SELECT refused.geo_id, refused.county_name, false AS is_loaded, s.county_precision = 'exact' AS is_exact, NULL AS share
    FROM active_data_set a JOIN data_set s USING (data_set_id),
         LATERAL (${refusedCounties(Prisma.sql`s.data_set_id`, Prisma.sql`ST_Expand(${boundary}, ${REACH_DEG})`)}) AS refused
    WHERE a.kind = 'county') AS left_out)`;
