import { findLimitedNames, type LimitedNames } from "@/lib/data/limited-names";
import type { SetPair } from "@/lib/data/radar/planned";
import { findCheckRules, readRelease } from "@/lib/data/radar/releases";
import type { SwitchedKind } from "@/lib/domain/recheck";
import { rulesOfTables } from "@/lib/rulebook/load";
import { type Caches, createCaches } from "@/lib/runtime/caches";
import type { Deps } from "@/lib/runtime/deps";
import type { LookedAtSet, Sides } from "@/lib/usecases/radar/look-at-applications";

/**
 * Both sides of a switch. Between two releases that do not check by the same code, only what was saved tells what the earlier one said.
 * What is read of a set that is not in force is kept by the set, which never changes. Throws `RulebookError` where this release cannot read
 * the tables of another.
 */
export const sidesOf = async (deps: Deps, kind: SwitchedKind, { beforeId, afterId }: SetPair): Promise<Sides> => ({
  before:
    kind === "tables" && (await findCheckRules(deps.db, [beforeId, afterId])).length > 1
      ? { kind: "saved" }
      : await sideOf(deps, kind, beforeId),
  after: await sideOf(deps, kind, afterId),
});

async function sideOf(deps: Deps, kind: SwitchedKind, id: number): Promise<LookedAtSet> {
  if (kind === "pula") return { kind, dataSetId: id, limited: await limitedNamesOf(deps, id) };
  if (kind === "county") return { kind, dataSetId: id };
  if (kind === "catalogue") return { kind, dataSetId: id, caches: cachesOf(deps, id) };
  return { kind, rulebookAsOf: await rulesOf(deps, id) };
}

/** What the limitations of a set name. */
export async function limitedNamesOf({ db, caches }: Deps, dataSetId: number): Promise<LimitedNames> {
  const cached = caches.limitedNames.get(dataSetId);
  if (cached !== undefined) return cached;
  const names = await findLimitedNames(db, dataSetId);
  caches.limitedNames.set(dataSetId, names);
  return names;
}

function cachesOf({ caches }: Deps, dataSetId: number): Caches {
  const cached = caches.ofCatalogues.get(dataSetId) ?? createCaches();
  caches.ofCatalogues.set(dataSetId, cached);
  return cached;
}

async function rulesOf({ db, caches }: Deps, releaseId: number) {
  const cached = caches.rulesOfReleases.get(releaseId);
  if (cached !== undefined) return cached;
  const rules = rulesOfTables((await readRelease(db, releaseId)).tables);
  caches.rulesOfReleases.set(releaseId, rules);
  return rules;
}
