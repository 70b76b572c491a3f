import { Prisma, readReference, type Db, type ProviderTx } from "@/lib/data/db";
import { featuresMark } from "@/lib/data/drift/features-near";

/** Since when the mapped ground in force is; null where none is. Shared reference data. */
export async function findFeaturesSince(db: Db): Promise<Date | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ since: Date }[]>`
      SELECT activated_at AS since FROM public.active_data_set WHERE kind = 'features'`,
  );
  return rows[0]?.since ?? null;
}

/** Marks of the mapped ground beside live fields as it is now, by field (`FeaturesJson`). One without a boundary has none. */
export async function findGroundMarks(
  tx: ProviderTx,
  providerId: string,
  fieldIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.$queryRaw<{ fieldId: string; mark: string }[]>`
    WITH site AS MATERIALIZED (
      SELECT f.field_id, f.boundary FROM field f
      WHERE f.provider_id = ${providerId} AND f.field_id = ANY(${[...fieldIds]}::uuid[]) AND f.boundary IS NOT NULL
    ), marked AS MATERIALIZED (
      SELECT site.field_id, ${featuresMark(Prisma.sql`site.boundary`)} AS mark FROM site
    )
    SELECT field_id::text AS "fieldId", mark FROM marked`;
  return new Map(rows.map(({ fieldId, mark }) => [fieldId, mark]));
}
