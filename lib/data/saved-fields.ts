import type { ProviderTx } from "@/lib/data/db";
import { callSave, type FieldSave, type SaveOutcome } from "@/lib/data/save-parts";

/**
 * Saves a field with its automatic credits and lets go of the claims: one statement, all or nothing with its
 * transaction. The caller rolls back unless both parts of the outcome are true.
 */
export async function saveProcessedField(
  tx: ProviderTx,
  providerId: string,
  processed: FieldSave,
): Promise<SaveOutcome> {
  const { claims, fields } = await callSave(tx, providerId, processed);
  return { hasClaims: claims === processed.claimCount, isFieldUnchanged: fields === 1 };
}
