import { attestationsAsJson, type AttestationJson } from "@/lib/data/attestations";
import { endClaims } from "@/lib/data/claims";
import { Prisma, type StatementTx } from "@/lib/data/db";
import {
  saveCredits,
  saveField,
  saveToken,
  type CreditsToSave,
  type FieldToSave,
  type PortalToken,
  type SaveOutcome,
} from "@/lib/data/save-parts";
import { packAssessment } from "@/lib/data/stored/packed";
import { STORED_ASSESSMENT_FORMAT } from "@/lib/data/stored/assessment";
import type { ApplicationInput } from "@/lib/domain/application";
import type { RequirementRow } from "@/lib/domain/compliance";
import type { FieldGround } from "@/lib/domain/field";
import { storedSoil, type StoredSoil } from "@/lib/data/soil/analyses";
import { readGround } from "@/lib/data/stored/parts";
import type { RememberedExemption } from "@/lib/domain/portal";
import type { AssessmentToSave } from "@/lib/domain/saved-application";
import type { Selection } from "@/lib/domain/mitigation";

/** What is saved already under the identities a check names. */
export interface CheckState {
  /** Live fields with the provider's field id, whatever their account. More than one is a conflict. */
  fields: {
    fieldId: string;
    accountId: string;
    boundaryHash: string | null;
    revision: number;
    ground: FieldGround | null;
    /** Sealed link token, base64, in token mode. */
    tokenSealed: string | null;
  }[];
  /** Live applications with the account's application id. More than one is a conflict. */
  applications: SavedApplication[];
  /** Selections of the field and year. */
  selections: Selection[];
  /** By the provider's setting. */
  doAttestationsCount: boolean;
  /** Soil stored for the boundary asked about. */
  soil: StoredSoil;
}

export interface SavedApplication {
  applicationEventId: string;
  fieldId: string;
  revision: number;
  providerGroupId: string | null;
  userEmail: string | null;
  portalLockedAt: string | null;
  exemption: RememberedExemption | null;
  attestations: AttestationJson[];
}

interface StateRow {
  fields: CheckState["fields"] | null;
  applications: SavedApplication[] | null;
  selections: Selection[] | null;
  doAttestationsCount: boolean;
  soil: StoredSoil;
}

/** Reads what a check will change, in one statement. Archived fields, and applications on them, do not exist here. */
export async function findCheckState(
  tx: StatementTx,
  providerId: string,
  names: { accountId: string; providerFieldId: string; applicationId: string; year: number },
  soil: { boundaryHash: string; processingVersion: number },
): Promise<CheckState> {
  const rows = await tx.$queryRaw<StateRow[]>`
    WITH live AS (
      SELECT field_id, account_id, boundary_hash, revision, ground,
             (SELECT encode(t.token_sealed, 'base64') FROM portal_token t
              WHERE t.provider_id = field.provider_id AND t.field_id = field.field_id) AS token_sealed
      FROM field
      WHERE provider_id = ${providerId} AND provider_field_id = ${names.providerFieldId} AND archived_at IS NULL
    -- Of no provider: Citus reads it on the coordinator first.
    ), ground AS MATERIALIZED (SELECT ${storedSoil(soil.boundaryHash, soil.processingVersion)} AS soil)
    SELECT
      (SELECT jsonb_agg(jsonb_build_object('fieldId', field_id, 'accountId', account_id,
                                           'boundaryHash', boundary_hash, 'revision', revision, 'ground', ground,
                                           'tokenSealed', token_sealed)) FROM live) AS fields,
      (SELECT jsonb_agg(jsonb_build_object(
          'applicationEventId', a.application_event_id, 'fieldId', a.field_id, 'revision', a.revision,
          'providerGroupId', a.provider_group_id, 'userEmail', a.user_email, 'portalLockedAt', a.portal_locked_at,
          'attestations', ${attestationsAsJson(Prisma.sql`a`)},
          'exemption', coalesce(
            (SELECT jsonb_build_object('required', r.required, 'evaluatedAt', r.exemption_evaluated_at,
                                       'reasons', r.exemption_reasons, 'treatedAcres', r.exemption_treated_acres)
             FROM requirement r
             WHERE r.provider_id = a.provider_id AND r.application_event_id = a.application_event_id
               AND r.mitigation_type = 'epa_runoff'),
            a.kept_exemption)))
       FROM application a JOIN field f USING (provider_id, field_id)
       WHERE a.provider_id = ${providerId} AND a.account_id = ${names.accountId}
         AND a.application_id = ${names.applicationId} AND f.archived_at IS NULL) AS applications,
      (SELECT jsonb_agg(jsonb_build_object(
          'system', s.system, 'subOptionId', s.sub_option_id, 'source', s.source,
          'implementationDate', to_char(s.implementation_date, 'YYYY-MM-DD'), 'notes', s.notes) ORDER BY s.sub_option_id)
       FROM measure_selection s JOIN live USING (field_id)
       WHERE s.provider_id = ${providerId} AND s.year = ${names.year}) AS selections,
      (SELECT p.attestations_count FROM provider p WHERE p.provider_id = ${providerId}) AS "doAttestationsCount",
      (SELECT ground.soil FROM ground) AS soil`;
  const row = rows[0];
  return {
    fields: (row?.fields ?? []).map((field) => ({ ...field, ground: readGround(field.ground) })),
    applications: row?.applications ?? [],
    selections: row?.selections ?? [],
    doAttestationsCount: row?.doAttestationsCount ?? true,
    soil: row?.soil ?? { analysis: null, mirror: null },
  };
}

export interface CheckToSave extends CreditsToSave {
  claimToken: string;
  claimCount: number;
  field: FieldToSave;
  /** A new field's link token, in token mode. */
  portalToken: PortalToken | null;
  application: ApplicationInput & { applicationEventId: string; expectedRevision: number | null };
  requirements: RequirementRow[];
  assessmentId: string;
  assessment: AssessmentToSave;
  /** Null: no request of its own brought it, as with an item of a bulk job. */
  requestId: string | null;
}

/**
 * Saves field, application, requirements, automatic credits and assessment, and lets go of the claims: one
 * statement, all or nothing with its transaction. The caller rolls back unless every part of the outcome is true.
 *
 * A recheck keeps exemptions, locks and what the portal recorded: none of their columns is written here. Drift returns
 * to what is known without wind, so the last computation goes.
 */
export async function saveCheck(tx: StatementTx, providerId: string, check: CheckToSave): Promise<SaveOutcome> {
  const rows = await tx.$queryRaw<{ claims: number; fields: number; applications: number }[]>`
    WITH done_claims AS (${endClaims(providerId, check.claimToken)}), saved_field AS (${saveField(providerId, check.field)}
    ), ${leaveRequirements(providerId, check)}
    ), saved_application AS (${saveApplication(providerId, check)}
    ), saved_requirements AS (${saveRequirements(providerId, check)}
    ), ${saveCredits(providerId, check.field.fieldId, check)}
    , saved_token AS (${saveToken(providerId, check.field.fieldId, check.portalToken)}
    ), saved_assessment AS (${saveAssessment(providerId, check)}
    ), gone_placement AS (
      DELETE FROM drift_placement
      WHERE provider_id = ${providerId} AND application_event_id = ${check.application.applicationEventId}::uuid
    )
    SELECT (SELECT count(*)::int FROM done_claims) AS claims, (SELECT count(*)::int FROM saved_field) AS fields,
           (SELECT count(*)::int FROM saved_application) AS applications`;
  const row = rows[0];
  return {
    hasClaims: row?.claims === check.claimCount,
    isFieldUnchanged: row?.fields === 1,
    isApplicationUnchanged: row?.applications === 1,
  };
}

const saveApplication = (
  providerId: string,
  { application, field, assessment, assessmentId }: CheckToSave,
): Prisma.Sql => Prisma.sql`
  INSERT INTO application AS a (
    provider_id, application_event_id, field_id, account_id, application_id, provider_group_id, application_date,
    application_method, products, crop, pest, gpa, droplet_size, boom_height, details, user_email,
    processing_status,
    boundary_hash, last_assessment_id, last_assessed_at, updated_at, kept_exemption)
  SELECT ${providerId}::text, ${application.applicationEventId}::uuid, ${field.fieldId}::uuid, ${application.accountId}::text,
         ${application.applicationId}::text, ${application.providerGroupId}::text, ${application.applicationDate}::date,
         ${application.method}::text, ${JSON.stringify(application.products)}::jsonb, ${application.crop}::text[],
         ${application.pest}::text[], ${application.gpa}::float8, ${application.dropletSize}::text,
         ${application.boomHeight}::text, ${application.details === undefined ? null : JSON.stringify(application.details)}::jsonb,
         ${application.userEmail}::text, 'completed', ${field.boundaryHash}::text,
         ${assessmentId}::uuid, ${assessment.calculatedAt}::timestamptz, now(), next_exemption.exemption
  FROM next_exemption
  ON CONFLICT (provider_id, application_event_id) DO UPDATE SET
    provider_group_id = excluded.provider_group_id, application_date = excluded.application_date,
    application_method = excluded.application_method, products = excluded.products, crop = excluded.crop,
    pest = excluded.pest, gpa = excluded.gpa, droplet_size = excluded.droplet_size,
    boom_height = excluded.boom_height, details = excluded.details, user_email = excluded.user_email, processing_status = 'completed',
    boundary_hash = excluded.boundary_hash, last_assessment_id = excluded.last_assessment_id,
    last_assessed_at = excluded.last_assessed_at, updated_at = excluded.updated_at, revision = a.revision + 1,
    kept_exemption = excluded.kept_exemption, weather = NULL, last_computation = NULL, adjuvant_results = NULL
    WHERE a.revision = ${application.expectedRevision}::int
  RETURNING 1`;

/**
 * Requirements that no longer apply go. An answer to the exemption questions moves to the application meanwhile. The one that
 * the application keeps is read first: only a check changes it, and each that does moves the revision on.
 */
const leaveRequirements = (providerId: string, { application, requirements }: CheckToSave): Prisma.Sql => Prisma.sql`
  kept AS (
    SELECT kept_exemption AS exemption FROM application
    WHERE provider_id = ${providerId} AND application_event_id = ${application.applicationEventId}::uuid
  ), wanted AS (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(requirements)}::jsonb)
      AS r("mitigationType" text, required boolean, "requiredPoints" int, "targetIssues" jsonb, "driftConfiguration" jsonb)
  ), gone_requirements AS (
    DELETE FROM requirement
    WHERE provider_id = ${providerId} AND application_event_id = ${application.applicationEventId}::uuid
      AND mitigation_type NOT IN (SELECT "mitigationType" FROM wanted)
    RETURNING mitigation_type, required, exemption_evaluated_at, exemption_reasons, exemption_treated_acres
  ), gone_exemption AS (
    SELECT jsonb_build_object('required', required, 'evaluatedAt', exemption_evaluated_at,
                              'reasons', exemption_reasons, 'treatedAcres', exemption_treated_acres) AS exemption
    FROM gone_requirements WHERE mitigation_type = 'epa_runoff' AND exemption_evaluated_at IS NOT NULL
  ), next_exemption AS (
    SELECT CASE WHEN EXISTS (SELECT FROM wanted WHERE "mitigationType" = 'epa_runoff') THEN NULL
                ELSE coalesce((SELECT exemption FROM gone_exemption), (SELECT exemption FROM kept)) END AS exemption`;

/** Of requirements that stay, the answer to the exemption questions stays too; one that returns takes the kept one. */
const saveRequirements = (providerId: string, { application }: CheckToSave): Prisma.Sql => Prisma.sql`
  INSERT INTO requirement (provider_id, application_event_id, mitigation_type, required, required_points,
                           target_issues, drift_configuration, exemption_evaluated_at, exemption_reasons,
                           exemption_treated_acres, updated_at)
  SELECT ${providerId}::text, ${application.applicationEventId}::uuid, "mitigationType",
         coalesce((kept.exemption->>'required')::boolean, required), "requiredPoints",
         ARRAY(SELECT jsonb_array_elements_text("targetIssues")), nullif("driftConfiguration", 'null'::jsonb),
         (kept.exemption->>'evaluatedAt')::timestamptz, nullif(kept.exemption->'reasons', 'null'::jsonb),
         (kept.exemption->>'treatedAcres')::float8, now()
  FROM wanted LEFT JOIN kept ON "mitigationType" = 'epa_runoff'
  ON CONFLICT (provider_id, application_event_id, mitigation_type) DO UPDATE SET
    required_points = excluded.required_points, target_issues = excluded.target_issues,
    drift_configuration = excluded.drift_configuration, updated_at = excluded.updated_at`;

const saveAssessment = (
  providerId: string,
  { application, assessment, assessmentId, requestId }: CheckToSave,
): Prisma.Sql => Prisma.sql`
  INSERT INTO assessment (provider_id, assessment_id, calculated_at, application_event_id, format_version, status,
                          processing_complete, body, request_id)
  VALUES (${providerId}, ${assessmentId}::uuid, ${assessment.calculatedAt},
          ${application.applicationEventId}::uuid, ${STORED_ASSESSMENT_FORMAT}, ${assessment.status},
          ${assessment.processingComplete}, ${JSON.stringify(packAssessment(assessment))}::jsonb, ${requestId})`;
