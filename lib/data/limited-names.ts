import { type Db, readReference } from "@/lib/data/db";

/** Every product and ingredient that a limitation of the active set names. */
export interface LimitedNames {
  registrations: ReadonlySet<string>;
  ingredients: readonly string[];
}

interface NamesRow {
  registrations: string[] | null;
  ingredients: string[] | null;
}

/** Reads the names once; the caller keeps them. Shared reference data. Without an active set there are none. */
export async function findLimitedNames(db: Db): Promise<LimitedNames> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<NamesRow[]>`
      SELECT array_agg(DISTINCT l.registration) FILTER (WHERE l.registration IS NOT NULL) AS registrations,
             array_agg(DISTINCT l.active_ingredient) FILTER (WHERE l.active_ingredient IS NOT NULL) AS ingredients
      FROM active_data_set a JOIN limitation l USING (data_set_id)
      WHERE a.kind = 'pula'`,
  );
  const [row] = rows;
  return { registrations: new Set(row?.registrations ?? []), ingredients: row?.ingredients ?? [] };
}
