import type { ImportClient } from "@/lib/data/imports/sets";

/** In what two catalogue sets differ, by what an answer can hang on. */
export interface CatalogueDifference {
  /** Numbers by which a product is found whose record differs, those given up in a transfer included. */
  registrations: ReadonlySet<string>;
  /** A name of a product or a rule of a limitation differs: either can bear on a product under any number. */
  isAnyPossible: boolean;
}

interface DifferenceRow {
  registrations: string[] | null;
  isAnyPossible: boolean;
}

/** Compares what checks read of the sets: records with their status, former numbers, names, and limitation rules. */
export async function diffCatalogueSets(
  client: ImportClient,
  beforeId: number,
  afterId: number,
): Promise<CatalogueDifference> {
  const { rows } = await client.query<DifferenceRow>(
    `WITH changed AS (
       SELECT registration FROM (${oneSided(RECORD, "catalogue_product")}) AS product
       UNION
       SELECT former FROM (${oneSided("former, registration", "catalogue_alias")}) AS alias
     ), found_by AS (
       SELECT registration FROM changed
       UNION
       SELECT a.former FROM catalogue_alias a JOIN changed USING (registration) WHERE a.data_set_id IN ($1, $2)
     )
     SELECT (SELECT array_agg(registration) FROM found_by) AS registrations,
            EXISTS (${oneSided("name_key, registration", "catalogue_name")})
              OR EXISTS (${oneSided(BRANDS, "catalogue_product")})
              OR EXISTS (${oneSided("rule_id, record", "limitation_rule")}) AS "isAnyPossible"`,
    [beforeId, afterId],
  );
  const [row] = rows;
  return { registrations: new Set(row?.registrations ?? []), isAnyPossible: row?.isAnyPossible ?? true };
}

/** What a check knows of a product. Where no one has entered what is in it, the register says so. */
const RECORD =
  "registration, record, status, CASE WHEN record->'ingredients' = '[]' THEN register_record->'ingredients' END";

/** What tells a name of one product from another's: what it is called, and what is in it. */
const BRANDS =
  "registration, name, record->>'name', register_record->>'name', record->'otherNames', " +
  "jsonb_path_query_array(record, '$.ingredients[*].name')";

/** Rows that only one of the two sets has. */
const oneSided = (columns: string, table: string): string =>
  `(SELECT ${columns} FROM ${table} WHERE data_set_id = $1 EXCEPT SELECT ${columns} FROM ${table} WHERE data_set_id = $2)
   UNION ALL
   (SELECT ${columns} FROM ${table} WHERE data_set_id = $2 EXCEPT SELECT ${columns} FROM ${table} WHERE data_set_id = $1)`;
