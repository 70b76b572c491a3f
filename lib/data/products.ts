import { type Db, Prisma, readReference } from "@/lib/data/db";
import { nameKey } from "@/lib/domain/product-names";
import type { CatalogueProduct, LimitationRule, ProductStatus } from "@/lib/domain/product";
import type { NamedProduct } from "@/lib/domain/brand-names";

/** What the active catalogue knows of some registration numbers, and which set said so. */
export interface CatalogueAnswer {
  dataSetId: number;
  version: string;
  /** By the number asked for; a number given up in a transfer finds the product under its number of today. */
  products: Map<string, CatalogueProduct>;
}

interface ProductRow {
  data_set_id: number;
  version: string;
  products:
    | {
        asked: string;
        status: ProductStatus | null;
        record: Omit<CatalogueProduct, "status">;
        /** By the register, of a product whose rule file names none. */
        registered: CatalogueProduct["ingredients"] | null;
        /** Of the newest label that EPA lists, where the monthly look found one. */
        seenLabelDate: string | null;
      }[]
    | null;
}

/** Products of a catalogue set by canonical registration number. Shared reference data. Null: no set is active. */
export async function findProducts(
  db: Db,
  registrations: readonly string[],
  /** Asks a set that is not in force; left out: the one that is. */
  catalogueSetId: number | null = null,
): Promise<CatalogueAnswer | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<ProductRow[]>`
      SELECT a.data_set_id, d.version,
             (SELECT jsonb_agg(jsonb_build_object(
                'asked', asked, 'status', p.status, 'record', p.record,
                'registered', CASE WHEN p.record->'ingredients' = '[]' THEN p.register_record->'ingredients' END,
                'seenLabelDate', (SELECT to_char(s.label_date, 'YYYY-MM-DD') FROM seen_label s
                                  WHERE s.registration = p.registration)))
              FROM unnest(${[...registrations]}::text[]) AS asked
              LEFT JOIN catalogue_alias alias ON alias.data_set_id = a.data_set_id AND alias.former = asked
              JOIN catalogue_product p
                ON p.data_set_id = a.data_set_id AND p.registration = coalesce(alias.registration, asked)) AS products
      FROM (${askedSet(catalogueSetId)}) AS a JOIN data_set d USING (data_set_id)`,
  );
  const row = rows[0];
  if (row === undefined) return null;
  const products = new Map(
    (row.products ?? []).map(
      ({ asked, status, record, registered, seenLabelDate }) =>
        [asked, { ...withSeenLabel(withIngredients(record, registered), seenLabelDate), status }] as const,
    ),
  );
  return { dataSetId: row.data_set_id, version: row.version, products };
}

const askedSet = (catalogueSetId: number | null): Prisma.Sql =>
  catalogueSetId === null
    ? Prisma.sql`SELECT data_set_id FROM active_data_set WHERE kind = 'catalogue'`
    : Prisma.sql`SELECT ${catalogueSetId}::int AS data_set_id`;

/** What a product is made of says the register where no one has entered it. */
const withIngredients = <T extends Pick<CatalogueProduct, "ingredients">>(
  record: T,
  registered: CatalogueProduct["ingredients"] | null,
): T => (registered === null ? record : { ...record, ingredients: registered });

/** A label that EPA lists counts as the newest, though no one has entered it yet. */
const withSeenLabel = <T extends Pick<CatalogueProduct, "newestLabelDate">>(record: T, seen: string | null): T =>
  seen !== null && seen > (record.newestLabelDate ?? "") ? { ...record, newestLabelDate: seen } : record;

/** The catalogue set that was asked; null: none is in force. */
interface NamesFound {
  dataSetId: number | null;
  names: Set<string>;
}

/**
 * Of some names, those that a pesticide of the active catalogue has or begins with, word by word, or that begin with
 * the whole name of one: "Roundup PowerMAX" and "Roundup PowerMAX 3 Herbicide" are both like "Roundup PowerMAX 3".
 * Shared reference data.
 */
export async function findPesticideNames(
  db: Db,
  names: readonly string[],
  catalogueSetId: number | null = null,
): Promise<NamesFound> {
  const keys = [...new Set(names.map(nameKey))].filter((key) => key !== "");
  if (keys.length === 0) return { dataSetId: null, names: new Set() };
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ dataSetId: number; key: string; isLike: boolean }[]>`
      SELECT a.data_set_id AS "dataSetId", key,
             EXISTS (
               SELECT FROM catalogue_name n
               WHERE n.data_set_id = a.data_set_id
                 AND (n.name_key LIKE key || ' %'
                      OR n.name_key IN (
                        SELECT array_to_string((string_to_array(key, ' '))[1:words], ' ')
                        FROM generate_series(1, array_length(string_to_array(key, ' '), 1)) AS words))) AS "isLike"
      FROM unnest(${keys}::text[]) AS key, (${askedSet(catalogueSetId)}) AS a`,
  );
  const like = rows.flatMap(({ key, isLike }) => (isLike ? [key] : []));
  return { dataSetId: rows[0]?.dataSetId ?? null, names: new Set(like) };
}

/**
 * Every name of a catalogue set and every active ingredient of its rule files, each once ("2,4-D" is sold as "2,4-D"). One text,
 * because a register has hundreds of thousands. Shared reference data.
 */
export async function findNameKeys(db: Db, dataSetId: number): Promise<string[]> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ keys: string | null }[]>`
      SELECT string_agg(key, E'\n') AS keys
      FROM (SELECT name_key AS key FROM catalogue_name WHERE data_set_id = ${dataSetId}
            UNION
            SELECT btrim(regexp_replace(lower(i->>'name'), '[^a-z0-9]+', ' ', 'g'))
            FROM catalogue_product, jsonb_array_elements(record->'ingredients') AS i
            WHERE data_set_id = ${dataSetId} AND origin = 'rule_file'
              AND jsonb_typeof(record->'ingredients') = 'array') AS named`,
  );
  return rows[0]?.keys?.split("\n") ?? [];
}

/** Every limitation rule of a catalogue set: tens of rows, cached by the caller. Shared reference data. */
export async function findLimitationRules(db: Db, dataSetId: number): Promise<LimitationRule[]> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ record: LimitationRule }[]>`
      SELECT record FROM limitation_rule WHERE data_set_id = ${dataSetId} ORDER BY rule_id`,
  );
  return rows.map((row) => row.record);
}

/** What every product of a catalogue set is called and made of. Shared reference data. */
export async function findProductNames(db: Db, dataSetId: number): Promise<NamedProduct[]> {
  return readReference(
    () => db.prisma.$queryRaw<NamedProduct[]>`
      SELECT registration,
             array_remove(ARRAY[name, record->>'name', register_record->>'name'], NULL) ||
               COALESCE((SELECT array_agg(o) FROM jsonb_array_elements_text(record->'otherNames') AS o), '{}') AS names,
             COALESCE((SELECT array_agg(i->>'name') FROM jsonb_array_elements(record->'ingredients') AS i), '{}')
               AS ingredients
      FROM catalogue_product WHERE data_set_id = ${dataSetId}`,
  );
}
