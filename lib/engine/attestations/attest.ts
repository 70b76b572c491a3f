import type { AnswerEffect, AskedQuestion } from "@/lib/domain/attestation";
import type { Assessment } from "@/lib/domain/compliance";
import { bearsOnDrift, hidesRequirements, isIncomplete, type Issue } from "@/lib/domain/issues";
import { mergeIssues } from "@/lib/domain/merge-issues";
import type { AssessmentResult } from "@/lib/engine/assess";
import {
  areFiguresConfirmed,
  attestedIssues,
  effectsOf,
  freedBy,
  isTargetSettled,
  issuesAfter,
  listedAttestations,
  OF_RUNOFF_TARGET,
  unjudgedAfter,
} from "@/lib/engine/attestations/apply";
import { withIssues } from "@/lib/engine/drift/intake";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { overallStatus } from "@/lib/engine/overall";

/**
 * An assessment scored as the applicator attested it.
 *
 * An answer takes doubt away or finds a violation. It overrules no known fact and no limitation, and never turns a
 * violation into anything better. Source: docs/rules.md, Attestations. Missing data: "I can't tell" changes nothing.
 * Throws: never.
 */
export function attest(
  found: AssessmentResult,
  asked: readonly AskedQuestion[],
  { counts }: { counts: boolean },
): AssessmentResult {
  const attestations = listedAttestations(asked, { counts });
  const effects = counts ? effectsOf(asked) : [];
  if (effects.length === 0) return { ...found, assessment: { ...found.assessment, attestations } };
  const result = areFiguresConfirmed(asked) ? asConfirmed(found) : found;
  const { assessment } = result;
  const { unjudged } = assessment;
  const after = (issues: readonly Issue[]): Issue[] => issuesAfter(issues, effects, unjudged);
  const settled = isTargetSettled(asked) ? result.settledRunoff : null;
  const runoff = settled ?? { entries: assessment.runoff, gapAdvice: assessment.gapAdvice };
  const { issues: before } = assessment.drift;
  const drift = withIssues(
    { ...assessment.drift, issues: after(before).filter((each) => isOfDrift(each, before)) },
    [],
  );
  const kept = settled === null ? assessment.issues : assessment.issues.filter(isNotOfTarget);
  const issues = mergeIssues([
    ...after(kept),
    ...(settled === null ? [] : runoff.entries.flatMap((entry) => entry.issues)),
    ...attestedIssues(asked),
  ]);
  const attested: Assessment = {
    ...assessment,
    status: overallStatus([...runoff.entries.map(({ status }) => status), drift.status], issues),
    processingComplete: !issues.some(isIncomplete),
    issues,
    unjudged: unjudgedAfter(unjudged, effects),
    runoff: runoff.entries,
    gapAdvice: runoff.gapAdvice,
    drift,
    attestations,
  };
  return { ...result, assessment: attested, ...restAsAttested(result, effects, after) };
}

/** Questions and explanation stay: they tell what documents say, and the attestation tells the rest. */
function asConfirmed(found: AssessmentResult): AssessmentResult {
  const { whenConfirmed } = found;
  if (whenConfirmed === null) return found;
  const { questions, explanation } = found.assessment;
  const assessment = {
    ...whenConfirmed.assessment,
    questions,
    explanation,
    whenConfirmed: found.assessment.whenConfirmed,
  };
  return { ...whenConfirmed, assessment, whenConfirmed, restsOnFigures: true };
}

/** What a computation of buffers goes on with. */
function restAsAttested(
  { driftRules, adjuvantResults }: AssessmentResult,
  effects: readonly AnswerEffect[],
  after: (issues: readonly Issue[]) => Issue[],
): Pick<AssessmentResult, "adjuvantResults" | "driftRules"> {
  const freed = freedBy(effects);
  const lifts = effects.flatMap((effect) => effect.lifts);
  const asAttested = (product: RatedProduct): RatedProduct => ({
    ...product,
    attested: { isFree: freed.has(product.productIndex), lifts },
  });
  return {
    adjuvantResults: {
      ...adjuvantResults,
      issues: after(adjuvantResults.issues).filter(({ about }) => about === "mix"),
    },
    driftRules: {
      ...driftRules,
      products: driftRules.products.map(asAttested),
      sources: driftRules.sources.map((source) => ({ ...source, rated: asAttested(source.rated) })),
      labelIssues: after(driftRules.labelIssues).filter(({ blocks }) => blocks),
    },
  };
}

/** What drift goes on listing: an answer may find something that has nothing to do with it, such as a state. */
const isOfDrift = (found: Issue, before: readonly Issue[]): boolean =>
  before.some(({ code }) => code === found.code) ||
  bearsOnDrift(found, { isBufferRequired: true }) ||
  hidesRequirements(found);

const isNotOfTarget = ({ code }: Issue): boolean => !OF_RUNOFF_TARGET.includes(code);
