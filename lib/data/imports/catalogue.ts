import type { CatalogueProduct, LimitationRule } from "@/lib/domain/product";
import type { ImportClient } from "@/lib/data/imports/sets";

/**
 * A catalogue set has two parts, rule files and EPA's register. Importing one carries the other forward from the set
 * in force. Both parts are gathered in tables of this connection and merged at the end, in SQL.
 */

/** Empty gathering tables; they end with the connection, or with the transaction of a dry run. */
export async function makeStages(client: ImportClient): Promise<void> {
  await client.query(`
    DROP TABLE IF EXISTS stage_rule, stage_register, stage_limitation_rule;
    CREATE TEMP TABLE stage_rule (registration TEXT PRIMARY KEY, record JSONB NOT NULL);
    CREATE TEMP TABLE stage_register (row_number INTEGER NOT NULL, registration TEXT NOT NULL, record JSONB NOT NULL);
    CREATE TEMP TABLE stage_limitation_rule (rule_id TEXT PRIMARY KEY, code TEXT NOT NULL, record JSONB NOT NULL)`);
}

export async function stageRules(
  client: ImportClient,
  products: readonly CatalogueProduct[],
  rules: readonly LimitationRule[],
): Promise<void> {
  await client.query(`INSERT INTO stage_rule SELECT * FROM unnest($1::text[], $2::jsonb[])`, [
    products.map(({ registration }) => registration),
    products.map((product) => JSON.stringify(product)),
  ]);
  await client.query(`INSERT INTO stage_limitation_rule SELECT * FROM unnest($1::text[], $2::text[], $3::jsonb[])`, [
    rules.map(({ ruleId }) => ruleId),
    rules.map(({ code }) => code),
    rules.map((rule) => JSON.stringify(rule)),
  ]);
}

export async function stageRegister(
  client: ImportClient,
  rows: readonly { number: number; product: CatalogueProduct }[],
): Promise<void> {
  await client.query(`INSERT INTO stage_register SELECT * FROM unnest($1::int[], $2::text[], $3::jsonb[])`, [
    rows.map(({ number }) => number),
    rows.map(({ product }) => product.registration),
    rows.map(({ product }) => JSON.stringify(product)),
  ]);
}

/** Takes the rule files' part of another set along, made-up products only into a demonstration set. */
export async function carryRules(
  client: ImportClient,
  fromSetId: number,
  { withMadeUp }: { withMadeUp: boolean },
): Promise<void> {
  await client.query(
    `INSERT INTO stage_rule SELECT registration, record FROM catalogue_product
     WHERE data_set_id = $1 AND origin = 'rule_file'
       AND ($2 OR NOT coalesce((record->>'isDemonstration')::boolean, false))`,
    [fromSetId, withMadeUp],
  );
  await client.query(
    `INSERT INTO stage_limitation_rule SELECT rule_id, code, record FROM limitation_rule WHERE data_set_id = $1`,
    [fromSetId],
  );
}

/** Takes the register's part of another set along, also what it said of products that rule files know. */
export async function carryRegister(client: ImportClient, fromSetId: number): Promise<void> {
  await client.query(
    `INSERT INTO stage_register
     SELECT row_number() OVER (ORDER BY registration), registration, coalesce(register_record, record)
     FROM catalogue_product
     WHERE data_set_id = $1 AND (origin = 'register' OR register_record IS NOT NULL)`,
    [fromSetId],
  );
}

/** Register rows whose numbers are one number once leading zeros are dropped. */
export async function countRepeats(client: ImportClient): Promise<number> {
  const { rows } = await client.query<{ repeats: number }>(
    "SELECT (count(*) - count(DISTINCT registration))::int AS repeats FROM stage_register",
  );
  return rows[0]?.repeats ?? 0;
}

/**
 * Both parts as one set. Of repeated register rows an active one is taken before any other, then the first; where one is active and
 * another is not, no one knows the status. Where both parts know a product the rule file's record holds, with the register's status.
 */
export async function mergeStages(client: ImportClient, dataSetId: number): Promise<void> {
  await client.query(
    `WITH register AS MATERIALIZED (
       SELECT DISTINCT ON (registration) registration,
              CASE WHEN first_status = last_status THEN record ELSE jsonb_set(record, '{status}', 'null') END AS record
       FROM (SELECT *, min(record->>'status') OVER same AS first_status, max(record->>'status') OVER same AS last_status
             FROM stage_register WINDOW same AS (PARTITION BY registration)) AS listed
       ORDER BY registration, coalesce(record->>'status', '') = 'Active' DESC, row_number
     )
     INSERT INTO catalogue_product (data_set_id, registration, name, status, origin, record, register_record)
     SELECT $1::int, registration, coalesce(rule.record, register.record)->>'name',
            coalesce(register.record->>'status', rule.record->>'status'),
            CASE WHEN rule.record IS NULL THEN 'register' ELSE 'rule_file' END,
            coalesce(rule.record, register.record),
            CASE WHEN rule.record IS NOT NULL THEN register.record END
     FROM stage_rule rule FULL JOIN register USING (registration)`,
    [dataSetId],
  );
  await client.query(
    `INSERT INTO catalogue_alias (data_set_id, former, registration)
     SELECT $1::int, former, registration
     FROM stage_rule, jsonb_array_elements_text(coalesce(record->'formerNumbers', '[]')) AS former`,
    [dataSetId],
  );
  await client.query(
    `INSERT INTO catalogue_name (data_set_id, name_key, registration)
     SELECT DISTINCT $1::int, key, registration
     FROM (SELECT registration, btrim(regexp_replace(lower(name), '[^a-z0-9]+', ' ', 'g')) AS key
           FROM (SELECT registration, name FROM catalogue_product WHERE data_set_id = $1
                 UNION ALL
                 SELECT registration, jsonb_array_elements_text(coalesce(record->'otherNames', '[]'))
                 FROM catalogue_product WHERE data_set_id = $1) AS named) AS keyed
     WHERE key <> ''`,
    [dataSetId],
  );
  await client.query(
    `INSERT INTO limitation_rule (data_set_id, rule_id, code, record)
     SELECT $1::int, rule_id, code, record FROM stage_limitation_rule`,
    [dataSetId],
  );
}

export interface CatalogueMeasures {
  products: number;
  ruleProducts: number;
  registerProducts: number;
  both: number;
  active: number;
  limitationRules: number;
}

export async function measureCatalogue(client: ImportClient, dataSetId: number): Promise<CatalogueMeasures> {
  const { rows } = await client.query<CatalogueMeasures>(
    `SELECT count(*)::int AS products,
            count(*) FILTER (WHERE origin = 'rule_file')::int AS "ruleProducts",
            count(*) FILTER (WHERE origin = 'register' OR register_record IS NOT NULL)::int AS "registerProducts",
            count(*) FILTER (WHERE register_record IS NOT NULL)::int AS both,
            count(*) FILTER (WHERE status = 'Active')::int AS active,
            (SELECT count(*)::int FROM limitation_rule WHERE data_set_id = $1) AS "limitationRules"
     FROM catalogue_product WHERE data_set_id = $1`,
    [dataSetId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the catalogue could not be measured");
  return row;
}
