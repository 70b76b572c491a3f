import { isDeepStrictEqual } from "node:util";
import type { AskedSet } from "@/lib/data/area-statement";
import type { ComputeState } from "@/lib/data/drift/compute-state";
import type { LimitedNames } from "@/lib/data/limited-names";
import { findCountiesOfMany, findRegulatedAreasOfMany } from "@/lib/data/regulated-areas";
import type { Assessment } from "@/lib/domain/compliance";
import { ServiceError } from "@/lib/domain/errors";
import type { RecheckChange, SuggestedRecheck } from "@/lib/domain/recheck";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { Rulebook } from "@/lib/domain/tables";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Caches } from "@/lib/runtime/caches";
import type { Deps } from "@/lib/runtime/deps";
import { asGiven } from "@/lib/usecases/attestations/asked";
import { areaQuery, assessApplication } from "@/lib/usecases/esa-check/check-facts";
import { rateSiblings } from "@/lib/usecases/products/rate-siblings";
import { askedOn, type ResolvedProducts, resolveProducts } from "@/lib/usecases/products/resolve-products";
import { type AskedApplication, type Candidate, findCandidates, nameFailure } from "@/lib/usecases/radar/candidates";
import { askedBySoil, changeBetween } from "@/lib/usecases/radar/compare-answers";
import { areChoicesAlike, behindChoices, type BehindChoices } from "@/lib/usecases/radar/compare-choices";
import { changeSince } from "@/lib/usecases/radar/compare-saved";

/** One side of a switch: a set that takes the place of the one in force, with everything else as it is now. */
export type LookedAtSet =
  | { kind: "pula"; dataSetId: number; limited: LimitedNames }
  | { kind: "county"; dataSetId: number }
  /** What is read of it is kept apart from what the service itself reads. */
  | { kind: "catalogue"; dataSetId: number; caches: Caches }
  /** The project's own tables, by the day of an application. */
  | { kind: "tables"; rulebookAsOf: (date: string) => Rulebook };

/** `saved`: the answers as they were given, by code that is no longer here to ask. */
export interface Sides {
  before: LookedAtSet | { kind: "saved" };
  after: LookedAtSet;
}

/** What became of applications that were looked at; those left out are the same by both. */
export interface Looked {
  rechecks: SuggestedRecheck[];
  /** Those that could not be assessed by both. */
  failed: AskedApplication[];
}

interface Assessed {
  assessment: Assessment;
  counties: string[];
  /** What its labels ask by a soil group that is not stored; null: it is. */
  bySoil: string | null;
  choices: BehindChoices;
}

/**
 * Planned applications, of any providers, by two sets, with everything else as it is now: what differs is what the set makes
 * of them; or what was saved of them against a check of today. Soil is what is stored, so that no survey is asked. An application whose
 * answer is the same by both is left out; one that cannot be assessed is named, here and in the log, and keeps no other from being looked at.
 */
export async function lookAtApplications(
  deps: Deps,
  planned: readonly AskedApplication[],
  { before, after }: Sides,
): Promise<Looked> {
  const { candidates, failed } = await findCandidates(deps, planned, { withSaved: before.kind === "saved" });
  const found = await compareAll(deps, candidates, { before, after });
  const rechecks = onePerApplication(found.rechecks);
  const known = new Set(rechecks.map(({ applicationEventId }) => applicationEventId));
  const unknown = onePerApplication([...failed, ...found.failed]);
  return { rechecks, failed: unknown.filter(({ applicationEventId }) => !known.has(applicationEventId)) };
}

/** An application that was computed is looked at twice, and named once: as it was computed, which is the answer that is read of it. */
const onePerApplication = <Of extends { applicationEventId: string }>(all: readonly Of[]): Of[] => [
  ...new Map(all.map((each) => [each.applicationEventId, each])).values(),
];

async function compareAll(deps: Deps, candidates: readonly Candidate[], { before, after }: Sides): Promise<Looked> {
  const compare = async (all: readonly Candidate[]): Promise<SuggestedRecheck[]> => {
    const some = await inOtherCounties(deps, all, { before, after });
    const first = before.kind === "saved" ? null : await assessBy(deps, some, before);
    const second = await assessBy(deps, some, after);
    return some.flatMap((candidate, index) => {
      const now = at(second, index);
      const change = first === null ? sinceSaved(candidate, now) : changeOf(at(first, index), now);
      return change === null ? [] : [suggestionOf(candidate, now, change)];
    });
  };
  try {
    return { rechecks: await compare(candidates), failed: [] };
  } catch (error) {
    if (isPassing(error)) throw error;
    // One of them cannot be assessed: the others are, one by one.
    const rechecks: SuggestedRecheck[] = [];
    const failed: AskedApplication[] = [];
    for (const candidate of candidates) {
      const { providerId } = candidate;
      const { applicationEventId } = candidate.state.application;
      try {
        rechecks.push(...(await compare([candidate])));
      } catch (reason) {
        failed.push(nameFailure(deps, reason, { providerId, applicationEventId }));
      }
    }
    return { rechecks, failed };
  }
}

const changeOf = (before: Assessed, after: Assessed): RecheckChange | null =>
  changeBetween(
    before.assessment,
    after.assessment,
    before.bySoil === after.bySoil && areChoicesAlike(before.choices, after.choices),
  );

/** Where county lines were switched: those whose counties are not the same by both. All of them otherwise. */
async function inOtherCounties(
  deps: Deps,
  candidates: readonly Candidate[],
  { before, after }: Sides,
): Promise<readonly Candidate[]> {
  if (before.kind !== "county" || after.kind !== "county") return candidates;
  const queries = candidates.map((candidate) => ({ ...placeOf(candidate), registrations: [], ingredients: [] }));
  const first = await findCountiesOfMany(deps.db, queries, before.dataSetId);
  const second = await findCountiesOfMany(deps.db, queries, after.dataSetId);
  return candidates.filter((_, index) => !isDeepStrictEqual(at(first, index), at(second, index)));
}

/** The database is away or busy: the whole run is tried again. */
const isPassing = (error: unknown): boolean =>
  error instanceof ServiceError && (error.problem === "dependencyFailed" || error.problem === "processingConflict");

/** Left out: what was erased between two readings. */
function sinceSaved({ saved, weather, state }: Candidate, { assessment }: Assessed): RecheckChange | null {
  if (saved === null) return null;
  return changeSince(saved, assessment, {
    isAsChecked: weather === null,
    isAsLastJudged: isAsLastJudged({ weather, state }),
  });
}

/** As it was computed, or as it was checked where it was not computed since: the answer that is read of it. */
const isAsLastJudged = ({ weather, state }: Pick<Candidate, "weather" | "state">): boolean =>
  weather !== null || state.application.computed === null;

function suggestionOf(
  { providerId, state: { application: saved, field }, application, boundary }: Candidate,
  { counties }: Assessed,
  change: RecheckChange,
): SuggestedRecheck {
  const [lon = 0, lat = 0] = boundary.geometry.coordinates[0]?.[0]?.[0] ?? [];
  const { applicationEventId, applicationId, accountId, applicationDate } = saved;
  return {
    providerId,
    applicationEventId,
    applicationId,
    accountId,
    providerFieldId: field.providerFieldId,
    fieldId: field.fieldId,
    applicationDate,
    products: application.products.map(({ epaNumber, productName }) => epaNumber ?? productName),
    counties,
    at: [lon, lat],
    change,
  };
}

const SHOWN = { withGeometry: false, withShare: false };

/** What the radar asks is no caller's demand, so nothing is counted beside it. */
const depsFor = (deps: Deps, set: LookedAtSet): Deps => ({
  ...deps,
  aside: () => undefined,
  ...(set.kind === "catalogue" ? { caches: set.caches } : {}),
});

const rulesOf = (set: LookedAtSet): ((date: string) => Rulebook) =>
  set.kind === "tables" ? set.rulebookAsOf : rulebookAsOf;

const asksOfSet = (set: LookedAtSet) => ({
  rules: rulesOf(set),
  catalogueSetId: set.kind === "catalogue" ? set.dataSetId : null,
  ...(set.kind === "pula" ? { limited: set.limited } : {}),
});

const placeOf = ({ application, boundary }: Candidate) => ({
  boundary: boundary.geometry,
  searchMiles: 0,
  onDate: application.applicationDate,
  ...SHOWN,
});

/** What the area statement asks in place of a set that is in force. */
const insteadOf = (set: LookedAtSet): AskedSet | null =>
  set.kind === "pula" || set.kind === "county" ? { kind: set.kind, dataSetId: set.dataSetId } : null;

async function assessBy(own: Deps, candidates: readonly Candidate[], set: LookedAtSet): Promise<Assessed[]> {
  if (candidates.length === 0) return [];
  const deps = depsFor(own, set);
  const asksOf = asksOfSet(set);
  const resolved: ResolvedProducts[] = [];
  for (const { application } of candidates) {
    const asked = askedOn(application.applicationDate, application.products);
    resolved.push(await resolveProducts(deps, asked, asksOf));
  }
  const siblings = await rateSiblings(
    deps,
    candidates.map(({ state: { siblingMixes } }, index) => ({ ...at(resolved, index), siblingMixes })),
    asksOf,
  );
  const queries = candidates.map((candidate, index) => {
    return areaQuery(placeOf(candidate), candidate.application.products, at(resolved, index));
  });
  const areas = await findRegulatedAreasOfMany(deps.db, queries, SHOWN, insteadOf(set));
  return Promise.all(
    candidates.map(async ({ state, application, weather, boundary }, index) => {
      const result = await assessApplication(deps, {
        application,
        ...(weather === null ? {} : { weather }),
        resolved: at(resolved, index),
        rulebook: rulesOf(set)(application.applicationDate),
        areas: at(areas, index),
        soil: storedSoilOf(state),
        selections: state.selections,
        siblings: at(siblings, index),
        savedExemption: state.application.exemption,
        boundary,
      });
      const counties = at(areas, index).counties.map(({ geoId }) => geoId);
      const bySoil = state.soil.analysis === null ? askedBySoil(at(resolved, index).products) : null;
      const choices = behindChoices(result, { isRead: isAsLastJudged({ weather, state }) });
      return { assessment: asGiven(result, state).assessment, counties, bySoil, choices };
    }),
  );
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError("fewer answers than questions");
  return item;
}

const storedSoilOf = ({ soil: { analysis } }: ComputeState): SoilOutcome =>
  analysis === null
    ? { status: "unavailable", summary: null, version: null }
    : { status: "reused", summary: analysis.summary, version: analysis.version };
