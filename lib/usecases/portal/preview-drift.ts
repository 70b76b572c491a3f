import { createHash } from "node:crypto";
import type { MultiPolygon, Position } from "geojson";
import { asProvider } from "@/lib/data/db";
import { hasEditKey, takeEditKey } from "@/lib/data/portal/edit-keys";
import { tellOfApplication } from "@/lib/data/webhooks/tell";
import { findComputeState, type ComputeState } from "@/lib/data/drift/compute-state";
import type { ApplicationInput } from "@/lib/domain/application";
import type { Assessment, DriftConfiguration } from "@/lib/domain/compliance";
import type { BufferFeature, DriftComputation, EdgeResult, Weather, EdgeKey } from "@/lib/domain/drift";
import type { ComputationInputs, DrawnFeature } from "@/lib/domain/drift-saved";
import type { RememberedClaim } from "@/lib/domain/drift-portal";
import { PortalRefusal } from "@/lib/domain/portal";
import type { SoilOutcome } from "@/lib/domain/soil";
import { downslopeEdges } from "@/lib/engine/drift/downslope";
import { SOIL_PROCESSING_VERSION } from "@/lib/engine/soil-analysis";
import { computeDriftBuffer, inputsOf } from "@/lib/usecases/applications/compute-drift-buffer";
import { applicationNow } from "@/lib/usecases/applications/drift-buffer/application-now";
import { assessNow, boundaryOf } from "@/lib/usecases/applications/drift-buffer/assess-now";
import type { SetupPatch } from "@/lib/usecases/applications/drift-buffer/request";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import { readingTime, type ToldTimes } from "@/lib/usecases/portal/reading-time";
import { edgeLine } from "@/lib/usecases/portal/edge-line";

/** The conditions of a moment, for one application of the field that the page shows. */
export interface MomentRequest {
  fieldId: string;
  applicationEventId: string;
  weather: Weather;
  setup: SetupPatch;
  withWindRose: boolean;
}

/** An edge with its place on the ground, from and to as the boundary was sent. */
export interface EdgeOnGround extends EdgeResult {
  line: [Position, Position];
}

/** What buffers these conditions would ask for. Nothing of it is saved. */
export interface DriftPreview {
  applicationEventId: string;
  /** `YYYY-MM-DD`: the rules in force on it were used. */
  applicationDate: string;
  inputs: ComputationInputs;
  boundary: MultiPolygon;
  boundaryHash: string;
  isLocked: boolean;
  /** Names everything saved that the answer rests on: it changes with a claim, a drawing, a check or another computation. */
  basis: string;
  /** What the mix asks for whatever the wind; null: no drift rule applies, or none is established. */
  configuration: DriftConfiguration | null;
  assessment: Pick<Assessment, "status" | "processingComplete" | "issues" | "products">;
  computation: Omit<DriftComputation, "edges">;
  edges: EdgeOnGround[];
  /** Share of the field that may be treated, percent; null where nothing could be placed. */
  treatablePercent: number | null;
  products: { productIndex: number; productName: string; epaNumber: string | null; rate: number; rateUnit: string }[];
  claims: RememberedClaim[];
  drawn: DrawnFeature[];
  /** Ground of the loaded set within reach; the version of the set, null where none is loaded. */
  features: Pick<BufferFeature, "kind" | "category" | "label" | "geometry">[];
  featureSet: string | null;
  /** Edges that were marked as downslope on this boundary. */
  downslope: EdgeKey[];
}

/**
 * The same computation as a saved one, answered and not saved: one transaction and one search, so that it may run while
 * someone turns the wind. Soil that is not stored is not fetched for it.
 */
export async function previewDrift(
  pass: PortalPass,
  request: MomentRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<DriftPreview> {
  const { deps, providerId } = pass;
  const state = await asProvider(deps.db, providerId, (tx) =>
    findComputeState(tx, providerId, request.applicationEventId, SOIL_PROCESSING_VERSION),
  );
  if (state?.field.fieldId !== request.fieldId) throw new PortalRefusal("not_found");
  const application = applicationNow(state, request.setup);
  const { weather, withWindRose } = request;
  const moment = { application, weather, withWindRose, withRoseGround: withWindRose, withExplanation: false };
  const { assessment, computation } = await assessNow({ deps, provider: { providerId }, signal }, state, moment, () =>
    Promise.resolve(storedSoil(state)),
  );
  return {
    ...described(state, application),
    inputs: inputsOf(weather, application),
    configuration: assessment.drift.configuration,
    assessment,
    computation,
    edges: computation.edges.map((edge) => ({ ...edge, line: edgeLine(boundaryOf(state).geometry, edge) })),
    treatablePercent: treatablePercent(computation),
  };
}

/** Conditions that someone uses: from a preview that they saw, or noted where there was no network. */
interface UsedMoment extends MomentRequest, ToldTimes {
  /** What the preview rested on; left out: none was seen, so that only later conditions stand against these. */
  basis?: string | undefined;
  /** Names this note: one that was sent twice is saved once. */
  key?: string | null;
}

interface UsedAnswer {
  checkedAt: Date;
  status: Assessment["status"];
}

/** One reading may be noted twice, as with another nozzle: a page tells its moment a little earlier or later each time. */
const SAME_READING_MS = 60_000;

/** Conditions with this key were put on record before. */
class UsedBefore extends Error {}

/**
 * "Use these conditions": computes and saves. Refused where a preview would be, on a locked application, where something
 * that the preview rested on has changed since, and, for conditions noted without a network, where the record holds
 * some that were read later.
 */
export async function computeForPortal(
  pass: PortalPass,
  { fieldId, basis, observedAt, notedAt, notedMsAgo, windSetAt, key = null, ...request }: UsedMoment,
  signal: AbortSignal,
): Promise<UsedAnswer> {
  const { deps, providerId } = pass;
  const context = { deps, provider: { providerId }, signal };
  const now = deps.clock();
  const readAt = readingTime({ observedAt, notedAt, notedMsAgo, windSetAt }, now);
  if (readAt === null) throw new PortalRefusal("observed_later");
  const asked = { ...request, observedAt: readAt, withExplanation: false };
  let onRecord: ComputeState["application"]["onRecord"] = null;
  const isMade =
    key !== null && (await asProvider(deps.db, providerId, (tx) => hasEditKey(tx, providerId, { fieldId, key })));
  try {
    const { computation } = await computeDriftBuffer(
      context,
      asked,
      (state) => {
        if (state.field.fieldId !== fieldId) throw new PortalRefusal("not_found");
        ({ onRecord } = state.application);
        if (isMade) throw new UsedBefore();
        if (state.application.lockedAt !== null) throw new PortalRefusal("locked");
        if (basis !== undefined && basis !== basisOf(state)) throw new PortalRefusal("basis_changed");
        if (basis === undefined && isOlder(readAt, onRecord)) throw new PortalRefusal("read_later");
      },
      async (tx) => {
        if (key !== null && !(await takeEditKey(tx, providerId, { fieldId, key }))) throw new UsedBefore();
        await tellOfApplication(tx, providerId, request.applicationEventId, "drift_buffer");
      },
    );
    return { checkedAt: computation.checkedAt, status: computation.status };
  } catch (error) {
    if (!(error instanceof UsedBefore)) throw error;
    return answerOnRecord(onRecord, now);
  }
}

const isOlder = (readAt: Date, onRecord: ComputeState["application"]["onRecord"]): boolean =>
  onRecord !== null && readAt.getTime() + SAME_READING_MS < Date.parse(onRecord.observedAt);

/** A new check since then has taken the conditions off the record: they were saved, and hold no more. */
const answerOnRecord = (onRecord: ComputeState["application"]["onRecord"], now: Date): UsedAnswer =>
  onRecord === null
    ? { checkedAt: now, status: "indeterminate" }
    : { checkedAt: new Date(onRecord.checkedAt), status: onRecord.status };

function basisOf({ application, field, claims, drawn, downslopeLines, features }: ComputeState): string {
  const rests = [application.revision, field.revision, claims, drawn, downslopeLines, features.version];
  return createHash("sha256").update(JSON.stringify(rests)).digest("hex");
}

const storedSoil = ({ soil: { analysis } }: ComputeState): SoilOutcome =>
  analysis === null ? { status: "unavailable", summary: null, version: null } : { status: "reused", ...analysis };

const treatablePercent = ({ areas: { fieldSqm, treatableSqm } }: DriftComputation): number | null =>
  treatableSqm === null ? null : (100 * treatableSqm) / fieldSqm;

function described(
  state: ComputeState,
  application: ApplicationInput,
): Pick<
  DriftPreview,
  | "applicationEventId"
  | "applicationDate"
  | "boundary"
  | "boundaryHash"
  | "isLocked"
  | "basis"
  | "products"
  | "claims"
  | "drawn"
  | "features"
  | "featureSet"
  | "downslope"
> {
  const { geometry, hash } = boundaryOf(state);
  const { isOnMark } = downslopeEdges(geometry, state.downslopeLines);
  return {
    applicationEventId: state.application.applicationEventId,
    applicationDate: state.application.applicationDate,
    boundary: geometry,
    boundaryHash: hash,
    isLocked: state.application.lockedAt !== null,
    basis: basisOf(state),
    products: application.products.map(({ productName, epaNumber, rate, rateUnit }, productIndex) => ({
      productIndex,
      productName,
      epaNumber,
      rate,
      rateUnit,
    })),
    claims: state.claims,
    drawn: state.drawn,
    features: (state.features.features ?? []).map(({ kind, category, label, geometry: ground }) => ({
      kind,
      category,
      label,
      geometry: ground,
    })),
    featureSet: state.features.version,
    downslope: edgesOf(geometry).filter(isOnMark),
  };
}

const edgesOf = ({ coordinates }: MultiPolygon): EdgeKey[] =>
  coordinates.flatMap((rings, partIndex) =>
    rings.flatMap((ring, ringIndex) =>
      ring.slice(1).map((_position, edgeIndex) => ({ partIndex, ringIndex, edgeIndex })),
    ),
  );
