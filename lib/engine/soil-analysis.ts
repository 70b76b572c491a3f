import { NO_DATA, type SoilGroup, type SoilShare, type SoilSummary } from "@/lib/domain/soil";
import type { MapUnitShare } from "@/lib/domain/soil-survey";
import { BETWEEN_NAMES, isUnsurveyed } from "@/lib/engine/soil-names";

/**
 * Raised when the same ground and the same survey would be summarised otherwise; older analyses are then stale. Ground that was not
 * surveyed stood under `none` until November 2026 and stands under `no_data` since, which is judged alike by its names (soil-group.ts).
 */
export const SOIL_PROCESSING_VERSION = 3;

/** Key of area whose map unit has no group: water, urban land, and soils that the survey gives none. */
export const NO_GROUP = "none";

/** Groups from dry to wet: by the letter a group counts as, then a dual group before its undrained letter. */
const DRY_TO_WET: readonly SoilGroup[] = ["A", "A/B", "B", "C", "A/D", "B/D", "C/D", "D"];
/** A unit without a name beside one that has one. */
const UNNAMED_UNIT = "no name";
/** Areas closer than this share of the field are equal: they come out of clipping, which moves edges by a nanometre. */
const SAME_SHARE = 1e-6;
/** The slope of a field is known when the survey gives slopes for at least this share of it. */
const SLOPE_DATA_SHARE = 0.5;
/** Ground left between polygons that share an edge; below this share of the field it is no gap in the survey. */
const SLIVER_SHARE = 1e-5;

/**
 * What the map units inside a boundary say of the field: area by group and by map unit, dominant group, mean slope.
 *
 * Units: square meters in and out; percentages are of the field's area and add up to 100; slope in percent.
 * Source: docs/contract.md, Fields and soil; the interface "Soil data".
 * Missing data: a map unit without a group counts as `none`; ground without a map unit, with one that was not surveyed, and
 * ground that no polygon covers, as `no_data`. Dual groups stay as the survey writes them. Polygons that cover more than the field (a survey
 * that overlaps itself) are scaled down to it.
 * Throws RangeError on an area that is negative or not finite, and on a field without area.
 */
export function summarizeSoil(totalAreaSqm: number, shares: readonly MapUnitShare[]): SoilSummary {
  if (!(totalAreaSqm > 0) || !Number.isFinite(totalAreaSqm)) {
    throw new RangeError(`totalAreaSqm must be a finite number above 0, got ${totalAreaSqm}`);
  }
  const units = fitted(totalAreaSqm, shares);
  const byGroup = new Map<string, number>();
  const byMapUnit = new Map<string, MapUnitEntry>();
  let coveredSqm = 0;
  for (const unit of units) {
    coveredSqm += unit.areaSqm;
    add(byGroup, groupKey(unit), unit.areaSqm);
    addMapUnit(byMapUnit, unit);
  }
  const gapSqm = totalAreaSqm - coveredSqm;
  if (gapSqm > totalAreaSqm * SAME_SHARE) {
    add(byGroup, NO_DATA, gapSqm);
    addMapUnit(byMapUnit, {
      mukey: "",
      hasMapUnit: false,
      areaSqm: gapSqm,
      musym: null,
      muname: null,
      hydgrpdcd: null,
    });
  }
  const share = (areaSqm: number): SoilShare => ({ areaSqm, percentage: (100 * areaSqm) / totalAreaSqm });
  return {
    dominantGroup: dominantGroup(byGroup, totalAreaSqm),
    slopePct: weightedSlope(units, totalAreaSqm),
    totalAreaSqm,
    byGroup: Object.fromEntries([...byGroup].map(([group, areaSqm]) => [group, share(areaSqm)])),
    byMapUnit: Object.fromEntries(
      [...byMapUnit].map(([musym, { areaSqm, sqmByName, group }]) => [
        musym,
        { ...share(areaSqm), muname: namesOf(sqmByName), group },
      ]),
    ),
  };
}

const groupKey = (unit: MapUnitShare): string =>
  unit.hasMapUnit && !isUnsurveyed(unit) ? (unit.hydgrpdcd ?? NO_GROUP) : NO_DATA;

/**
 * The group most of a field belongs to.
 *
 * Units: square meters. Source: docs/contract.md, Fields and soil: a tie goes to the wetter letter.
 * Missing data: null when the area under `none` and `no_data` together is larger than the largest group's, and when
 * no area has a group. Throws: never.
 */
export function dominantGroup(byGroup: ReadonlyMap<string, number>, totalAreaSqm: number): SoilGroup | null {
  const tolerance = totalAreaSqm * SAME_SHARE;
  const known = DRY_TO_WET.map((group) => ({ group, areaSqm: byGroup.get(group) ?? 0 }));
  const largestSqm = Math.max(...known.map(({ areaSqm }) => areaSqm));
  const unknownSqm = (byGroup.get(NO_GROUP) ?? 0) + (byGroup.get(NO_DATA) ?? 0);
  if (largestSqm <= 0 || unknownSqm > largestSqm + tolerance) return null;
  return known.findLast(({ areaSqm }) => areaSqm > 0 && areaSqm >= largestSqm - tolerance)?.group ?? null;
}

/** Area-weighted over the units with a slope; null unless they are at least half of the field. */
function weightedSlope(units: readonly MapUnitShare[], totalAreaSqm: number): number | null {
  let areaSqm = 0;
  let weighted = 0;
  for (const unit of units) {
    if (!unit.hasMapUnit || unit.slopegradwta === null) continue;
    areaSqm += unit.areaSqm;
    weighted += unit.areaSqm * unit.slopegradwta;
  }
  return areaSqm > 0 && areaSqm >= totalAreaSqm * (SLOPE_DATA_SHARE - SAME_SHARE) ? weighted / areaSqm : null;
}

/** The shares as they are, or scaled to the field where they cover more than it or all of it but slivers. */
function fitted(totalAreaSqm: number, shares: readonly MapUnitShare[]): MapUnitShare[] {
  for (const { mukey, areaSqm } of shares) {
    if (areaSqm >= 0 && Number.isFinite(areaSqm)) continue;
    throw new RangeError(`areaSqm of map unit ${mukey} must be a finite number >= 0, got ${areaSqm}`);
  }
  const coveredSqm = shares.reduce((sum, { areaSqm }) => sum + areaSqm, 0);
  const isWhole = coveredSqm > 0 && coveredSqm >= totalAreaSqm * (1 - SLIVER_SHARE);
  const factor = isWhole ? totalAreaSqm / coveredSqm : 1;
  return shares.map((unit) => ({ ...unit, areaSqm: unit.areaSqm * factor }));
}

const add = (areas: Map<string, number>, key: string, areaSqm: number): void => {
  areas.set(key, (areas.get(key) ?? 0) + areaSqm);
};

interface MapUnitEntry {
  areaSqm: number;
  sqmByName: Map<string, number>;
  group: SoilGroup | null;
}

/** Two survey areas may use one symbol for two units; they are one entry, with the names of both. */
function addMapUnit(entries: Map<string, MapUnitEntry>, unit: MapUnitNamed): void {
  const key = unit.hasMapUnit ? (unit.musym ?? unit.mukey) : NO_DATA;
  const group = unit.hasMapUnit ? unit.hydgrpdcd : null;
  const entry = entries.get(key) ?? { areaSqm: 0, sqmByName: new Map<string, number>(), group };
  entry.areaSqm += unit.areaSqm;
  entry.group = wetterOf(entry.group, group);
  if (unit.hasMapUnit && unit.areaSqm > 0) add(entry.sqmByName, unit.muname ?? UNNAMED_UNIT, unit.areaSqm);
  entries.set(key, entry);
}

/** No group may be any. */
const wetterOf = (one: SoilGroup | null, other: SoilGroup | null): SoilGroup | null => {
  if (one === null || other === null) return null;
  return DRY_TO_WET.indexOf(one) >= DRY_TO_WET.indexOf(other) ? one : other;
};

type MapUnitNamed = Pick<MapUnitShare, "mukey" | "hasMapUnit" | "areaSqm" | "musym" | "muname" | "hydgrpdcd">;

/** The larger first; null where none has a name. */
function namesOf(sqmByName: ReadonlyMap<string, number>): string | null {
  const names = [...sqmByName].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  return names.every((name) => name === UNNAMED_UNIT) ? null : names.join(BETWEEN_NAMES);
}
