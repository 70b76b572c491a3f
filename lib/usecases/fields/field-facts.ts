import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import type { County, FieldBoundary } from "@/lib/domain/field";
import { issue, type Issue } from "@/lib/domain/issues";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { Rulebook } from "@/lib/domain/tables";
import { hasUnresolvedCounty } from "@/lib/engine/runoff/auto-credits";
import type { Deps } from "@/lib/runtime/deps";

/** PULAs and counties of a field on a day, for work that names no product. */
export async function findFieldAreas(deps: Deps, boundary: FieldBoundary, onDate: string): Promise<RegulatedAreas> {
  return findRegulatedAreas(deps.db, {
    boundary: boundary.geometry,
    searchMiles: 0,
    onDate,
    registrations: [],
    ingredients: [],
    withGeometry: false,
    withShare: false,
  });
}

/** The counties with their runoff class; null where there is none. */
export const classify = ({ counties }: RegulatedAreas, rulebook: Rulebook): County[] =>
  counties.map((county) => ({ ...county, mitigationPoints: rulebook.countyPoints.get(county.geoId) ?? null }));

/** Counties to list: those with a class. Of one without, the answer says so instead of listing it. */
export const listedCounties = (counties: readonly County[]): County[] =>
  counties.filter(({ mitigationPoints }) => mitigationPoints !== null);

export const countyIssues = (counties: readonly County[]): Issue[] =>
  hasUnresolvedCounty(counties) ? [issue("COUNTY_CLASS_UNRESOLVED")] : [];
