import type { ImportClient } from "@/lib/data/imports/sets";

/** What may differ of one area between two sets. */
export const PULA_CHANGES = ["added", "removed", "outline", "dates", "codes", "limitations", "refusals"] as const;
export type PulaChange = (typeof PULA_CHANGES)[number];

/** One area that two sets do not hold alike. */
export interface ChangedPula {
  pulaId: number;
  eventName: string;
  changes: PulaChange[];
}

/**
 * The areas in which two PULA sets differ, by what stands behind an answer: outline, dates, codes, limitation texts with
 * what they name, and refused rows. The order of features and rows means nothing.
 */
export async function diffPulaSets(client: ImportClient, beforeId: number, afterId: number): Promise<ChangedPula[]> {
  const { rows } = await client.query<ChangedPula>(
    `WITH before_side AS MATERIALIZED (${SIGNATURES.replaceAll("$set", "$1::int")}),
          after_side AS MATERIALIZED (${SIGNATURES.replaceAll("$set", "$2::int")})
     SELECT pula_id AS "pulaId", coalesce(n.event_name, o.event_name) AS "eventName",
            array_remove(ARRAY[
              CASE WHEN o.pula_id IS NULL THEN 'added' END,
              CASE WHEN n.pula_id IS NULL THEN 'removed' END,
              CASE WHEN o.outline <> n.outline THEN 'outline' END,
              CASE WHEN o.dates <> n.dates THEN 'dates' END,
              CASE WHEN o.codes <> n.codes THEN 'codes' END,
              CASE WHEN o.rows <> n.rows THEN 'limitations' END,
              CASE WHEN o.refusals <> n.refusals THEN 'refusals' END], NULL) AS changes
     FROM before_side o FULL JOIN after_side n USING (pula_id)
     WHERE o IS NULL OR n IS NULL
        OR (o.outline, o.dates, o.codes, o.rows, o.refusals) <> (n.outline, n.dates, n.codes, n.rows, n.refusals)
     ORDER BY pula_id`,
    [beforeId, afterId],
  );
  return rows;
}

const SIGNATURES = `
  SELECT p.pula_id, p.event_name,
         (SELECT coalesce(string_agg(shape, '' ORDER BY shape), '')
          FROM (SELECT md5(ST_AsBinary(ST_Normalize(f.geom))) AS shape FROM pula_feature f
                WHERE f.data_set_id = $set AND f.pula_id = p.pula_id) AS shapes) AS outline,
         concat_ws('/', p.effective_date, coalesce(p.expires_on::text, '-')) AS dates,
         array_to_string(p.codes, ',') AS codes,
         (SELECT coalesce(string_agg(said, '' ORDER BY said), '')
          FROM (SELECT md5(concat_ws('|', l.code, l.limitation, coalesce(l.registration, '-'),
                           coalesce(l.active_ingredient, '-'), l.effective_date, coalesce(l.expires_on::text, '-'),
                           array_to_string(l.method_classes, ','), l.uses)) AS said
                FROM limitation l WHERE l.data_set_id = $set AND l.pula_id = p.pula_id) AS texts) AS rows,
         (SELECT coalesce(string_agg(refused, '' ORDER BY refused), '')
          FROM (SELECT md5(concat_ws('|', coalesce(u.code, '-'), coalesce(u.registration, '-'),
                           coalesce(u.active_ingredient, '-'))) AS refused
                FROM unloaded_record u
                WHERE u.data_set_id = $set AND u.part = 'limitation'
                  AND (u.pula_id = p.pula_id
                       OR (u.pula_id IS NULL AND (u.code IS NULL OR u.code = ANY(p.codes))))) AS rows) AS refusals
  FROM pula p WHERE p.data_set_id = $set`;

/** Whether two sets speak for the same ground: the same coverage, less the same refused polygons. */
export async function isCoverageAlike(client: ImportClient, beforeId: number, afterId: number): Promise<boolean> {
  const { rows } = await client.query<{ alike: boolean }>(
    `WITH spoken AS (
       SELECT d.data_set_id, md5(ST_AsBinary(d.coverage)) AS coverage,
              (SELECT coalesce(string_agg(md5(coalesce(ST_AsText(u.ground), '-')), '' ORDER BY ST_AsText(u.ground)), '')
               FROM unloaded_record u WHERE u.data_set_id = d.data_set_id AND u.part = 'feature') AS refused
       FROM data_set d WHERE d.data_set_id IN ($1, $2))
     SELECT count(DISTINCT (coverage, refused)) <= 1 AS alike FROM spoken`,
    [beforeId, afterId],
  );
  return rows[0]?.alike === true;
}
