import type { BoomHeight, DropletSize } from "@/lib/domain/application";
import type { AttestationQuestion, ListedAttestation } from "@/lib/domain/attestation";
import type { RuleExplained } from "@/lib/domain/explanation";
import type { CountyPrecision } from "@/lib/domain/field";
import type { Issue, IssueCode } from "@/lib/domain/issues";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";
import type { CreditSource, NotCreditedReason } from "@/lib/domain/mitigation";
import type {
  BufferType,
  BuffersEsa,
  MatchedProduct,
  MitigationType,
  ProductStatus,
  RunoffSystem,
} from "@/lib/domain/product";
import type { NearbyPula, Pula } from "@/lib/domain/pula";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { ApplicationMethod } from "@/lib/domain/application";

/** Version of the assessment's format; independent of the URL's version. */
export const ASSESSMENT_VERSION = 1;
/** Version of the drift configuration that current checks produce. */
export const DRIFT_CONFIGURATION_VERSION = 4;

export const COMPONENT_STATUSES = ["met", "not_met", "indeterminate"] as const;
export type ComponentStatus = (typeof COMPONENT_STATUSES)[number];
export const OVERALL_STATUSES = [...COMPONENT_STATUSES, "not_applicable"] as const;
export type OverallStatus = (typeof OVERALL_STATUSES)[number];

/** A measure that counts. `points` is what it earned here. */
export interface CreditedMeasure {
  subOptionId: number;
  code: string;
  label: string;
  points: number;
  source: CreditSource;
}

/** Everything selected, counted or not; `reason` says why not. */
export interface SelectedMeasure extends Omit<CreditedMeasure, "points"> {
  points: number | null;
  credited: boolean;
  reason: NotCreditedReason | null;
  implementationDate: string | null;
  notes: string | null;
}

/** The score of one runoff system for one application. Points null: unresolved, never zero. */
export interface RunoffEntry {
  /** A runoff system; a saved record may hold one that is not scored here. */
  mitigationType: string;
  year: number;
  required: boolean;
  exempt: boolean;
  requiredPoints: number | null;
  labelRequiredPoints: number | null;
  earnedPoints: number;
  gap: number | null;
  status: ComponentStatus;
  creditedMeasures: CreditedMeasure[];
  selectedMeasures: SelectedMeasure[];
  runoffExemptionClaimedAt: Date | null;
  runoffExemptionReasons: string[] | null;
  /** What is treated, where the exemption asked for it. */
  runoffExemptionTreatedAcres?: number;
  issues: Issue[];
}

/** Measures that together would close a runoff gap; no part of the set would. */
export interface AdvisedSet {
  measures: { subOptionId: number; code: string; label: string; points: number | null }[];
  /** What the application would earn with them. */
  earnedPoints: number;
  overshoot: number;
}

export interface GapAdvice {
  mitigationType: string;
  gap: number;
  sets: readonly AdvisedSet[];
}

export const RATE_RESOLUTIONS = ["resolved", "unresolved", "ambiguous", "not_applicable"] as const;
export type RateResolution = (typeof RATE_RESOLUTIONS)[number];

/** A rate per acre in the unit answers use. */
export interface NormalizedRate {
  value: number;
  unit: "fl_oz_per_acre" | "lb_per_acre";
}

/** One product's or limitation's drift buffer, as it stands before anyone knows the wind. */
export interface DriftRequirement {
  /** `product:<registration>` or `limitation:<id>`. */
  configLabel: string;
  source: "product" | "pula_limitation";
  productIndex: number;
  productEpa: string | null;
  limitationId: number | null;
  buffersEsa: BuffersEsa;
  method: ApplicationMethod;
  /** Distance before any reduction, feet; null where ranges or the missing wind leave it open. */
  rawDistanceFt: number | null;
  hasWindSpeedRanges: boolean;
  hasRateRanges: boolean;
  rateNormalized: NormalizedRate | null;
  rateRaw: { rate: number; rateUnit: string };
  rateResolution: RateResolution;
  aiInfo: { name: string; rateLbAiPerAcre: number; source: string } | null;
}

export interface DriftDistance {
  distanceFt: number;
  mitigationType: MitigationType;
}

export type DriftSummary = Record<
  BufferType,
  { mitigatable: DriftDistance | null; nonMitigatable: DriftDistance | null } | null
>;

export interface DriftConfiguration {
  version: number;
  computedAt: Date;
  summary: DriftSummary;
  requirements: DriftRequirement[];
}

export interface DriftComponent {
  status: OverallStatus;
  configuration: DriftConfiguration | null;
  reductions: [];
  issues: Issue[];
}

/** A limitation as it stands under a product's PULA. */
export interface AppliedLimitation {
  limitationId: number;
  code: string;
  text: string;
  mitigationOptions: MitigationType[];
}

export type AppliedPula = Pula & { limitations: AppliedLimitation[] };

export interface AssessedProduct {
  epaNumber: string | null;
  productName: string;
  /** Null: an adjuvant or an unknown product. Assessments saved before it was recorded have none. */
  matchedProduct?: MatchedProduct | null;
  pest: string[];
  productStatus: ProductStatus | null;
  esaRequired: boolean | null;
  pulas: AppliedPula[];
}

export interface DataVersions {
  pula: string | null;
  county: string | null;
  countyPrecision: CountyPrecision | null;
  soil: string | null;
  catalogue: string | null;
  mitigationMenu: string;
}

export interface CheckSummary {
  totalPulas: number;
  totalLimitations: number;
  productsChecked: number;
  productsWithLimitations: number;
}

/** Requirement rows an assessment saves. */
export interface RequirementRow {
  mitigationType: MitigationType;
  required: boolean;
  requiredPoints: number | null;
  /** Why the target is in doubt, beside what changes with the field's soil. */
  targetIssues: IssueCode[];
  driftConfiguration: DriftConfiguration | null;
}

/** The engine's whole answer for one application. */
export interface Assessment {
  version: number;
  calculatedAt: Date;
  status: OverallStatus;
  processingComplete: boolean;
  issues: Issue[];
  /** Conditions of the labels that were not judged from what was sent. */
  unjudged: UnjudgedCondition[];
  soil: SoilOutcome;
  runoff: RunoffEntry[];
  /** One for each runoff entry that is not met. */
  gapAdvice: GapAdvice[];
  drift: DriftComponent;
  products: AssessedProduct[];
  nearbyPulas: NearbyPula[];
  summary: CheckSummary;
  dataVersions: DataVersions;
  explanation: RuleExplained[];
  /** What only the applicator can know, and the answer hangs on. */
  questions: AttestationQuestion[];
  /** What runoff asks for once the applicator says that no unread label has ESA directions; null: there is none. */
  settledTargets: SettledTarget[] | null;
  /** The answers that are in force. */
  attestations: ListedAttestation[];
  /** What changes once every label is said to have the figures that are asked about; null: none is asked about. */
  whenConfirmed: ConfirmedPart | null;
}

/** The parts of an assessment that confirmed figures change, without any other answer. */
export interface ConfirmedPart extends Pick<
  Assessment,
  "status" | "processingComplete" | "issues" | "unjudged" | "settledTargets"
> {
  requirements: RequirementRow[];
}

/** What one runoff system asks of an application. Points null: unresolved. */
export interface SettledTarget {
  system: RunoffSystem;
  points: number | null;
  issues: IssueCode[];
}

/** Setup as drift rules read it. */
export interface DriftSetup {
  method: ApplicationMethod;
  gpa: number | null;
  dropletSize: DropletSize | null;
  boomHeight: BoomHeight | null;
}
