import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { findOutdated, type Outdated } from "@/lib/usecases/radar/find-outdated";

/** What makes the shown application worth checking again; null: nothing does. */
export async function readRecheckSince(
  { pass, providerId }: PortalSession,
  { scored }: OpenFieldYear,
): Promise<Outdated | null> {
  return scored === null ? null : findOutdated(pass.deps, providerId, scored.saved);
}
