import { asProvider, type ProviderTx } from "@/lib/data/db";
import { findOpenRechecks, type OpenRecheck } from "@/lib/data/radar/listed-rechecks";
import { findUnlookedSwitches, type UnlookedSwitch } from "@/lib/data/radar/unlooked";
import { firstDayToCome } from "@/lib/domain/calendar";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import type { Deps } from "@/lib/runtime/deps";

/**
 * How long a switch may wait for the radar before an answer from before it is no longer given as it is. After every switch the radar begins
 * within two minutes or three, and most are looked at a minute later: said earlier, each would tell every applicator not to spray.
 */
const MOST_UNLOOKED_MS = 10 * 60_000;

/** Why the answer to an application is not what newer data make of it, or may not be. */
export type Outdated = { why: "recheck"; recheck: OpenRecheck } | { why: "unlooked"; unlooked: UnlookedSwitch };

type Planned = Pick<SavedApplicationRecord, "applicationEventId" | "fieldId" | "applicationDate">;

/**
 * Such answers by the id of their application. Of those left out nothing is known that asks for another check, and every switch was
 * looked at; or their day is past, and no one looks.
 */
export async function findOutdatedOfMany(
  deps: Deps,
  providerId: string,
  saved: readonly Planned[],
): Promise<ReadonlyMap<string, Outdated>> {
  const now = deps.clock();
  const planned = plannedOf(saved, now);
  return planned.length === 0 ? new Map() : asProvider(deps.db, providerId, (tx) => find(tx, providerId, planned, now));
}

/** The same of one; null: it is not such an answer. */
export async function findOutdated(
  tx: ProviderTx,
  providerId: string,
  saved: Planned,
  now: Date,
): Promise<Outdated | null> {
  const planned = plannedOf([saved], now);
  return planned.length === 0
    ? null
    : ((await find(tx, providerId, planned, now)).get(saved.applicationEventId) ?? null);
}

const plannedOf = (saved: readonly Planned[], now: Date): Planned[] => {
  const fromDay = firstDayToCome(now);
  return saved.filter(({ applicationDate }) => applicationDate >= fromDay);
};

async function find(
  tx: ProviderTx,
  providerId: string,
  applications: readonly Planned[],
  now: Date,
): Promise<Map<string, Outdated>> {
  const applicationEventIds = applications.map(({ applicationEventId }) => applicationEventId);
  const rechecks = await findOpenRechecks(tx, providerId, { applicationEventIds, fromDay: firstDayToCome(now) });
  const before = new Date(now.getTime() - MOST_UNLOOKED_MS);
  const switches = await findUnlookedSwitches(tx, providerId, { applications, before });
  return new Map<string, Outdated>([
    ...[...switches].map(([id, unlooked]) => [id, { why: "unlooked" as const, unlooked }] as const),
    ...[...rechecks].map(([id, recheck]) => [id, { why: "recheck" as const, recheck }] as const),
  ]);
}
