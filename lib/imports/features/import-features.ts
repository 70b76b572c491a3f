import { createHash } from "node:crypto";
import {
  insertFeaturePieces,
  insertFeatures,
  measureFeatures,
  type FeatureMeasures,
  type NewFeature,
} from "@/lib/data/imports/features";
import { FEATURE_CATEGORIES, isFeatureCategory } from "@/lib/domain/feature-categories";
import { checkPieceArea, checkRefused } from "@/lib/imports/checks";
import { cutPieces } from "@/lib/imports/cut-pieces";
import { ImportFailure } from "@/lib/imports/failure";
import { checkFeature, type FeatureDefaults, refusedGround } from "@/lib/imports/features/feature-record";
import { openGround } from "@/lib/imports/features/sources";
import { checkLocation } from "@/lib/imports/location";
import type { ImportOptions } from "@/lib/imports/options";
import { type Progress, silentProgress } from "@/lib/imports/progress";
import { inBatches, type Weighed } from "@/lib/imports/read/batches";
import type { HeldSource } from "@/lib/imports/read/open-source";
import { refuseForeignProjection } from "@/lib/imports/read/projection";
import type { GivenRecords, SourceRecord } from "@/lib/imports/read/records";
import { RefusedGround } from "@/lib/imports/refused-ground";
import { RepairLog } from "@/lib/imports/repairs";
import { type ImportSummary, type LoadContext, type Loaded, runImport } from "@/lib/imports/run-import";
import { type Placed, storeShapes } from "@/lib/imports/store-shapes";
import { type RecordPosition, Tally } from "@/lib/imports/tally";

/** One file of a set, and the category of its records that name none. */
export interface GroundSource {
  source: string | GivenRecords;
  category?: string | undefined;
}

export interface FeatureImportOptions extends ImportOptions, GroundSource {
  /** Further files of the same set: a set holds all ground beside fields, and the next one takes its place. */
  also?: readonly GroundSource[] | undefined;
  /** Width of lines of protected ground that name none, meters. */
  lineWidthM?: number | undefined;
}

const BATCH_FEATURES = 300;
const BATCH_VERTICES = 60_000;
const PIECE_BATCH = 100;
const M_PER_LATITUDE_DEG = 110_574;

/** Loads a set of ground beside fields next to the one in force, and switches when asked and sound. */
export async function importFeatures(
  url: string,
  options: FeatureImportOptions,
  progress: Progress = silentProgress,
): Promise<ImportSummary> {
  const files = [{ source: options.source, category: options.category }, ...(options.also ?? [])];
  for (const { category } of files) refuseUnknown(category);
  const opened: { source: HeldSource; category: string | null }[] = [];
  for (const { source, category } of files) {
    opened.push({ source: await openGround(source, options, progress), category: category ?? null });
  }
  const load = (context: LoadContext) => loadGround(context, opened, options.lineWidthM ?? null);
  const name = opened.map(({ source }) => source.name).join(", ");
  const summary = await runImport(url, { kind: "features", source: name, load }, options, progress);
  for (const { source } of opened) await source.release();
  return summary;
}

function refuseUnknown(category: string | undefined): void {
  if (category === undefined || isFeatureCategory(category)) return;
  throw new ImportFailure(`there is no category ${category}; it is one of ${FEATURE_CATEGORIES.join(", ")}`);
}

/** What later sets of the kind are compared by. */
export const featureFigures = ({ managed, protectedGround, areaSqm }: FeatureMeasures): Record<string, number> => ({
  managed,
  protected: protectedGround,
  area_sqm: areaSqm,
});

/** Managed ground carries no buffer where a refused record may have protected it. */
const REFUSED = {
  part: "ground",
  placed: "boxes of refused ground count as protected",
  unplaced:
    "refused records of ground that may be protected do not say where they lie: with --force no managed ground carries a buffer",
} as const;

async function loadGround(
  context: LoadContext,
  files: readonly { source: HeldSource; category: string | null }[],
  lineWidthM: number | null,
): Promise<Loaded> {
  const { client, dataSetId, progress } = context;
  const repairs = new RepairLog(progress.note);
  const refused = new RefusedGround(REFUSED);
  const tallies: Tally[] = [];
  let next = 1;
  for (const { source, category } of files) {
    const tally = new Tally(source.name);
    tallies.push(tally);
    const defaults = { category, lineWidthM };
    await loadFile(context, source, { tally, repairs, refused, defaults, number: () => next++ });
  }
  const loaded = tallies.reduce((sum, tally) => sum + tally.loaded, 0);
  await cutPieces(context, {
    total: loaded,
    unit: "features",
    first: 0,
    cut: (after) => insertFeaturePieces(client, dataSetId, after, PIECE_BATCH),
  });
  const measures = await measureFeatures(client, dataSetId);
  return {
    digest: digestOf(files),
    figures: featureFigures(measures),
    counts: {
      ...Object.fromEntries(tallies.map((tally, index) => [`file ${index + 1} (${tally.source})`, tally.counts])),
      managed: measures.managed,
      protected: measures.protectedGround,
      lines_at_default_width: measures.atDefaultWidth,
      ...(lineWidthM === null ? {} : { default_line_width_m: lineWidthM }),
      pieces: measures.pieces,
      area_sqm: measures.areaSqm,
      repairs: repairs.counts,
      not_loaded: refused.count,
    },
    checks: [
      ...tallies.map((tally) => checkRefused(`features of ${tally.source}`, tally)),
      await refused.store(context),
      checkPieceArea(measures),
      await checkLocation(client, { dataSetId, kind: "features" }),
    ],
    refusals: tallies.flatMap(({ listed }) => listed),
  };
}

function digestOf(files: readonly { source: HeldSource; category: string | null }[]): string {
  const [first, ...others] = files.map(({ source }) => source.digest());
  if (first !== undefined && others.length === 0) return first;
  return createHash("sha256")
    .update([first, ...others].join(" "))
    .digest("hex");
}

interface FileLoad {
  tally: Tally;
  repairs: RepairLog;
  refused: RefusedGround;
  defaults: FeatureDefaults;
  number: () => number;
}

async function loadFile(context: LoadContext, source: HeldSource, load: FileLoad): Promise<void> {
  const { progress, signal } = context;
  const task = progress.begin(`reading ${source.name}`, source.total, source.unit);
  await inBatches(
    source,
    (record) => take(record, load),
    (batch) => storeBatch(context, batch, load),
    { task, signal, limit: BATCH_FEATURES, weightLimit: BATCH_VERTICES },
  );
  refuseForeignProjection(source);
}

function take(
  record: SourceRecord,
  { tally, repairs, refused, defaults, number }: FileLoad,
): Weighed<Placed<NewFeature>> | null {
  tally.read += 1;
  const checked =
    record.fault === null
      ? checkFeature(record.value, defaults)
      : { ok: false as const, kind: record.fault, detail: "" };
  if (!checked.ok) {
    tally.refuse(record, checked.kind, checked.detail);
    const ground = refusedGround(record.value, defaults);
    if (ground !== null) refused.add(record, ground, checked.kind);
    return null;
  }
  repairs.droppedRings += checked.droppedRings;
  repairs.closedRings += checked.closedRings;
  const row = { featureNumber: number(), ...checked.feature };
  return { record: { place: { number: record.number, line: record.line }, row }, weight: checked.vertices };
}

async function storeBatch(
  context: LoadContext,
  batch: Placed<NewFeature>[],
  { tally, repairs, refused }: FileLoad,
): Promise<void> {
  const { client, dataSetId } = context;
  const stored = await storeShapes(context, batch, tally, (rows) => insertFeatures(client, dataSetId, rows));
  const kept = new Set(stored.flatMap(({ row, outcome }) => (outcome.keptSqm > 0 ? [row] : [])));
  for (const { place, row } of batch) if (!kept.has(row)) addUnstored(refused, place, row);
  for (const { place, row, outcome } of stored) {
    const id = `${row.category} ${row.label ?? "without a name"}, record ${place.number}`;
    if (outcome.keptSqm > 0) tally.loaded += 1;
    else tally.refuse(place, "has no area left after repair", id);
    repairs.add(id, outcome);
  }
}

/** Degrees of longitude by those of latitude at the northern end of Alaska (71.4 degrees), where they are shortest. */
const MOST_LONGITUDE = 3.2;

/** A shape that was read and that the database could not store, or of which nothing was left. */
function addUnstored(refused: RefusedGround, place: RecordPosition, row: NewFeature): void {
  if (row.kind === "managed") return;
  const geometry: unknown = JSON.parse(row.shape);
  const marginDeg = ((row.halfWidthM ?? 0) / M_PER_LATITUDE_DEG) * MOST_LONGITUDE;
  refused.add(place, { code: row.category, name: row.label, geometry, marginDeg }, "cannot be stored");
}
