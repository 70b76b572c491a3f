import { Prisma } from "@/lib/data/db";

/** About 2 km at the northern border of the lower 48 states, which coarse county lines may be off by. */
const COARSE_COUNTY_DEG = 0.03;
/** Less of a field than this is a line that two maps draw a little differently. */
const SLIVER_SHARE = 0.001;

/** The counties that a boundary meets, or may meet where the lines are coarse, by the set in force: a JSON array, or null. */
export const fieldCounties = (boundary: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT json_agg(json_build_object(
      'geoId', met.geo_id, 'stateFips', met.state_fips, 'countyFips', met.county_fips, 'countyName', met.county_name,
      'isSure', met.others = 0 OR met.is_exact AND met.share > ${SLIVER_SHARE}::float8) ORDER BY met.geo_id)
  FROM (
    SELECT k.geo_id, k.state_fips, k.county_fips, k.county_name, s.county_precision = 'exact' AS is_exact,
           count(*) OVER () - 1 AS others,
           sum(ST_Area(ST_Intersection(p.geom, ${boundary}))) / nullif(ST_Area(${boundary}), 0) AS share
    FROM active_data_set a JOIN data_set s USING (data_set_id) JOIN county_piece p USING (data_set_id)
    JOIN county k USING (data_set_id, geo_id)
    WHERE a.kind = 'county' AND p.geom && ST_Expand(${boundary}, ${COARSE_COUNTY_DEG}::float8)
      AND ST_DWithin(p.geom, ${boundary},
                     CASE WHEN s.county_precision = 'exact' THEN 0 ELSE ${COARSE_COUNTY_DEG}::float8 END)
    GROUP BY k.geo_id, k.state_fips, k.county_fips, k.county_name, s.county_precision) AS met)`;
