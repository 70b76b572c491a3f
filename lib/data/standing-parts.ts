import { Prisma } from "@/lib/data/db";

/**
 * The parts of an application's JSON for where it stands and what it lacks, hundreds of applications at once. What only its own
 * pages show is left out: texts of limitations that no one has marked as read, what answers would change where no one has
 * answered, edges of buffers. What is left is of the same form, and is read and judged by the same functions; a test
 * compares both.
 */

/**
 * Columns beside the body of an assessment of the application row `a`: whether someone answered questions about it, and
 * whether someone marked a text of it as read. Whether all texts are is found by comparing them.
 */
const columns = Prisma.sql`
  EXISTS (SELECT FROM attestation t
          WHERE t.provider_id = a.provider_id AND t.application_event_id = a.application_event_id) AS is_answered,
  EXISTS (SELECT FROM limitation_review w
          WHERE w.provider_id = a.provider_id AND w.application_event_id = a.application_event_id) AS is_reviewed`;

const NO_EFFECT = { frees: [], settles: [], opens: [], lifts: [], finds: [] };
const WITHOUT_EFFECTS = JSON.stringify({ effects: { yes: NO_EFFECT, no: NO_EFFECT } });

/** Of the requirement row `r`: that a buffer may be asked for. */
const configuration = Prisma.sql`
  CASE WHEN r.drift_configuration IS NOT NULL
       THEN jsonb_build_object('computedAt', r.drift_configuration->'computedAt') END`;

const products = Prisma.sql`
  CASE WHEN unpacked.is_reviewed THEN unpacked.body->'products' ELSE (
    SELECT coalesce(jsonb_agg(product.body || '{"pulas": []}' ORDER BY product.place), '[]')
    FROM jsonb_array_elements(unpacked.body->'products') WITH ORDINALITY AS product(body, place)) END`;

/** Where no one has answered, one question says as much as all of them: that there is something to answer. */
const questions = Prisma.sql`
  CASE WHEN unpacked.is_answered THEN unpacked.body->'questions'
       WHEN unpacked.body->'questions'->0 IS NULL THEN '[]'
       ELSE jsonb_build_array((unpacked.body->'questions'->0) || ${WITHOUT_EFFECTS}::jsonb) END`;

const answerParts = Prisma.sql`
  'unjudged', CASE WHEN unpacked.is_answered THEN coalesce(unpacked.body->'unjudged', '[]') ELSE '[]' END,
  'settledTargets', CASE WHEN unpacked.is_answered THEN unpacked.body->'settledTargets' END,
  'whenConfirmed', CASE WHEN unpacked.is_answered THEN unpacked.body->'whenConfirmed' END,
  'answered', NULL`;

/** Without the claims: what they take off is in the status of the computation. */
const drift = Prisma.sql`
  json_build_object(
    'weather', NULL, 'adjuvantResults', NULL, 'claims', NULL, 'drawnFeatures', NULL,
    'lastComputation', a.last_computation - ARRAY[
      'edges', 'windRose', 'products', 'reductions', 'effectiveRates', 'manualClaims'])`;

/** Parts of an application's JSON that it has whole or for its standing alone. */
export interface ApplicationParts {
  ground: Prisma.Sql;
  /** Of the requirement row `r`. */
  configuration: Prisma.Sql;
  /** Beside `body`, of the assessment that is looked into. */
  columns: Prisma.Sql;
  products: Prisma.Sql;
  questions: Prisma.Sql;
  /** What answers of the applicator change, and what they make of it. */
  answerParts: Prisma.Sql;
  judgedBy: Prisma.Sql;
  drift: Prisma.Sql;
}

const nothing = Prisma.sql`NULL`;

/** The ground is the field's, and comes once with it. */
export const standingParts: ApplicationParts = {
  ...{ configuration, products, questions, answerParts, drift },
  ground: nothing,
  columns: Prisma.sql`, ${columns}`,
  judgedBy: nothing,
};
