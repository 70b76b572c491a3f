import type { UnlookedSwitch } from "@/lib/data/radar/unlooked";
import { ServiceError } from "@/lib/domain/errors";
import type { Comparison } from "@/lib/domain/recheck";
import { RulebookError } from "@/lib/rulebook/schema-shared";
import type { Deps } from "@/lib/runtime/deps";
import { lookAtApplications } from "@/lib/usecases/radar/look-at-applications";
import { sidesOf } from "@/lib/usecases/radar/sides";

/** Pairs of a switch and an application that one request compares: a page of one waits for few, and a list no longer than it takes to read. */
const MOST_COMPARED = 25;

/** An application with the switches that no one has looked at for it. */
export interface Waiting {
  applicationEventId: string;
  checkedAt: Date | null;
  switches: readonly UnlookedSwitch[];
}

interface Pair {
  key: string;
  application: Waiting;
  change: UnlookedSwitch;
}

/**
 * Compares, as the radar would, answers that someone is about to read with what switches make of them, before the radar has come to
 * them. Of many only the first are compared, and what was found is kept for some minutes, so that the next request goes on behind them;
 * the rest is unknown. Nothing is saved or announced: that is the radar's. Keys are made by `pairKey`.
 */
export async function compareUnlooked(
  deps: Deps,
  providerId: string,
  waiting: readonly Waiting[],
): Promise<ReadonlyMap<string, Comparison>> {
  const pairs = waiting.flatMap((application) =>
    application.switches.map((change) => ({ key: pairKey(application, change), application, change })),
  );
  const { compared } = deps.caches;
  const firsts = pairs
    .filter(({ key, change }) => change.between !== null && !compared.has(key))
    .slice(0, MOST_COMPARED);
  for (const asked of new Set(firsts.map(({ change }) => change.radarId))) {
    const some = firsts.filter(({ change }) => change.radarId === asked);
    for (const [key, found] of await compareBy(deps, providerId, some)) compared.set(key, found);
  }
  return new Map(pairs.map(({ key }) => [key, compared.get(key) ?? "unknown"]));
}

/** A check since then is compared by itself. */
export const pairKey = (
  { applicationEventId, checkedAt }: Pick<Waiting, "applicationEventId" | "checkedAt">,
  { radarId }: UnlookedSwitch,
): string => `${radarId} ${applicationEventId} ${checkedAt?.getTime() ?? ""}`;

/** Applications by one switch. */
async function compareBy(deps: Deps, providerId: string, pairs: readonly Pair[]): Promise<Map<string, Comparison>> {
  const [first] = pairs;
  if (first === undefined) return new Map();
  const asked = pairs.map(({ application: { applicationEventId } }) => ({ providerId, applicationEventId }));
  try {
    const { kind, between } = first.change;
    if (between === null) throw new RangeError("what cannot be compared was to be compared");
    const sides = await sidesOf(deps, kind, between);
    const { rechecks, failed } = await lookAtApplications(deps, asked, sides);
    const changes = new Map(rechecks.map(({ applicationEventId, change }) => [applicationEventId, change]));
    const unknown = new Set(failed.map(({ applicationEventId }) => applicationEventId));
    return new Map(
      pairs.map(({ key, application: { applicationEventId } }) => [
        key,
        unknown.has(applicationEventId) ? "unknown" : (changes.get(applicationEventId) ?? "same"),
      ]),
    );
  } catch (error) {
    // The answer is read whether or not it can be compared now, and says so.
    if (!(error instanceof ServiceError || error instanceof RulebookError)) throw error;
    deps.log.warn({ err: error, radarId: first.change.radarId }, "answers could not be compared with newer data");
    return new Map();
  }
}
