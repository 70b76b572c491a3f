import { asProvider } from "@/lib/data/db";
import { putEndings } from "@/lib/data/radar/endings";
import type { RecheckEnding } from "@/lib/domain/recheck";
import type { Deps } from "@/lib/runtime/deps";

export interface FoundEnding extends RecheckEnding {
  providerId: string;
}

/** Keeps what was found, each provider's in a transaction with its webhook messages, and counts what is new. */
export async function keepEndings(deps: Deps, found: readonly FoundEnding[]): Promise<number> {
  let kept = 0;
  for (const providerId of new Set(found.map((each) => each.providerId))) {
    const own = found.filter((each) => each.providerId === providerId);
    kept += await asProvider(deps.db, providerId, (tx) => putEndings(tx, providerId, own));
  }
  return kept;
}
