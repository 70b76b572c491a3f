import type { AttestationQuestion } from "@/lib/domain/attestation";
import type { Assessment, DriftConfiguration, RequirementRow } from "@/lib/domain/compliance";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";
import type { AssessmentResult } from "@/lib/engine/assess";
import { changeBetween } from "@/lib/usecases/radar/compare-answers";

/**
 * What a check saves and its answer may not show: an exemption, an unread label, or points that are short anyway stand before it. A choice
 * of the applicator brings it up, and is then scored by what was saved.
 */
export interface BehindChoices {
  /** Without what the applicator attested. */
  found: Assessment;
  /** Targets and conditions, as a text to compare. */
  asked: string;
  /** What the applicator is asked, each with what its answers would do. */
  questions: ReadonlySet<string>;
  /** Points that the ground gives by itself, by runoff system. */
  given: ReadonlyMap<string, number>;
}

/** `isRead`: the answer is the one that is read of the application, so that its list of what to check is read too. */
export const behindChoices = (
  { assessment, requirements }: AssessmentResult,
  { isRead }: { isRead: boolean },
): BehindChoices => ({
  found: assessment,
  asked: JSON.stringify([
    requirements.map(targetOf),
    assessment.settledTargets,
    isRead ? assessment.unjudged.map(conditionOf) : null,
    confirmedOf(assessment, isRead),
  ]),
  questions: new Set(isRead ? assessment.questions.map(questionOf) : []),
  given: new Map(
    assessment.runoff.map(({ mitigationType, creditedMeasures }) => [
      mitigationType,
      creditedMeasures.reduce((sum, { source, points }) => (source === "portal" ? sum : sum + points), 0),
    ]),
  ),
});

/**
 * Whether the applicator's choices make the same of both. Points that the ground gives are compared in one direction: who goes by fewer of
 * them than there are does more than is asked. So are questions: where one is new, what it could settle stays open until another check.
 */
export const areChoicesAlike = (before: BehindChoices, after: BehindChoices): boolean =>
  before.asked === after.asked &&
  [...before.questions].every((question) => after.questions.has(question)) &&
  [...before.given].every(([system, points]) => points <= (after.given.get(system) ?? points)) &&
  changeBetween(before.found, after.found) === null;

const targetOf = ({ mitigationType, requiredPoints, targetIssues }: RequirementRow) => [
  mitigationType,
  requiredPoints,
  targetIssues,
];

/**
 * By what its answers do, and the counties that it names, which nothing else of an answer does. Under another id, or resting on more, it is
 * asked again.
 */
const questionOf = ({
  kind,
  productIndex,
  entries = [productIndex],
  particulars: { counties = [] },
  effects,
}: AttestationQuestion): string => JSON.stringify([kind, entries, counties.toSorted(), effects]);

/** Where it stands in its document is no part of what it says. */
const conditionOf = ({ productIndex, text, isOpen, isUnread }: UnjudgedCondition) => [
  productIndex,
  text,
  isOpen === true,
  isUnread === true,
];

function confirmedOf({ whenConfirmed }: Assessment, isRead: boolean) {
  if (whenConfirmed === null) return null;
  const { status, issues, unjudged, settledTargets, requirements } = whenConfirmed;
  return [
    status,
    issues
      .filter(({ code }) => code !== "DATA_SET_STALE")
      .map(({ code, productIndex, blocks, particulars }) => [code, productIndex, blocks, particulars]),
    isRead ? unjudged.map(conditionOf) : null,
    settledTargets,
    requirements.map((row) => [...targetOf(row), withoutTime(row.driftConfiguration)]),
  ];
}

const withoutTime = (configuration: DriftConfiguration | null) =>
  configuration === null ? null : { ...configuration, computedAt: null };
