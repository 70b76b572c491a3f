import { asProvider } from "@/lib/data/db";
import { findGroupFields, type GroupField } from "@/lib/data/portal/group-fields";
import { scoreSaved, type ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { GroupScope } from "@/lib/usecases/portal/read-group";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** Fields that one page holds: what a retailer plans at once, and what a phone can still show. */
const MOST_FIELDS = 600;

export interface SeasonFacts {
  /** Of the whole group. */
  total: number;
  fields: readonly GroupField[];
  /** The year that is shown. */
  year: number;
  /** Years with applications, the latest first. */
  years: readonly number[];
  /** Of the year that is shown, by the application's id. */
  scored: ReadonlyMap<string, ScoredApplication>;
}

/**
 * The fields of a group with their applications of one year, scored as of now. `year` null is the latest. Three statements,
 * however many fields there are.
 */
export async function readSeason(
  { pass: { deps }, providerId }: PortalSession,
  scope: GroupScope,
  year: number | null,
): Promise<SeasonFacts> {
  const slice = { search: "", wholeUpTo: MOST_FIELDS, offset: 0, limit: MOST_FIELDS };
  const page = await asProvider(
    deps.db,
    providerId,
    (tx) => findGroupFields(tx, providerId, { ...scope, now: deps.clock() }, slice),
    { isolation: "RepeatableRead" },
  );
  const all = page.fields.flatMap(({ applications }) => applications.map(({ saved }) => saved));
  const years = [...new Set(all.map(({ applicationDate }) => yearOf(applicationDate)))].toSorted((a, b) => b - a);
  const shown = years.find((each) => each === year) ?? years[0] ?? deps.clock().getUTCFullYear();
  const ofYear = all.filter(({ applicationDate }) => yearOf(applicationDate) === shown);
  const scored = await scoreSaved(deps, ofYear);
  return {
    total: page.total,
    fields: page.fields,
    year: shown,
    years,
    scored: new Map(scored.map((each) => [each.saved.applicationEventId, each])),
  };
}

const yearOf = (date: string): number => Number(date.slice(0, 4));
