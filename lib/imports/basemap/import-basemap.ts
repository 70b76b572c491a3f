import { createHash } from "node:crypto";
import {
  type BasemapMeasures,
  insertBasemap,
  measureBasemap,
  type NewBasemapFeature,
} from "@/lib/data/imports/basemap";
import { BASEMAP_LAYERS, type BasemapLayer, isBasemapLayer } from "@/lib/domain/basemap";
import { checkBasemapRecord } from "@/lib/imports/basemap/basemap-record";
import { checkRefused } from "@/lib/imports/checks";
import { ImportFailure } from "@/lib/imports/failure";
import { openGround } from "@/lib/imports/features/sources";
import type { ImportOptions } from "@/lib/imports/options";
import { type Progress, silentProgress } from "@/lib/imports/progress";
import { inBatches, type Weighed } from "@/lib/imports/read/batches";
import type { HeldSource } from "@/lib/imports/read/open-source";
import { refuseForeignProjection } from "@/lib/imports/read/projection";
import type { GivenRecords, SourceRecord } from "@/lib/imports/read/records";
import { type ImportSummary, type LoadContext, type Loaded, runImport } from "@/lib/imports/run-import";
import { type Placed, storeShapes } from "@/lib/imports/store-shapes";
import { Tally } from "@/lib/imports/tally";

/** One file of a set, and what all its records are. */
export interface BasemapSource {
  source: string | GivenRecords;
  category?: string | undefined;
}

export interface BasemapImportOptions extends ImportOptions, BasemapSource {
  /** Further files of the same set, one a layer or more. */
  also?: readonly BasemapSource[] | undefined;
  /** Who published the files, as the map is to name them. */
  attribution?: string | undefined;
  license?: string | undefined;
}

interface LayerFile {
  source: HeldSource;
  layer: BasemapLayer;
}

const BATCH_FEATURES = 2000;
const BATCH_VERTICES = 100_000;

/** Loads a set of roads, section lines, waters, and places next to the one in force, and switches when asked and sound. */
export async function importBasemap(
  url: string,
  options: BasemapImportOptions,
  progress: Progress = silentProgress,
): Promise<ImportSummary> {
  const attribution = options.attribution?.trim() ?? "";
  if (attribution === "") {
    throw new ImportFailure("the map names who published its ground: say so with --attribution");
  }
  const given = [{ source: options.source, category: options.category }, ...(options.also ?? [])];
  const layers = given.map(({ category }) => layerOf(category));
  const files: LayerFile[] = [];
  for (const [index, { source }] of given.entries()) {
    files.push({ source: await openGround(source, options, progress), layer: layers[index] ?? "road" });
  }
  const credit = { attribution, license: options.license?.trim() ?? null };
  const plan = { kind: "basemap" as const, source: files.map(({ source }) => source.name).join(", "), credit };
  const load = (context: LoadContext) => loadFiles(context, files);
  const summary = await runImport(url, { ...plan, load }, options, progress);
  for (const { source } of files) await source.release();
  return summary;
}

function layerOf(category: string | undefined): BasemapLayer {
  if (category !== undefined && isBasemapLayer(category)) return category;
  const known = BASEMAP_LAYERS.join(", ");
  throw new ImportFailure(
    category === undefined
      ? `say what each file holds (${known}) with --category, and --also layer=file`
      : `there is no layer ${category}; it is one of ${known}`,
  );
}

/** What later sets are compared by: a layer that goes missing is a drop. */
export const basemapFigures = ({ road, section, water, place }: BasemapMeasures): Record<string, number> => ({
  roads: road,
  sections: section,
  waters: water,
  places: place,
});

async function loadFiles(context: LoadContext, files: readonly LayerFile[]): Promise<Loaded> {
  const tallies: Tally[] = [];
  let next = 1;
  for (const { source, layer } of files) {
    const tally = new Tally(source.name);
    tallies.push(tally);
    await loadFile(context, source, { tally, layer, number: () => next++ });
  }
  const measures = await measureBasemap(context.client, context.dataSetId);
  return {
    digest: digestOf(files),
    figures: basemapFigures(measures),
    counts: {
      ...Object.fromEntries(tallies.map((tally, index) => [`file ${index + 1} (${tally.source})`, tally.counts])),
      ...basemapFigures(measures),
      pieces: measures.parts,
    },
    checks: tallies.map((tally) => checkRefused(`records of ${tally.source}`, tally)),
    refusals: tallies.flatMap(({ listed }) => listed),
  };
}

/** Content and layers: the same file as other ground is another set. */
function digestOf(files: readonly LayerFile[]): string {
  const parts = files.map(({ source, layer }) => `${layer} ${source.digest()}`);
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}

interface FileLoad {
  tally: Tally;
  layer: BasemapLayer;
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

function take(record: SourceRecord, { tally, layer, number }: FileLoad): Weighed<Placed<NewBasemapFeature>> | null {
  tally.read += 1;
  const checked =
    record.fault === null
      ? checkBasemapRecord(record.value, layer)
      : { ok: false as const, kind: record.fault, detail: "" };
  if (!checked.ok) {
    tally.refuse(record, checked.kind, checked.detail);
    return null;
  }
  const row = { featureNumber: number(), ...checked.feature };
  return { record: { place: { number: record.number, line: record.line }, row }, weight: checked.vertices };
}

async function storeBatch(
  context: LoadContext,
  batch: Placed<NewBasemapFeature>[],
  { tally }: FileLoad,
): Promise<void> {
  const { client, dataSetId } = context;
  const insert = (rows: NewBasemapFeature[]) => insertBasemap(client, dataSetId, rows);
  for (const { place, row, outcome } of await storeShapes(context, batch, tally, insert)) {
    if (outcome.parts > 0) tally.loaded += 1;
    else tally.refuse(place, "has neither length nor area", `${row.layer} ${row.name ?? "without a name"}`);
  }
}
