import { createHash } from "node:crypto";
import { insertSoilPolygons, measureSoil, type NewSoilPolygon, type SoilMeasures } from "@/lib/data/soil/import";
import { type Check, checkPieceArea, checkRefused } from "@/lib/imports/checks";
import { ImportFailure } from "@/lib/imports/failure";
import type { ImportOptions } from "@/lib/imports/options";
import { type Progress, silentProgress } from "@/lib/imports/progress";
import { inBatches, type Weighed } from "@/lib/imports/read/batches";
import { foreignProjection } from "@/lib/imports/read/polygons";
import { type GivenRecords, givenRecords, openJsonRecords, type SourceRecord } from "@/lib/imports/read/records";
import { RepairLog } from "@/lib/imports/repairs";
import { type ImportSummary, type LoadContext, type Loaded, runImport } from "@/lib/imports/run-import";
import { loadAggregates, loadMapUnits, readSurveyAreas } from "@/lib/imports/soil/load-tables";
import { checkSoilPolygon } from "@/lib/imports/soil/soil-rows";
import { type Placed, storeShapes } from "@/lib/imports/store-shapes";
import { Tally } from "@/lib/imports/tally";

export interface SoilImportOptions extends ImportOptions {
  /** Map unit polygons: a GeoJSON file, packed or not, or features that the caller has. */
  source: string | GivenRecords;
  /** SSURGO's tables as CSV. */
  mapunit?: string | undefined;
  muaggatt?: string | undefined;
  sacatalog?: string | undefined;
}

const BATCH_POLYGONS = 500;
const BATCH_VERTICES = 60_000;
/** Ground without its map unit is rare in a survey; more of it means that tables and polygons are of two surveys. */
const LARGEST_WITHOUT_UNIT_PCT = 5;

/** Loads a mirror of the soil survey beside the one in force, and switches when asked and sound. */
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
  const load = (context: LoadContext) => loadSoil(context, { polygons: options.source, mapunit, muaggatt, sacatalog });
  return runImport(url, { kind: "soil", source, load }, options, progress);
}

interface SoilFiles {
  polygons: string | GivenRecords;
  mapunit: string;
  muaggatt: string;
  sacatalog: string | undefined;
}

async function loadSoil(context: LoadContext, files: SoilFiles): Promise<Loaded> {
  const survey = files.sacatalog === undefined ? null : await readSurveyAreas(files.sacatalog);
  const units = await loadMapUnits(context, files.mapunit);
  const aggregates = await loadAggregates(context, files.muaggatt);
  const polygons = await loadPolygons(context, files.polygons);
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

async function loadPolygons(context: LoadContext, from: string | GivenRecords) {
  const source = typeof from === "string" ? await openJsonRecords(from, ["features"]) : givenRecords(from);
  const { client, dataSetId, progress, signal } = context;
  const tally = new Tally(source.name);
  const repairs = new RepairLog(progress.note);
  const areas = { planarDeg2: 0, piecesDeg2: 0 };
  const insert = async (rows: NewSoilPolygon[]) => {
    const stored = await insertSoilPolygons(client, dataSetId, rows);
    for (const { planarDeg2, piecesDeg2 } of stored) {
      areas.planarDeg2 += planarDeg2;
      areas.piecesDeg2 += piecesDeg2;
    }
    return stored;
  };
  const store = async (batch: Placed<NewSoilPolygon>[]) => {
    for (const { place, row, outcome } of await storeShapes(context, batch, tally, insert)) {
      const id = `map unit ${row.mukey}, record ${place.number}`;
      if (outcome.keptSqm > 0) tally.loaded += 1;
      else tally.refuse(place, "has no area left after repair", id);
      repairs.add(id, outcome);
    }
  };
  const task = progress.begin(`reading ${source.name}`, source.total, source.unit);
  const run = { task, signal, limit: BATCH_POLYGONS, weightLimit: BATCH_VERTICES };
  await inBatches(source, (record) => take(record, tally, repairs), store, run);
  const projection = foreignProjection(source.outline());
  if (projection !== null) {
    throw new ImportFailure(`${source.name} is in ${projection}; longitude and latitude (EPSG:4326) are needed`);
  }
  return { tally, repairs, areas, digest: source.digest() };
}

function take(record: SourceRecord, tally: Tally, repairs: RepairLog): Weighed<Placed<NewSoilPolygon>> | null {
  tally.read += 1;
  const checked = checkSoilPolygon(record);
  if (!checked.ok) {
    tally.refuse(record, checked.kind, checked.detail);
    return null;
  }
  const { polygon, vertices, droppedRings, closedRings } = checked.value;
  repairs.droppedRings += droppedRings;
  repairs.closedRings += closedRings;
  return { record: { place: { number: record.number, line: record.line }, row: polygon }, weight: vertices };
}
