import type {
  ApplicationInput,
  SiblingMixes,
  ApplicationMethod,
  BoomHeight,
  DropletSize,
  SubmittedProduct,
} from "@/lib/domain/application";
import type { Attestation, AttestationQuestion } from "@/lib/domain/attestation";
import type {
  AssessedProduct,
  Assessment,
  ConfirmedPart,
  DataVersions,
  DriftConfiguration,
  OverallStatus,
  SettledTarget,
} from "@/lib/domain/compliance";
import type { AdjuvantResults, ManualClaim } from "@/lib/domain/drift";
import type { DrawnFeature, SavedComputation, SavedWeather } from "@/lib/domain/drift-saved";
import type { ExplanationItem } from "@/lib/domain/explanation";
import type { FieldGround } from "@/lib/domain/field";
import type { Issue, IssueCode } from "@/lib/domain/issues";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";
import type { Selection } from "@/lib/domain/mitigation";

/** A requirement as it is saved. `required` false without a time is an unanswered record, not an exemption. */
export interface SavedRequirement {
  mitigationType: string;
  required: boolean;
  requiredPoints: number | null;
  targetIssues: IssueCode[];
  exemptionEvaluatedAt: Date | null;
  exemptionReasons: string[] | null;
  /** What is treated, as the applicator said; null: not asked for. */
  exemptionTreatedAcres: number | null;
  driftConfiguration: DriftConfiguration | null;
  updatedAt: Date;
}

/** What the last check found, as it was saved: later portal edits never rewrite it. */
export interface SavedAssessment {
  calculatedAt: Date;
  status: OverallStatus;
  processingComplete: boolean;
  issues: Issue[];
  /** Empty for an assessment of an earlier version, which kept no list. */
  unjudged: UnjudgedCondition[];
  products: AssessedProduct[];
  /** What the applicator is asked; empty for an assessment from before questions were asked. */
  questions: AttestationQuestion[];
  settledTargets: SettledTarget[] | null;
  /** Null as well for an assessment from before figures were asked about. */
  whenConfirmed: ConfirmedPart | null;
  /** What was answered, where answers counted in it; null: none did. */
  answered: AnsweredAssessment | null;
  /** The rules behind it; null where no one asked for them, or it kept none. */
  explanation: ExplanationItem[] | null;
}

/** An assessment as it is saved: what was found without answers of the applicator, and what they made of it. */
export type AssessmentToSave = Assessment & Pick<SavedAssessment, "answered">;

/** The parts of an assessment that answers of the applicator change. */
export interface AnsweredAssessment {
  status: OverallStatus;
  processingComplete: boolean;
  issues: Issue[];
  unjudged: UnjudgedCondition[];
}

/** Drift of an application beyond its requirements. Null: nothing was computed since the last check. */
export interface SavedDrift {
  weather: SavedWeather | null;
  lastComputation: SavedComputation | null;
  adjuvantResults: AdjuvantResults | null;
  /** Practices that the portal recorded. */
  claims: ManualClaim[];
  /** Of the field; empty as well where no one asked for them. */
  drawnFeatures: DrawnFeature[];
  /** Answers of the applicator that bear on the buffers have changed since; left out: not looked at. */
  isPlacementOutdated?: boolean;
}

/** A data set that a saved assessment names, as it stands now. */
export interface JudgingSet {
  kind: "pula" | "county" | "soil" | "catalogue";
  version: string;
  /** When its publisher last confirmed what it holds; null when no load of it passed its checks. */
  verifiedAt: Date | null;
  isInForce: boolean;
}

/** What the last assessment rests on. */
export interface JudgedBy {
  versions: DataVersions;
  /** Those that are stored; a soil survey that was asked over the network is none. */
  sets: JudgingSet[];
}

/** An application with everything its compliance is read from. */
export interface SavedApplicationRecord {
  applicationEventId: string;
  applicationId: string;
  accountId: string;
  providerGroupId: string | null;
  providerFieldId: string;
  fieldId: string;
  fieldName: string;
  applicationDate: string;
  method: ApplicationMethod;
  products: SubmittedProduct[];
  crop: string[];
  pest: string[];
  gpa: number | null;
  dropletSize: DropletSize | null;
  boomHeight: BoomHeight | null;
  processingStatus: string;
  updatedAt: Date;
  portalLockedAt: Date | null;
  /** The field's boundary is not the one this application was checked on. */
  isOnChangedBoundary: boolean;
  ground: FieldGround | null;
  requirements: SavedRequirement[];
  selections: Selection[];
  /** Of the field's other applications of the year; empty as well where no selected measure asks how many there are. */
  siblingMixes: SiblingMixes;
  lastAssessment: SavedAssessment | null;
  /** Null where nothing was assessed. */
  judgedBy: JudgedBy | null;
  drift: SavedDrift;
  /** The applicator's answers, whatever they rest on. */
  attestations: Attestation[];
  /** By the provider's setting; false: they are shown and do not count. */
  doAttestationsCount: boolean;
}

/** What a check is sent about an application, and its records repeat. */
export type SubmittedFacts = Pick<
  ApplicationInput,
  | "applicationId"
  | "providerGroupId"
  | "applicationDate"
  | "method"
  | "products"
  | "crop"
  | "pest"
  | "gpa"
  | "dropletSize"
  | "boomHeight"
>;

/** One by one, because records are hashed: a member that a saved application gains is in none until it is named here. */
export const submittedFacts = (saved: SavedApplicationRecord): SubmittedFacts => ({
  applicationId: saved.applicationId,
  providerGroupId: saved.providerGroupId,
  applicationDate: saved.applicationDate,
  method: saved.method,
  products: saved.products,
  crop: saved.crop,
  pest: saved.pest,
  gpa: saved.gpa,
  dropletSize: saved.dropletSize,
  boomHeight: saved.boomHeight,
});
