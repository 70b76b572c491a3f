import { type Db, Prisma, readReference } from "@/lib/data/db";
import type { CatalogueProduct, ProductStatus } from "@/lib/domain/product";

export interface FoundProducts {
  total: number;
  products: CatalogueProduct[];
}

interface FoundRow {
  total: number;
  products: { status: ProductStatus | null; record: Omit<CatalogueProduct, "status"> }[] | null;
}

/**
 * What to look for: words of a name, and the beginning of a registration number. Both are keys already, of letters,
 * digits, blanks, and hyphens, so nothing in them is a pattern to `LIKE`.
 */
export interface ProductQuery {
  nameKey: string;
  numberPrefix: string | null;
  offset: number;
  limit: number;
}

/**
 * Products of the active catalogue by a part of a name that begins a word, or by the beginning of a number, in order of
 * name. Shared reference data.
 */
export async function searchCatalogue(
  db: Db,
  { nameKey, numberPrefix, offset, limit }: ProductQuery,
): Promise<FoundProducts> {
  const begins = `${nameKey}%`;
  const byName =
    nameKey === ""
      ? Prisma.empty
      : Prisma.sql`
        SELECT n.registration FROM catalogue_name n, active
        WHERE n.data_set_id = active.data_set_id AND (n.name_key LIKE ${begins} OR n.name_key LIKE ${`% ${begins}`})`;
  const byNumber =
    numberPrefix === null
      ? Prisma.empty
      : Prisma.sql`
        SELECT p.registration FROM catalogue_product p, active
        WHERE p.data_set_id = active.data_set_id AND p.registration LIKE ${`${numberPrefix}%`}
        UNION SELECT alias.registration FROM catalogue_alias alias, active
        WHERE alias.data_set_id = active.data_set_id AND alias.former LIKE ${`${numberPrefix}%`}`;
  const parts = [byName, byNumber].filter((part) => part !== Prisma.empty);
  if (parts.length === 0) return { total: 0, products: [] };
  const rows = await readReference(
    () => db.prisma.$queryRaw<FoundRow[]>`
      WITH active AS (SELECT data_set_id FROM active_data_set WHERE kind = 'catalogue'),
      found AS MATERIALIZED (${Prisma.join(parts, " UNION ")}),
      page AS (
        SELECT p.status, p.record, p.name, p.registration
        FROM found JOIN active ON true
        JOIN catalogue_product p ON p.data_set_id = active.data_set_id AND p.registration = found.registration
        ORDER BY lower(p.name), p.registration OFFSET ${offset} LIMIT ${limit})
      SELECT (SELECT count(*)::int FROM found) AS total,
             (SELECT jsonb_agg(jsonb_build_object('status', status, 'record', record) ORDER BY lower(name), registration)
              FROM page) AS products`,
  );
  const [row] = rows;
  const products = (row?.products ?? []).map(({ status, record }) => ({ ...record, status }));
  return { total: row?.total ?? 0, products };
}

/** Products that have exactly one of some names, by the name's key. Shared reference data. */
export async function findProductsByName(
  db: Db,
  nameKeys: readonly string[],
): Promise<{ nameKey: string; product: CatalogueProduct }[]> {
  if (nameKeys.length === 0) return [];
  const rows = await readReference(
    () => db.prisma.$queryRaw<
      { nameKey: string; status: ProductStatus | null; record: Omit<CatalogueProduct, "status"> }[]
    >`
      SELECT n.name_key AS "nameKey", p.status, p.record
      FROM active_data_set a
      JOIN catalogue_name n ON n.data_set_id = a.data_set_id
      JOIN catalogue_product p ON p.data_set_id = a.data_set_id AND p.registration = n.registration
      WHERE a.kind = 'catalogue' AND n.name_key = ANY(${[...nameKeys]}::text[])
      ORDER BY n.name_key, p.registration`,
  );
  return rows.map(({ nameKey, status, record }) => ({ nameKey, product: { ...record, status } }));
}
