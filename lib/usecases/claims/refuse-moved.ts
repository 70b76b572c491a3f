import type { SaveOutcome } from "@/lib/data/save-parts";
import { ServiceError } from "@/lib/domain/errors";

/** Refuses a save that met something newer, which rolls it back. `work` ends "The field changed while ...". */
export function refuseMoved(outcome: SaveOutcome, work: string): void {
  const { hasClaims, isFieldUnchanged, isApplicationUnchanged } = outcome;
  if (!hasClaims) {
    throw new ServiceError("processingConflict", "This request took too long, and another request took its place.");
  }
  if (!isFieldUnchanged) throw new ServiceError("fieldChanged", `The field changed while ${work}.`);
  if (isApplicationUnchanged === false) {
    throw new ServiceError("applicationChanged", `The application changed while ${work}.`);
  }
}
