import { type Db, readReference } from "@/lib/data/db";

/** Every product and ingredient that a limitation of the active set names. */
export interface LimitedNames {
  registrations: ReadonlySet<string>;
  ingredients: readonly string[];
  /** A limitation could not be loaded, and not even its product could be read: it may name any. */
  isAnyPossible: boolean;
}

interface NamesRow {
  registrations: string[] | null;
  ingredients: string[] | null;
  isAnyPossible: boolean;
}

/**
 * Reads the names once; the caller keeps them. Rows that could not be loaded count by the name that was read of them.
 * Shared reference data. Without an active set there are none.
 */
export async function findLimitedNames(db: Db, pulaSetId: number | null = null): Promise<LimitedNames> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<NamesRow[]>`
      WITH asked AS (
        SELECT coalesce(${pulaSetId}::int, a.data_set_id) AS data_set_id FROM active_data_set a WHERE a.kind = 'pula'
      ), named AS (
        SELECT l.registration, l.active_ingredient FROM asked JOIN limitation l USING (data_set_id)
        UNION ALL
        SELECT u.registration, u.active_ingredient FROM asked JOIN unloaded_record u USING (data_set_id)
        WHERE u.part = 'limitation'
      )
      SELECT array_agg(DISTINCT registration) FILTER (WHERE registration IS NOT NULL) AS registrations,
             array_agg(DISTINCT active_ingredient) FILTER (WHERE active_ingredient IS NOT NULL) AS ingredients,
             coalesce(bool_or(registration IS NULL AND active_ingredient IS NULL), false) AS "isAnyPossible"
      FROM named`,
  );
  const [row] = rows;
  return {
    registrations: new Set(row?.registrations ?? []),
    ingredients: row?.ingredients ?? [],
    isAnyPossible: row?.isAnyPossible ?? false,
  };
}
