import { type Db, readReference } from "@/lib/data/db";
import type { CatalogueProduct, LimitationRule, ProductStatus } from "@/lib/domain/product";

/** What the active catalogue knows of some registration numbers, and which set said so. */
export interface CatalogueAnswer {
  dataSetId: number;
  version: string;
  products: CatalogueProduct[];
}

interface ProductRow {
  data_set_id: number;
  version: string;
  products: { status: ProductStatus | null; record: Omit<CatalogueProduct, "status"> }[] | null;
}

/** Products of the active catalogue by canonical registration number. Shared reference data. Null: no set is active. */
export async function findProducts(db: Db, registrations: readonly string[]): Promise<CatalogueAnswer | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<ProductRow[]>`
      SELECT a.data_set_id, d.version,
             (SELECT jsonb_agg(jsonb_build_object('status', p.status, 'record', p.record))
              FROM catalogue_product p
              WHERE p.data_set_id = a.data_set_id AND p.registration = ANY(${[...registrations]}::text[])) AS products
      FROM active_data_set a JOIN data_set d USING (data_set_id)
      WHERE a.kind = 'catalogue'`,
  );
  const row = rows[0];
  if (row === undefined) return null;
  const products = (row.products ?? []).map(({ status, record }) => ({ ...record, status }));
  return { dataSetId: row.data_set_id, version: row.version, products };
}

/** Every limitation rule of a catalogue set: tens of rows, cached by the caller. Shared reference data. */
export async function findLimitationRules(db: Db, dataSetId: number): Promise<LimitationRule[]> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ record: LimitationRule }[]>`
      SELECT record FROM limitation_rule WHERE data_set_id = ${dataSetId} ORDER BY rule_id`,
  );
  return rows.map((row) => row.record);
}
