import { asProvider } from "@/lib/data/db";
import { findPulaShares } from "@/lib/data/portal/reviews";
import { bindingLimitations, type BindingLimitation } from "@/lib/usecases/portal/binding-limitations";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";

export interface LimitationFacts {
  binding: BindingLimitation[];
  /** Percent of the field inside each PULA, for those of the active set. */
  shares: ReadonlyMap<number, number>;
}

/** The limitations that bind the application of a page, and how much of the field their areas cover. */
export async function readLimitations(
  { pass, providerId }: PortalSession,
  { scored, notes, field }: OpenFieldYear,
): Promise<LimitationFacts> {
  const binding = bindingLimitations(scored?.saved ?? null, notes.reviews);
  const pulaIds = [...new Set(binding.map(({ pula }) => pula.pulaId))];
  if (pulaIds.length === 0) return { binding, shares: new Map() };
  const shares = await asProvider(pass.deps.db, providerId, (tx) =>
    findPulaShares(tx, providerId, field.fieldId, pulaIds),
  );
  return { binding, shares };
}
