import { asProvider } from "@/lib/data/db";
import { findOpenRecheck, type OpenRecheck } from "@/lib/data/radar/listed-rechecks";
import { firstDayToCome } from "@/lib/domain/calendar";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** What makes the shown application worth checking again; null: nothing does. */
export async function readRecheckSince(
  { pass, providerId }: PortalSession,
  { scored }: OpenFieldYear,
): Promise<OpenRecheck | null> {
  if (scored === null) return null;
  const { applicationEventId } = scored.saved;
  const fromDay = firstDayToCome(pass.deps.clock());
  return asProvider(pass.deps.db, providerId, (tx) => findOpenRecheck(tx, providerId, { applicationEventId, fromDay }));
}
