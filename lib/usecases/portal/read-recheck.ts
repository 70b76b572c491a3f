import { asProvider } from "@/lib/data/db";
import { findOpenRecheck, type OpenRecheck } from "@/lib/data/radar/listed-rechecks";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** The switch that makes the shown application worth checking again; null: none does. */
export async function readRecheckSince(
  { pass, providerId }: PortalSession,
  { scored }: OpenFieldYear,
): Promise<OpenRecheck | null> {
  // Nearly always the data of the last check is in force, and nothing is asked.
  const isOutdated = scored?.data?.sets.some(({ kind, isInForce }) => isSwept(kind) && !isInForce) === true;
  if (scored === null || !isOutdated) return null;
  return asProvider(pass.deps.db, providerId, (tx) => findOpenRecheck(tx, providerId, scored.saved.applicationEventId));
}

const isSwept = (kind: string): boolean => kind === "pula" || kind === "catalogue";
