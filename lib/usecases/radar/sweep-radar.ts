import { asProvider } from "@/lib/data/db";
import { findLimitedNames } from "@/lib/data/limited-names";
import { diffPulaSets } from "@/lib/data/imports/pula-difference";
import {
  findOpenRuns,
  findPlanned,
  findTouchedFields,
  finishRun,
  putRecheck,
  type RadarRun,
  type TouchedField,
} from "@/lib/data/radar/runs";
import { utcDay } from "@/lib/domain/calendar";
import type { SuggestedRecheck } from "@/lib/domain/recheck";
import { findActiveSet, listSets } from "@/lib/data/imports/sets";
import { ImportFailure } from "@/lib/imports/failure";
import { withClient } from "@/lib/imports/switch";
import type { Deps } from "@/lib/runtime/deps";
import { lookAtApplication } from "@/lib/usecases/radar/look-at-application";

/** Fields whose applications are looked up in one statement. */
const FIELDS_AT_ONCE = 200;

interface Sweep {
  fields: number;
  rechecks: SuggestedRecheck[];
}

type Pair = Pick<RadarRun, "beforeId" | "afterId">;

/**
 * What one set in place of another changes: difference of the sets, fields on the changed ground, their planned
 * applications, each assessed by both sets. A preview and the run after a switch are this same sweep, so they agree.
 */
async function sweep(
  deps: Deps,
  pair: Pair,
  { found, signal }: { found?: (one: SuggestedRecheck) => Promise<unknown>; signal?: AbortSignal | undefined },
): Promise<Sweep> {
  const url = deps.env.DATABASE_DIRECT_URL ?? deps.env.DATABASE_URL;
  const changed = await withClient(url, (client) => diffPulaSets(client, pair.beforeId, pair.afterId));
  const touched = await findTouchedFields(
    deps.db,
    pair,
    changed.map(({ pulaId }) => pulaId),
  );
  const before = { dataSetId: pair.beforeId, limited: await findLimitedNames(deps.db, pair.beforeId) };
  const after = { dataSetId: pair.afterId, limited: await findLimitedNames(deps.db, pair.afterId) };
  const rechecks: SuggestedRecheck[] = [];
  for (const { providerId, fieldIds } of inLots(touched)) {
    const planned = await asProvider(deps.db, providerId, (tx) =>
      findPlanned(tx, providerId, { fieldIds, fromDay: utcDay(deps.clock()) }),
    );
    for (const applicationEventId of planned) {
      signal?.throwIfAborted();
      const one = await lookAtApplication(deps, { providerId, applicationEventId }, { before, after });
      if (one === null) continue;
      rechecks.push(one);
      await found?.(one);
    }
  }
  return { fields: touched.length, rechecks };
}

/** Fields of one provider at a time, a few hundred in a lot; they come in order of their provider. */
function* inLots(touched: readonly TouchedField[]): Generator<{ providerId: string; fieldIds: string[] }> {
  let lot: { providerId: string; fieldIds: string[] } | null = null;
  for (const { providerId, fieldId } of touched) {
    if (lot !== null && (lot.providerId !== providerId || lot.fieldIds.length >= FIELDS_AT_ONCE)) {
      yield lot;
      lot = null;
    }
    lot ??= { providerId, fieldIds: [] };
    lot.fieldIds.push(fieldId);
  }
  if (lot !== null) yield lot;
}

/** What a loaded set of areas would change if it were switched to now. It saves and sends nothing. */
export async function previewSwitch(deps: Deps, version: string, signal?: AbortSignal): Promise<Sweep> {
  const url = deps.env.DATABASE_DIRECT_URL ?? deps.env.DATABASE_URL;
  const pair = await withClient(url, async (client) => {
    const active = await findActiveSet(client, "pula");
    const asked = (await listSets(client, "pula")).find((set) => set.version === version && set.state === "ready");
    if (asked === undefined) throw new ImportFailure(`there is no pula set ${version} that is ready`);
    if (active === null) throw new ImportFailure("no pula set is in force to compare with");
    return { beforeId: active.dataSetId, afterId: asked.dataSetId };
  });
  return sweep(deps, pair, { signal });
}

/**
 * Looks at every switch that no worker has looked at to the end. A worker that dies leaves its run open: the next one
 * begins it again and finds the same, and what was found already is not announced twice.
 */
export async function sweepRadar(deps: Deps, signal?: AbortSignal): Promise<{ runs: number; rechecks: number }> {
  const open = await findOpenRuns(deps.db);
  let rechecks = 0;
  for (const run of open) {
    const keep = (one: SuggestedRecheck) =>
      asProvider(deps.db, one.providerId, (tx) => putRecheck(tx, run.radarId, one));
    const swept = await sweep(deps, run, { found: keep, signal });
    rechecks += swept.rechecks.length;
    await finishRun(deps.db, run.radarId, { fields: swept.fields, rechecks: swept.rechecks.length });
  }
  return { runs: open.length, rechecks };
}
