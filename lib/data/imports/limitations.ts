import type { MethodClass } from "@/lib/domain/application";
import type { ImportClient } from "@/lib/data/imports/sets";

export interface NewLimitation {
  rowNumber: number;
  limitationId: number | null;
  /** What the number is kept under when the source gives none, with the text's hash. */
  sourceKey: string;
  textHash: string;
  pulaId: number;
  code: string;
  text: string;
  registration: string | null;
  activeIngredient: string | null;
  effectiveDate: string;
  expiresOn: string | null;
  methodClasses: MethodClass[];
  uses: string[];
}

/**
 * Notes which text a number stands for, where that was not noted yet: the one that the set in force gives it, of several the first.
 * Written as `textHash` is.
 */
export async function noteTextsInForce(client: ImportClient): Promise<void> {
  await client.query(
    `WITH unknown AS MATERIALIZED (
       SELECT DISTINCT ON (l.limitation_id) l.limitation_id, l.limitation
       FROM active_data_set s JOIN limitation l USING (data_set_id) JOIN limitation_identity i USING (limitation_id)
       WHERE s.kind = 'pula' AND i.text_hash IS NULL
       ORDER BY l.limitation_id, l.row_number)
     UPDATE limitation_identity i
     SET text_hash = translate(encode(sha256(convert_to(unknown.limitation, 'UTF8')), 'base64'), '+/=', '-_')
     FROM unknown WHERE i.limitation_id = unknown.limitation_id AND i.text_hash IS NULL`,
  );
}

/**
 * Gives texts without a number one, for good: the first known text of a key has the key's own, every other one of its own beside it. A
 * plain ON CONFLICT would burn a number for every known key.
 */
export async function ensureLimitationIds(
  client: ImportClient,
  texts: readonly Pick<NewLimitation, "sourceKey" | "textHash">[],
): Promise<void> {
  const given = [texts.map(({ sourceKey }) => sourceKey), texts.map(({ textHash }) => textHash)];
  const firsts = `SELECT DISTINCT ON (key) key, hash
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t(key, hash, place) ORDER BY key, place`;
  await client.query(
    `INSERT INTO limitation_identity (source_key, text_hash)
     SELECT key, hash FROM (${firsts}) AS t
     WHERE NOT EXISTS (SELECT FROM limitation_identity WHERE source_key = t.key)
     ON CONFLICT (source_key) DO NOTHING`,
    given,
  );
  await client.query(
    `UPDATE limitation_identity i SET text_hash = t.hash FROM (${firsts}) AS t
     WHERE i.source_key = t.key AND i.text_hash IS NULL`,
    given,
  );
  await client.query(
    `INSERT INTO limitation_identity (source_key, text_hash)
     SELECT DISTINCT key || '|' || hash, hash FROM unnest($1::text[], $2::text[]) AS t(key, hash)
     WHERE NOT EXISTS (SELECT FROM limitation_identity
                       WHERE source_key = t.key || '|' || t.hash OR (source_key = t.key AND text_hash = t.hash))
     ON CONFLICT (source_key) DO NOTHING`,
    given,
  );
}

export async function insertLimitations(client: ImportClient, dataSetId: number, rows: NewLimitation[]): Promise<void> {
  await client.query(
    `INSERT INTO limitation (data_set_id, row_number, limitation_id, pula_id, code, limitation, registration,
                             active_ingredient, effective_date, expires_on, method_classes, uses)
     SELECT $1::int, row_number, coalesce(t.limitation_id, plain.limitation_id, own.limitation_id), pula_id, code, limitation, registration,
            active_ingredient, effective_date, expires_on,
            coalesce(string_to_array(nullif(method_classes, ''), ','), '{}'), uses
     FROM unnest($2::int[], $3::int[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[],
                 $10::date[], $11::date[], $12::text[], $13::jsonb[], $14::text[])
          AS t(row_number, limitation_id, source_key, pula_id, code, limitation, registration, active_ingredient,
               effective_date, expires_on, method_classes, uses, text_hash)
     LEFT JOIN limitation_identity plain ON plain.source_key = t.source_key AND plain.text_hash = t.text_hash
     LEFT JOIN limitation_identity own ON own.source_key = t.source_key || '|' || t.text_hash`,
    [
      dataSetId,
      rows.map((row) => row.rowNumber),
      rows.map((row) => row.limitationId),
      rows.map((row) => row.sourceKey),
      rows.map((row) => row.pulaId),
      rows.map((row) => row.code),
      rows.map((row) => row.text),
      rows.map((row) => row.registration),
      rows.map((row) => row.activeIngredient),
      rows.map((row) => row.effectiveDate),
      rows.map((row) => row.expiresOn),
      rows.map((row) => row.methodClasses.join(",")),
      rows.map((row) => JSON.stringify(row.uses)),
      rows.map((row) => row.textHash),
    ],
  );
}

/** Rows of a set that speak of a PULA the set has no polygon of. They stay: the polygons may have been cut to a region. */
export async function countLimitationsWithoutPula(client: ImportClient, dataSetId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM limitation l
     WHERE data_set_id = $1 AND NOT EXISTS (SELECT FROM pula p WHERE p.data_set_id = $1 AND p.pula_id = l.pula_id)`,
    [dataSetId],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Areas that limitations of a set still bind in (to the end of their last month), that the set has no polygon of, and that the set in force has one of: a source
 * that drops an area drops its limitations too, or ends them.
 */
export async function findLostPulas(client: ImportClient, dataSetId: number, inForceId: number): Promise<number[]> {
  const { rows } = await client.query<{ pula_id: number }>(
    `SELECT DISTINCT l.pula_id FROM limitation l
     WHERE l.data_set_id = $1 AND (l.expires_on IS NULL OR l.expires_on >= date_trunc('month', now())::date)
       AND NOT EXISTS (SELECT FROM pula p WHERE p.data_set_id = $1 AND p.pula_id = l.pula_id)
       AND EXISTS (SELECT FROM pula p WHERE p.data_set_id = $2 AND p.pula_id = l.pula_id)
     ORDER BY l.pula_id`,
    [dataSetId, inForceId],
  );
  return rows.map(({ pula_id }) => pula_id);
}
