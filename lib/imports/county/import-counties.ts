import { createHash } from "node:crypto";
import { insertCounties, insertCountyPieces, measureCounties, type NewCounty } from "@/lib/data/imports/counties";
import { findActiveSet, setPrecision } from "@/lib/data/imports/sets";
import { placeCountiesByOtherSet } from "@/lib/data/imports/unloaded";
import { type Check, checkPieceArea, checkRefused } from "@/lib/imports/checks";
import { checkCounty, refusedCounty } from "@/lib/imports/county/county-record";
import { checkPrecision, EdgeLengths } from "@/lib/imports/county/edge-lengths";
import { checkKnownPoints } from "@/lib/imports/county/points";
import { openCounties, type Precision } from "@/lib/imports/county/sources";
import { cutPieces } from "@/lib/imports/cut-pieces";
import { checkLocation } from "@/lib/imports/location";
import type { ImportOptions } from "@/lib/imports/options";
import { type Progress, silentProgress } from "@/lib/imports/progress";
import { inBatches, type Weighed } from "@/lib/imports/read/batches";
import { refuseForeignProjection } from "@/lib/imports/read/projection";
import type { GivenRecords, RecordSource, SourceRecord } from "@/lib/imports/read/records";
import { RefusedGround } from "@/lib/imports/refused-ground";
import { RepairLog } from "@/lib/imports/repairs";
import { type ImportSummary, type LoadContext, type Loaded, runImport } from "@/lib/imports/run-import";
import { type Placed, storeShapes } from "@/lib/imports/store-shapes";
import { Tally } from "@/lib/imports/tally";

export interface CountyImportOptions extends ImportOptions {
  /** `us-atlas`, a TopoJSON or GeoJSON file, or features that the caller has. */
  source: string | GivenRecords;
  /** How far county lines can be trusted: coarse, unless the operator knows that they are exact. */
  precision?: Precision | undefined;
}

const BATCH_COUNTIES = 200;
const BATCH_VERTICES = 60_000;
const PIECE_BATCH = 200;

/** Loads a set of counties beside the one in force, and switches when asked and sound. */
export async function importCounties(
  url: string,
  options: CountyImportOptions,
  progress: Progress = silentProgress,
): Promise<ImportSummary> {
  const opened = await openCounties(options.source, options, progress);
  const precision = options.precision ?? "coarse";
  const load = (context: LoadContext) => loadCounties(context, { source: opened.source, precision });
  const summary = await runImport(url, { kind: "county", source: opened.source.name, load }, options, progress);
  await opened.release?.();
  return summary;
}

async function loadCounties(
  context: LoadContext,
  { source, precision }: { source: RecordSource; precision: Precision },
): Promise<Loaded> {
  const { client, dataSetId, progress } = context;
  await setPrecision(client, dataSetId, precision);
  const tally = new Tally(source.name);
  const repairs = new RepairLog(progress.note);
  const taking: Taking = {
    tally,
    repairs,
    seen: new Map(),
    edges: new EdgeLengths(),
    refused: new RefusedGround(REFUSED),
  };
  await readCounties(context, source, taking);
  await cutPieces(context, {
    total: tally.loaded,
    unit: "counties",
    first: "",
    cut: (after) => insertCountyPieces(client, dataSetId, after, PIECE_BATCH),
  });
  const measures = await measureCounties(client, dataSetId);
  const medianEdgeM = taking.edges.medianM();
  return {
    digest: source.digest(),
    figures: { counties: measures.counties, area_sqm: measures.areaSqm },
    counts: {
      counties: tally.counts,
      pieces: measures.pieces,
      area_sqm: measures.areaSqm,
      repairs: repairs.counts,
      not_loaded: taking.refused.count,
      precision,
      ...(medianEdgeM === null ? {} : { median_edge_m: medianEdgeM }),
    },
    checks: [
      checkRefused("counties", tally),
      await storeRefused(context, taking.refused),
      checkPieceArea(measures),
      checkPrecision(precision, medianEdgeM),
      await checkLocation(client, { dataSetId, kind: "county" }),
      await checkKnownPoints(client, dataSetId),
    ],
    refusals: tally.listed,
  };
}

async function readCounties(context: LoadContext, source: RecordSource, taking: Taking): Promise<void> {
  const { progress, signal } = context;
  const task = progress.begin(`reading ${source.name}`, source.total, source.unit);
  await inBatches(
    source,
    (record) => take(record, taking),
    (batch) => storeBatch(context, batch, taking),
    { task, signal, limit: BATCH_COUNTIES, weightLimit: BATCH_VERTICES },
  );
  refuseForeignProjection(source);
}

/** Ground of a county that is not loaded must not count as its neighbor's. */
const REFUSED = {
  part: "county",
  placed: "boxes of counties were not loaded; a field there may lie in them, too",
  unplaced:
    "refused counties do not say where they lie: with --force they lie where the set in force has them, or everywhere",
} as const;

async function storeRefused(context: LoadContext, refused: RefusedGround): Promise<Check> {
  const { client, dataSetId, progress } = context;
  const check = await refused.store(context);
  const active = check.outcome === "failed" ? await findActiveSet(client, "county") : null;
  const placed = active === null ? 0 : await placeCountiesByOtherSet(client, dataSetId, active.dataSetId);
  if (placed > 0) progress.note(`${placed} refused counties are placed by the set in force, ${active?.version}`);
  return check;
}

interface Taking {
  tally: Tally;
  repairs: RepairLog;
  /** A hash of the outline by the county's code. */
  seen: Map<string, string>;
  edges: EdgeLengths;
  refused: RefusedGround;
}

function take(
  record: SourceRecord,
  { tally, repairs, seen, edges, refused }: Taking,
): Weighed<Placed<NewCounty>> | null {
  tally.read += 1;
  const checked =
    record.fault === null ? checkCounty(record.value) : { ok: false as const, kind: record.fault, detail: "" };
  if (!checked.ok) {
    tally.refuse(record, checked.kind, checked.detail);
    refused.add(record, refusedCounty(record.value), checked.kind);
    return null;
  }
  const { county, outline, vertices, droppedRings, closedRings } = checked;
  const known = seen.get(county.geoId);
  const hash = createHash("sha256").update(county.shape).digest("base64url");
  if (known !== undefined) {
    tally.refuse(record, "repeats a county", `${county.geoId} ${county.countyName}`);
    // Other ground of the same county is a part of it that is not loaded.
    if (known !== hash) refused.add(record, refusedCounty(record.value), "repeats a county");
    return null;
  }
  seen.set(county.geoId, hash);
  edges.add(outline);
  repairs.droppedRings += droppedRings;
  repairs.closedRings += closedRings;
  return { record: { place: { number: record.number, line: record.line }, row: county }, weight: vertices };
}

async function storeBatch(
  context: LoadContext,
  batch: Placed<NewCounty>[],
  { tally, repairs, refused }: Taking,
): Promise<void> {
  const { client, dataSetId } = context;
  const stored = await storeShapes(context, batch, tally, (rows) => insertCounties(client, dataSetId, rows));
  const kept = new Set(stored.flatMap(({ row, outcome }) => (outcome.keptSqm > 0 ? [row] : [])));
  for (const { place, row } of batch) {
    if (kept.has(row)) continue;
    const geometry: unknown = JSON.parse(row.shape);
    refused.add(place, { code: row.geoId, name: row.countyName, geometry }, "cannot be stored");
  }
  for (const { place, row, outcome } of stored) {
    const id = `${row.geoId} ${row.countyName}`;
    if (outcome.keptSqm > 0) tally.loaded += 1;
    else tally.refuse(place, "has no area left after repair", id);
    repairs.add(id, outcome);
  }
}
