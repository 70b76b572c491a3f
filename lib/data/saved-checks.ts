import type { AttestationJson } from "@/lib/data/attestations";
import { claimColumns, type ClaimIdentity } from "@/lib/data/claims";
import type { StatementTx } from "@/lib/data/db";
import { callSave, type FieldSave, type SaveOutcome } from "@/lib/data/save-parts";
import { packAssessment } from "@/lib/data/stored/packed";
import { STORED_ASSESSMENT_FORMAT } from "@/lib/data/stored/assessment";
import type { ApplicationInput } from "@/lib/domain/application";
import type { RequirementRow } from "@/lib/domain/compliance";
import type { FieldGround } from "@/lib/domain/field";
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
    /** When the request or the job that last sent the boundary was accepted, ISO 8601; null where that is not known. */
    boundarySentAt: string | null;
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
}

export interface SavedApplication {
  applicationEventId: string;
  fieldId: string;
  revision: number;
  providerGroupId: string | null;
  userEmail: string | null;
  portalLockedAt: string | null;
  /** When the request or the job that the last check is of was accepted, ISO 8601; null where that is not known. */
  submittedAt: string | null;
  exemption: RememberedExemption | null;
  attestations: AttestationJson[];
}

interface StateRow {
  taken: boolean;
  fields: CheckState["fields"] | null;
  applications: SavedApplication[] | null;
  selections: Selection[] | null;
  counted: boolean | null;
}

export interface CheckNames {
  accountId: string;
  providerFieldId: string;
  applicationId: string;
  year: number;
}

/**
 * Takes the claims of a check and reads what it will change, by the function in migration 20261205105000. Null: not all
 * claims could be taken, and the caller rolls back. Archived fields, and applications on them, do not exist here.
 */
export async function beginCheck(
  tx: StatementTx,
  providerId: string,
  { claims, token }: { claims: readonly ClaimIdentity[]; token: string },
  names: CheckNames,
): Promise<CheckState | null> {
  const rows = await tx.$queryRaw<StateRow[]>`
    SELECT taken, fields, applications, selections, counted FROM begin_check(
      ${providerId}, ${token}::uuid, ${claimColumns(claims)},
      ${names.accountId}, ${names.providerFieldId}, ${names.applicationId}, ${names.year}::int)`;
  const [row] = rows;
  if (row?.taken !== true) return null;
  return {
    fields: (row.fields ?? []).map((field) => ({ ...field, ground: readGround(field.ground) })),
    applications: row.applications ?? [],
    selections: row.selections ?? [],
    doAttestationsCount: row.counted ?? true,
  };
}

const NO_CLAIMS = { claims: [], token: "00000000-0000-0000-0000-000000000000" };

/** The same for a caller who claims nothing. */
export async function findCheckState(tx: StatementTx, providerId: string, names: CheckNames): Promise<CheckState> {
  const state = await beginCheck(tx, providerId, NO_CLAIMS, names);
  if (state === null) throw new RangeError("no claims were asked for, and not all were taken");
  return state;
}

export interface CheckToSave extends FieldSave {
  /** `submittedAt`: when the bulk job was accepted that this check is an item of; null: it is of a request that is answered now. */
  application: ApplicationInput & {
    applicationEventId: string;
    expectedRevision: number | null;
    submittedAt: Date | null;
  };
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
 * A recheck keeps the exemption of the year, locks and what the portal recorded. Drift returns to what is known without wind, so the last
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
