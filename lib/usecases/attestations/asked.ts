import { createHash } from "node:crypto";
import type { AskedQuestion, Attestation, AttestationQuestion, QuestionParticulars } from "@/lib/domain/attestation";
import type { Assessment } from "@/lib/domain/compliance";
import { issueEffect, type Issue } from "@/lib/domain/issues";
import type { Answer } from "@/lib/domain/question-kinds";
import type { AnsweredAssessment, SavedApplicationRecord } from "@/lib/domain/saved-application";
import type { AssessmentResult } from "@/lib/engine/assess";
import { attest } from "@/lib/engine/attestations/attest";
import { askedOf, savedAsAttested } from "@/lib/engine/attestations/saved";

/** Names the facts that an answer rests on. */
export const fingerprintOf = (restsOn: string): string => createHash("sha256").update(restsOn).digest("hex");

const askedNow = (questions: readonly AttestationQuestion[], given: readonly Attestation[]): AskedQuestion[] =>
  askedOf(questions, given, fingerprintOf);

/** What an applicator said, and whether it counts. */
interface Given {
  attestations: readonly Attestation[];
  doAttestationsCount: boolean;
}

/** An assessment as found and as the applicator attested it; the same one where nothing was said of it. */
export function asGiven(result: AssessmentResult, { attestations, doAttestationsCount }: Given): AssessmentResult {
  const asked = askedNow(result.assessment.questions, attestations);
  if (asked.every(({ attestation, wasBroken }) => attestation === null && wasBroken !== true)) return result;
  return attest(result, asked, { counts: doAttestationsCount });
}

/** What answers changed of an assessment, to be saved beside what was found without them; null: nothing. */
export const answeredPart = (attested: Assessment): AnsweredAssessment | null => {
  const { status, processingComplete, issues, unjudged, attestations } = attested;
  return attestations.some(({ counts }) => counts) ? { status, processingComplete, issues, unjudged } : null;
};

/** The answers that a placement of buffers rests on, as it is kept with them. */
export const placementAnswers = (asked: readonly AskedQuestion[]): string[] =>
  asked
    .flatMap(({ question: { questionId, effects }, attestation }) => {
      if (attestation === null || attestation.answer === "unknown") return [];
      const { frees, confirms, lifts, finds } = effects[attestation.answer];
      return frees.length + confirms.length + lifts.length + finds.length > 0
        ? [`${questionId}=${attestation.answer}`]
        : [];
    })
    .toSorted();

/** The same of an assessment. */
export const placementAnswersOf = (result: AssessmentResult, { attestations, doAttestationsCount }: Given): string[] =>
  doAttestationsCount ? placementAnswers(askedNow(result.assessment.questions, attestations)) : [];

export interface AttestedApplication {
  /** As the applicator attested it, where that counts. */
  saved: SavedApplicationRecord;
  /** Its questions, with the answers in force. */
  asked: AskedQuestion[];
  /** Counted answers that the last placement of buffers did not rest on, or no longer can. */
  isPlacementOutdated: boolean;
}

/**
 * A saved application with the answers that are in force. Nothing is asked of one that has to be checked again: what
 * would be asked then is not known.
 */
export function attestedApplication(saved: SavedApplicationRecord): AttestedApplication {
  const { lastAssessment, attestations, drift } = saved;
  const isChecked = saved.processingStatus === "completed" && !saved.isOnChangedBoundary;
  const asked = isChecked ? askedNow(lastAssessment?.questions ?? [], attestations) : [];
  const counted = saved.doAttestationsCount ? asked : [];
  const placed = drift.lastComputation;
  return {
    saved: savedAsAttested(saved, counted),
    asked,
    isPlacementOutdated:
      isChecked && placed !== null && placementAnswers(counted).join() !== (placed.answers ?? []).join(),
  };
}

/** An answer to a question as it is asked now. */
export const givenTo = (
  { questionId, kind, version, subject, labelDate, restsOn }: AttestationQuestion,
  said: { answer: Answer; attestedBy: string },
  { at, applicationRevision }: { at: Date; applicationRevision: number },
): Attestation => ({
  questionId,
  kind,
  version,
  subject,
  labelDate,
  answer: said.answer,
  attestedBy: said.attestedBy.trim(),
  attestedAt: at,
  applicationRevision,
  fingerprint: fingerprintOf(restsOn),
});

/** What a question named as binding in any case, for answers to it: one about other facts was given to another question. */
export const besidesAsked =
  ({ restsOn, particulars }: AttestationQuestion) =>
  ({ fingerprint }: Attestation): QuestionParticulars["besides"] =>
    fingerprint === fingerprintOf(restsOn) ? particulars.besides : undefined;

/**
 * The questions to ask: with a violation that no answer mends, nothing hangs on what is not answered yet.
 */
export const worthAsking = (asked: readonly AskedQuestion[], issues: readonly Issue[]): AskedQuestion[] =>
  issues.some((found) => issueEffect(found) === "not_met")
    ? asked.filter(({ attestation }) => attestation !== null)
    : [...asked];
