import type { LineString, MultiPolygon } from "geojson";
import type { DriftSetup, OverallStatus } from "@/lib/domain/compliance";
import type { DriftComputation, FeatureFacts, ManualClaim, Weather } from "@/lib/domain/drift";
import { issue, issueEffect, type Issue } from "@/lib/domain/issues";
import type { Rulebook } from "@/lib/domain/tables";
import { evaluateAdjuvants, kindsInMix, mixAdjuvants } from "@/lib/engine/drift/adjuvants";
import { explainDrift } from "@/lib/engine/drift/compute-explanation";
import type { DriftSource } from "@/lib/engine/drift/configuration";
import { drawnGround } from "@/lib/engine/drift/drawn-ground";
import { downslopeEdges, type DownslopeEdges } from "@/lib/engine/drift/downslope";
import { edgeResults } from "@/lib/engine/drift/edge-results";
import { countFeatures, type CountedFeatures } from "@/lib/engine/drift/managed";
import {
  binding,
  layOut,
  onGround,
  partField,
  placeSetback,
  type PlacementField,
  type Setback,
} from "@/lib/engine/drift/placement";
import {
  effectiveRates,
  expectedDepositions,
  productResult,
  type ProductFacts,
} from "@/lib/engine/drift/product-results";
import { claimResults, type ReductionFacts } from "@/lib/engine/drift/reductions";
import {
  forbiddenPractices,
  productRequirements,
  type ProductRequirements,
  type RequiredSetback,
} from "@/lib/engine/drift/requirements";
import { windRose } from "@/lib/engine/drift/wind-rose";
import { mergeIssues } from "@/lib/domain/merge-issues";
import { overallStatus } from "@/lib/engine/overall";
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
  /** What the labels forbid of this application or leave open, each with the product it is about. */
  labelIssues: readonly Issue[];
  rulebook: Pick<Rulebook, "driftPractices" | "deposition" | "adjuvants" | "crops">;
  /** The rest of the assessment, of which the overall status is made. */
  rest: { statuses: readonly OverallStatus[]; issues: readonly Issue[] };
  withWindRose: boolean;
  /** Asks for the ground of the view over all winds too, as a picture needs it. */
  withRoseGround?: boolean;
}

/** What the facts say before anything is drawn. */
interface Prepared {
  reductionFacts: ReductionFacts;
  productFacts: Omit<ProductFacts, "setup">;
  requirements: ProductRequirements[];
  downslope: DownslopeEdges;
  counted: CountedFeatures;
  /** Rules and setup are settled, so that buffers can be placed. */
  isSettled: boolean;
  /** The setup or the air breaks a rule that no buffer mends. */
  isBroken: boolean;
}

type Placed = Pick<
  DriftComputation,
  "requiresBuffer" | "hasTreatableArea" | "edges" | "geometry" | "areas" | "windRose"
>;

/**
 * Where in this field one may not spray, with the wind and the setup at the sprayer: the drift engine's front door at
 * application time.
 *
 * Units: feet, mph, degrees clockwise from north (wind: where it comes from), square meters; WGS84 in and out. Nothing
 * is rounded here. Source: docs/rules.md, Drift; docs/contract.md, Issues, Retrieval.
 * Missing data: what leaves a distance unknown, and a violation that no buffer mends, makes the whole field buffer:
 * `treatable`, `requiresBuffer` and `hasTreatableArea` are null then, unless the distances that are known leave no
 * treatable ground by themselves. Everything else missing is an issue beside a computed buffer. A buffer, or the lack of one, is never a clearance.
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
  return { ...answer(facts, prepared, placed), drawnGround: drawnGround(facts.features) };
}

/** A computation before anything is placed: for many winds on one field, which are placed together. */
export interface AskedDrift {
  /** Null: a rule or the setup stands open, so that there is nothing to place. */
  setbacks: Setback[] | null;
  /** What the computation answers, but where the ground lies. `treatableSqm`: as placed with these widths. */
  answer: (fieldSqm: number, treatableSqm: number | null) => HourlyDrift;
}

export type HourlyDrift = Pick<DriftComputation, "issues" | "driftStatus" | "hasTreatableArea"> & {
  treatableSqm: number | null;
};

/**
 * The widths of one computation, and its answer once someone has placed them.
 *
 * Units: feet, square meters. Source and missing data: as `computeDrift`, which answers the same. Throws RangeError on
 * wind that is no wind.
 */
export function askDrift(facts: DriftFacts): AskedDrift {
  checkWeather(facts.weather);
  const prepared = prepare(facts);
  return {
    setbacks: isPlaceable(prepared) ? setbacksOf(prepared) : null,
    answer: (fieldSqm, placedSqm) => {
      const isOpen = placedSqm === null || isLeftOpen(prepared, placedSqm);
      const areas = { fieldSqm, bufferSqm: fieldSqm - (placedSqm ?? 0), treatableSqm: isOpen ? null : placedSqm };
      const { issues, driftStatus, hasTreatableArea } = answer(facts, prepared, {
        requiresBuffer: null,
        hasTreatableArea: isOpen ? null : placedSqm > 0,
        edges: [],
        geometry: { buffer: null, treatable: null },
        areas,
        windRose: null,
      });
      return { issues, driftStatus, hasTreatableArea, treatableSqm: areas.treatableSqm };
    },
  };
}

const setbacksOf = ({ requirements }: Prepared): RequiredSetback[] => requirements.flatMap((each) => each.setbacks);

const isPlaceable = (prepared: Prepared): boolean =>
  prepared.isSettled || (!prepared.isBroken && setbacksOf(prepared).length > 0);

/** What is not known can only widen the buffers: where the known ones leave nothing, nothing is left. */
const isLeftOpen = ({ isSettled }: Prepared, treatableSqm: number): boolean => !isSettled && treatableSqm > 0;

function checkWeather({ windDirectionDeg, windSpeedMph }: Weather): void {
  if (windDirectionDeg >= 0 && windDirectionDeg < 360 && windSpeedMph >= 0 && Number.isFinite(windSpeedMph)) return;
  throw new RangeError(`no wind blows from ${windDirectionDeg} degrees at ${windSpeedMph} mph`);
}

function prepare(facts: DriftFacts): Prepared {
  const mix = mixAdjuvants(facts.products, facts.rulebook.adjuvants, facts.setup.gpa);
  const reductionFacts: ReductionFacts = {
    practices: facts.rulebook.driftPractices,
    setup: facts.setup,
    weather: facts.weather,
    claims: facts.claims,
    adjuvantKinds: kindsInMix(mix),
    mix,
    forbidden: forbiddenPractices(facts.products),
  };
  const requirements = facts.products.map((product) =>
    productRequirements(product, facts.sources, reductionFacts, {
      labelIssues: facts.labelIssues,
      now: facts.checkedAt,
    }),
  );
  const downslope = downslopeEdges(facts.boundary, facts.downslopeLines);
  return {
    reductionFacts,
    productFacts: { reductionFacts, mix, isDownslopeMarked: downslope.isMarked },
    requirements,
    downslope,
    counted: countFeatures(facts.features, facts.rulebook.crops),
    isSettled: requirements.every(({ isOpen }) => !isOpen),
    isBroken: requirements.some(({ issues }) => issues.some((found) => issueEffect(found) === "not_met")),
  };
}

function placeAll(
  placement: PlacementField,
  {
    facts: { weather, boundary, withWindRose, withRoseGround = false },
    prepared,
  }: { facts: DriftFacts; prepared: Prepared },
): Placed {
  const setbacks = setbacksOf(prepared);
  const edgeFacts = { wind: weather, isOnMark: prepared.downslope.isOnMark };
  const { areaSqm } = placement;
  const open: Placed = {
    requiresBuffer: null,
    hasTreatableArea: null,
    edges: edgeResults(placement, { setbacks, placed: null }, edgeFacts),
    geometry: { buffer: boundary, treatable: null },
    areas: { fieldSqm: areaSqm, bufferSqm: areaSqm, treatableSqm: null },
    windRose: null,
  };
  if (!isPlaceable(prepared)) return open;
  const placed = binding(setbacks).map((setback) => placeSetback(placement, setback, weather));
  const parted = partField(
    placement,
    placed.map(({ within }) => within),
  );
  if (isLeftOpen(prepared, parted.treatableSqm)) return open;
  return {
    requiresBuffer: parted.bufferSqm > 0,
    hasTreatableArea: parted.treatableSqm > 0,
    edges: edgeResults(placement, { setbacks, placed }, edgeFacts),
    geometry: {
      buffer: parted.bufferSqm > 0 ? onGround(placement, parted.buffer) : null,
      treatable: parted.treatableSqm > 0 ? onGround(placement, parted.treatable) : null,
    },
    areas: { fieldSqm: areaSqm, bufferSqm: parted.bufferSqm, treatableSqm: parted.treatableSqm },
    windRose: withWindRose
      ? windRose(placement, setbacks, { windSpeedMph: weather.windSpeedMph, withGround: withRoseGround })
      : null,
  };
}

function answer(facts: DriftFacts, prepared: Prepared, placed: Placed): Omit<DriftComputation, "drawnGround"> {
  const { requirements, reductionFacts, counted } = prepared;
  const { rulebook, setup, checkedAt } = facts;
  const products = requirements.map((each) => productResult(each, { ...prepared.productFacts, setup }));
  const adjuvantResults = evaluateAdjuvants(facts.products, {
    rulebook,
    method: setup.method,
    gpa: setup.gpa,
    evaluatedAt: checkedAt,
  });
  const issues = mergeIssues([
    ...products.flatMap((product) => product.issues),
    ...(placed.hasTreatableArea === false ? [issue("NO_TREATABLE_AREA")] : []),
  ]);
  const hasRequirement = requirements.some(({ setbacks }) => setbacks.length > 0);
  const driftStatus = overallStatus([hasRequirement ? "met" : "not_applicable"], issues);
  const reductions = requirements.flatMap((each) => each.reductions);
  const deposition = expectedDepositions(products, setup, rulebook.deposition);
  return {
    checkedAt,
    status: overallStatus([...facts.rest.statuses, driftStatus], [...facts.rest.issues, ...issues]),
    driftStatus,
    issues,
    ...placed,
    products,
    reductions,
    manualClaims: claimResults(
      reductionFacts,
      reductions,
      (index) => facts.products.find(({ productIndex }) => productIndex === index)?.registration ?? null,
    ),
    adjuvantResults,
    effectiveRates: effectiveRates(facts.products, [...facts.rest.issues, ...issues]),
    nonManagedFeatureCount: counted.nonManaged.length,
    exclusionFeatureCount: counted.managed.length,
    featureScope: counted.scope,
    deposition,
    explanation: explainDrift(requirements, deposition, facts.weather),
  };
}
