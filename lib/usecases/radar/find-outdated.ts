import type { ProviderTx } from "@/lib/data/db";
import { findOpenRecheck, type OpenRecheck } from "@/lib/data/radar/listed-rechecks";
import { findUnlookedSwitch, type UnlookedSwitch } from "@/lib/data/radar/unlooked";
import { firstDayToCome } from "@/lib/domain/calendar";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";

/**
 * How long a switch may wait for the radar before an answer from before it is no longer given as it is. After every switch the radar begins
 * within two minutes or three, and most are looked at a minute later: said earlier, each would tell every applicator not to spray.
 */
const MOST_UNLOOKED_MS = 10 * 60_000;

/** Why the answer to an application is not what newer data make of it, or may not be. */
export type Outdated = { why: "recheck"; recheck: OpenRecheck } | { why: "unlooked"; unlooked: UnlookedSwitch };

/** Null: nothing is known that asks for another check, and every switch was looked at. */
export async function findOutdated(
  tx: ProviderTx,
  providerId: string,
  {
    applicationEventId,
    fieldId,
    applicationDate,
  }: Pick<SavedApplicationRecord, "applicationEventId" | "fieldId" | "applicationDate">,
  now: Date,
): Promise<Outdated | null> {
  const fromDay = firstDayToCome(now);
  // The radar looks at none of a past day.
  if (applicationDate < fromDay) return null;
  const recheck = await findOpenRecheck(tx, providerId, { applicationEventId, fromDay });
  if (recheck !== null) return { why: "recheck", recheck };
  const before = new Date(now.getTime() - MOST_UNLOOKED_MS);
  const unlooked = await findUnlookedSwitch(tx, providerId, { applicationEventId, fieldId, before });
  return unlooked === null ? null : { why: "unlooked", unlooked };
}
