import { Prisma, type StatementTx } from "@/lib/data/db";
import type { SiblingMix, SiblingMixes } from "@/lib/domain/application";

/** The saved applications of a field, of a year and of the months before it, by their ids; null: none. */
export type MixesOfYear = Record<string, SiblingMix> | null;

/** What an application was computed with; null where it was not. */
export const computedOf = (row: Prisma.Sql): Prisma.Sql => Prisma.sql`
  CASE WHEN jsonb_typeof(${row}.last_computation->'effectiveRates') = 'array' THEN json_build_object(
    'gpa', ${row}.last_computation->'inputs'->'gpa', 'rates', ${row}.last_computation->'effectiveRates') END`;

const mixOf = Prisma.sql`json_build_object(
  'applicationDate', to_char(o.application_date, 'YYYY-MM-DD'), 'gpa', o.gpa, 'products', o.products,
  'computed', ${computedOf(Prisma.sql`o`)})`;

/** What was applied late in one year bears on the days that have to lie between it and the next. A label that asks for more is refused (`MOST_DAYS_BETWEEN`). */
const ofYear = (year: Prisma.Sql): Prisma.Sql => Prisma.sql`
  o.application_date >= make_date(${year} - 1, 10, 1) AND o.application_date < make_date(${year} + 1, 1, 1)`;

/** `MixesOfYear` of the field that a row names, live or archived like it. */
export const mixesOfYear = (row: Prisma.Sql, year: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT json_object_agg(o.application_event_id, ${mixOf}) FROM application o
   WHERE o.provider_id = ${row}.provider_id AND o.field_id = ${row}.field_id
     AND ${ofYear(year)})`;

/** Those of all but one application. */
export const siblingsOf = (mixes: MixesOfYear, applicationEventId: string | null): SiblingMixes =>
  Object.entries(mixes ?? {}).flatMap(([id, mix]) => (id === applicationEventId ? [] : [mix]));

interface Sibling {
  fieldId: string;
  year: number;
  /** Null: it is not saved yet. */
  applicationEventId: string | null;
}

/** The same of a field that is not read otherwise. */
export async function findSiblingMixes(
  tx: StatementTx,
  providerId: string,
  { fieldId, year, applicationEventId }: Sibling,
): Promise<SiblingMixes> {
  const rows = await tx.$queryRaw<{ mixes: MixesOfYear }[]>`
    SELECT json_object_agg(o.application_event_id, ${mixOf}) AS mixes FROM application o
    WHERE o.provider_id = ${providerId} AND o.field_id = ${fieldId}::uuid
      AND ${ofYear(Prisma.sql`${year}::int`)}`;
  return siblingsOf(rows[0]?.mixes ?? null, applicationEventId);
}
