import { FEATURE_REACH_FT, featureFacts } from "@/lib/data/drift/features-near";
import type { ComputeState } from "@/lib/data/drift/compute-state";
import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import type { ApplicationInput } from "@/lib/domain/application";
import type { Assessment, RunoffEntry } from "@/lib/domain/compliance";
import type { DriftComputation, Weather } from "@/lib/domain/drift";
import { ServiceError } from "@/lib/domain/errors";
import type { RuleExplained } from "@/lib/domain/explanation";
import type { FieldBoundary } from "@/lib/domain/field";
import { isIncomplete, issue, type Issue } from "@/lib/domain/issues";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { AssessmentResult } from "@/lib/engine/assess";
import { confirmedPart } from "@/lib/engine/attestations/figures";
import { mergeIssues } from "@/lib/domain/merge-issues";
import { overallStatus } from "@/lib/engine/overall";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import { asGiven, placementAnswersOf } from "@/lib/usecases/attestations/asked";
import { placeBuffers, type ThreadFacts } from "@/lib/usecases/applications/drift-buffer/place-buffers";
import { areaQuery, assessApplication, type GatheredFacts } from "@/lib/usecases/esa-check/check-facts";
import { rateSiblings } from "@/lib/usecases/products/rate-siblings";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";

/** What a computation is given beside the saved data. */
export interface Moment {
  application: ApplicationInput;
  weather: Weather;
  withWindRose: boolean;
  /** Asks for the ground of the view over all winds too. It is never saved. */
  withRoseGround?: boolean;
  withExplanation: boolean;
}

interface AssessContext {
  deps: Deps;
  provider: { providerId: string };
  signal: AbortSignal;
}

export interface AssessedNow {
  /** As the applicator attested it, where that counts. */
  assessment: Assessment;
  computation: DriftComputation;
  /** The same without what the applicator attested, on the same buffers. */
  found: Assessment;
  /** The answers that the buffers rest on. */
  answers: string[];
}

/** The field's boundary, without which there is nowhere to place a buffer. */
export function boundaryOf({ field }: ComputeState): FieldBoundary {
  if (field.boundary === null || field.boundaryHash === null) {
    throw new ServiceError("noFieldGeometry", "The field has no active boundary. Submit the application again.");
  }
  return { geometry: field.boundary, hash: field.boundaryHash };
}

/**
 * The whole assessment with wind and setup known: a check as it would be made now, and on it the buffers of this
 * moment. Reads PULAs and counties, and nothing else of the database once products and rules are known.
 */
export async function assessNow(
  { deps, provider, signal }: AssessContext,
  state: ComputeState,
  moment: Moment,
  findSoil: (boundary: FieldBoundary) => Promise<SoilOutcome>,
): Promise<AssessedNow> {
  const found = await assessAsOfNow({ deps, signal }, state, moment, findSoil);
  return withBuffers({ deps, provider, signal }, state, { moment, found });
}

/** A check of the saved application as it would be made now, without what the applicator attested. */
export async function assessAsOfNow(
  { deps, signal }: Pick<AssessContext, "deps" | "signal">,
  state: ComputeState,
  { weather, ...asked }: Pick<Moment, "application" | "withExplanation"> & { weather?: Weather },
  findSoil: (boundary: FieldBoundary) => Promise<SoilOutcome>,
): Promise<AssessmentResult> {
  const facts = await gatherFacts({ deps, signal }, state, asked, findSoil);
  return assessApplication(deps, { ...facts, ...(weather === undefined ? {} : { weather }) });
}

/** What is known of an application on its day, whatever the weather. */
export async function gatherFacts(
  { deps, signal }: Pick<AssessContext, "deps" | "signal">,
  state: ComputeState,
  moment: Pick<Moment, "application" | "withExplanation">,
  findSoil: (boundary: FieldBoundary) => Promise<SoilOutcome>,
): Promise<Omit<GatheredFacts, "weather">> {
  const { application } = moment;
  const boundary = boundaryOf(state);
  const rulebook = rulebookAsOf(application.applicationDate);
  const resolved = await resolveProducts(deps, askedOn(application.applicationDate, application.products));
  const place = {
    boundary: boundary.geometry,
    searchMiles: 0,
    onDate: application.applicationDate,
    withGeometry: state.application.hasGeometry,
    withShare: moment.withExplanation,
  };
  const [siblings = []] = await rateSiblings(deps, [{ ...resolved, siblingMixes: state.siblingMixes }]);
  const areas = await findRegulatedAreas(deps.db, areaQuery(place, application.products, resolved));
  signal.throwIfAborted();
  const soil = await findSoil(boundary);
  signal.throwIfAborted();
  return {
    application,
    resolved,
    rulebook,
    areas,
    soil,
    selections: state.selections,
    siblings,
    savedExemption: state.application.exemption,
    boundary,
  };
}

interface Gathered {
  moment: Moment;
  /** Without what the applicator attested. */
  found: AssessmentResult;
}

async function withBuffers(
  { deps, provider, signal }: AssessContext,
  state: ComputeState,
  { moment, found }: Gathered,
): Promise<AssessedNow> {
  const result = asGiven(found, state);
  const changed = changedBoundary(state);
  const assessment = leftOpenAll(result.assessment, changed);
  const facts = {
    ...driftFactsOf(state, moment, { result, assessment }),
    rest: { statuses: assessment.runoff.map(({ status }) => status), issues: restOf(assessment, changed) },
    withWindRose: moment.withWindRose,
    ...(moment.withRoseGround === true ? { withRoseGround: true } : {}),
  };
  const computation = await placeBuffers({ deps, providerId: provider.providerId, signal }, facts);
  const answered = withComputation(assessment, computation, { state, changed });
  return {
    computation: { ...computation, status: answered.status },
    assessment: answered,
    found: result === found ? answered : unanswered({ found, result }, computation, { state, changed }),
    answers: placementAnswersOf(found, state),
  };
}

/** What a placement reads of an application in one wind. */
export function driftFactsOf(
  state: ComputeState,
  { application, weather }: Pick<Moment, "application" | "weather">,
  { result, assessment }: { result: AssessmentResult; assessment: Assessment },
): Omit<ThreadFacts, "rest" | "withWindRose"> {
  const { method, gpa, dropletSize, boomHeight, applicationDate } = application;
  const { geometry, hash } = boundaryOf(state);
  return {
    checkedAt: assessment.calculatedAt,
    boundary: geometry,
    ...result.driftRules,
    setup: { method, gpa, dropletSize, boomHeight },
    weather,
    claims: state.claims,
    features: featureFacts(state.features, state.drawn, hash),
    downslopeLines: state.downslopeLines,
    rulesAsOf: applicationDate,
  };
}

/** The assessment without answers; where these buffers rest on confirmed figures, what is kept for them has the buffers. */
function unanswered(
  { found, result }: { found: AssessmentResult; result: AssessmentResult },
  computation: DriftComputation,
  context: { state: ComputeState; changed: readonly Issue[] },
): Assessment {
  const assessment = withoutAnswers({ found, result }, computation, context);
  const confirmed = result.whenConfirmed;
  if (confirmed === null || !result.restsOnFigures) return assessment;
  const placed = withoutAnswers({ found: confirmed, result }, computation, context);
  return { ...assessment, whenConfirmed: confirmedPart({ ...confirmed, assessment: placed }) };
}

/** The assessment without answers: what rests on an answer alone is left out, so that it goes when the answer is taken back. */
function withoutAnswers(
  { found, result }: { found: AssessmentResult; result: AssessmentResult },
  computation: DriftComputation,
  context: { state: ComputeState; changed: readonly Issue[] },
): Assessment {
  const known = new Set(found.assessment.issues.map((each) => JSON.stringify(each)));
  const told = new Set(
    result.driftRules.labelIssues.map((each) => JSON.stringify(each)).filter((text) => !known.has(text)),
  );
  const issues = computation.issues.filter((each) => !told.has(JSON.stringify(each)));
  return withComputation(leftOpenAll(found.assessment, context.changed), { ...computation, issues }, context);
}

export const leftOpenAll = (assessment: Assessment, changed: readonly Issue[]): Assessment => ({
  ...assessment,
  runoff: assessment.runoff.map((entry) => leftOpen(entry, changed)),
});

/** What stands in the way beside the buffers. */
const restOf = ({ issues }: Assessment, changed: readonly Issue[]): Issue[] =>
  [...issues, ...changed].filter(({ code }) => code !== "DRIFT_CONDITIONS_UNVERIFIED");

/** An assessment with the buffers of this moment. */
function withComputation(
  assessment: Assessment,
  computation: DriftComputation,
  { state, changed }: { state: ComputeState; changed: readonly Issue[] },
): Assessment {
  // A placement answers the question that intake left open; while none could be made, it stays open.
  const isPlaced = computation.hasTreatableArea !== null;
  const open = isPlaced ? [] : assessment.drift.issues.filter(({ code }) => code === "DRIFT_CONDITIONS_UNVERIFIED");
  const issues = mergeIssues([...restOf(assessment, changed), ...open, ...computation.issues]);
  const statuses = assessment.runoff.map(({ status }) => status);
  return {
    ...assessment,
    status: overallStatus([...statuses, computation.driftStatus], issues),
    processingComplete: !issues.some(isIncomplete),
    issues,
    drift: {
      ...assessment.drift,
      status: computation.driftStatus,
      issues: mergeIssues([...computation.issues, ...open]),
    },
    explanation: [...assessment.explanation, ...computation.explanation, featureNote(state, computation)],
  };
}

/** Requirements were saved for another boundary; they hold again once the application has been checked on this one. */
export const changedBoundary = ({ application, field }: ComputeState): Issue[] =>
  application.boundaryHash === field.boundaryHash
    ? []
    : [issue("APPLICATION_PROCESSING_INCOMPLETE", { particulars: { isBoundaryChanged: true } })];

/** As the saved compliance answers it: what was asked for on another boundary is not judged; an exemption stands. */
const leftOpen = (entry: RunoffEntry, changed: readonly Issue[]): RunoffEntry =>
  changed.length === 0 || entry.exempt
    ? entry
    : { ...entry, status: "indeterminate", issues: mergeIssues([...entry.issues, ...changed]) };

/** What ground beside the field was looked at, how much of it is only drawn by a width that someone supposed, and what was drawn by hand. */
function featureNote({ features }: ComputeState, computation: DriftComputation): RuleExplained {
  const { version } = features;
  return {
    ruleId: "drift:features",
    result: "applied",
    says: {
      kind: "ground",
      isUnknown: version === null,
      reachFt: FEATURE_REACH_FT,
      managed: computation.exclusionFeatureCount,
      protected: computation.nonManagedFeatureCount,
      supposed: (features.features ?? []).filter(({ isByDefaultWidth }) => isByDefaultWidth).length,
      ...(computation.drawnGround.length === 0 ? {} : { drawn: computation.drawnGround }),
    },
    document: null,
    section: null,
    documentDate: null,
    evidence: null,
    checkedOn: null,
    dataSet: version,
    sharePct: null,
  };
}
