import type { DrawnGround } from "@/lib/domain/drawn-ground";
import type { MultiPolygon, Polygon } from "geojson";
import type { ApplicationMethod, RateUnitState } from "@/lib/domain/application";
import type { Evidence } from "@/lib/domain/citation";
import type { NormalizedRate, OverallStatus, RateResolution } from "@/lib/domain/compliance";
import type { RuleExplained } from "@/lib/domain/explanation";
import type { Issue } from "@/lib/domain/issues";
import type { BufferType, MitigationType } from "@/lib/domain/product";
import type { AdjuvantKind, DepositionCurveName } from "@/lib/domain/tables";

/** The air at the sprayer. Wind direction is where it comes from, degrees clockwise from north. */
export interface Weather {
  windDirectionDeg: number;
  windSpeedMph: number;
  temperatureF: number | null;
  humidityPercent: number | null;
}

/**
 * No rule may ask for more: ground beside a field is looked for a little farther than this, and a longer distance could
 * be credited with managed ground whose water no one has read. Labels ask for some 320 ft.
 */
export const MOST_BUFFER_FT = 1200;

export const FEATURE_KINDS = ["managed", "non_managed"] as const;
export type FeatureKind = (typeof FEATURE_KINDS)[number];

/** Ground beside the field: managed ground may carry a buffer, water and habitat may not. */
export interface BufferFeature {
  kind: FeatureKind;
  /** A managed area's is one of `MANAGED_AREA_CATEGORIES`. */
  category: string;
  label: string | null;
  geometry: Polygon | MultiPolygon;
  /** From the loaded feature set, or drawn in the portal for this field. */
  origin: "global" | "field";
  /** False for a drawing made on an earlier boundary that no one has confirmed since. */
  isConfirmed: boolean;
}

export interface FeatureFacts {
  /** Whether a feature set is loaded; without one, absence of features says nothing. */
  hasGlobalSet: boolean;
  features: readonly BufferFeature[];
}

export const FEATURE_SCOPES = ["global_only", "global_and_field"] as const;
export type FeatureScope = (typeof FEATURE_SCOPES)[number];

/** A drift practice that someone says is in place. */
export interface ManualClaim {
  subOptionId: number;
  customValue: number | null;
  notes: string | null;
}

/** Why an edge has, or has not, a width to keep from what lies outside it. */
export const EDGE_REASONS = [
  "downwind",
  "calm_air",
  "omni_directional",
  "downslope",
  "downslope_unmarked",
  "not_selected",
  "no_requirement",
  "unresolved",
] as const;
export type EdgeReason = (typeof EDGE_REASONS)[number];

/** One segment of the boundary, and the requirement that asks most of it. */
export interface EdgeResult {
  edgeIndex: number;
  ringIndex: number;
  partIndex: number;
  /** Along the ring as it was sent. */
  bearingDeg: number;
  lengthFt: number;
  /** Away from treated ground. */
  outwardBearingDeg: number;
  downwind: boolean;
  bufferType: BufferType | null;
  /** Distance before reduction. */
  requiredFt: number | null;
  reductionPercent: number | null;
  /** Distance after reduction, to be kept from protected ground outside the edge. */
  bufferFt: number | null;
  /** How much of it managed ground outside the edge carries. What is left of `bufferFt` is to be kept inside, for all products of the mix. */
  creditedOutsideFt: number | null;
  productIndex: number | null;
  reason: EdgeReason;
}

export interface ProductResult {
  productIndex: number;
  epaNumber: string | null;
  method: ApplicationMethod;
  rawDistanceFt: number | null;
  reductionPercent: number | null;
  bufferFt: number | null;
  status: OverallStatus;
  issues: Issue[];
}

/** Why a practice takes nothing off. */
export const NOT_REDUCED_REASONS = [
  "FIGURE_UNVERIFIED",
  "NOT_ON_LABEL",
  "DISALLOWED",
  "MAY_BE_DISALLOWED",
  "REQUIRED_ANYWAY",
  "OTHER_OF_OPTION",
  "OTHER_METHOD",
  "NO_FIGURE",
] as const;
export type NotReducedReason = (typeof NOT_REDUCED_REASONS)[number];

export interface ReductionSelection {
  subOptionId: number;
  code: string;
  label: string;
  /** What it takes off here, percent; 0 with a reason. */
  reductionPercent: number;
  /** Shown by the inputs. */
  verified: boolean;
  reason: NotReducedReason | null;
  evidence: Evidence | null;
  customValue: number | null;
  notes: string | null;
}

/** The reductions of one requirement. */
export interface DriftReduction {
  configLabel: string;
  productIndex: number;
  driftType: MitigationType;
  bufferType: BufferType;
  totalReductionPercent: number;
  selections: ReductionSelection[];
}

export interface ManualClaimResult {
  subOptionId: number;
  label: string;
  reductionPercent: number | null;
  verified: false;
  /** Registrations of the products it counts for. */
  allowedFor: string[];
}

export interface AdjuvantFinding {
  productIndex: number;
  productName: string;
  kind: AdjuvantKind | null;
  recognised: boolean;
  reductionPercent: number | null;
}

export interface AdjuvantResults {
  evaluatedAt: Date;
  adjuvants: AdjuvantFinding[];
  issues: Issue[];
}

export interface EffectiveRate {
  productIndex: number;
  epaNumber: string | null;
  rate: number;
  rateUnit: string;
  /** What an acre's rate depends on beside the unit; left out by records of an earlier form. */
  rateUnitState?: RateUnitState | null;
  rowSpacingInches?: number | null;
  normalized: NormalizedRate | null;
  resolution: RateResolution;
}

export interface WindRosePoint {
  windDirectionDeg: number;
  treatablePercent: number;
  bufferAreaSqm: number;
  /** Ground that is left to treat; left out unless it was asked for, null where none is left. */
  treatable?: MultiPolygon | null;
}

/** What is expected to come down just beyond a product's buffer, as a fraction of the applied rate. */
export interface ExpectedDeposition {
  productIndex: number;
  curve: DepositionCurveName;
  distanceFt: number;
  fractionOfApplied: number;
  isExtrapolated: boolean;
}

/** The answer of one computation at application time. Null: not known, because a rule or the setup stands open. */
export interface DriftComputation {
  checkedAt: Date;
  status: OverallStatus;
  driftStatus: OverallStatus;
  requiresBuffer: boolean | null;
  hasTreatableArea: boolean | null;
  issues: Issue[];
  edges: EdgeResult[];
  products: ProductResult[];
  reductions: DriftReduction[];
  manualClaims: ManualClaimResult[];
  adjuvantResults: AdjuvantResults;
  effectiveRates: EffectiveRate[];
  nonManagedFeatureCount: number;
  exclusionFeatureCount: number;
  featureScope: FeatureScope;
  /** Managed ground that someone drew, and that counts. */
  drawnGround: DrawnGround[];
  /** Null where there is no such ground; an unresolved setup leaves `treatable` null and the whole field as buffer. */
  geometry: { buffer: MultiPolygon | null; treatable: MultiPolygon | null };
  areas: { fieldSqm: number; bufferSqm: number; treatableSqm: number | null };
  windRose: WindRosePoint[] | null;
  deposition: ExpectedDeposition[];
  explanation: RuleExplained[];
}

/** One segment of a field's boundary, named as the drift answer names it. */
export interface EdgeKey {
  partIndex: number;
  ringIndex: number;
  edgeIndex: number;
}

export const edgeName = ({ partIndex, ringIndex, edgeIndex }: EdgeKey): string =>
  `${partIndex}/${ringIndex}/${edgeIndex}`;
