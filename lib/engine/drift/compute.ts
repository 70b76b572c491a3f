import type { LineString, MultiPolygon } from "geojson";
import type { DriftSetup, OverallStatus } from "@/lib/domain/compliance";
import type {
  DriftComputation,
  EffectiveRate,
  ExpectedDeposition,
  FeatureFacts,
  ManualClaim,
  ProductResult,
  Weather,
} from "@/lib/domain/drift";
import { issue, type Issue } from "@/lib/domain/issues";
import type { Rulebook } from "@/lib/domain/tables";
import { evaluateAdjuvants, kindsInMix, mixAdjuvants } from "@/lib/engine/drift/adjuvants";
import { explainDrift } from "@/lib/engine/drift/compute-explanation";
import type { DriftSource } from "@/lib/engine/drift/configuration";
import { curveFor, depositionAt } from "@/lib/engine/drift/deposition";
import { downslopeEdges, type DownslopeEdges } from "@/lib/engine/drift/downslope";
import { asksMore, edgeResults } from "@/lib/engine/drift/edge-results";
import { countFeatures, type CountedFeatures } from "@/lib/engine/drift/managed";
import { binding, layOut, onGround, partField, placeSetback, type PlacementField } from "@/lib/engine/drift/placement";
import { claimResults, type ReductionFacts } from "@/lib/engine/drift/reductions";
import {
  asksFor,
  claimIssues,
  forbiddenPractices,
  productRequirements,
  unique,
  type ProductRequirements,
} from "@/lib/engine/drift/requirements";
import { windRose } from "@/lib/engine/drift/wind-rose";
import { mergeIssues, overallStatus } from "@/lib/engine/overall";
import type { RatedProduct } from "@/lib/engine/rated-product";
import type { ShapeKernel } from "@/lib/geo/kernel";

/** Everything one computation reads. Rates are the effective ones: saved, or replaced by the request's updates. */
export interface DriftFacts {
  checkedAt: Date;
  boundary: MultiPolygon;
  products: readonly RatedProduct[];
  /** Drift rules that bind products of the mix: their labels', and active limitations'. */
  sources: readonly DriftSource[];
  setup: DriftSetup;
  weather: Weather;
  claims: readonly ManualClaim[];
  features: FeatureFacts;
  /** Lines marked as downslope on this very boundary. */
  downslopeLines: readonly LineString[];
  rulebook: Pick<Rulebook, "driftPractices" | "deposition" | "adjuvants">;
  /** The rest of the assessment, of which the overall status is made. */
  rest: { statuses: readonly OverallStatus[]; issues: readonly Issue[] };
  withWindRose: boolean;
}

/** What the facts say before anything is drawn. */
interface Prepared {
  reductionFacts: ReductionFacts;
  requirements: ProductRequirements[];
  downslope: DownslopeEdges;
  counted: CountedFeatures;
  /** Rules and setup are settled, so that buffers can be placed. */
  isSettled: boolean;
}

type Placed = Pick<
  DriftComputation,
  "requiresBuffer" | "hasTreatableArea" | "edges" | "geometry" | "areas" | "windRose"
>;

/**
 * Where in this field one may not spray, with the wind and the setup at the sprayer: the drift engine's front door at
 * application time.
 *
 * Units: feet, mph, degrees clockwise from north (wind: where it comes from), square metres; WGS84 in and out. Nothing
 * is rounded here. Source: design/engine section 4; spec: decisions sections 4 and 7.
 * Missing data: what leaves a distance unknown, and a violation that no buffer mends, makes the whole field buffer:
 * `treatable`, `requiresBuffer` and `hasTreatableArea` are null then. Everything else missing is an issue beside a
 * computed buffer. A buffer, or the lack of one, is never a clearance.
 * Throws RangeError on wind that is no wind; Error as the kernel does.
 */
export function computeDrift(kernel: ShapeKernel, facts: DriftFacts): DriftComputation {
  checkWeather(facts.weather);
  const prepared = prepare(facts);
  const placed = kernel.withShapes((shapes) =>
    placeAll(layOut(shapes, { boundary: facts.boundary, ...prepared, isDownslope: prepared.downslope.isDownslope }), {
      facts,
      prepared,
    }),
  );
  return answer(facts, prepared, placed);
}

function checkWeather({ windDirectionDeg, windSpeedMph }: Weather): void {
  if (windDirectionDeg >= 0 && windDirectionDeg < 360 && windSpeedMph >= 0 && Number.isFinite(windSpeedMph)) return;
  throw new RangeError(`no wind blows from ${windDirectionDeg} degrees at ${windSpeedMph} mph`);
}

function prepare(facts: DriftFacts): Prepared {
  const reductionFacts: ReductionFacts = {
    practices: facts.rulebook.driftPractices,
    setup: facts.setup,
    weather: facts.weather,
    claims: facts.claims,
    adjuvantKinds: kindsInMix(mixAdjuvants(facts.products, facts.rulebook.adjuvants)),
    forbidden: forbiddenPractices(facts.products),
  };
  const requirements = facts.products.map((product) =>
    productRequirements(product, facts.sources, reductionFacts, facts.checkedAt),
  );
  return {
    reductionFacts,
    requirements,
    downslope: downslopeEdges(facts.boundary, facts.downslopeLines),
    counted: countFeatures(facts.features),
    isSettled: requirements.every(({ isOpen }) => !isOpen),
  };
}

function placeAll(
  placement: PlacementField,
  { facts: { weather, boundary, withWindRose }, prepared }: { facts: DriftFacts; prepared: Prepared },
): Placed {
  const setbacks = prepared.requirements.flatMap((each) => each.setbacks);
  const edgeFacts = { wind: weather, isDownslopeMarked: prepared.downslope.isMarked };
  const { areaSqm } = placement;
  if (!prepared.isSettled) {
    return {
      requiresBuffer: null,
      hasTreatableArea: null,
      edges: edgeResults(placement, { setbacks, placed: null }, edgeFacts),
      geometry: { buffer: boundary, treatable: null },
      areas: { fieldSqm: areaSqm, bufferSqm: areaSqm, treatableSqm: null },
      windRose: null,
    };
  }
  const placed = binding(setbacks).map((setback) => placeSetback(placement, setback, weather));
  const parted = partField(
    placement,
    placed.map(({ within }) => within),
  );
  return {
    requiresBuffer: parted.bufferSqm > 0,
    hasTreatableArea: parted.treatableSqm > 0,
    edges: edgeResults(placement, { setbacks, placed }, edgeFacts),
    geometry: {
      buffer: parted.bufferSqm > 0 ? onGround(placement, parted.buffer) : null,
      treatable: parted.treatableSqm > 0 ? onGround(placement, parted.treatable) : null,
    },
    areas: { fieldSqm: areaSqm, bufferSqm: parted.bufferSqm, treatableSqm: parted.treatableSqm },
    windRose: withWindRose ? windRose(placement, setbacks, weather.windSpeedMph) : null,
  };
}

function answer(facts: DriftFacts, prepared: Prepared, placed: Placed): DriftComputation {
  const { requirements, reductionFacts, counted } = prepared;
  const { rulebook, setup, checkedAt } = facts;
  const adjuvantResults = evaluateAdjuvants(facts.products, { rulebook, method: setup.method, evaluatedAt: checkedAt });
  const issues = mergeIssues([
    ...requirements.flatMap((each) => each.issues),
    ...claimIssues(reductionFacts, requirements),
    ...(asksFor(requirements, "downslope") && !prepared.downslope.isMarked ? [issue("DOWNSLOPE_UNVERIFIED")] : []),
    ...(placed.hasTreatableArea === false ? [issue("NO_TREATABLE_AREA")] : []),
    ...adjuvantResults.issues,
  ]);
  const hasRequirement = requirements.some(({ setbacks }) => setbacks.length > 0);
  const driftStatus = overallStatus([hasRequirement ? "met" : "not_applicable"], issues);
  const reductions = requirements.flatMap((each) => each.reductions);
  const deposition = depositionsOf(facts, requirements);
  return {
    checkedAt,
    status: overallStatus([...facts.rest.statuses, driftStatus], [...facts.rest.issues, ...issues]),
    driftStatus,
    issues,
    ...placed,
    products: requirements.map((each) => productResult(each, setup)),
    reductions,
    manualClaims: claimResults(
      reductionFacts,
      reductions,
      (index) => facts.products.find(({ productIndex }) => productIndex === index)?.registration ?? null,
    ),
    adjuvantResults,
    effectiveRates: facts.products.map(effectiveRate),
    nonManagedFeatureCount: counted.nonManaged.length,
    exclusionFeatureCount: counted.managed.length,
    featureScope: counted.scope,
    deposition,
    explanation: explainDrift(requirements, deposition, facts.weather),
  };
}

function productResult(
  { product, setbacks, issues, isOpen }: ProductRequirements,
  { method }: DriftSetup,
): ProductResult {
  const [first, ...others] = setbacks;
  const most =
    first === undefined ? null : others.reduce((widest, each) => (asksMore(each, widest) ? each : widest), first);
  const known = isOpen ? null : most;
  return {
    productIndex: product.productIndex,
    epaNumber: product.registration,
    method,
    rawDistanceFt: known?.rawFt ?? null,
    reductionPercent: known?.reductionPercent ?? null,
    bufferFt: known?.widthFt ?? null,
    status: overallStatus([most === null ? "not_applicable" : "met"], unique(issues)),
    issues: unique(issues),
  };
}

const effectiveRate = ({ productIndex, registration, submitted, rate }: RatedProduct): EffectiveRate => ({
  productIndex,
  epaNumber: registration,
  rate: submitted.rate,
  rateUnit: submitted.rateUnit,
  normalized: rate.normalized,
  resolution: rate.resolution,
});

/** What is expected just beyond each product's buffer; a setup that leaves the curve open, or no buffer, has none. */
function depositionsOf(
  { setup, rulebook }: DriftFacts,
  requirements: readonly ProductRequirements[],
): ExpectedDeposition[] {
  const name = curveFor(setup);
  if (name === null) return [];
  return requirements.flatMap((each) => {
    const { bufferFt, productIndex } = productResult(each, setup);
    const found = bufferFt === null ? null : depositionAt(rulebook.deposition.curves[name], bufferFt);
    return found === null || bufferFt === null ? [] : [{ productIndex, curve: name, distanceFt: bufferFt, ...found }];
  });
}
