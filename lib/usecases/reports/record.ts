import type { AttestationQuestion, ListedAttestation } from "@/lib/domain/attestation";
import type { ApplicationEvidence } from "@/lib/data/reports/evidence";
import type { ReportField } from "@/lib/data/reports/field";
import type { DataVersions, ExplanationItem, RunoffEntry } from "@/lib/domain/compliance";
import type { AdjuvantResults } from "@/lib/domain/drift";
import type { Selection } from "@/lib/domain/mitigation";
import type { AppliedPula } from "@/lib/domain/compliance";
import type { RunoffSystem } from "@/lib/domain/product";
import type { ReportKind } from "@/lib/domain/report";
import { round2OrNull } from "@/lib/domain/rounding";
import type { SavedApplicationRecord, SavedAssessment, SavedRequirement } from "@/lib/domain/saved-application";
import type { SoilSummary } from "@/lib/domain/soil";
import type { RecordedReduction } from "@/lib/usecases/applications/drift-buffer/recorded-reductions";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";

/** How a record is written down before it is hashed; raised when the same state would be written in another way. */
export const RECORD_FORMAT = 4;

/** Everything a report says, as it is saved now: what the hash is made of. Nothing in it is a moment of asking. */
export interface ReportRecord {
  format: number;
  kind: ReportKind;
  year: number;
  provider: { providerId: string; name: string };
  field: {
    fieldId: string;
    accountId: string;
    providerFieldId: string;
    fieldName: string;
    boundaryHash: string | null;
    areaSqm: number | null;
  };
  soil: SoilSummary | null;
  /** Of the kind's runoff system. */
  selections: Selection[];
  /** Oldest first. */
  applications: RecordedApplication[];
}

type RecordedFacts = Omit<
  SavedApplicationRecord,
  | "accountId"
  | "providerFieldId"
  | "fieldId"
  | "fieldName"
  | "portalLockedAt"
  | "ground"
  | "requirements"
  | "selections"
  | "lastAssessment"
  | "judgedBy"
  | "drift"
  | "attestations"
  | "doAttestationsCount"
>;

export interface RecordedApplication extends RecordedFacts {
  requirements: SavedRequirement[];
  runoff: RunoffEntry[];
  assessment: RecordedAssessment | null;
  dataVersions: DataVersions | null;
  explanation: ExplanationItem[];
  limitationsRead: ApplicationEvidence["limitationsRead"];
  /** In force, each with what it takes to say its question. */
  attestations: RecordedAttestation[];
  /** Null in a trait report, which says nothing of drift. */
  drift: RecordedDrift | null;
}

/** A saved computation as a report shows it. */
export type RecordedComputation = NonNullable<ApplicationEvidence["computation"]>;

export interface RecordedDrift extends Pick<ApplicationEvidence, "weather" | "computation"> {
  /** As last judged; null where nothing was checked yet. */
  adjuvants: AdjuvantResults | null;
  /** What the portal holds now, which may be newer than the computation. */
  practices: RecordedReduction[];
}

export type RecordedAttestation = ListedAttestation & Pick<AttestationQuestion, "particulars">;

/**
 * The saved assessment without shapes: the data set's version says where an area lies. What was asked and not answered
 * is no part of a record.
 */
export type RecordedAssessment = Omit<
  SavedAssessment,
  "products" | "questions" | "settledTargets" | "whenConfirmed" | "answered" | "explanation"
> & {
  products: (Omit<SavedAssessment["products"][number], "pulas"> & { pulas: Omit<AppliedPula, "geometry">[] })[];
};

export const SYSTEM_OF: Record<ReportKind, RunoffSystem> = { runoff: "epa_runoff", trait: "trait_runoff" };

/** What the runoff report tells beside EPA's own system: drift, and systems that no one scores. */
const belongsTo = (kind: ReportKind, mitigationType: string): boolean =>
  kind === "trait" ? mitigationType === SYSTEM_OF.trait : mitigationType !== SYSTEM_OF.trait;

export interface RecordFacts {
  kind: ReportKind;
  year: number;
  providerId: string;
  field: ReportField;
  selections: readonly Selection[];
  scored: readonly ScoredApplication[];
  evidence: readonly ApplicationEvidence[];
}

export function recordOf(facts: RecordFacts): ReportRecord {
  const { kind, year, field } = facts;
  const evidence = new Map(facts.evidence.map((each) => [each.applicationEventId, each]));
  return {
    format: RECORD_FORMAT,
    kind,
    year,
    provider: { providerId: facts.providerId, name: field.brand.name },
    field: {
      fieldId: field.fieldId,
      accountId: field.accountId,
      providerFieldId: field.providerFieldId,
      fieldName: field.fieldName,
      boundaryHash: field.boundaryHash,
      areaSqm: round2OrNull(field.areaSqm),
    },
    soil: field.ground?.soil ?? null,
    selections: facts.selections.filter(({ system }) => system === SYSTEM_OF[kind]),
    applications: facts.scored.map((application) =>
      recordedApplication(kind, application, evidence.get(application.saved.applicationEventId)),
    ),
  };
}

function recordedApplication(
  kind: ReportKind,
  { saved, runoff, driftReductions, asked, attestations }: ScoredApplication,
  evidence: ApplicationEvidence | undefined,
): RecordedApplication {
  return {
    applicationEventId: saved.applicationEventId,
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
    processingStatus: saved.processingStatus,
    updatedAt: saved.updatedAt,
    isOnChangedBoundary: saved.isOnChangedBoundary,
    requirements: saved.requirements.filter(({ mitigationType }) => belongsTo(kind, mitigationType)),
    runoff: runoff.filter(({ mitigationType }) => belongsTo(kind, mitigationType)),
    assessment: saved.lastAssessment === null ? null : withoutShapes(saved.lastAssessment),
    ...behind(evidence),
    attestations: attestations.flatMap((said) => {
      const { question } = asked.find((each) => each.question.questionId === said.questionId) ?? {};
      return question === undefined ? [] : [{ ...said, particulars: question.particulars }];
    }),
    drift:
      kind === "trait"
        ? null
        : {
            weather: evidence?.weather ?? null,
            computation: evidence?.computation ?? null,
            adjuvants: saved.drift.adjuvantResults,
            practices: driftReductions,
          },
  };
}

function behind(
  evidence: ApplicationEvidence | undefined,
): Pick<RecordedApplication, "dataVersions" | "explanation" | "limitationsRead"> {
  const { dataVersions = null, explanation = [], limitationsRead = [] } = evidence ?? {};
  return { dataVersions, explanation, limitationsRead };
}

const withoutShapes = (assessment: SavedAssessment): RecordedAssessment => ({
  calculatedAt: assessment.calculatedAt,
  status: assessment.status,
  processingComplete: assessment.processingComplete,
  issues: assessment.issues,
  unjudged: assessment.unjudged,
  products: assessment.products.map((product) => ({
    ...product,
    pulas: product.pulas.map(
      ({ pulaId, eventName, status, effectiveDate, codes, sharePct, codesWithoutLimitation, limitations }) => ({
        pulaId,
        eventName,
        status,
        effectiveDate,
        codes,
        sharePct,
        codesWithoutLimitation,
        limitations,
      }),
    ),
  })),
});

/** The newest change of anything in a record. `others`: times that the record itself does not hold. */
export function newestChange(record: ReportRecord, others: readonly (Date | null)[]): Date {
  const times = record.applications.flatMap((application) => [
    application.updatedAt,
    application.assessment?.calculatedAt ?? null,
    ...application.requirements.flatMap(({ updatedAt, exemptionEvaluatedAt }) => [updatedAt, exemptionEvaluatedAt]),
  ]);
  return new Date(Math.max(0, ...[...times, ...others].map((time) => time?.getTime() ?? 0)));
}
