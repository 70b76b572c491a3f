import type { z } from "zod";
import type {
  DriftReduction,
  EdgeResult,
  EffectiveRate,
  ManualClaimResult,
  ProductResult,
  ReductionSelection,
  WindRosePoint,
} from "@/lib/domain/drift";
import type { ComputationInputs, SavedComputation } from "@/lib/domain/drift-saved";
import { isoTime } from "@/lib/contracts/shared/text";
import { presentIssue } from "@/lib/contracts/v2/issues";
import type {
  claimSchema,
  computationSchema,
  edgeSchema,
  effectiveRateSchema,
  inputsSchema,
  productSchema,
  reductionSchema,
  rosePointSchema,
  selectionSchema,
} from "@/lib/contracts/v2/drift-computation-schema";
import { presentNormalizedRate } from "@/lib/contracts/v2/drift-configuration";
import { round2, round2OrNull, roundBearing, roundPercent } from "@/lib/domain/rounding";

const presentInputs = (inputs: ComputationInputs): z.input<typeof inputsSchema> => ({
  wind_direction_deg: inputs.windDirectionDeg,
  wind_speed_mph: inputs.windSpeedMph,
  temperature_f: inputs.temperatureF,
  humidity_percent: inputs.humidityPercent,
  application_method: inputs.method,
  droplet_size: inputs.dropletSize,
  boom_height: inputs.boomHeight,
  gpa: inputs.gpa,
});

const presentRate = (rate: EffectiveRate): z.input<typeof effectiveRateSchema> => ({
  product_index: rate.productIndex,
  epa_number: rate.epaNumber,
  rate: rate.rate,
  rate_unit: rate.rateUnit,
  rate_normalized: presentNormalizedRate(rate.normalized),
  rate_resolution: rate.resolution,
});

const presentSelection = (selection: ReductionSelection): z.input<typeof selectionSchema> => ({
  sub_option_id: selection.subOptionId,
  code: selection.code,
  label: selection.label,
  points: null,
  reduction_percent: round2(selection.reductionPercent),
  verified: selection.verified,
  reason: selection.reason,
  evidence: selection.evidence,
  custom_value: selection.customValue,
  notes: selection.notes,
});

export const presentReduction = (reduction: DriftReduction): z.input<typeof reductionSchema> => ({
  drift_type: reduction.driftType,
  total_reduction_percent: round2(reduction.totalReductionPercent),
  config_label: reduction.configLabel,
  product_index: reduction.productIndex,
  buffer_type: reduction.bufferType,
  selections: reduction.selections.map(presentSelection),
});

const presentClaim = (claim: ManualClaimResult): z.input<typeof claimSchema> => ({
  sub_option_id: claim.subOptionId,
  label: claim.label,
  reduction_percent: round2OrNull(claim.reductionPercent),
  verified: false,
  allowed_for: claim.allowedFor,
});

const presentEdge = (edge: EdgeResult): z.input<typeof edgeSchema> => ({
  edge_index: edge.edgeIndex,
  ring_index: edge.ringIndex,
  part_index: edge.partIndex,
  bearing_deg: roundBearing(edge.bearingDeg),
  length_ft: round2(edge.lengthFt),
  outward_bearing_deg: roundBearing(edge.outwardBearingDeg),
  downwind: edge.downwind,
  buffer_type: edge.bufferType,
  required_ft: round2OrNull(edge.requiredFt),
  reduction_percent: round2OrNull(edge.reductionPercent),
  buffer_ft: round2OrNull(edge.bufferFt),
  credited_outside_ft: round2OrNull(edge.creditedOutsideFt),
  product_index: edge.productIndex,
  reason: edge.reason,
});

const presentProduct = (product: ProductResult): z.input<typeof productSchema> => ({
  product_index: product.productIndex,
  epa_number: product.epaNumber,
  method: product.method,
  raw_distance_ft: round2OrNull(product.rawDistanceFt),
  reduction_percent: round2OrNull(product.reductionPercent),
  buffer_ft: round2OrNull(product.bufferFt),
  status: product.status,
  issues: product.issues.map(presentIssue),
});

const presentRosePoint = (point: WindRosePoint): z.input<typeof rosePointSchema> => ({
  wind_direction_deg: point.windDirectionDeg,
  treatable_percent: roundPercent(point.treatablePercent),
  buffer_area_sqm: round2(point.bufferAreaSqm),
});

export const presentComputation = (computation: SavedComputation): z.input<typeof computationSchema> => ({
  checked_at: isoTime(computation.checkedAt),
  status: computation.status,
  drift_status: computation.driftStatus,
  feature_scope: computation.featureScope,
  non_managed_feature_count: computation.nonManagedFeatureCount,
  exclusion_feature_count: computation.exclusionFeatureCount,
  inputs: presentInputs(computation.inputs),
  effective_rates: computation.effectiveRates.map(presentRate),
  reductions: computation.reductions.map(presentReduction),
  manual_claims: computation.manualClaims.map(presentClaim),
  edges: computation.edges.map(presentEdge),
  products: computation.products.map(presentProduct),
  ...(computation.windRose === null ? {} : { wind_rose: computation.windRose.map(presentRosePoint) }),
});
