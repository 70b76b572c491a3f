import { endClaims } from "@/lib/data/claims";
import type { ProviderTx } from "@/lib/data/db";
import {
  saveCredits,
  saveField,
  saveToken,
  type CreditsToSave,
  type FieldToSave,
  type PortalToken,
  type SaveOutcome,
} from "@/lib/data/save-parts";

export interface ProcessedFieldToSave extends CreditsToSave {
  claimToken: string;
  claimCount: number;
  field: FieldToSave;
  portalToken: PortalToken | null;
}

/**
 * Saves a field with its automatic credits and lets go of the claims: one statement, all or nothing with its
 * transaction. The caller rolls back unless both parts of the outcome are true.
 */
export async function saveProcessedField(
  tx: ProviderTx,
  providerId: string,
  processed: ProcessedFieldToSave,
): Promise<SaveOutcome> {
  const rows = await tx.$queryRaw<{ claims: number; fields: number }[]>`
    WITH done_claims AS (${endClaims(providerId, processed.claimToken)}), saved_field AS (${saveField(providerId, processed.field)}
    ), ${saveCredits(providerId, processed.field.fieldId, processed)}
    , saved_token AS (${saveToken(providerId, processed.field.fieldId, processed.portalToken)})
    SELECT (SELECT count(*)::int FROM done_claims) AS claims, (SELECT count(*)::int FROM saved_field) AS fields`;
  const row = rows[0];
  return { hasClaims: row?.claims === processed.claimCount, isFieldUnchanged: row?.fields === 1 };
}
