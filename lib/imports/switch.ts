import pg from "pg";
import { DATA_SET_KINDS, type DataSetKind } from "@/lib/data/data-sets";
import { archivePieces, PartitionBusy, restorePieces } from "@/lib/data/imports/partitions";
import {
  deleteSet,
  findActiveSet,
  forgetSet,
  type ImportClient,
  isJudgedBy,
  listSets,
  lockKind,
  type StoredSet,
  swapWithPrevious,
  switchTo,
} from "@/lib/data/imports/sets";
import { switchRecorded } from "@/lib/data/imports/switches";
import type { ActionBy } from "@/lib/domain/operator";
import { type Check, checkDrops, COMPARISONS, failedChecks, type Figures } from "@/lib/imports/checks";
import { checkLostAreas } from "@/lib/imports/pula/lost-areas";
import { ImportFailure } from "@/lib/imports/failure";
import { setsWithoutRole } from "@/lib/imports/kept-sets";
import { restoreSet } from "@/lib/imports/restore";
import { type Progress, silentProgress } from "@/lib/imports/progress";

/** How long to wait for an import of the same kind that has just died to be noticed by the server. */
const LOCK_WAIT_MS = 10_000;
const LOCK_RETRY_MS = 250;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Connects as the owner and ends the connection whatever happens. */
export async function withClient<T>(url: string, work: (client: ImportClient) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "hedgerow import" });
  // A connection that breaks while idle reports by event; the statement after it fails with the reason.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function takeLock(client: ImportClient, kind: DataSetKind): Promise<void> {
  const deadline = Date.now() + LOCK_WAIT_MS;
  while (!(await lockKind(client, kind))) {
    if (Date.now() > deadline) throw new ImportFailure(`another ${kind} import or activation is running`);
    await pause(LOCK_RETRY_MS);
  }
}

/**
 * Sets of imports that died or failed: nothing can use them, and no one else holds the kind's lock. A dry run only forgets
 * them until it is taken back: dropping a partition would keep checks from its table until then.
 */
export async function removeLeftovers(
  client: ImportClient,
  kind: DataSetKind,
  { dryRun, progress, except }: { dryRun: boolean; progress: Progress; except: number | null },
): Promise<void> {
  for (const set of await listSets(client, kind)) {
    if (set.state === "ready" || set.dataSetId === except) continue;
    progress.note(`removing ${kind} ${set.version}, which was left half loaded`);
    await (dryRun ? forgetSet(client, set) : deleteSet(client, set));
  }
}

/**
 * Keeps the set in force, the one before it, the newest, and every set that an application was judged by: its reports
 * are drawn from it. The search pieces of such a set leave what checks search; all others go. What could not be moved for
 * all the readers waits for the next switch.
 */
async function retireOldSets(client: ImportClient, kind: DataSetKind, progress: Progress): Promise<void> {
  const sets = await listSets(client, kind);
  const idOf = (role: StoredSet["role"]) => sets.find((set) => set.role === role)?.dataSetId ?? null;
  for (const set of setsWithoutRole(sets, { active: idOf("active"), previous: idOf("previous") })) {
    try {
      await retire(client, set, progress);
    } catch (error) {
      if (!(error instanceof PartitionBusy)) throw error;
      progress.note(`${kind} ${set.version} stays where it is until the next switch: ${error.message}`);
    }
  }
}

async function retire(client: ImportClient, set: StoredSet, progress: Progress): Promise<void> {
  const { kind, version } = set;
  if (!(await isJudgedBy(client, set))) {
    progress.note(`removing ${kind} ${version}, which is older than the previous set and judged nothing`);
    await deleteSet(client, set);
  } else if (kind === "pula" && (await archivePieces(client, set.dataSetId))) {
    progress.note(`${kind} ${version}, which judged applications, is kept for their reports and no longer searched`);
  }
}

export const figuresOf = (counts: Record<string, unknown>): Figures => (counts.figures ?? {}) as Figures;
export const checksOf = (counts: Record<string, unknown>): Check[] => (counts.checks ?? []) as Check[];

/** Real data is compared with real data only: the demonstration covers one county. */
export function checkAgainstActive(
  set: Pick<StoredSet, "isDemonstration">,
  fresh: Figures,
  active: Pick<StoredSet, "isDemonstration" | "version" | "counts"> | null,
): Check {
  if (active?.isDemonstration === false && set.isDemonstration) {
    return {
      name: "drop",
      outcome: "failed",
      detail: `demonstration data would replace the real set ${active.version}`,
    };
  }
  const comparable = active !== null && active.isDemonstration === set.isDemonstration;
  return checkDrops(fresh, comparable ? { version: active.version, figures: figuresOf(active.counts) } : null);
}

/** A loaded set against the one in force: what fell, and of areas what is missing. */
export async function compareWithActive(
  client: ImportClient,
  set: Pick<StoredSet, "kind" | "dataSetId" | "isDemonstration">,
  figures: Figures,
  active: StoredSet | null,
): Promise<Check[]> {
  const drop = checkAgainstActive(set, figures, active);
  return set.kind === "pula" ? [drop, await checkLostAreas(client, set, active)] : [drop];
}

/** The checks that stand against putting a set in force now: its own, and the comparison with what is in force. */
async function objectionsTo(client: ImportClient, set: StoredSet): Promise<Check[]> {
  const active = await findActiveSet(client, set.kind);
  if (active?.dataSetId === set.dataSetId) return [];
  const own = checksOf(set.counts).filter(({ name }) => !COMPARISONS.has(name));
  return failedChecks([...own, ...(await compareWithActive(client, set, figuresOf(set.counts), active))]);
}

type Switched<T> = Awaited<ReturnType<Parameters<typeof switchRecorded<T>>[2]>>;

/** With a row in the audit log where it is known who switches: the console's worker and the seed have their own ways. */
async function noted<T>(client: ImportClient, by: ActionBy | undefined, work: () => Promise<Switched<T>>): Promise<T> {
  return by === undefined ? (await work()).done : switchRecorded(client, by, work);
}

/** Switches on the caller's connection, which holds the kind's lock. Returns what stood against it, empty if done. */
export async function activateHere(
  client: ImportClient,
  set: StoredSet,
  options: { force: boolean; by?: ActionBy | undefined },
  progress: Progress,
): Promise<Check[]> {
  const objections = await objectionsTo(client, set);
  if (objections.length > 0 && !options.force) return objections;
  if (set.kind === "pula") {
    if (await restoreSet(client, set.dataSetId)) progress.note(`${set.version} is read back from its archive`);
    if (await restorePieces(client, set.dataSetId)) progress.note(`${set.version} is searched again`);
  }
  await noted(client, options.by, async () => {
    const from = (await findActiveSet(client, set.kind))?.version ?? null;
    await switchTo(client, set.kind, set.dataSetId);
    return { done: undefined, kind: set.kind, from, to: set.version };
  });
  progress.note(`${set.kind} ${set.version} is in force`);
  await retireOldSets(client, set.kind, progress);
  return [];
}

/** `data activate`: puts a loaded set in force. Returns what stood against it; empty when it was done. */
export async function activateSet(
  url: string,
  target: { kind: DataSetKind; version: string; force?: boolean | undefined; by?: ActionBy | undefined },
  progress: Progress = silentProgress,
): Promise<Check[]> {
  return withClient(url, async (client) => {
    await takeLock(client, target.kind);
    const set = (await listSets(client, target.kind)).find(({ version }) => version === target.version);
    if (set === undefined) throw new ImportFailure(`there is no ${target.kind} set ${target.version}`);
    if (set.state !== "ready") throw new ImportFailure(`${target.kind} ${target.version} is ${set.state}, not ready`);
    return activateHere(client, set, { force: target.force === true, by: target.by }, progress);
  });
}

/**
 * `data rollback`: the previous set is in force again. A set that a roll-back withdrew comes back only by its name, so
 * that a command given twice does not put in force what it has just taken out. The name of the set in force changes nothing.
 */
export async function rollbackSet(
  url: string,
  kind: DataSetKind,
  { by, to }: { by?: ActionBy | undefined; to?: string | undefined } = {},
): Promise<{ from: string; to: string }> {
  return withClient(url, async (client) => {
    await takeLock(client, kind);
    return noted(client, by, async () => {
      const sets = await listSets(client, kind);
      const active = sets.find(({ role }) => role === "active");
      const previous = sets.find(({ role }) => role === "previous");
      const from = active?.version ?? "";
      if (active !== undefined && active.version === to) return { done: { from, to }, kind, from, to };
      if (active === undefined || previous === undefined) {
        throw new ImportFailure(`there is no earlier ${kind} set to go back to`);
      }
      refuseRollback(previous, to);
      await swapWithPrevious(client, kind);
      return { done: { from, to: previous.version }, kind, from, to: previous.version };
    });
  });
}

function refuseRollback({ kind, version, isWithdrawn }: StoredSet, to: string | undefined): void {
  if (to !== undefined && to !== version) {
    throw new ImportFailure(
      `the ${kind} set before is ${version}; data activate ${kind} ${to} puts ${to} in force if its checks pass`,
    );
  }
  if (to === undefined && isWithdrawn) {
    throw new ImportFailure(
      `the ${kind} set before, ${version}, was itself rolled back; data rollback ${kind} --to ${version} puts it in force again`,
    );
  }
}

/** `data list`: every set that is stored, with its part in the switch. */
export const listDataSets = (url: string): Promise<StoredSet[]> => withClient(url, (client) => listSets(client));

export const isDataSetKind = (text: string): text is DataSetKind =>
  (DATA_SET_KINDS as readonly string[]).includes(text);
