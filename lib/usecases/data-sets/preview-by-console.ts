import { v7 as uuidv7 } from "uuid";
import { asProvider, type Db } from "@/lib/data/db";
import { beginPreview, type BegunPreview, endPreview } from "@/lib/data/imports/previews";
import { recordAction } from "@/lib/data/operators/audit";
import {
  askForPreview,
  countFindings,
  drawPlaces,
  type DrawnPlaces,
  findPreview,
  listFindings,
  type NewDataPreview,
  putFindings,
} from "@/lib/data/operators/data-previews";
import { diffAreas, drawAreas, type DrawnAreas, listStoredSets } from "@/lib/data/operators/data-sets";
import { asConsole } from "@/lib/data/operators/operators";
import type { DataPreview, PreviewCount, PreviewFilter, PreviewPage } from "@/lib/domain/data-preview";
import { type ActionBy, OperatorRefusal } from "@/lib/domain/operator";
import { LOOKED_AT_SETS, type SuggestedRecheck } from "@/lib/domain/recheck";
import { reasonOf } from "@/lib/imports/failure";
import { proposedTables } from "@/lib/rulebook/load";
import type { TableFile } from "@/lib/rulebook/schema";
import { RulebookError } from "@/lib/rulebook/schema-shared";
import { changesOfTables, OWN_RELEASE } from "@/lib/rulebook/table-changes";
import { RELEASED_TABLES } from "@/lib/rulebook/table-files";
import type { Deps } from "@/lib/runtime/deps";
import { previewTables } from "@/lib/usecases/radar/preview-tables";
import { previewSwitch, type SwitchPreview, withOwner } from "@/lib/usecases/radar/sweep-radar";

interface Asker {
  db: Db;
  by: ActionBy;
}

/** Findings of a provider that are written together. */
const FINDINGS_AT_ONCE = 500;

/** Asks the worker what a switch to a loaded set would change; the id of the preview. */
export async function askToPreviewSet(asker: Asker, wanted: { kind: string; version: string }): Promise<string> {
  const kind = LOOKED_AT_SETS.find((each) => each === wanted.kind);
  const sets = (await listStoredSets(asker.db)).filter((set) => set.kind === wanted.kind);
  const active = sets.find(({ role }) => role === "active");
  const target = sets.find(({ version }) => version === wanted.version);
  if (kind === undefined || target?.state !== "ready") {
    throw new OperatorRefusal(`There is no ${wanted.kind} set ${wanted.version} that can be previewed.`);
  }
  if (target.isArchived) throw new OperatorRefusal(`${wanted.version} is archived: npm run data -- restore it first.`);
  if (active === undefined) throw new OperatorRefusal(`No ${kind} set is in force to compare with.`);
  if (active === target) throw new OperatorRefusal(`${wanted.version} is in force already.`);
  return ask(asker, { kind, fromVersion: active.version, toVersion: wanted.version, tables: null });
}

/** The same for rule tables of a release to come. Files that this release cannot read are refused now. */
export async function askToPreviewTables(asker: Asker, files: readonly TableFile[]): Promise<string> {
  try {
    const { editions } = changesOfTables(RELEASED_TABLES, proposedTables(files));
    if (editions.length === 0) throw new OperatorRefusal("These tables say what the tables of this release say.");
    return await ask(asker, {
      kind: "tables",
      fromVersion: `this release (${OWN_RELEASE.digest.slice(0, 12)})`,
      toVersion: editions.join(", "),
      tables: files,
    });
  } catch (error) {
    if (error instanceof RulebookError) throw new OperatorRefusal(error.message);
    throw error;
  }
}

async function ask({ db, by }: Asker, wanted: Omit<NewDataPreview, "previewId">): Promise<string> {
  const previewId = uuidv7();
  await asConsole(db, async (tx) => {
    if (!(await askForPreview(tx, { ...wanted, previewId }, by))) {
      throw new OperatorRefusal("Another preview is under way. Wait until it has ended.");
    }
    await recordAction(tx, by, {
      action: "data.ask_preview",
      object: { kind: "data_set", id: `${wanted.kind} ${wanted.toVersion}` },
      after: { preview: previewId },
    });
  });
  return previewId;
}

/** The worker's part. May run twice: what was found is kept once. */
export const runPreview = (deps: Deps, previewId: string, signal?: AbortSignal): Promise<SwitchPreview | null> =>
  withOwner(deps, async (client) => {
    const asked = await beginPreview(client, previewId);
    if (asked === null) return null;
    let found: SwitchPreview;
    try {
      found = await sweepFor(deps, asked, signal);
    } catch (error) {
      // A worker that has to stop leaves it to the next one.
      if (signal?.aborted === true) throw error;
      deps.log.warn({ err: error, previewId }, "a preview failed");
      await endPreview(client, previewId, { detail: reasonOf(error) });
      return null;
    }
    for (const providerId of new Set(found.rechecks.map((each) => each.providerId))) {
      const own = found.rechecks.filter((each) => each.providerId === providerId);
      for (let from = 0; from < own.length; from += FINDINGS_AT_ONCE) {
        const some = own.slice(from, from + FINDINGS_AT_ONCE);
        await asProvider(deps.db, providerId, (tx) => putFindings(tx, previewId, providerId, some));
      }
    }
    await endPreview(client, previewId, found);
    return found;
  });

const sweepFor = (deps: Deps, { kind, toVersion, tables }: BegunPreview, signal: AbortSignal | undefined) =>
  kind === "tables"
    ? previewTables(deps, tables ?? [], signal)
    : previewSwitch(deps, { kind, version: toVersion }, signal);

/** More places than this make no clearer picture. */
const MOST_DRAWN = 2000;
const MOST_AREAS_DRAWN = 200;

export interface ReadPreview {
  preview: DataPreview;
  /** What would be compared with now, where that is no longer what it was compared with; null: the preview holds. */
  inForceNow: string | null;
  counts: PreviewCount[];
  page: PreviewPage;
  /** Null: there is nothing to draw. */
  drawn: (DrawnPlaces & { areas: DrawnAreas | null }) | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A preview with one page of what it found; null: there is none. */
export async function readPreview(
  db: Db,
  previewId: string,
  asked: PreviewFilter & { offset: number; limit: number },
): Promise<ReadPreview | null> {
  const preview = UUID.test(previewId) ? await findPreview(db, previewId) : null;
  if (preview === null) return null;
  const [counts, page, sets, pointed] = await Promise.all([
    countFindings(db, previewId),
    listFindings(db, previewId, asked),
    listStoredSets(db),
    listFindings(db, previewId, { ...asked, offset: 0, limit: MOST_DRAWN }),
  ]);
  const own = sets.filter(({ kind }) => kind === preview.kind);
  const active = own.find(({ role }) => role === "active")?.version ?? "";
  const isOutdated = preview.kind !== "tables" && active !== preview.fromVersion;
  return {
    preview,
    inForceNow: isOutdated ? active : null,
    counts,
    page,
    drawn: pointed.findings.length === 0 ? null : await drawnOf(db, pointed.findings, { preview, sets: own }),
  };
}

async function drawnOf(
  db: Db,
  findings: readonly SuggestedRecheck[],
  { preview, sets }: { preview: DataPreview; sets: Awaited<ReturnType<typeof listStoredSets>> },
): Promise<ReadPreview["drawn"]> {
  const places = await drawPlaces(db, {
    geoIds: [...new Set(findings.flatMap(({ counties }) => counties))],
    at: findings.map(({ at }) => at),
  });
  const idOf = (version: string) => sets.find((set) => set.version === version)?.dataSetId;
  const [beforeId, afterId] = [idOf(preview.fromVersion), idOf(preview.toVersion)];
  if (preview.kind !== "pula" || beforeId === undefined || afterId === undefined) return { ...places, areas: null };
  const meant = new Set(
    findings.flatMap(({ change }) => [...change.pulasAdded, ...change.pulasRemoved, ...change.pulasChanged]),
  );
  const changed = await diffAreas(db, beforeId, afterId);
  const pulaIds = changed.flatMap(({ pulaId }) => (meant.has(pulaId) ? [pulaId] : [])).slice(0, MOST_AREAS_DRAWN);
  return { ...places, areas: await drawAreas(db, { beforeId, afterId, pulaIds }) };
}

/** Every finding of a preview, in parts, for a file; null: there is no such preview. */
export async function readFindings(
  db: Db,
  previewId: string,
  filter: PreviewFilter,
): Promise<AsyncGenerator<SuggestedRecheck[], undefined> | null> {
  if (!UUID.test(previewId) || (await findPreview(db, previewId)) === null) return null;
  return inParts(db, previewId, filter);
}

async function* inParts(
  db: Db,
  previewId: string,
  filter: PreviewFilter,
): AsyncGenerator<SuggestedRecheck[], undefined> {
  for (let offset = 0; ; offset += MOST_DRAWN) {
    const { findings } = await listFindings(db, previewId, { ...filter, offset, limit: MOST_DRAWN });
    if (findings.length === 0) return;
    yield findings;
  }
}
