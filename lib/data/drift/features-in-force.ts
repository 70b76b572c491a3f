import { readReference, type Db } from "@/lib/data/db";

/** Since when the mapped ground in force is; null where none is. Shared reference data. */
export async function findFeaturesSince(db: Db): Promise<Date | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ since: Date }[]>`
      SELECT activated_at AS since FROM public.active_data_set WHERE kind = 'features'`,
  );
  return rows[0]?.since ?? null;
}
