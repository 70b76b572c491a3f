import { attestationsAsJson, type AttestationJson } from "@/lib/data/attestations";
import { Prisma, type StatementTx } from "@/lib/data/db";
import { callSave, type FieldSave, type SaveOutcome } from "@/lib/data/save-parts";
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

export interface CheckToSave extends FieldSave {
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
 * A recheck keeps exemptions, locks and what the portal recorded. Drift returns to what is known without wind, so the last
 * computation goes.
 */
export async function saveCheck(tx: StatementTx, providerId: string, check: CheckToSave): Promise<SaveOutcome> {
  const { assessment, application, requirements, assessmentId, requestId } = check;
  const { calculatedAt, status, processingComplete } = assessment;
  const { claims, fields, applications } = await callSave(tx, providerId, check, {
    application,
    requirements,
    assessment: { assessmentId, calculatedAt, status, processingComplete, requestId, format: STORED_ASSESSMENT_FORMAT },
    body: packAssessment(assessment),
  });
  return {
    hasClaims: claims === check.claimCount,
    isFieldUnchanged: fields === 1,
    isApplicationUnchanged: applications === 1,
  };
}
