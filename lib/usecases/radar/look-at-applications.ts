import { isDeepStrictEqual } from "node:util";
import type { AskedSet } from "@/lib/data/area-statement";
import { findComputeState, type ComputeState } from "@/lib/data/drift/compute-state";
import { asProvider } from "@/lib/data/db";
import type { LimitedNames } from "@/lib/data/limited-names";
import type { PlannedApplication } from "@/lib/data/radar/planned";
import { findCountiesOfMany, findRegulatedAreasOfMany } from "@/lib/data/regulated-areas";
import type { ApplicationInput } from "@/lib/domain/application";
import type { Assessment } from "@/lib/domain/compliance";
import type { Weather } from "@/lib/domain/drift";
import { ServiceError } from "@/lib/domain/errors";
import type { FieldBoundary } from "@/lib/domain/field";
import type { SuggestedRecheck } from "@/lib/domain/recheck";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { Rulebook } from "@/lib/domain/tables";
import { SOIL_PROCESSING_VERSION } from "@/lib/engine/soil-analysis";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Caches } from "@/lib/runtime/caches";
import type { Deps } from "@/lib/runtime/deps";
import { applicationAsChecked, AS_SAVED } from "@/lib/usecases/applications/drift-buffer/application-now";
import { boundaryOf } from "@/lib/usecases/applications/drift-buffer/assess-now";
import { computedSetup } from "@/lib/usecases/applications/drift-buffer/computed-setup";
import type { SetupPatch } from "@/lib/usecases/applications/drift-buffer/request";
import { asGiven } from "@/lib/usecases/attestations/asked";
import { areaQuery, assessApplication } from "@/lib/usecases/esa-check/check-facts";
import { rateSiblings } from "@/lib/usecases/products/rate-siblings";
import { askedOn, type ResolvedProducts, resolveProducts } from "@/lib/usecases/products/resolve-products";
import { changeBetween } from "@/lib/usecases/radar/compare-answers";

/** One side of a switch: a set that takes the place of the one in force, with everything else as it is now. */
export type LookedAtSet =
  | { kind: "pula"; dataSetId: number; limited: LimitedNames }
  | { kind: "county"; dataSetId: number }
  /** What is read of it is kept apart from what the service itself reads. */
  | { kind: "catalogue"; dataSetId: number; caches: Caches }
  /** The project's own tables, by the day of an application. */
  | { kind: "tables"; rulebookAsOf: (date: string) => Rulebook };

export interface Sides {
  before: LookedAtSet;
  after: LookedAtSet;
}

/** Those of archived fields are looked at too: once a field is back, what was switched meanwhile has to be known. */
const WITH_ARCHIVED = { withArchived: true };

/** An application with what is saved of it, ready to be assessed by any set. */
interface Candidate {
  providerId: string;
  state: ComputeState;
  application: ApplicationInput;
  /** The air of the computation whose setup it is judged in; null: as it was checked, without any. */
  weather: Weather | null;
  boundary: FieldBoundary;
}

/** What became of applications that were looked at; those left out are the same by both. */
export interface Looked {
  rechecks: SuggestedRecheck[];
  /** Those that could not be assessed by both. */
  failed: AskedApplication[];
}

type AskedApplication = Pick<PlannedApplication, "providerId" | "applicationEventId">;

interface Assessed {
  assessment: Assessment;
  counties: string[];
}

/**
 * Planned applications, of any providers, by two sets, with everything else as it is now: what differs is what the set makes
 * of them. Soil is what is stored, on both sides, so that no survey is asked. An application whose answer is the same by
 * both is left out; one that cannot be assessed is named, here and in the log, and keeps no other from being looked at.
 */
export async function lookAtApplications(
  deps: Deps,
  planned: readonly AskedApplication[],
  { before, after }: Sides,
): Promise<Looked> {
  const candidates: Candidate[] = [];
  const failed: AskedApplication[] = [];
  for (const providerId of new Set(planned.map((each) => each.providerId))) {
    const own = planned.filter((each) => each.providerId === providerId);
    const states = await asProvider(deps.db, providerId, async (tx) => {
      const read: (ComputeState | null)[] = [];
      for (const { applicationEventId } of own) {
        read.push(await findComputeState(tx, providerId, applicationEventId, SOIL_PROCESSING_VERSION, WITH_ARCHIVED));
      }
      return read;
    });
    const ready = readCandidates(deps, providerId, states);
    candidates.push(...ready.candidates);
    failed.push(...ready.failed);
  }
  const found = await compareAll(deps, candidates, { before, after });
  const rechecks = onePerApplication(found.rechecks);
  const known = new Set(rechecks.map(({ applicationEventId }) => applicationEventId));
  const unknown = onePerApplication([...failed, ...found.failed]);
  return { rechecks, failed: unknown.filter(({ applicationEventId }) => !known.has(applicationEventId)) };
}

/** An application that was computed is looked at twice, and named once. */
const onePerApplication = <Of extends { applicationEventId: string }>(all: readonly Of[]): Of[] =>
  [...new Map(all.toReversed().map((each) => [each.applicationEventId, each])).values()].toReversed();

/** Left out: what was erased meanwhile, or lost its boundary. */
function readCandidates(
  deps: Deps,
  providerId: string,
  states: readonly (ComputeState | null)[],
): { candidates: Candidate[]; failed: AskedApplication[] } {
  const candidates: Candidate[] = [];
  const failed: AskedApplication[] = [];
  for (const state of states) {
    if (state?.field.boundary == null || state.field.boundaryHash === null) continue;
    try {
      const boundary = boundaryOf(state);
      for (const { setup, weather } of formsOf(state)) {
        candidates.push({ providerId, state, application: applicationAsChecked(state, setup), weather, boundary });
      }
    } catch (error) {
      failed.push(nameFailure(deps, error, { providerId, applicationEventId: state.application.applicationEventId }));
    }
  }
  return { candidates, failed };
}

/** As it was checked and, where a buffer was worked out since, as it was then: by either a set may ask for something else. */
const formsOf = ({ application: { computed } }: ComputeState): { setup: SetupPatch; weather: Weather | null }[] => [
  { setup: AS_SAVED, weather: null },
  ...(computed === null ? [] : [computedSetup(computed)]),
];

async function compareAll(deps: Deps, candidates: readonly Candidate[], { before, after }: Sides): Promise<Looked> {
  const compare = async (all: readonly Candidate[]): Promise<SuggestedRecheck[]> => {
    const some = await inOtherCounties(deps, all, { before, after });
    const first = await assessBy(deps, some, before);
    const second = await assessBy(deps, some, after);
    return some.flatMap((candidate, index) => suggestionOf(candidate, [first[index], second[index]]));
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

function nameFailure(deps: Deps, error: unknown, of: AskedApplication): AskedApplication {
  if (error instanceof ServiceError && error.problem === "dependencyFailed") throw error;
  deps.log.warn({ err: error, ...of }, "the radar could not assess an application");
  return of;
}

function suggestionOf(
  { providerId, state: { application: saved, field }, application, boundary }: Candidate,
  [first, second]: readonly [Assessed | undefined, Assessed | undefined],
): SuggestedRecheck[] {
  if (first === undefined || second === undefined) throw new RangeError("an application was not assessed");
  const change = changeBetween(first.assessment, second.assessment);
  if (change === null) return [];
  const [lon = 0, lat = 0] = boundary.geometry.coordinates[0]?.[0]?.[0] ?? [];
  const { applicationEventId, applicationId, accountId, applicationDate } = saved;
  return [
    {
      providerId,
      applicationEventId,
      applicationId,
      accountId,
      providerFieldId: field.providerFieldId,
      fieldId: field.fieldId,
      applicationDate,
      products: application.products.map(({ epaNumber, productName }) => epaNumber ?? productName),
      counties: second.counties,
      at: [lon, lat],
      change,
    },
  ];
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
      return { assessment: asGiven(result, state).assessment, counties };
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
