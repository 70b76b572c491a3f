import type { AskedQuestion, AttestationQuestion, Attestation } from "@/lib/domain/attestation";
import { utcDay } from "@/lib/domain/calendar";
import type { SettledTarget } from "@/lib/domain/compliance";
import { mergeIssues } from "@/lib/domain/merge-issues";
import type { Answer } from "@/lib/domain/question-kinds";
import type { SavedApplicationRecord, SavedAssessment, SavedRequirement } from "@/lib/domain/saved-application";
import {
  areFiguresConfirmed,
  attestedIssues,
  effectsOf,
  isTargetSettled,
  issuesAfter,
  OF_RUNOFF_TARGET,
  unjudgedAfter,
} from "@/lib/engine/attestations/apply";
import { idOfAnyEdition } from "@/lib/engine/attestations/one-per-id";
import { overallStatus } from "@/lib/engine/overall";

/**
 * Questions with the answers that are in force: of the same version, and resting on the same facts. `hash` makes a
 * fingerprint of what an answer rests on.
 */
export const askedOf = (
  questions: readonly AttestationQuestion[],
  given: readonly Attestation[],
  hash: (text: string) => string,
): AskedQuestion[] =>
  questions.map((question): AskedQuestion => {
    const attestation = inForce(question, given, hash(question.restsOn));
    // Who cannot tell has said nothing against what was said before.
    const isOpen = attestation === null || attestation.answer === "unknown";
    const wasBroken = isOpen && given.some((each) => isAgainst(each, question));
    return { question, attestation, ...(wasBroken ? { wasBroken } : {}) };
  });

/**
 * The answer that counts. The same label is asked about under another id once another edition stands before it or is taken out: a yes has to be
 * said again then, and a no holds, also against an earlier yes.
 */
function inForce(question: AttestationQuestion, given: readonly Attestation[], facts: string): Attestation | null {
  const own = given.find((each) => isInForce(each, question, facts)) ?? null;
  const against = given.filter(
    (each) => each.questionId !== question.questionId && each.fingerprint === facts && isAgainst(each, question),
  );
  if (own === null) return against.find(({ isReplaced }) => isReplaced !== true) ?? null;
  if (own.answer === "unknown" || isAgainst(own, question)) return own;
  return against.some(({ attestedAt }) => attestedAt > own.attestedAt) ? null : own;
}

/**
 * Whether an answer, for whatever facts and about whatever edition, was that the condition is broken, or, where the direction is not sure to
 * bind, that it would be. One that a later answer took the place of counts as well: a no about the wind of the other side says nothing of a wind that is two degrees
 * from that of the yes.
 */
const isAgainst = (given: Attestation, question: AttestationQuestion): boolean => {
  const { answer } = given;
  if (!isToAnyEdition(given, question) || answer === "unknown") return false;
  const { finds, opens } = question.effects[answer];
  return finds.length + opens.length > 0;
};

const isToAnyEdition = ({ questionId, version }: Attestation, question: AttestationQuestion): boolean =>
  idOfAnyEdition(questionId) === idOfAnyEdition(question.questionId) && version === question.version;

const isInForce = (given: Attestation, question: AttestationQuestion, facts: string): boolean =>
  given.isReplaced !== true &&
  given.questionId === question.questionId &&
  given.version === question.version &&
  given.fingerprint === facts &&
  !isTooEarly(given, question);

/** The day begins last in Hawaii: what was said on it there was said on it everywhere in the states. */
const LATEST_DAY_MS = 10 * 3_600_000;

/** Whether an answer counts for some days alone: that something was done. What is not done yet blocks whenever it was said. */
export const hasTerm = ({ keptFrom, effects }: AttestationQuestion, answer: Answer): boolean =>
  keptFrom !== undefined && answer !== "unknown" && effects[answer].settles.length > 0;

/** Whether the term of what was done had run out by the day of application. */
const isTooEarly = ({ answer, attestedAt }: Attestation, question: AttestationQuestion): boolean =>
  hasTerm(question, answer) && utcDay(new Date(attestedAt.getTime() - LATEST_DAY_MS)) < (question.keptFrom ?? "");

/**
 * A saved application as the applicator attested it: its requirements and what stands in the way, with answers taken
 * into account. What the last check found stays saved as it was found.
 *
 * Source: docs/rules.md, Attestations. Missing data: as `attest`. Throws: never.
 */
export function savedAsAttested(
  saved: SavedApplicationRecord,
  asked: readonly AskedQuestion[],
): SavedApplicationRecord {
  const effects = effectsOf(asked);
  if (effects.length === 0) return saved;
  return withAnswers(areFiguresConfirmed(asked) ? asConfirmed(saved) : saved, asked);
}

/** The application as its last check would have saved it with the figures confirmed. */
function asConfirmed(saved: SavedApplicationRecord): SavedApplicationRecord {
  const confirmed = saved.lastAssessment?.whenConfirmed ?? null;
  if (saved.lastAssessment === null || confirmed === null) return saved;
  const { requirements, ...part } = confirmed;
  return {
    ...saved,
    lastAssessment: { ...saved.lastAssessment, ...part },
    requirements: requirements
      .map((row) => {
        const kept = saved.requirements.find(({ mitigationType }) => mitigationType === row.mitigationType);
        return { ...UNANSWERED, updatedAt: saved.updatedAt, ...kept, ...row, required: kept?.required ?? row.required };
      })
      .toSorted((a, b) => (a.mitigationType < b.mitigationType ? -1 : 1)),
  };
}

const UNANSWERED = { exemptionEvaluatedAt: null, exemptionReasons: null, exemptionTreatedAcres: null };

function withAnswers(saved: SavedApplicationRecord, asked: readonly AskedQuestion[]): SavedApplicationRecord {
  const { lastAssessment } = saved;
  if (lastAssessment === null) return saved;
  const { settledTargets } = lastAssessment;
  const isSettled = settledTargets !== null && isTargetSettled(asked);
  return {
    ...saved,
    requirements: isSettled ? settledRequirements(saved.requirements, settledTargets) : saved.requirements,
    lastAssessment: assessmentAsAttested(lastAssessment, asked, isSettled),
  };
}

/** The status is that of a check that leaves nothing to be scored again; where something is, scoring makes another. */
function assessmentAsAttested(
  last: SavedAssessment,
  asked: readonly AskedQuestion[],
  isSettled: boolean,
): SavedAssessment {
  const effects = effectsOf(asked);
  const kept = isSettled ? last.issues.filter(({ code }) => !OF_RUNOFF_TARGET.includes(code)) : last.issues;
  const issues = mergeIssues([...issuesAfter(kept, effects, last.unjudged), ...attestedIssues(asked)]);
  return {
    ...last,
    status: last.status === "not_met" ? "not_met" : overallStatus([], issues),
    issues,
    unjudged: unjudgedAfter(last.unjudged, effects),
  };
}

const settledRequirements = (
  requirements: readonly SavedRequirement[],
  targets: readonly SettledTarget[],
): SavedRequirement[] =>
  requirements.flatMap((requirement) => {
    if (!requirement.mitigationType.endsWith("_runoff")) return [requirement];
    const target = targets.find(({ system }) => system === requirement.mitigationType);
    return target === undefined
      ? []
      : [{ ...requirement, requiredPoints: target.points, targetIssues: [...target.issues] }];
  });
