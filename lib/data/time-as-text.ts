import { Prisma } from "@/lib/data/db";

/** A `timestamptz` as JSON gives it: UTC, to the millisecond. */
export const timeAsText = (time: string | Prisma.Sql): Prisma.Sql =>
  Prisma.sql`to_char(${typeof time === "string" ? Prisma.raw(time) : time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
