import type { DataSetKind } from "@/lib/data/data-sets";
import {
  analyzeTables,
  findActiveSet,
  type ImportClient,
  insertSet,
  listSets,
  markFailed,
  markReady,
  reopenSet,
  type SetCredit,
  type StoredSet,
} from "@/lib/data/imports/sets";
import { utcDay } from "@/lib/domain/calendar";
import { type Check, COMPARISONS, failedChecks, type Figures } from "@/lib/imports/checks";
import { ImportFailure, reasonOf } from "@/lib/imports/failure";
import type { ImportOptions } from "@/lib/imports/options";
import type { Progress } from "@/lib/imports/progress";
import { activateHere, compareWithActive, removeLeftovers, takeLock, withClient } from "@/lib/imports/switch";
import type { Refusal } from "@/lib/imports/tally";

/** What the loader of one kind works with. */
export interface LoadContext {
  client: ImportClient;
  dataSetId: number;
  progress: Progress;
  signal: AbortSignal | undefined;
  /** All of it stands in one transaction that will be taken back. */
  dryRun: boolean;
  /** Of the import that this one goes on with, as `saveCheckpoint` kept it; null: it begins. */
  checkpoint: unknown;
}

/** What a loader found and stored. */
export interface Loaded {
  /** Content of the source, hashed: part of the set's default name. */
  digest: string;
  /** Counts by outcome, stored with the set. */
  counts: Record<string, unknown>;
  /** What later sets of the kind are compared by. */
  figures: Figures;
  checks: Check[];
  refusals: Refusal[];
}

export interface ImportSummary {
  kind: DataSetKind;
  version: string;
  dataSetId: number;
  dryRun: boolean;
  activated: boolean;
  /** Checks that kept the set from being activated, or that were overridden by force. */
  objections: Check[];
  checks: Check[];
  counts: Record<string, unknown>;
  refusals: Refusal[];
  elapsedMs: number;
}

interface ImportPlan {
  kind: DataSetKind;
  source: string;
  credit?: SetCredit;
  /**
   * Whether the loader can go on from a checkpoint that it saved (`saveCheckpoint`): an import of the same source that was stopped is
   * gone on with then. Without it none is.
   */
  goesOnFrom?: (checkpoint: unknown) => boolean;
  load: (context: LoadContext) => Promise<Loaded>;
}

/**
 * The life of a set: loaded beside the one in force under the state `loading`, checked, named and marked `ready`,
 * then, if asked, switched in force in one statement. Dying at any point leaves the set in force as it was, and a
 * half set that the next import of the kind removes. A dry run does it all in one transaction and takes it back.
 */
export async function runImport(
  url: string,
  plan: ImportPlan,
  options: ImportOptions,
  progress: Progress,
): Promise<ImportSummary> {
  const started = Date.now();
  return withClient(url, async (client) => {
    await takeLock(client, plan.kind);
    const dryRun = options.dryRun === true;
    if (dryRun) await client.query("BEGIN");
    try {
      const half = dryRun ? null : await findHalf(client, plan, options);
      await removeLeftovers(client, plan.kind, { dryRun, progress, except: half?.dataSetId ?? null });
      const { set, loaded } = await loadSet(client, plan, { options, half }, progress);
      await options.inspect?.(client, set);
      const objections = failedChecks(loaded.checks);
      const activated =
        options.activate === true && !dryRun && (await activateIfAllowed(client, set, options, progress));
      return {
        kind: plan.kind,
        version: set.version,
        dataSetId: set.dataSetId,
        dryRun,
        activated,
        objections,
        checks: loaded.checks,
        counts: set.counts,
        refusals: loaded.refusals,
        elapsedMs: Date.now() - started,
      };
    } finally {
      if (dryRun) await client.query("ROLLBACK");
    }
  });
}

const activateIfAllowed = async (client: ImportClient, set: StoredSet, options: ImportOptions, progress: Progress) =>
  (await activateHere(client, set, { force: options.force === true, by: options.by }, progress)).length === 0;

/** The set that an import of the same source left half loaded, if it said how far it came in a way that is still read. */
async function findHalf(
  client: ImportClient,
  { kind, source, goesOnFrom }: ImportPlan,
  { isDemonstration = false }: ImportOptions,
): Promise<StoredSet | null> {
  if (goesOnFrom === undefined) return null;
  const halves = (await listSets(client, kind)).filter(
    (set) =>
      set.state !== "ready" &&
      set.source === source &&
      set.isDemonstration === isDemonstration &&
      goesOnFrom(set.counts.checkpoint),
  );
  return halves.at(-1) ?? null;
}

/** A set in the state `loading`: a new one, or the half one. */
async function openSet(
  client: ImportClient,
  { kind, source, credit }: ImportPlan,
  { options, half }: { options: ImportOptions; half: StoredSet | null },
  progress: Progress,
): Promise<number> {
  const version = options.version ?? half?.version ?? `loading-${Date.now().toString(36)}`;
  if (half === null) {
    return insertSet(client, { kind, version, source, isDemonstration: options.isDemonstration === true, credit });
  }
  progress.note(`going on with ${kind} ${half.version}, which was left half loaded`);
  await reopenSet(client, half.dataSetId, version);
  return half.dataSetId;
}

async function loadSet(
  client: ImportClient,
  plan: ImportPlan,
  { options, half }: { options: ImportOptions; half: StoredSet | null },
  progress: Progress,
): Promise<{ set: StoredSet; loaded: Loaded }> {
  const others = (await listSets(client, plan.kind)).filter(({ dataSetId }) => dataSetId !== half?.dataSetId);
  const taken = new Set(others.map(({ version }) => version));
  if (options.version !== undefined && taken.has(options.version)) {
    throw new ImportFailure(`there is a ${plan.kind} set ${options.version} already`);
  }
  const dataSetId = await openSet(client, plan, { options, half }, progress);
  try {
    const dryRun = options.dryRun === true;
    const checkpoint = half?.counts.checkpoint ?? null;
    const loaded = await plan.load({ client, dataSetId, progress, signal: options.signal, dryRun, checkpoint });
    await analyzeTables(client, plan.kind);
    const active = await findActiveSet(client, plan.kind);
    const fresh = { kind: plan.kind, dataSetId, isDemonstration: options.isDemonstration === true };
    loaded.checks.push(...(await compareWithActive(client, fresh, loaded.figures, active)));
    const counts = { ...loaded.counts, digest: loaded.digest, figures: loaded.figures, checks: loaded.checks };
    const version = options.version ?? freeVersion(loaded.digest, taken);
    await markReady(client, dataSetId, { version, counts, isVerified: isSound(loaded.checks) });
    const set = (await listSets(client, plan.kind)).find((stored) => stored.dataSetId === dataSetId);
    if (set === undefined) throw new Error("the loaded set is gone");
    return { set, loaded };
  } catch (error) {
    // In a dry run the transaction is broken and taken back; elsewhere the reason stays with the failed set.
    if (options.dryRun !== true) await markFailed(client, dataSetId, reasonOf(error)).catch(() => undefined);
    throw error;
  }
}

/** Whether the set is good in itself; what it is compared with is another matter. */
const isSound = (checks: Check[]): boolean => failedChecks(checks).every(({ name }) => COMPARISONS.has(name));

/** The day and the beginning of the content's hash; the same content on the same day gets a number behind it. */
function freeVersion(digest: string, taken: ReadonlySet<string>): string {
  const name = `${utcDay(new Date())}-${digest.slice(0, 8)}`;
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}
