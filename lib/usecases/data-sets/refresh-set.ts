import { rm } from "node:fs/promises";
import { join } from "node:path";
import { findWaitingSets } from "@/lib/data/imports/refreshes";
import { deleteSet, findActiveSet, type ImportClient, markVerified, type StoredSet } from "@/lib/data/imports/sets";
import { type Check, describeChecks, failedChecks } from "@/lib/imports/checks";
import type { ImportOptions } from "@/lib/imports/options";
import type { Progress } from "@/lib/imports/progress";
import { WORK_FOLDER } from "@/lib/imports/read/spool";
import type { ImportSummary } from "@/lib/imports/run-import";
import { activateSet, takeLock, withClient } from "@/lib/imports/switch";
import type { RefreshEnd, RefreshRequest } from "@/lib/usecases/data-sets/refresh-run";

/** What the new set differs in from the one in force. */
export interface Difference {
  isUnchanged: boolean;
  report: Record<string, unknown>;
  /** Changes that are too many to be believed unseen. */
  objections: Check[];
}

export interface SetRefresh {
  kind: "pula" | "county";
  /** Loads the publisher's data beside the set in force. */
  load: (options: ImportOptions, progress: Progress) => Promise<ImportSummary>;
  /** Compares on the import's own connection, where a dry run still has the rows. */
  compare: (client: ImportClient, active: StoredSet, fresh: StoredSet) => Promise<Difference>;
}

/**
 * A publisher's data against what is in force. Unchanged data make the set in force younger and leave nothing behind;
 * changed data wait for a person, or are switched where that is asked for and every check agrees.
 */
export async function refreshSet(
  { kind, load, compare }: SetRefresh,
  request: RefreshRequest,
  { client, progress }: { client: ImportClient; progress: Progress },
): Promise<RefreshEnd> {
  const workFolder = join(request.workFolder ?? WORK_FOLDER, `refresh-${kind}`);
  // Pages that an earlier run fetched may no longer be what the publisher says.
  await rm(workFolder, { recursive: true, force: true });
  let difference: Difference | null = null;
  const inspect = async (own: ImportClient, fresh: StoredSet): Promise<void> => {
    const active = await findActiveSet(own, kind);
    if (active !== null) difference = await compare(own, active, fresh);
  };
  const { dryRun, signal } = request;
  const summary = await load({ dryRun, signal, workFolder, inspect }, progress);
  return decide(client, { kind, summary, difference, progress }, request);
}

interface Found {
  kind: "pula" | "county";
  summary: ImportSummary;
  difference: Difference | null;
  progress: Progress;
}

async function decide(client: ImportClient, found: Found, request: RefreshRequest): Promise<RefreshEnd> {
  const { summary, difference } = found;
  const report = { counts: summary.counts, checks: summary.checks, ...difference?.report };
  const objections = [...failedChecks(summary.checks), ...(difference?.objections ?? [])];
  const isConfirmed = difference?.isUnchanged === true && objections.length === 0;
  if (summary.dryRun) {
    const outcome = isConfirmed ? "unchanged" : objections.length > 0 ? "held" : "waiting";
    return { outcome, version: null, detail: describeChecks(objections) || null, report };
  }
  if (isConfirmed) return confirm(client, found, { request, report });
  await removeWaiting(request.databaseUrl, found.kind, summary.dataSetId);
  if (objections.length === 0) return { ...(await putInForce(found, request)), report };
  return { outcome: "held", version: summary.version, detail: describeChecks(objections), report };
}

/** For the audit log: the operator's setting switched, and no one was asked. */
const BY_POLICY = { actor: "refresh, by policy", operatorId: null, requestId: null };

/** A sound set: in force at once where that was asked for, and otherwise waiting for a person. */
async function putInForce(
  { kind, summary: { version }, progress }: Found,
  request: RefreshRequest,
): Promise<Omit<RefreshEnd, "report">> {
  if (request.switchWhenSound !== true) {
    const detail = `sound; data activate ${kind} ${version} puts it in force`;
    return { outcome: "waiting", version, detail };
  }
  const against = await activateSet(request.databaseUrl, { kind, version, by: BY_POLICY }, progress);
  return against.length === 0
    ? { outcome: "switched", version, detail: null }
    : { outcome: "held", version, detail: describeChecks(against) };
}

/** The publisher says what is in force already: that set is as young as this look at it, and the copy goes. */
async function confirm(
  client: ImportClient,
  { kind, summary }: Found,
  { request, report }: { request: RefreshRequest; report: Record<string, unknown> },
): Promise<RefreshEnd> {
  const active = await findActiveSet(client, kind);
  await withClient(request.databaseUrl, async (own) => {
    await takeLock(own, kind);
    await deleteSet(own, { dataSetId: summary.dataSetId, kind });
    if (active !== null) await markVerified(own, active.dataSetId);
  });
  return { outcome: "unchanged", version: active?.version ?? null, detail: null, report };
}

async function removeWaiting(url: string, kind: "pula" | "county", exceptId: number): Promise<void> {
  await withClient(url, async (own) => {
    await takeLock(own, kind);
    for (const { dataSetId } of await findWaitingSets(own, kind)) {
      if (dataSetId !== exceptId) await deleteSet(own, { dataSetId, kind });
    }
  });
}
