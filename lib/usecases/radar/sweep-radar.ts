import { setTimeout as pause } from "node:timers/promises";
import { asProvider } from "@/lib/data/db";
import { type ImportClient, type StoredSet, findActiveSet, listSets } from "@/lib/data/imports/sets";
import { type ListedApplication, lockRadar, type PlannedApplication } from "@/lib/data/radar/planned";
import { noteRelease } from "@/lib/data/radar/releases";
import { findOpenRuns, finishRun, noteProgress, putRecheck, type RadarRun } from "@/lib/data/radar/runs";
import { type LOOKED_AT_SETS, type SuggestedRecheck, UNCOMPARED } from "@/lib/domain/recheck";
import { ImportFailure } from "@/lib/imports/failure";
import { withClient } from "@/lib/imports/switch";
import { RulebookError } from "@/lib/rulebook/schema-shared";
import { OWN_RELEASE, type TableRelease } from "@/lib/rulebook/table-changes";
import type { Deps } from "@/lib/runtime/deps";
import { type Looked, lookAtApplications } from "@/lib/usecases/radar/look-at-applications";
import { type Reach, reachOf, type Switch } from "@/lib/usecases/radar/reach";

/** A run rests after each lot, for this share of the time that the lot took. */
const REST_SHARE = 0.5;
const LONGEST_REST_MS = 5000;

/** Applications assessed together. Few, because a worker that is asked to stop finishes its lot. */
const LOT = 25;

/** What a lot of applications came to. */
interface Lot extends Looked {
  reached: PlannedApplication;
  /** Fields whose first application this lot has. */
  fields: number;
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
  const reach = await reachOf(deps, client, change);
  yield* sweepReach(deps, reach, signal);
}

async function* sweepReach(
  deps: Deps,
  { sides, planned }: Reach,
  signal: AbortSignal | undefined,
): AsyncGenerator<Lot> {
  for await (const some of planned) {
    for (const { lot, last } of lotsOf(some)) {
      signal?.throwIfAborted();
      const found = await lookAtApplications(deps, lot, sides);
      const { isFirstOfField: _, ...reached } = last;
      yield { ...found, reached, fields: lot.filter(({ isFirstOfField }) => isFirstOfField).length };
    }
  }
}

function* lotsOf(
  planned: readonly ListedApplication[],
): Generator<{ lot: readonly ListedApplication[]; last: ListedApplication }> {
  for (let start = 0; start < planned.length; start += LOT) {
    const lot = planned.slice(start, start + LOT);
    const last = lot.at(-1);
    if (last !== undefined) yield { lot, last };
  }
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

/** What a loaded set of areas, of county lines, or of labels would change if it were switched to now. It saves and sends nothing. */
export const previewSwitch = (
  deps: Deps,
  { kind, version }: Pick<StoredSet, "version"> & { kind: (typeof LOOKED_AT_SETS)[number] },
  signal?: AbortSignal,
): Promise<SwitchPreview> =>
  withOwner(deps, async (client) => {
    const active = await findActiveSet(client, kind);
    const asked = (await listSets(client, kind)).find((set) => set.version === version && set.state === "ready");
    if (asked === undefined) throw new ImportFailure(`there is no ${kind} set ${version} that is ready`);
    if (asked.isArchived) throw new ImportFailure(`${version} is archived: npm run data -- restore ${version}`);
    if (active === null) throw new ImportFailure(`no ${kind} set is in force to compare with`);
    const between = { kind, beforeId: active.dataSetId, afterId: asked.dataSetId, reached: null };
    return gather(sweep(deps, client, between, signal));
  });

async function gather(lots: AsyncGenerator<Lot>): Promise<SwitchPreview> {
  const preview: SwitchPreview = { fields: 0, rechecks: [], failed: 0 };
  for await (const { fields, rechecks, failed } of lots) {
    preview.fields += fields;
    preview.failed += failed.length;
    preview.rechecks.push(...rechecks);
  }
  return preview;
}

/** What a reach comes to, without a run of its own. It saves and sends nothing. */
export const previewReach = (deps: Deps, reach: Reach, signal?: AbortSignal): Promise<SwitchPreview> =>
  gather(sweepReach(deps, reach, signal));

/**
 * Looks at every switch that no worker has looked at to the end, one worker at a time; a release whose rule tables differ
 * from those in force is one. A worker that dies leaves its run open: the next one goes on behind the last lot that was
 * noted, and what was found already is not announced twice. Switches of sets are left until they are `settledForMs` old.
 */
export const sweepRadar = (
  deps: Deps,
  signal?: AbortSignal,
  { release = OWN_RELEASE, settledForMs = 0 }: { release?: TableRelease; settledForMs?: number } = {},
): Promise<{ runs: number; rechecks: number }> =>
  withOwner(deps, async (client) => {
    if (!(await lockRadar(client))) return { runs: 0, rechecks: 0 };
    await putInForce(deps, client, release);
    const open = await findOpenRuns(deps.db, settledForMs);
    let rechecks = 0;
    for (const run of open) rechecks += await finishOpenRun(deps, client, run, signal);
    return { runs: open.length, rechecks };
  });

/** What this process answers by; from here on it is what the next release is compared with, unless others are still at work. */
async function putInForce({ log }: Deps, client: ImportClient, release: TableRelease): Promise<void> {
  const outcome = await noteRelease(client, release);
  if (outcome === "noted") log.info({ editions: release.editions }, "the rule tables of this release are in force");
  if (outcome === "others at work")
    log.warn("a worker of another release is at work: rule tables are not compared yet");
}

async function finishOpenRun(
  deps: Deps,
  client: ImportClient,
  run: RadarRun,
  signal: AbortSignal | undefined,
): Promise<number> {
  let rechecks = 0;
  try {
    let begun = performance.now();
    for await (const lot of sweep(deps, client, run, signal)) {
      await keepLot(deps, run.radarId, lot);
      rechecks += lot.rechecks.length;
      await rest((performance.now() - begun) * REST_SHARE, signal);
      begun = performance.now();
    }
    await finishRun(deps.db, run.radarId);
  } catch (error) {
    // Tried again it would say the same, and every later switch would wait behind it.
    if (!(error instanceof RulebookError)) throw error;
    deps.log.error({ err: error, radarId: run.radarId }, "the rule tables of two releases cannot be compared");
    await finishRun(deps.db, run.radarId, error.message);
  }
  return rechecks;
}

/** Checks share processor and database with the worker, and go first: no provider waits for an announcement as for an answer. */
async function rest(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(Math.min(milliseconds, LONGEST_REST_MS), undefined, signal === undefined ? {} : { signal });
}

/** Of those that could not be assessed no one knows the answer, and each has to be checked again: that is announced too. */
async function keepLot(deps: Deps, radarId: number, { rechecks, failed, ...lot }: Lot): Promise<void> {
  const found = [...rechecks, ...failed.map((each) => ({ ...each, change: UNCOMPARED }))];
  for (const providerId of new Set(found.map((each) => each.providerId))) {
    await asProvider(deps.db, providerId, async (tx) => {
      for (const one of found) if (one.providerId === providerId) await putRecheck(tx, radarId, one);
    });
  }
  await noteProgress(deps.db, radarId, { ...lot, rechecks: rechecks.length, failed: failed.length });
}
