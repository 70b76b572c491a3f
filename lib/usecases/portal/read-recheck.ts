import { asProvider } from "@/lib/data/db";
import { findOpenRecheck } from "@/lib/data/radar/listed-rechecks";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** When the areas changed that make the shown application worth checking again; null: they did not. */
export async function readRecheckSince(
  { pass, providerId }: PortalSession,
  { scored }: OpenFieldYear,
): Promise<Date | null> {
  // Nearly always the areas of the last check are those in force, and nothing is asked.
  const isOutdated = scored?.data?.sets.some(({ kind, isInForce }) => kind === "pula" && !isInForce) === true;
  if (scored === null || !isOutdated) return null;
  const found = await asProvider(pass.deps.db, providerId, (tx) =>
    findOpenRecheck(tx, providerId, scored.saved.applicationEventId),
  );
  return found?.switchedAt ?? null;
}
