import { asProvider } from "@/lib/data/db";
import { diffCatalogueSets } from "@/lib/data/imports/catalogue-difference";
import { diffPulaSets } from "@/lib/data/imports/pula-difference";
import { type ImportClient, type StoredSet, findActiveSet, listSets } from "@/lib/data/imports/sets";
import { findLimitedNames } from "@/lib/data/limited-names";
import {
  lockRadar,
  type PlannedApplication,
  plannedOnChangedGround,
  plannedWithNumbers,
} from "@/lib/data/radar/planned";
import { findOpenRuns, finishRun, noteProgress, putRecheck, type RadarRun } from "@/lib/data/radar/runs";
import { utcDay } from "@/lib/domain/calendar";
import type { SuggestedRecheck } from "@/lib/domain/recheck";
import { ImportFailure } from "@/lib/imports/failure";
import { withClient } from "@/lib/imports/switch";
import { createCaches } from "@/lib/runtime/caches";
import type { Deps } from "@/lib/runtime/deps";
import { numbersOf } from "@/lib/usecases/products/resolve-products";
import { lookAtApplications, type LookedAtSet, type Sides } from "@/lib/usecases/radar/look-at-applications";

/** Applications assessed together. Few, because a worker that is asked to stop finishes its lot. */
const LOT = 25;

/** What a lot of applications of one provider came to. */
interface Lot {
  reached: PlannedApplication;
  /** Fields that no earlier lot had. */
  fields: number;
  rechecks: SuggestedRecheck[];
  failed: number;
}

type Switch = Pick<RadarRun, "kind" | "beforeId" | "afterId" | "reached">;

/** Applications that a switch may bear on, and what they are assessed by. */
export interface Reach {
  sides: Sides;
  planned: AsyncGenerator<PlannedApplication[]>;
}

/** Those on ground that the two sets do not hold alike. */
async function reachOfAreas(deps: Deps, client: ImportClient, { beforeId, afterId, reached }: Switch): Promise<Reach> {
  const changed = await diffPulaSets(client, beforeId, afterId);
  const sideOf = async (dataSetId: number): Promise<LookedAtSet> => ({
    kind: "pula",
    dataSetId,
    limited: await findLimitedNames(deps.db, dataSetId),
  });
  const query = { pulaIds: changed.map(({ pulaId }) => pulaId), fromDay: utcDay(deps.clock()), reached };
  return {
    sides: { before: await sideOf(beforeId), after: await sideOf(afterId) },
    planned: plannedOnChangedGround(client, { beforeId, afterId }, query),
  };
}

/** Those with a product whose record differs; all of them where a name or a limitation's rule does. */
async function reachOfLabels(deps: Deps, client: ImportClient, { beforeId, afterId, reached }: Switch): Promise<Reach> {
  const { registrations, isAnyPossible } = await diffCatalogueSets(client, beforeId, afterId);
  const sideOf = (dataSetId: number): LookedAtSet => ({ kind: "catalogue", dataSetId, caches: createCaches() });
  const isMeant = ({ numbers }: { numbers: readonly string[] }): boolean =>
    isAnyPossible || numbers.some((sent) => numbersOf(sent).some((number) => registrations.has(number)));
  async function* meant(): AsyncGenerator<PlannedApplication[]> {
    for await (const lot of plannedWithNumbers(client, { fromDay: utcDay(deps.clock()), reached })) {
      yield lot.filter(isMeant);
    }
  }
  return { sides: { before: sideOf(beforeId), after: sideOf(afterId) }, planned: meant() };
}

/**
 * What one set in place of another changes: difference of the sets, planned applications that it may bear on, each
 * assessed by both sets. A preview and the run after a switch are this same sweep, so they agree.
 */
async function* sweep(
  deps: Deps,
  client: ImportClient,
  change: Switch,
  signal: AbortSignal | undefined,
): AsyncGenerator<Lot> {
  const reach = await (change.kind === "pula" ? reachOfAreas : reachOfLabels)(deps, client, change);
  yield* sweepReach(deps, reach, change.reached?.fieldId ?? null, signal);
}

async function* sweepReach(
  deps: Deps,
  { sides, planned }: Reach,
  fieldBefore: string | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<Lot> {
  let lastField = fieldBefore;
  for await (const some of planned) {
    for (const lot of lotsOf(some)) {
      signal?.throwIfAborted();
      const found = await lookAtApplications(deps, lot, sides);
      const fields = new Set(lot.planned.map(({ fieldId }) => fieldId));
      if (lastField !== null) fields.delete(lastField);
      lastField = lot.last.fieldId;
      yield { ...found, reached: lot.last, fields: fields.size };
    }
  }
}

interface PlannedLot {
  providerId: string;
  planned: PlannedApplication[];
  last: PlannedApplication;
}

/** Applications of one provider at a time; they come in order of their provider. */
function* lotsOf(planned: readonly PlannedApplication[]): Generator<PlannedLot> {
  let lot: PlannedLot | null = null;
  for (const each of planned) {
    if (lot !== null && (lot.providerId !== each.providerId || lot.planned.length >= LOT)) {
      yield lot;
      lot = null;
    }
    lot ??= { providerId: each.providerId, planned: [], last: each };
    lot.planned.push(each);
    lot.last = each;
  }
  if (lot !== null) yield lot;
}

export const withOwner = <T>({ env }: Deps, work: (client: ImportClient) => Promise<T>): Promise<T> =>
  withClient(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, work);

export interface SwitchPreview {
  /** With a planned application on changed ground. */
  fields: number;
  rechecks: SuggestedRecheck[];
  /** Applications that could not be assessed by both sets; the log names them. */
  failed: number;
}

/** What a loaded set of areas or of labels would change if it were switched to now. It saves and sends nothing. */
export const previewSwitch = (
  deps: Deps,
  { kind, version }: Pick<StoredSet, "version"> & { kind: RadarRun["kind"] },
  signal?: AbortSignal,
): Promise<SwitchPreview> =>
  withOwner(deps, async (client) => {
    const active = await findActiveSet(client, kind);
    const asked = (await listSets(client, kind)).find((set) => set.version === version && set.state === "ready");
    if (asked === undefined) throw new ImportFailure(`there is no ${kind} set ${version} that is ready`);
    if (active === null) throw new ImportFailure(`no ${kind} set is in force to compare with`);
    const between = { kind, beforeId: active.dataSetId, afterId: asked.dataSetId, reached: null };
    return gather(sweep(deps, client, between, signal));
  });

async function gather(lots: AsyncGenerator<Lot>): Promise<SwitchPreview> {
  const preview: SwitchPreview = { fields: 0, rechecks: [], failed: 0 };
  for await (const { fields, rechecks, failed } of lots) {
    preview.fields += fields;
    preview.failed += failed;
    preview.rechecks.push(...rechecks);
  }
  return preview;
}

/** What a reach comes to, without a run of its own. It saves and sends nothing. */
export const previewReach = (deps: Deps, reach: Reach, signal?: AbortSignal): Promise<SwitchPreview> =>
  gather(sweepReach(deps, reach, null, signal));

/**
 * Looks at every switch that no worker has looked at to the end, one worker at a time. A worker that dies leaves its run
 * open: the next one goes on behind the last lot that was noted, and what was found already is not announced twice.
 */
export const sweepRadar = (deps: Deps, signal?: AbortSignal): Promise<{ runs: number; rechecks: number }> =>
  withOwner(deps, async (client) => {
    if (!(await lockRadar(client))) return { runs: 0, rechecks: 0 };
    const open = await findOpenRuns(deps.db);
    let rechecks = 0;
    for (const run of open) {
      for await (const lot of sweep(deps, client, run, signal)) {
        await keepLot(deps, run.radarId, lot);
        rechecks += lot.rechecks.length;
      }
      await finishRun(deps.db, run.radarId);
    }
    return { runs: open.length, rechecks };
  });

async function keepLot(deps: Deps, radarId: number, { rechecks, ...lot }: Lot): Promise<void> {
  if (rechecks.length > 0) {
    await asProvider(deps.db, lot.reached.providerId, async (tx) => {
      for (const one of rechecks) await putRecheck(tx, radarId, one);
    });
  }
  await noteProgress(deps.db, radarId, { ...lot, rechecks: rechecks.length });
}
