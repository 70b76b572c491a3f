import { asProviderPlainly } from "@/lib/data/plain-statements";
import { findSeasonFields, type SeasonField } from "@/lib/data/portal/season-fields";
import { withBufferChanges } from "@/lib/usecases/applications/buffer-changes";
import { scoreSaved, type ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { GroupScope } from "@/lib/usecases/portal/read-group";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { findOutdatedOfMany, type Outdated } from "@/lib/usecases/radar/find-outdated";

export type { SeasonField };

/** Fields that one page holds: what a retailer plans at once, and what a phone can still show. */
const MOST_FIELDS = 600;

export interface SeasonFacts {
  /** Of the whole group. */
  total: number;
  /** With their applications of the year that is shown. */
  fields: readonly SeasonField[];
  /** The year that is shown. */
  year: number;
  /** Years with applications, the latest first. */
  years: readonly number[];
  /** Longitude and latitude beside the first field; null: not known. */
  place: [lon: number, lat: number] | null;
  /** By the application's id. */
  scored: ReadonlyMap<string, ScoredApplication>;
  /** Those whose answer newer data make another one, or may, by the application's id. */
  outdated: ReadonlyMap<string, Outdated>;
}

/**
 * The fields of a group with their applications of one year, scored as of now. `year` null is that of the next one, or the
 * latest where none is to come. A few statements,
 * however many fields there are.
 */
export async function readSeason(
  { pass: { deps }, providerId }: PortalSession,
  scope: GroupScope,
  year: number | null,
): Promise<SeasonFacts> {
  const group = { ...scope, now: deps.clock() };
  const found = await asProviderPlainly(deps.db, providerId, (tx) =>
    findSeasonFields(tx, providerId, group, { year, limit: MOST_FIELDS }),
  );
  const { total, years, place } = found;
  const fields = await withBufferChanges(deps, providerId, found.fields);
  const applications = fields.flatMap((field) => field.applications.map(({ saved }) => saved));
  const scored = await scoreSaved(deps, applications);
  const outdated = await findOutdatedOfMany(deps, providerId, applications);
  return {
    ...{ total, years, place, fields, outdated },
    year: found.year ?? deps.clock().getUTCFullYear(),
    scored: new Map(scored.map((each) => [each.saved.applicationEventId, each])),
  };
}
