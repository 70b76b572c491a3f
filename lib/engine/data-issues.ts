import { utcDay } from "@/lib/domain/calendar";
import type { County } from "@/lib/domain/field";
import { issue, type Issue } from "@/lib/domain/issues";
import type { AssessmentFacts, StaleAfterDays } from "@/lib/engine/facts";

const DAY_MS = 86_400_000;
const STALE_AFTER_DAYS: StaleAfterDays = { inform: 7, block: 35 };
const BULLETIN_MONTHS = 6;

/** What is missing or old in the data an assessment rests on. */
export function dataIssues(
  { now, application, areas, staleAfterDays }: AssessmentFacts,
  counties: readonly County[],
): Issue[] {
  const { pulaSet } = areas;
  const found: Issue[] = [];
  if (pulaSet?.coversField !== true) found.push(issue("PULA_COVERAGE_MISSING"));
  const unclassed = counties
    .filter((county) => county.mitigationPoints === null)
    .map(({ geoId, countyName }) => ({ geoId, name: countyName }));
  if (counties.length === 0) found.push(issue("COUNTY_CLASS_UNRESOLVED", { particulars: { isNoneFound: true } }));
  else if (unclassed.length > 0) {
    found.push(issue("COUNTY_CLASS_UNRESOLVED", { particulars: { counties: unclassed } }));
  }
  if (pulaSet !== null) found.push(...staleness(pulaSet.verifiedAt, now, staleAfterDays ?? STALE_AFTER_DAYS));
  if (application.applicationDate > monthsLater(now, BULLETIN_MONTHS)) found.push(issue("BULLETIN_EXPIRES"));
  return found;
}

/** Days since a set was confirmed with its publisher; infinite when it never was. */
export const ageInDays = (verifiedAt: Date | null, now: Date): number =>
  verifiedAt === null ? Number.POSITIVE_INFINITY : (now.getTime() - verifiedAt.getTime()) / DAY_MS;

/** What the age of PULA data does to an answer: first it informs, then it blocks a pass. */
export function staleness(verifiedAt: Date | null, now: Date, { inform, block }: StaleAfterDays): Issue[] {
  const days = ageInDays(verifiedAt, now);
  if (days <= inform && days <= block) return [];
  return [issue("DATA_SET_STALE", days > block ? { blocks: true } : {})];
}

/** The day so many calendar months later (`YYYY-MM-DD`); the last day of a shorter month. */
function monthsLater(now: Date, months: number): string {
  const target = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return utcDay(target);
}
