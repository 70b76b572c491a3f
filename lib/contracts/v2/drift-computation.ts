import { z } from "zod";
import { APPLICATION_METHOD_NAMES, BOOM_HEIGHTS, DROPLET_CATEGORIES } from "@/lib/domain/application";
import { EVIDENCE } from "@/lib/domain/citation";
import { OVERALL_STATUSES, RATE_RESOLUTIONS } from "@/lib/domain/compliance";
import {
  EDGE_REASONS,
  FEATURE_SCOPES,
  NOT_REDUCED_REASONS,
  type DriftReduction,
  type EdgeResult,
  type EffectiveRate,
  type ManualClaimResult,
  type ProductResult,
  type ReductionSelection,
  type WindRosePoint,
} from "@/lib/domain/drift";
import type { ComputationInputs, SavedComputation } from "@/lib/domain/drift-saved";
import { BUFFER_TYPES, MITIGATION_TYPES } from "@/lib/domain/product";
import { isoTime, round2, timestamp } from "@/lib/contracts/shared/text";
import { issueSchema, presentIssue } from "@/lib/contracts/v2/issues";

const index = z.int().nonnegative();
const feet = z.number().nonnegative();
const percent = z.number().min(0).max(100);
const bearing = z.number().min(0).lt(360);

const inputsSchema = z.strictObject({
  wind_direction_deg: z.number(),
  wind_speed_mph: z.number(),
  temperature_f: z.number().nullable(),
  humidity_percent: z.number().nullable(),
  application_method: z.enum(APPLICATION_METHOD_NAMES),
  droplet_size: z.enum(DROPLET_CATEGORIES).nullable(),
  boom_height: z.enum(BOOM_HEIGHTS).nullable(),
  gpa: z.number().nullable(),
});

const effectiveRateSchema = z.strictObject({
  product_index: index,
  epa_number: z.string().nullable(),
  rate: z.number(),
  rate_unit: z.string(),
  rate_normalized: z.strictObject({ value: z.number(), unit: z.enum(["fl_oz_per_acre", "lb_per_acre"]) }).nullable(),
  rate_resolution: z.enum(RATE_RESOLUTIONS),
});

const selectionSchema = z.strictObject({
  sub_option_id: z.int(),
  code: z.string(),
  label: z.string(),
  /** Drift practices earn no points. */
  points: z.null(),
  reduction_percent: percent,
  verified: z.boolean(),
  reason: z.enum(NOT_REDUCED_REASONS).nullable(),
  evidence: z.enum(EVIDENCE).nullable(),
  custom_value: z.number().nullable(),
  notes: z.string().nullable(),
});

/** What one requirement's distance was reduced by. */
export const reductionSchema = z
  .strictObject({
    drift_type: z.enum(MITIGATION_TYPES),
    total_reduction_percent: percent,
    config_label: z.string(),
    product_index: index,
    buffer_type: z.enum(BUFFER_TYPES),
    selections: z.array(selectionSchema),
  })
  .meta({ id: "DriftReduction" });

const claimSchema = z.strictObject({
  sub_option_id: z.int(),
  label: z.string(),
  reduction_percent: percent.nullable(),
  verified: z.literal(false),
  allowed_for: z.array(z.string()),
});

const edgeSchema = z
  .strictObject({
    edge_index: index,
    ring_index: index,
    part_index: index,
    bearing_deg: bearing,
    length_ft: feet,
    outward_bearing_deg: bearing,
    downwind: z.boolean(),
    buffer_type: z.enum(BUFFER_TYPES).nullable(),
    required_ft: feet.nullable(),
    reduction_percent: percent.nullable(),
    buffer_ft: feet.nullable(),
    credited_outside_ft: feet.nullable(),
    product_index: index.nullable(),
    reason: z.enum(EDGE_REASONS),
  })
  .meta({ id: "DriftEdge" });

const productSchema = z
  .strictObject({
    product_index: index,
    epa_number: z.string().nullable(),
    method: z.enum(APPLICATION_METHOD_NAMES),
    raw_distance_ft: feet.nullable(),
    reduction_percent: percent.nullable(),
    buffer_ft: feet.nullable(),
    status: z.enum(OVERALL_STATUSES),
    issues: z.array(issueSchema),
  })
  .meta({ id: "DriftProduct" });

const rosePointSchema = z.strictObject({
  wind_direction_deg: bearing,
  treatable_percent: percent,
  buffer_area_sqm: z.number().nonnegative(),
});

/** A computation as it is kept with its application; `wind_rose` only where it was asked for. */
export const computationSchema = z
  .strictObject({
    checked_at: timestamp,
    status: z.enum(OVERALL_STATUSES),
    drift_status: z.enum(OVERALL_STATUSES).nullable(),
    feature_scope: z.enum(FEATURE_SCOPES),
    non_managed_feature_count: index,
    exclusion_feature_count: index,
    inputs: inputsSchema,
    effective_rates: z.array(effectiveRateSchema),
    reductions: z.array(reductionSchema),
    manual_claims: z.array(claimSchema),
    edges: z.array(edgeSchema),
    products: z.array(productSchema),
    wind_rose: z.array(rosePointSchema).optional(),
  })
  .meta({ id: "DriftComputation" });

const FULL_TURN_DEG = 360;
/** Rounding up to a full turn is north again. */
const roundBearing = (deg: number): number => round2(deg) % FULL_TURN_DEG;
const roundOrNull = (value: number | null): number | null => (value === null ? null : round2(value));
/** A share of ground may come out of the geometry a hair outside its range. */
const roundPercent = (value: number): number => Math.min(100, Math.max(0, round2(value)));

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
  rate_normalized: rate.normalized,
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
  reduction_percent: roundOrNull(claim.reductionPercent),
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
  required_ft: roundOrNull(edge.requiredFt),
  reduction_percent: roundOrNull(edge.reductionPercent),
  buffer_ft: roundOrNull(edge.bufferFt),
  credited_outside_ft: roundOrNull(edge.creditedOutsideFt),
  product_index: edge.productIndex,
  reason: edge.reason,
});

const presentProduct = (product: ProductResult): z.input<typeof productSchema> => ({
  product_index: product.productIndex,
  epa_number: product.epaNumber,
  method: product.method,
  raw_distance_ft: roundOrNull(product.rawDistanceFt),
  reduction_percent: roundOrNull(product.reductionPercent),
  buffer_ft: roundOrNull(product.bufferFt),
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
