import type { DataSetKind } from "@/lib/data/data-sets";
import { measureBasemap } from "@/lib/data/imports/basemap";
import { measureCatalogue } from "@/lib/data/imports/catalogue";
import { measureCounties } from "@/lib/data/imports/counties";
import { measureFeatures } from "@/lib/data/imports/features";
import { measurePulas } from "@/lib/data/imports/pulas";
import { findActiveSet, type ImportClient, type StoredSet } from "@/lib/data/imports/sets";
import { basemapFigures } from "@/lib/imports/basemap/import-basemap";
import { type Check, checkPieceArea, failedChecks, type Figures } from "@/lib/imports/checks";
import { checkKnownPoints } from "@/lib/imports/county/points";
import { measureSoil } from "@/lib/data/soil/import";
import { ImportFailure } from "@/lib/imports/failure";
import { featureFigures } from "@/lib/imports/features/import-features";
import { checkLocation } from "@/lib/imports/location";
import { checkLimitationsPresent, checkPoints } from "@/lib/imports/pula/points";
import { checkUnitsPresent, soilFigures } from "@/lib/imports/soil/import-soil";
import { figuresOf, takeLock, withClient } from "@/lib/imports/switch";

export interface Verification {
  version: string;
  checks: Check[];
  isSound: boolean;
}

type Verify = (client: ImportClient, set: StoredSet) => Promise<Check[]>;

/** Rows may not have gone or come since the set was loaded. Areas are sums of floats, so a millionth is allowed. */
function checkUnchanged(set: StoredSet, now: Figures): Check {
  const changed = Object.entries(figuresOf(set.counts)).filter(([name, then]) => {
    const value = now[name];
    return value !== undefined && Math.abs(value - then) > Math.abs(then) * 1e-6;
  });
  const detail = changed.map(([name, then]) => `${name} was ${then} and is ${now[name] ?? "gone"}`).join("; ");
  return changed.length === 0
    ? { name: "unchanged", outcome: "passed", detail: "holds what was loaded" }
    : { name: "unchanged", outcome: "failed", detail };
}

async function verifyPulas(client: ImportClient, set: StoredSet): Promise<Check[]> {
  const m = await measurePulas(client, set.dataSetId);
  const now = { features: m.features, pulas: m.pulas, area_sqm: m.areaSqm, limitations: m.limitations };
  return [
    checkUnchanged(set, now),
    checkLimitationsPresent(m),
    checkPieceArea(m),
    await checkLocation(client, { dataSetId: set.dataSetId, kind: "pula" }),
    ...(await checkPoints(client, set.dataSetId, [])),
  ];
}

async function verifyCounties(client: ImportClient, set: StoredSet): Promise<Check[]> {
  const m = await measureCounties(client, set.dataSetId);
  const now = { counties: m.counties, area_sqm: m.areaSqm };
  return [
    checkUnchanged(set, now),
    checkPieceArea(m),
    await checkLocation(client, { dataSetId: set.dataSetId, kind: "county" }),
    await checkKnownPoints(client, set.dataSetId),
  ];
}

async function verifyCatalogue(client: ImportClient, set: StoredSet): Promise<Check[]> {
  const m = await measureCatalogue(client, set.dataSetId);
  const now = {
    rule_products: m.ruleProducts,
    register_products: m.registerProducts,
    limitation_rules: m.limitationRules,
  };
  return [checkUnchanged(set, now)];
}

async function verifySoil(client: ImportClient, set: StoredSet): Promise<Check[]> {
  const measures = await measureSoil(client, set.dataSetId);
  return [checkUnchanged(set, soilFigures(measures)), checkUnitsPresent(measures)];
}

async function verifyFeatures(client: ImportClient, set: StoredSet): Promise<Check[]> {
  const measures = await measureFeatures(client, set.dataSetId);
  return [
    checkUnchanged(set, featureFigures(measures)),
    checkPieceArea(measures),
    await checkLocation(client, { dataSetId: set.dataSetId, kind: "features" }),
  ];
}

async function verifyBasemap(client: ImportClient, set: StoredSet): Promise<Check[]> {
  return [checkUnchanged(set, basemapFigures(await measureBasemap(client, set.dataSetId)))];
}

const VERIFY: Record<DataSetKind, Verify> = {
  pula: verifyPulas,
  county: verifyCounties,
  catalogue: verifyCatalogue,
  soil: verifySoil,
  features: verifyFeatures,
  basemap: verifyBasemap,
};

/**
 * `data verify`: runs the checks of the set in force again. How old the set is stays as it was: that its rows are whole
 * says nothing about what its publisher has changed since.
 */
export async function verifySet(url: string, kind: DataSetKind): Promise<Verification> {
  return withClient(url, async (client) => {
    await takeLock(client, kind);
    const set = await findActiveSet(client, kind);
    if (set === null) throw new ImportFailure(`no ${kind} set is in force that could be verified`);
    const checks = await VERIFY[kind](client, set);
    return { version: set.version, checks, isSound: failedChecks(checks).length === 0 };
  });
}
