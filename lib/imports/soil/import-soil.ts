import { createHash } from "node:crypto";
import { measureSoil, type SoilMeasures } from "@/lib/data/soil/import";
import { type Check, checkPieceArea, checkRefused } from "@/lib/imports/checks";
import { ImportFailure } from "@/lib/imports/failure";
import type { ImportOptions } from "@/lib/imports/options";
import { type Progress, silentProgress } from "@/lib/imports/progress";
import type { GivenRecords } from "@/lib/imports/read/records";
import { type ImportSummary, type LoadContext, type Loaded, runImport } from "@/lib/imports/run-import";
import { readCheckpoint } from "@/lib/imports/soil/checkpoint";
import { type LoadedPolygons, loadPolygons } from "@/lib/imports/soil/load-polygons";
import { forgetMapUnits, loadAggregates, loadMapUnits, readSurveyAreas } from "@/lib/imports/soil/load-tables";
import { withClient } from "@/lib/imports/switch";

export interface SoilImportOptions extends ImportOptions {
  /** Map unit polygons: a GeoJSON file, packed or not, or features that the caller has. */
  source: string | GivenRecords;
  /** SSURGO's tables as CSV. */
  mapunit?: string | undefined;
  muaggatt?: string | undefined;
  sacatalog?: string | undefined;
}

/** Ground without its map unit is rare in a survey; more of it means that tables and polygons are of two surveys. */
const LARGEST_WITHOUT_UNIT_PCT = 5;

/**
 * Loads a mirror of the soil survey beside the one in force, and switches when asked and sound. One that was stopped while it stored
 * polygons is gone on with by the next import of the same file.
 */
export async function importSoil(
  url: string,
  options: SoilImportOptions,
  progress: Progress = silentProgress,
): Promise<ImportSummary> {
  const { mapunit, muaggatt, sacatalog } = options;
  if (mapunit === undefined || muaggatt === undefined) {
    throw new ImportFailure("a soil import needs the tables as well: --mapunit <csv> and --muaggatt <csv>");
  }
  const source = typeof options.source === "string" ? options.source : options.source.name;
  const load = (context: LoadContext) =>
    loadSoil(context, { url, polygons: options.source, mapunit, muaggatt, sacatalog });
  const goesOnFrom = (checkpoint: unknown) => readCheckpoint(checkpoint) !== null;
  return runImport(url, { kind: "soil", source, goesOnFrom, load }, options, progress);
}

interface SoilFiles {
  /** Of the database. */
  url: string;
  polygons: string | GivenRecords;
  mapunit: string;
  muaggatt: string;
  sacatalog: string | undefined;
}

async function loadSoil(context: LoadContext, files: SoilFiles): Promise<Loaded> {
  const survey = files.sacatalog === undefined ? null : await readSurveyAreas(files.sacatalog);
  await forgetMapUnits(context);
  const units = await loadMapUnits(context, files.mapunit);
  const aggregates = await loadAggregates(context, files.muaggatt);
  const polygons = await loadInLanes(context, files);
  const measures = await measureSoil(context.client, context.dataSetId);
  const digests = [polygons.digest, units.digest, aggregates.digest, survey?.digest ?? ""];
  return {
    digest: createHash("sha256").update(digests.join(" ")).digest("hex"),
    figures: soilFigures(measures),
    counts: {
      polygons: polygons.tally.counts,
      map_units: units.tally.counts,
      aggregates: aggregates.tally.counts,
      pieces: measures.pieces,
      area_sqm: measures.areaSqm,
      repairs: polygons.repairs.counts,
      ...(survey === null ? {} : { survey_areas: survey.areas }),
    },
    checks: [
      checkRefused("polygons", polygons.tally),
      checkRefused("map units", units.tally),
      checkRefused("aggregates", aggregates.tally),
      checkPieceArea(polygons.areas),
      checkUnitsPresent(measures),
    ],
    refusals: [...units.tally.listed, ...aggregates.tally.listed, ...polygons.tally.listed],
  };
}

/** PostgreSQL takes twice the time that reading takes, so that it stores in two processes. A dry run is one transaction. */
const loadInLanes = (context: LoadContext, { url, polygons }: SoilFiles): Promise<LoadedPolygons> =>
  context.dryRun
    ? loadPolygons(context, polygons, [context.client])
    : withClient(url, (second) => loadPolygons(context, polygons, [context.client, second]));

/** What sets of soil are compared by. */
export const soilFigures = ({ mapUnits, areaSqm, pieces }: SoilMeasures): Record<string, number> => ({
  map_units: mapUnits,
  area_sqm: areaSqm,
  pieces,
});

export function checkUnitsPresent({ areaSqm, withoutUnitSqm }: SoilMeasures): Check {
  const sharePct = areaSqm > 0 ? (100 * withoutUnitSqm) / areaSqm : 100;
  return {
    name: "map units",
    outcome: sharePct > LARGEST_WITHOUT_UNIT_PCT ? "failed" : "passed",
    detail: `${sharePct.toFixed(2)} % of the ground lacks its map unit`,
  };
}
