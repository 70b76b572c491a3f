import { Prisma } from "@/lib/data/db";
import { CODE_AS_NAME, UNREAD_COUNTY, UNREAD_GEO_ID } from "@/lib/domain/unread-county";

/**
 * Counties that a set had to refuse and whose ground may meet a box: `geo_id` and `county_name`. The boxes of their rings stand for
 * their ground, so a field there may lie in them or in a neighbor. Without them it would lie in its neighbor alone.
 */
export const refusedCounties = (dataSetId: Prisma.Sql, box: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT read.geo_id, max(CASE WHEN read.geo_id = ${UNREAD_GEO_ID} THEN ${UNREAD_COUNTY}
                               ELSE coalesce(read.name, ${CODE_AS_NAME}::text || read.geo_id) END) AS county_name
  FROM (SELECT CASE WHEN u.ground IS NULL OR u.code IS NULL THEN ${UNREAD_GEO_ID} ELSE u.code END AS geo_id, u.name
        FROM unloaded_record u
        WHERE u.data_set_id = ${dataSetId} AND u.part = 'county' AND (u.ground IS NULL OR u.ground && ${box})) AS read
  GROUP BY read.geo_id`;
