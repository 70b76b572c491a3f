import type { AttestationQuestion, ListedAttestation } from "@/lib/domain/attestation";
import type { ApplicationEvidence } from "@/lib/data/reports/evidence";
import type { ReportField } from "@/lib/data/reports/field";
import {
  additionsOf,
  type FilledRecord,
  photosOf,
  type RecordAddition,
  type StandingPhoto,
} from "@/lib/domain/application-record";
import type { DataVersions, RunoffEntry } from "@/lib/domain/compliance";
import type { ExplanationItem } from "@/lib/domain/explanation";
import type { AdjuvantResults } from "@/lib/domain/drift";
import type { Selection } from "@/lib/domain/mitigation";
import type { AppliedPula } from "@/lib/domain/compliance";
import type { ChangeRecord } from "@/lib/domain/portal";
import type { RunoffSystem } from "@/lib/domain/product";
import type { ReportKind } from "@/lib/domain/report";
import { round2OrNull } from "@/lib/domain/rounding";
import { stateOfFips, type StateCode } from "@/lib/domain/us-states";
import {
  submittedFacts,
  type SavedApplicationRecord,
  type SavedAssessment,
  type SavedRequirement,
} from "@/lib/domain/saved-application";
import type { SoilSummary } from "@/lib/domain/soil";
import type { RecordedReduction } from "@/lib/usecases/applications/drift-buffer/recorded-reductions";
import { shownRecord, type ApplicationRecord } from "@/lib/usecases/records/record-facts";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { formatOf } from "@/lib/usecases/reports/record-format";
import { readsOfTexts, type RecordedRead } from "@/lib/usecases/reports/limitations-read";
import { choicesOf, type Chosen, type RecordedChoice } from "@/lib/usecases/reports/choices";

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
    counties: RecordedCounty[];
  };
  soil: SoilSummary | null;
  /** Of the kind's runoff system. */
  selections: Selection[];
  /** By whose hand what counts was chosen, the latest first. */
  choices: RecordedChoice[];
  /** Oldest first. */
  applications: RecordedApplication[];
}

/** A county under the field. */
export interface RecordedCounty {
  name: string;
  /** Null: a territory. */
  state: StateCode | null;
  /** Coarse lines leave it open which of two neighbors it is. */
  isSure: boolean;
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
  | "siblingMixes"
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
  limitationsRead: RecordedRead[];
  /** In force, each with what it takes to say its question. */
  attestations: RecordedAttestation[];
  /** Null in a trait report, which says nothing of drift. */
  drift: RecordedDrift | null;
  /** What was written down of it; null where nothing was, and in a trait report. */
  log: RecordedLog | null;
}

/** The record of the application: what was signed, or what is known where no one has signed. */
export interface RecordedLog {
  shown: FilledRecord;
  signed: { by: string; at: Date; hash: string } | null;
  additions: RecordAddition[];
  /** Left out where there is none, so that such a record is written as it always was. */
  photos?: StandingPhoto[];
  /** When the last entry was kept. */
  writtenAt: Date;
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
  logs: readonly ApplicationRecord[];
  /** Newest first. */
  changes: readonly ChangeRecord[];
}

export function recordOf(facts: RecordFacts): ReportRecord {
  const { kind, year, field } = facts;
  const evidence = new Map(facts.evidence.map((each) => [each.applicationEventId, each]));
  const applications = facts.scored.map((application) =>
    recordedApplication(kind, application, {
      evidence: evidence.get(application.saved.applicationEventId),
      log: kind === "trait" ? undefined : facts.logs.find((log) => log.application === application),
    }),
  );
  return {
    format: formatOf(applications.flatMap(({ log }) => (log === null ? [] : [log.shown]))),
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
      counties: field.counties.map(({ countyName, stateFips, isSure = true }) => ({
        name: countyName,
        state: stateOfFips(stateFips),
        isSure,
      })),
    },
    soil: field.ground?.soil ?? null,
    selections: facts.selections.filter(({ system }) => system === SYSTEM_OF[kind]),
    choices: choicesOf(facts.changes, (chosen) => isHeld(facts, chosen)),
    applications,
  };
}

/** Whether what was chosen is still there, and belongs to this kind of report. */
function isHeld({ kind, selections, scored }: RecordFacts, { what, choice, applicationEventId }: Chosen): boolean {
  if (what === "measure") {
    return (
      choice?.system === SYSTEM_OF[kind] &&
      selections.some(({ system, subOptionId }) => system === choice.system && subOptionId === choice.subOptionId)
    );
  }
  const application = scored.find(({ saved }) => saved.applicationEventId === applicationEventId);
  if (kind === "trait" || application === undefined) return false;
  return what === "exemption"
    ? application.runoff.some(({ runoffExemptionClaimedAt }) => runoffExemptionClaimedAt !== null)
    : application.driftReductions.some((reduction) =>
        reduction.selections.some(({ subOptionId }) => subOptionId === choice?.subOptionId),
      );
}

function recordedApplication(
  kind: ReportKind,
  { saved, runoff, driftReductions, asked, attestations }: ScoredApplication,
  { evidence, log }: { evidence: ApplicationEvidence | undefined; log: ApplicationRecord | undefined },
): RecordedApplication {
  return {
    applicationEventId: saved.applicationEventId,
    ...submittedFacts(saved),
    processingStatus: saved.processingStatus,
    updatedAt: saved.updatedAt,
    isOnChangedBoundary: saved.isOnChangedBoundary,
    requirements: saved.requirements.filter(({ mitigationType }) => belongsTo(kind, mitigationType)),
    runoff: runoff.filter(({ mitigationType }) => belongsTo(kind, mitigationType)),
    assessment: saved.lastAssessment === null ? null : withoutShapes(saved.lastAssessment),
    ...behind(evidence, saved.lastAssessment),
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
    log: log === undefined ? null : recordedLog(log),
  };
}

function recordedLog(log: ApplicationRecord): RecordedLog | null {
  const { entries, signature } = log.ground;
  const last = entries.at(-1);
  if (last === undefined) return null;
  const photos = photosOf(entries);
  return {
    shown: shownRecord(log),
    signed: signature === null ? null : { by: signature.signedBy, at: signature.signedAt, hash: signature.recordHash },
    additions: additionsOf(entries),
    ...(photos.length === 0 ? {} : { photos }),
    writtenAt: last.savedAt,
  };
}

function behind(
  evidence: ApplicationEvidence | undefined,
  assessment: SavedAssessment | null,
): Pick<RecordedApplication, "dataVersions" | "explanation" | "limitationsRead"> {
  const { dataVersions = null, explanation = [], limitationsRead = [] } = evidence ?? {};
  return { dataVersions, explanation, limitationsRead: readsOfTexts(limitationsRead, assessment) };
}

export const withoutShapes = (assessment: SavedAssessment): RecordedAssessment => ({
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
    application.log?.writtenAt ?? null,
    application.log?.signed?.at ?? null,
    ...application.requirements.flatMap(({ updatedAt, exemptionEvaluatedAt }) => [updatedAt, exemptionEvaluatedAt]),
  ]);
  return new Date(Math.max(0, ...[...times, ...others].map((time) => time?.getTime() ?? 0)));
}
