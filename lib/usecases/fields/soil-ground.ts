import type { FieldBoundary } from "@/lib/domain/field";
import type { SoilSummary } from "@/lib/domain/soil";
import type { SoilFailure, SoilFeature, SurveyAreas } from "@/lib/domain/soil-survey";
import { type SoilMirror, storeAnalysis } from "@/lib/data/soil/analyses";
import { findFieldCells } from "@/lib/data/soil/cells";
import { measureCovered, measureMapUnits, type MeasuredGround, type StoredGround } from "@/lib/data/soil/map-units";
import { SOIL_PROCESSING_VERSION, summarizeSoil } from "@/lib/engine/soil-analysis";
import type { SoilContext } from "@/lib/usecases/fields/soil-context";
import { ensureSourceData } from "@/lib/usecases/fields/soil-source-data";

/** A field's ground as a source has it now. `features` is empty unless asked for. */
export interface Ground {
  summary: SoilSummary;
  version: string;
  features: SoilFeature[];
}

/** The mirror covers a field when it has ground for all of it but this share: coastlines and borders do not fit exactly. */
const MIRROR_GAP_SHARE = 0.001;
/** With less of the field than this, the survey does not cover it: its neighbor's ground reaches over the edge. */
const LEAST_COVERED_SHARE = 1e-5;

/** Analyses a boundary from the mirror, else from the survey's squares, and stores what was found. */
export async function analyzeGround(
  context: SoilContext,
  boundary: FieldBoundary,
  { mirror, withGeometry }: { mirror: SoilMirror | null; withGeometry: boolean },
): Promise<{ ground: Ground | null; failure: SoilFailure | null }> {
  const { deps, signal } = context;
  const measure = (ground: StoredGround) =>
    measureMapUnits(deps.db.prisma, { boundary: boundary.geometry, ground, withGeometry });
  if (mirror !== null) {
    const stored: StoredGround = { kind: "mirror", dataSetId: mirror.dataSetId };
    const measured = await measure(stored);
    if (await isWhole(context, boundary, { stored, measured })) {
      const ground = await keep(context, boundary, measured, { origin: "mirror", version: mirror.version });
      return { ground, failure: null };
    }
  }
  signal.throwIfAborted();
  const failure = await ensureSourceData(context, boundary.geometry);
  if (failure !== null) return { ground: null, failure };
  const measured = await measure({ kind: "cells" });
  if (coveredShare(measured) < LEAST_COVERED_SHARE) return { ground: null, failure: "no_coverage" };
  const version = surveyVersion(measured.areas);
  // A square that the survey answered nothing for may have ground again tomorrow.
  const isKept = coveredShare(measured) >= 1 - MIRROR_GAP_SHARE || (await isAllStored(context, boundary));
  if (!isKept) return { ground: groundOf(measured, version), failure: null };
  return { ground: await keep(context, boundary, measured, { origin: "survey", version }), failure: null };
}

/**
 * Whether the mirror has ground for all of a field. Ground whose map unit's row could not be read is a gap as well: the survey may have it.
 * Polygons that lie over each other add up to as much beside a hole, so that what they cover together is measured too.
 */
async function isWhole(
  { deps }: SoilContext,
  { geometry }: FieldBoundary,
  { stored, measured }: { stored: StoredGround; measured: MeasuredGround },
): Promise<boolean> {
  if (coveredShare(measured, ({ hasMapUnit }) => hasMapUnit) < 1 - MIRROR_GAP_SHARE) return false;
  const coveredSqm = await measureCovered(deps.db.prisma, { boundary: geometry, ground: stored });
  return coveredSqm >= measured.totalAreaSqm * (1 - MIRROR_GAP_SHARE);
}

/** Every square of the field is in the store, so what is missing is ground that the survey does not have. */
async function isAllStored({ deps }: SoilContext, { geometry }: FieldBoundary): Promise<boolean> {
  const cells = await findFieldCells(deps.db.prisma, geometry);
  return cells?.every(({ isStored }) => isStored) === true;
}

async function keep(
  { deps }: SoilContext,
  boundary: FieldBoundary,
  measured: MeasuredGround,
  { origin, version }: { origin: "mirror" | "survey"; version: string },
): Promise<Ground> {
  const ground = groundOf(measured, version);
  await storeAnalysis(deps.db.prisma, {
    boundaryHash: boundary.hash,
    origin,
    processingVersion: SOIL_PROCESSING_VERSION,
    surveyVersion: version,
    areas: measured.areas,
    summary: ground.summary,
  });
  return ground;
}

function groundOf({ totalAreaSqm, units }: MeasuredGround, version: string): Ground {
  const features = units.flatMap(
    ({ mukey, musym, muname, hydgrpdcd, slopegradwta, areaSqm, geometry }): SoilFeature[] => {
      if (geometry === null) return [];
      const percentage = (100 * areaSqm) / totalAreaSqm;
      return [{ mukey, musym, muname, hydgrpdcd, slopegradwta, areaSqm, percentage, geometry }];
    },
  );
  return { summary: summarizeSoil(totalAreaSqm, units), version, features };
}

const coveredShare = (
  { totalAreaSqm, units }: MeasuredGround,
  covers: (unit: MeasuredGround["units"][number]) => boolean = () => true,
): number => units.filter(covers).reduce((sum, { areaSqm }) => sum + areaSqm, 0) / totalAreaSqm;

/** The survey areas with the day of their publication: `SSURGO IN157 2025-09-09`. */
function surveyVersion(areas: SurveyAreas): string {
  const named = Object.entries(areas)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([area, version]) => `${area} ${version.slice(0, 10)}`);
  return `SSURGO ${named.length === 0 ? "of unknown publication" : named.join(", ")}`;
}
