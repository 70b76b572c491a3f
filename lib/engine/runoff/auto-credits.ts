import type { County, MitigationPoints } from "@/lib/domain/field";
import type { AutoCreditRow, AutoCreditTable, Selection } from "@/lib/domain/mitigation";
import type { SoilSummary } from "@/lib/domain/soil";
import { countedGroup, openGroups } from "@/lib/engine/soil-group";

/** The county that decides the credit: the one with the fewest points. */
export interface DecidingCounty {
  name: string;
  points: MitigationPoints;
}

/**
 * Which county's runoff class a field is held to.
 *
 * A field across several counties is held to the most vulnerable one. Missing data: one county without a class
 * leaves the whole field without a county credit, because that class might be the lowest; so does no county.
 */
export function decidingCounty(counties: readonly County[]): DecidingCounty | null {
  let lowest: DecidingCounty | null = null;
  for (const { countyName, mitigationPoints } of counties) {
    if (mitigationPoints === null) return null;
    if (lowest === null || mitigationPoints < lowest.points) lowest = { name: countyName, points: mitigationPoints };
  }
  return lowest;
}

/** Whether a county credit may be missing: a county without a class, or none found at all. */
export const hasUnresolvedCounty = (counties: readonly County[]): boolean =>
  counties.length === 0 || counties.some(({ mitigationPoints }) => mitigationPoints === null);

/** Whether a soil credit may be missing: ground of an unknown group decides whether the field earns one. */
export function mayLackSoilCredit({ rows }: AutoCreditTable, soil: SoilSummary | null): boolean {
  const [open, counted] = [openGroups(soil), countedGroup(soil)];
  return rows.some(({ source, when }) => {
    const earning = source === "soil" ? (when.hydrologicGroupIn ?? []) : [];
    return open.some((group) => earning.includes(group)) && (counted === null || !earning.includes(counted));
  });
}

/**
 * Runoff credits a field earns from where it lies, before anyone selects a measure.
 *
 * Units: slope in percent (rise over run × 100); county points are unitless, one of 0, 2, 3, 6.
 * Source: the `epa-runoff-auto-credits` table, whose rows carry the citations.
 * Missing data: with `soil` null the slope and soil credits are left out, so the result is a lower bound; the
 * caller reports SOIL_UNAVAILABLE. A null slope or group inside `soil` leaves out that credit alone.
 * Throws RangeError on a negative or non-finite slope, which no survey row can produce.
 */
export function autoCredits(
  table: AutoCreditTable,
  facts: { soil: SoilSummary | null; counties: readonly County[]; onDate: string },
): Selection[] {
  const slopePct = facts.soil?.slopePct ?? null;
  if (slopePct !== null && !(slopePct >= 0 && Number.isFinite(slopePct))) {
    throw new RangeError(`slopePct must be a finite number >= 0, got ${slopePct}`);
  }
  const group = countedGroup(facts.soil);
  const county = decidingCounty(facts.counties);
  const applies: Record<AutoCreditRow["source"], (when: AutoCreditRow["when"]) => boolean> = {
    always: () => true,
    slope: (when) => slopePct !== null && isWithin(slopePct, when),
    county: (when) => county !== null && when.countyPoints === county.points,
    soil: ({ hydrologicGroupIn }) => group !== null && (hydrologicGroupIn ?? []).includes(group),
  };
  return table.rows
    .filter((row) => applies[row.source](row.when))
    .map(({ subOptionId, source }) => ({
      system: "epa_runoff",
      subOptionId,
      source,
      implementationDate: source === "county" ? facts.onDate : null,
      notes: source === "county" && county !== null ? countyNote(county.name) : null,
    }));
}

/** The note of a credit that the county earns. */
export const countyNote = (name: string): string => `County: ${name}`;

/** Whether a saved selection is this credit, given before for the same reason: it stays, with the day it was first given. */
export const isSameCredit = (saved: Selection, credit: Selection): boolean =>
  saved.system === credit.system &&
  saved.subOptionId === credit.subOptionId &&
  saved.source === credit.source &&
  saved.notes === credit.notes;

/** Averaging may move a slope by this share: units of 3 % each come to 2.9999999999999996 together. */
const SLOPE_ROUNDING = 1e-9;

const isWithin = (slopePct: number, { slopePctBelow, slopePctAtMost }: AutoCreditRow["when"]): boolean =>
  (slopePctBelow !== undefined && slopePct < slopePctBelow * (1 - SLOPE_ROUNDING)) ||
  (slopePctAtMost !== undefined && slopePct <= slopePctAtMost * (1 + SLOPE_ROUNDING));
