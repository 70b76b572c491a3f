import { asProvider, type ProviderTx } from "@/lib/data/db";
import { findOpenRechecks, type OpenRecheck } from "@/lib/data/radar/listed-rechecks";
import { findUnlookedSwitches, type Unlooked, type UnlookedSwitch } from "@/lib/data/radar/unlooked";
import { firstDayToCome } from "@/lib/domain/calendar";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import type { Deps } from "@/lib/runtime/deps";
import { compareUnlooked, pairKey } from "@/lib/usecases/radar/compare-unlooked";

/**
 * How long a switch may wait for the radar before an answer that could not be compared with it is no longer given as it is. After every
 * switch the radar begins within two minutes or three, and most are looked at a minute later: said earlier, each would tell every
 * applicator not to spray.
 */
const MOST_UNLOOKED_MS = 10 * 60_000;

/** Why the answer to an application is not what newer data make of it, or may not be. */
export type Outdated =
  | { why: "recheck"; recheck: OpenRecheck }
  /** `isFinal`: it cannot be compared, so that only another check tells. */
  | { why: "unlooked"; unlooked: Pick<UnlookedSwitch, "kind" | "switchedAt">; isFinal: boolean };

type Planned = Pick<SavedApplicationRecord, "applicationEventId" | "applicationDate">;

/** What is stored of later data and planned applications, by the ids of the applications. */
export interface LaterData {
  rechecks: ReadonlyMap<string, OpenRecheck>;
  unlooked: ReadonlyMap<string, Unlooked>;
}

/**
 * Such answers by the id of their application. Those that the radar has not come to are compared here. Of those left out nothing is
 * known that asks for another check; or their day is past, and no one looks.
 */
export async function findOutdatedOfMany(
  deps: Deps,
  providerId: string,
  saved: readonly Planned[],
): Promise<ReadonlyMap<string, Outdated>> {
  const now = deps.clock();
  const fromDay = firstDayToCome(now);
  if (saved.every(({ applicationDate }) => applicationDate < fromDay)) return new Map();
  const later = await asProvider(deps.db, providerId, (tx) => findLaterData(tx, providerId, saved, now));
  return judgeLaterData(deps, providerId, saved, later);
}

/** The same of one; null: it is not such an answer. */
export const findOutdated = async (deps: Deps, providerId: string, saved: Planned): Promise<Outdated | null> =>
  (await findOutdatedOfMany(deps, providerId, [saved])).get(saved.applicationEventId) ?? null;

/** What `judgeLaterData` goes by, for a caller who reads it in one transaction with the answers. */
export async function findLaterData(
  tx: ProviderTx,
  providerId: string,
  saved: readonly Planned[],
  now: Date,
): Promise<LaterData> {
  const fromDay = firstDayToCome(now);
  const planned = saved.filter(({ applicationDate }) => applicationDate >= fromDay);
  if (planned.length === 0) return { rechecks: new Map(), unlooked: new Map() };
  const applicationEventIds = planned.map(({ applicationEventId }) => applicationEventId);
  // In this order: a run that comes to an application between the two has kept what it found, and it is not missed by both.
  const unlooked = await findUnlookedSwitches(tx, providerId, applicationEventIds);
  return { unlooked, rechecks: await findOpenRechecks(tx, providerId, { applicationEventIds, fromDay }) };
}

/** Outside a transaction: what the radar has not come to is compared here, those that are due first before the others. */
export async function judgeLaterData(
  deps: Deps,
  providerId: string,
  saved: readonly Planned[],
  { rechecks, unlooked }: LaterData,
): Promise<ReadonlyMap<string, Outdated>> {
  const found = new Map<string, Outdated>(
    [...rechecks].map(([id, recheck]) => [id, isCompared(recheck) ? { why: "recheck", recheck } : uncompared(recheck)]),
  );
  const waiting = saved
    .toSorted((one, other) => one.applicationDate.localeCompare(other.applicationDate))
    .flatMap(({ applicationEventId }) => {
      const own = unlooked.get(applicationEventId);
      return own === undefined || found.has(applicationEventId) ? [] : [{ applicationEventId, ...own }];
    });
  if (waiting.length === 0) return found;
  const compared = await compareUnlooked(deps, providerId, waiting);
  for (const application of waiting) {
    const outdated = judgeSwitches(application, compared, deps.clock());
    if (outdated !== null) found.set(application.applicationEventId, outdated);
  }
  return found;
}

/** Another answer before what no one knows. */
function judgeSwitches(
  application: Unlooked & { applicationEventId: string },
  compared: Awaited<ReturnType<typeof compareUnlooked>>,
  now: Date,
): Outdated | null {
  let unlooked: Outdated | null = null;
  for (const one of application.switches) {
    const found = compared.get(pairKey(application, one)) ?? "unknown";
    if (found === "same") continue;
    if (found !== "unknown") return { why: "recheck", recheck: recheckOf(one, found) };
    const isLong = now.getTime() - one.switchedAt.getTime() > MOST_UNLOOKED_MS;
    if (one.between === null || isLong) unlooked ??= { why: "unlooked", unlooked: one, isFinal: one.between === null };
  }
  return unlooked;
}

/** As the radar will list it. */
const recheckOf = (
  { kind, switchedAt, versionBefore, versionAfter }: UnlookedSwitch,
  change: NonNullable<OpenRecheck["switched"]>["change"],
): OpenRecheck => ({
  reason: "data_changed",
  switched: { kind, switchedAt, versionBefore, versionAfter, change },
  endsOn: null,
  registration: null,
});

const isCompared = ({ switched }: OpenRecheck): boolean => switched === null || switched.change.statusBefore !== null;

function uncompared({ switched }: OpenRecheck): Outdated {
  if (switched === null) throw new RangeError("what ends is compared with nothing");
  return { why: "unlooked", unlooked: switched, isFinal: true };
}
