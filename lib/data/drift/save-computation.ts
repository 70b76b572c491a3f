import { endClaims } from "@/lib/data/claims";
import { Prisma, type ProviderTx } from "@/lib/data/db";
import type { SaveOutcome } from "@/lib/data/save-parts";
import { packAssessment } from "@/lib/data/stored/packed";
import { STORED_ASSESSMENT_FORMAT } from "@/lib/data/stored/assessment";
import type { AdjuvantResults, DriftComputation } from "@/lib/domain/drift";
import type { SavedComputation, SavedWeather } from "@/lib/domain/drift-saved";
import type { AssessmentToSave } from "@/lib/domain/saved-application";

export interface ComputationToSave {
  claimToken: string;
  claimCount: number;
  fieldId: string;
  fieldRevision: number;
  applicationEventId: string;
  applicationRevision: number;
  boundaryHash: string;
  weather: SavedWeather;
  computation: SavedComputation;
  geometry: DriftComputation["geometry"];
  adjuvantResults: AdjuvantResults;
  assessmentId: string;
  assessment: AssessmentToSave;
  /** Null: it was not asked for over the API. */
  requestId: string | null;
}

/**
 * Saves weather, assessment, computation and where its buffer lies, and lets go of the claims: one statement, all or
 * nothing with its transaction. The caller rolls back unless every part of the outcome is true. Requirements, setup
 * and products of the application stay as they were checked.
 */
export async function saveComputation(
  tx: ProviderTx,
  providerId: string,
  save: ComputationToSave,
): Promise<SaveOutcome> {
  const rows = await tx.$queryRaw<{ claims: number; fields: number; applications: number }[]>`
    WITH done_claims AS (${endClaims(providerId, save.claimToken)}), same_field AS (
      SELECT 1 FROM field
      WHERE provider_id = ${providerId} AND field_id = ${save.fieldId}::uuid AND archived_at IS NULL
        AND revision = ${save.fieldRevision} AND boundary_hash = ${save.boundaryHash}
      FOR SHARE
    ), saved_application AS (
      UPDATE application SET
        weather = ${JSON.stringify(save.weather)}::jsonb, last_computation = ${JSON.stringify(save.computation)}::jsonb,
        adjuvant_results = ${JSON.stringify(save.adjuvantResults)}::jsonb,
        last_assessment_id = ${save.assessmentId}::uuid, last_assessed_at = ${save.assessment.calculatedAt},
        updated_at = now(), revision = revision + 1
      WHERE provider_id = ${providerId} AND application_event_id = ${save.applicationEventId}::uuid
        AND revision = ${save.applicationRevision}
      RETURNING 1
    ), saved_assessment AS (
      INSERT INTO assessment (provider_id, assessment_id, calculated_at, application_event_id, format_version, status,
                              processing_complete, body, request_id)
      VALUES (${providerId}, ${save.assessmentId}::uuid, ${save.assessment.calculatedAt},
              ${save.applicationEventId}::uuid, ${STORED_ASSESSMENT_FORMAT}, ${save.assessment.status},
              ${save.assessment.processingComplete}, ${JSON.stringify(packAssessment(save.assessment))}::jsonb,
              ${save.requestId})
    ), saved_placement AS (
      INSERT INTO drift_placement (provider_id, application_event_id, computed_at, boundary_hash, buffer, treatable)
      VALUES (${providerId}, ${save.applicationEventId}::uuid, ${save.computation.checkedAt}, ${save.boundaryHash},
              ${geometryOrNull(save.geometry.buffer)}, ${geometryOrNull(save.geometry.treatable)})
      ON CONFLICT (provider_id, application_event_id) DO UPDATE SET
        computed_at = excluded.computed_at, boundary_hash = excluded.boundary_hash, buffer = excluded.buffer,
        treatable = excluded.treatable
    )
    SELECT (SELECT count(*)::int FROM done_claims) AS claims, (SELECT count(*)::int FROM same_field) AS fields,
           (SELECT count(*)::int FROM saved_application) AS applications`;
  const row = rows[0];
  return {
    hasClaims: row?.claims === save.claimCount,
    isFieldUnchanged: row?.fields === 1,
    isApplicationUnchanged: row?.applications === 1,
  };
}

const geometryOrNull = (geometry: DriftComputation["geometry"]["buffer"]): Prisma.Sql =>
  Prisma.sql`ST_SetSRID(ST_GeomFromGeoJSON(${geometry === null ? null : JSON.stringify(geometry)}::text), 4326)`;
