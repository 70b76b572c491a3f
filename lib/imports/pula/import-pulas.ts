import { createHash } from "node:crypto";
import type { Geometry } from "geojson";
import { countLimitationsWithoutPula } from "@/lib/data/imports/limitations";
import { measurePulas } from "@/lib/data/imports/pulas";
import { setCoverage } from "@/lib/data/imports/sets";
import { checkPieceArea, checkRefused } from "@/lib/imports/checks";
import { checkLocation } from "@/lib/imports/location";
import type { ImportOptions } from "@/lib/imports/options";
import { type Progress, silentProgress } from "@/lib/imports/progress";
import { DEFAULT_COVERAGE, findCoverage } from "@/lib/imports/pula/coverage";
import { loadFeatures } from "@/lib/imports/pula/load-features";
import { loadLimitations } from "@/lib/imports/pula/load-limitations";
import { checkLimitationsPresent, checkPoints, readPulaPoints } from "@/lib/imports/pula/points";
import { openFeatures, openLimitations } from "@/lib/imports/pula/sources";
import { UnloadedLog } from "@/lib/imports/pula/unloaded";
import { isAddress } from "@/lib/imports/read/http";
import type { GivenRecords, RecordSource } from "@/lib/imports/read/records";
import { type ImportSummary, type LoadContext, type Loaded, runImport } from "@/lib/imports/run-import";

export interface PulaImportOptions extends ImportOptions {
  /** A file, the address of an ArcGIS layer, or features that the caller has. */
  source: string | GivenRecords;
  /** EPA's limitations: a file, an address, or rows that the caller has. Without them the set is hard to activate. */
  limitations?: string | GivenRecords | undefined;
  /** Ground the set speaks for: a GeoJSON file or a shape. The lower 48 by default, as EPA's full layer covers them. */
  coverage?: string | Geometry | undefined;
  /** CSV of places that must lie inside or outside a PULA. */
  points?: string | undefined;
}

/** Loads a PULA set with its limitations beside the one in force, and switches when asked and sound. */
export async function importPulas(
  url: string,
  options: PulaImportOptions,
  progress: Progress = silentProgress,
): Promise<ImportSummary> {
  const source = await openFeatures(options.source, options, progress);
  const limitations =
    options.limitations === undefined ? null : await openLimitations(options.limitations, options, progress);
  const isPartPossible = typeof options.source !== "string" || !isAddress(options.source);
  const points = options.points === undefined ? [] : await readPulaPoints(options.points);
  const names = [source.name, ...(limitations === null ? [] : [limitations.name])].join(" + ");
  const load = (context: LoadContext) =>
    loadPulas(context, { source, limitations, points, coverage: options.coverage, isPartPossible });
  const summary = await runImport(url, { kind: "pula", source: names, load }, options, progress);
  await source.release();
  await limitations?.release();
  return summary;
}

interface Inputs {
  source: RecordSource;
  limitations: RecordSource | null;
  points: Awaited<ReturnType<typeof readPulaPoints>>;
  coverage: string | Geometry | undefined;
  /** Only the layer itself is sure to be whole. */
  isPartPossible: boolean;
}

async function storeCoverage({ client, dataSetId, progress }: LoadContext, { coverage, isPartPossible }: Inputs) {
  const { used, shape } = await findCoverage(client, coverage);
  const covered = await setCoverage(client, dataSetId, shape);
  progress.note(`coverage: ${used} (${covered.vertices} vertices, ${Math.round(covered.areaSqkm)} square km)`);
  if (used === DEFAULT_COVERAGE && isPartPossible) {
    progress.note(
      "if the source holds a part of the country, give --coverage: outside its part it would say that there is no PULA",
    );
  }
  return { used, ...covered };
}

async function loadPulas(context: LoadContext, inputs: Inputs): Promise<Loaded> {
  const { client, dataSetId, progress } = context;
  const coverage = await storeCoverage(context, inputs);
  const unloaded = new UnloadedLog();
  const features = await loadFeatures(context, inputs.source, unloaded);
  const limitations = inputs.limitations === null ? null : await loadLimitations(context, inputs.limitations, unloaded);
  const placed = await unloaded.store(context);
  if (limitations === null) progress.note("no limitations were given: every PULA on a field would ask for review");
  const measures = await measurePulas(client, dataSetId);
  const withoutPula = await countLimitationsWithoutPula(client, dataSetId);
  const checks = [
    checkRefused("features", features.tally),
    ...(limitations === null ? [] : [checkRefused("limitations", limitations)]),
    placed,
    checkLimitationsPresent(measures),
    checkPieceArea(measures),
    await checkLocation(client, { dataSetId, kind: "pula" }),
    ...(await checkPoints(client, dataSetId, inputs.points)),
  ];
  const digest = createHash("sha256")
    .update(inputs.source.digest())
    .update(inputs.limitations?.digest() ?? "");
  return {
    digest: digest.digest("hex"),
    figures: {
      features: measures.features,
      pulas: measures.pulas,
      area_sqm: measures.areaSqm,
      limitations: measures.limitations,
    },
    counts: {
      features: { ...features.tally.counts, repeated: features.repeated, renumbered: features.renumbered },
      limitations: limitations === null ? null : { ...limitations.counts, without_polygon: withoutPula },
      pulas: measures.pulas,
      pieces: measures.pieces,
      area_sqm: measures.areaSqm,
      repairs: features.repairs.counts,
      codes_without_limitation: measures.codesWithoutLimitation,
      not_loaded: unloaded.records.length,
      coverage: { used: coverage.used, vertices: coverage.vertices, area_sqkm: coverage.areaSqkm },
    },
    checks,
    refusals: [...features.tally.listed, ...(limitations?.listed ?? [])],
  };
}
