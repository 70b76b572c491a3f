import { Prisma } from "@/lib/data/db";

/** Stands for a county whose code, or whose ground, could not be read: it has no state and no class. */
const UNREAD_GEO_ID = "00000";
const UNREAD_NAME = "unreadable county";

/**
 * Counties that a set had to refuse and whose ground may meet a box: `geo_id` and `county_name`. The boxes of their rings stand for
 * their ground, so a field there may lie in them or in a neighbor. Without them it would lie in its neighbor alone.
 */
export const refusedCounties = (dataSetId: Prisma.Sql, box: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT read.geo_id, max(CASE WHEN read.geo_id = ${UNREAD_GEO_ID} THEN ${UNREAD_NAME}
                               ELSE coalesce(read.name, 'county ' || read.geo_id) END) AS county_name
  FROM (SELECT CASE WHEN u.ground IS NULL OR u.code IS NULL THEN ${UNREAD_GEO_ID} ELSE u.code END AS geo_id, u.name
        FROM unloaded_record u
        WHERE u.data_set_id = ${dataSetId} AND u.part = 'county' AND (u.ground IS NULL OR u.ground && ${box})) AS read
  GROUP BY read.geo_id`;
