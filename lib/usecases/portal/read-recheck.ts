import { asProvider } from "@/lib/data/db";
import { findOpenRecheck, type OpenRecheck } from "@/lib/data/radar/listed-rechecks";
import { earliestDay } from "@/lib/domain/calendar";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** What makes the shown application worth checking again; null: nothing does. */
export async function readRecheckSince(
  { pass, providerId }: PortalSession,
  { scored }: OpenFieldYear,
): Promise<OpenRecheck | null> {
  const fromDay = earliestDay(pass.deps.clock());
  if (scored === null || scored.saved.applicationDate < fromDay) return null;
  const { applicationEventId } = scored.saved;
  return asProvider(pass.deps.db, providerId, (tx) => findOpenRecheck(tx, providerId, applicationEventId, fromDay));
}
