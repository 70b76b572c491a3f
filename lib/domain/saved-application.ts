import type { ApplicationMethod, BoomHeight, DropletSize, SubmittedProduct } from "@/lib/domain/application";
import type { AssessedProduct, DriftConfiguration, OverallStatus } from "@/lib/domain/compliance";
import type { AdjuvantResults, ManualClaim } from "@/lib/domain/drift";
import type { DrawnFeature, SavedComputation, SavedWeather } from "@/lib/domain/drift-saved";
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
  lastAssessment: SavedAssessment | null;
  drift: SavedDrift;
}
