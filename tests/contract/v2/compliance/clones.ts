import { sql } from "@/tests/contract/v2/esa-check/support";

/**
 * Makes many applications out of one real check: each with a field of its own, its requirements, its automatic credits
 * and its assessment, all in the group of the original. As rows, because a thousand checks would take minutes.
 */
export async function cloneApplication(providerId: string, id: string, copies: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    providerId,
    `WITH copy AS MATERIALIZED (
         SELECT i, gen_random_uuid() AS field_id, gen_random_uuid() AS application_event_id,
                gen_random_uuid() AS assessment_id
         FROM generate_series(1, $2) AS i),
       fields AS (
         INSERT INTO field
         SELECT (jsonb_populate_record(f, jsonb_build_object(
           'field_id', c.field_id, 'provider_field_id', f.provider_field_id || '-' || c.i))).*
         FROM copy c, application s JOIN field f USING (provider_id, field_id)
         WHERE s.application_event_id = $1),
       applications AS (
         INSERT INTO application
         SELECT (jsonb_populate_record(s, jsonb_build_object(
           'field_id', c.field_id, 'application_event_id', c.application_event_id,
           'application_id', s.application_id || '-' || c.i, 'last_assessment_id', c.assessment_id))).*
         FROM copy c, application s WHERE s.application_event_id = $1),
       requirements AS (
         INSERT INTO requirement
         SELECT (jsonb_populate_record(r, jsonb_build_object('application_event_id', c.application_event_id))).*
         FROM copy c, requirement r WHERE r.application_event_id = $1),
       selections AS (
         INSERT INTO measure_selection
         SELECT (jsonb_populate_record(m, jsonb_build_object('field_id', c.field_id))).*
         FROM copy c, application s JOIN measure_selection m USING (provider_id, field_id)
         WHERE s.application_event_id = $1),
       assessments AS (
         INSERT INTO assessment
         SELECT (jsonb_populate_record(a, jsonb_build_object(
           'assessment_id', c.assessment_id, 'application_event_id', c.application_event_id))).*
         FROM copy c, application s JOIN assessment a
           ON a.provider_id = s.provider_id AND a.assessment_id = s.last_assessment_id
         WHERE s.application_event_id = $1)
     SELECT application_event_id AS id FROM copy`,
    [id, copies],
  );
  return rows.map((row) => row.id);
}
