import { v7 as uuidv7 } from "uuid";
import { applicationIdentity, type ClaimIdentity } from "@/lib/data/claims";
import { findComputeState, type ComputeState } from "@/lib/data/drift/compute-state";
import { saveComputation } from "@/lib/data/drift/save-computation";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import type { ApplicationInput } from "@/lib/domain/application";
import type { Weather } from "@/lib/domain/drift";
import type { ComputationInputs, SavedComputation } from "@/lib/domain/drift-saved";
import type { Provider } from "@/lib/domain/provider";
import { PLACEMENT_RULES } from "@/lib/domain/versions";
import { computedTargets } from "@/lib/engine/runoff/as-computed";
import { SOIL_PROCESSING_VERSION } from "@/lib/engine/soil-analysis";
import type { Deps } from "@/lib/runtime/deps";
import { assessNow, boundaryOf, type AssessedNow } from "@/lib/usecases/applications/drift-buffer/assess-now";
import { plannedNow } from "@/lib/usecases/applications/drift-buffer/planned-now";
import type { DriftBufferAnswer, DriftBufferRequest } from "@/lib/usecases/applications/drift-buffer/request";
import { answeredPart } from "@/lib/usecases/attestations/asked";
import { applicationNotFound } from "@/lib/usecases/applications/read-compliance";
import { refuseSharedIdentity } from "@/lib/usecases/claims/conflicts";
import { refuseMoved } from "@/lib/usecases/claims/refuse-moved";
import { analyzeSoilFrom } from "@/lib/usecases/fields/analyze-soil";
import { holdingClaimsOf, type Held } from "@/lib/usecases/claims/hold-claims";

/** Who computes: a provider's request, or its portal. */
export interface ComputeContext {
  deps: Deps;
  provider: Pick<Provider, "providerId">;
  /** Of the call that it answers; left out: it was not asked for over the API. */
  requestId?: string;
  signal: AbortSignal;
}

/** What a computation works on: the saved state, and the application as it is sprayed now. */
interface Begun {
  state: ComputeState;
  application: ApplicationInput;
}

/**
 * Refreshes an application's assessment with the wind and the setup at the sprayer, and saves weather, assessment and
 * computation. Everything else of the saved application stays as it was checked.
 */
export async function computeDriftBuffer(
  context: ComputeContext,
  request: DriftBufferRequest,
  /** Refuses what the caller may not touch, before anything is claimed. */
  guard: (state: ComputeState) => void = () => undefined,
  /** What is saved together with the computation, or takes it back by throwing. */
  alsoSave: (tx: ProviderTx) => Promise<void> = () => Promise.resolve(),
): Promise<DriftBufferAnswer> {
  const { provider } = context;
  return holdingClaimsOf(
    context,
    async (tx): Promise<Begun> => {
      const state = await findComputeState(
        tx,
        provider.providerId,
        request.applicationEventId,
        SOIL_PROCESSING_VERSION,
      );
      if (state === null) throw applicationNotFound();
      guard(state);
      refuseSharedIdentity(state);
      return { state, application: plannedNow(state, request.setup) };
    },
    claimsOf,
    async (held) => {
      const { state, application } = held.state;
      const { weather, withWindRose, withExplanation } = request;
      const moment = { application, weather, withWindRose, withExplanation };
      const assessed = await assessNow(context, state, moment, async (boundary) => {
        const { outcome } = await analyzeSoilFrom(context, boundary, state.soil);
        return outcome;
      });
      const inputs = inputsOf(weather, application);
      await save(context, held, assessed, { inputs, observedAt: request.observedAt, alsoSave });
      return { applicationEventId: request.applicationEventId, ...assessed, inputs };
    },
  );
}

/** The identities a check of the same application would claim. */
const claimsOf = ({ state: { application, field } }: Begun): ClaimIdentity[] => [
  { kind: "application", identity: applicationIdentity(application.accountId, application.applicationId) },
  { kind: "field", identity: field.providerFieldId },
];

export const inputsOf = (
  weather: Weather,
  { method, dropletSize, boomHeight, gpa }: ApplicationInput,
): ComputationInputs => ({ ...weather, method, dropletSize, boomHeight, gpa });

interface SavedBeside {
  inputs: ComputationInputs;
  observedAt: Date | undefined;
  alsoSave: (tx: ProviderTx) => Promise<void>;
}

async function save(
  { deps, provider, requestId }: ComputeContext,
  { token, claims, state: { state, application } }: Held<Begun>,
  { assessment, computation, found, answers }: AssessedNow,
  { inputs, observedAt, alsoSave }: SavedBeside,
): Promise<void> {
  const { windDirectionDeg, windSpeedMph, temperatureF, humidityPercent } = inputs;
  await asProvider(deps.db, provider.providerId, async (tx) => {
    await alsoSave(tx);
    const outcome = await saveComputation(tx, provider.providerId, {
      claimToken: token,
      claimCount: claims.length,
      fieldId: state.field.fieldId,
      fieldRevision: state.field.revision,
      applicationEventId: state.application.applicationEventId,
      applicationRevision: state.application.revision,
      boundaryHash: boundaryOf(state).hash,
      weather: {
        windDirectionDeg,
        windSpeedMph,
        temperatureF,
        humidityPercent,
        observedAt: observedAt ?? computation.checkedAt,
        source: "request",
      },
      computation: {
        ...toSaved(computation, inputs),
        ...(state.application.checked === null ? {} : { checked: state.application.checked }),
        groundMark: state.features.mark,
        placementRules: PLACEMENT_RULES,
        ...(Object.keys(application.details ?? {}).length === 0 ? {} : { details: application.details }),
        targets: computedTargets(assessment.runoff),
        ...(answers.length === 0 ? {} : { answers }),
      },
      geometry: computation.geometry,
      adjuvantResults: computation.adjuvantResults,
      assessmentId: uuidv7(),
      assessment: { ...found, answered: answeredPart(assessment) },
      requestId: requestId ?? null,
    });
    refuseMoved(outcome, "buffers were placed");
  });
}

/** The snapshot that is kept: all of the answer but where the ground lies. */
export function toSaved(computation: AssessedNow["computation"], inputs: ComputationInputs): SavedComputation {
  const { checkedAt, status, driftStatus, featureScope, nonManagedFeatureCount, exclusionFeatureCount } = computation;
  const { effectiveRates, reductions, manualClaims, edges, products, windRose, drawnGround } = computation;
  return {
    checkedAt,
    status,
    driftStatus,
    featureScope,
    nonManagedFeatureCount,
    exclusionFeatureCount,
    ...(drawnGround.length === 0 ? {} : { drawnGround }),
    inputs,
    effectiveRates,
    reductions,
    manualClaims,
    edges,
    products,
    windRose,
  };
}
