import type { Assessment } from "@/lib/domain/compliance";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";
import type { AssessmentToSave } from "@/lib/domain/saved-application";
import { packExplanation, type PackedExplanation } from "@/lib/data/stored/explanation";
import { at, BETWEEN } from "@/lib/data/stored/places";

/** The same of two conditions that are alike in every member. */
function wholeNameOf({
  productIndex,
  ruleId,
  text,
  source: from,
  isOpen,
  isUnread,
  ...others
}: UnjudgedCondition): string {
  // A member that is added has to be compared as well.
  others satisfies Record<string, never>;
  return [ruleId, text, from, productIndex, isOpen, isUnread].join(BETWEEN);
}

/** Conditions that stand in the answer's own list are saved as their place in it. */
function packUnjudged(
  conditions: readonly UnjudgedCondition[],
  known: readonly UnjudgedCondition[],
): (UnjudgedCondition | number)[] {
  const places = new Map(known.map((condition, index) => [wholeNameOf(condition), index]));
  return conditions.map((condition) => places.get(wholeNameOf(condition)) ?? condition);
}

export const unpackUnjudged = <Condition>(
  conditions: readonly (Condition | number)[],
  known: readonly Condition[],
): Condition[] => conditions.map((each) => (typeof each === "number" ? at(known, each) : each));

type Packed = Omit<AssessmentToSave, "explanation" | "whenConfirmed"> & {
  explanation: PackedExplanation;
  whenConfirmed:
    | (Omit<NonNullable<Assessment["whenConfirmed"]>, "unjudged"> & { unjudged: (UnjudgedCondition | number)[] })
    | null;
};

/** An assessment as the row's `body` holds it. */
export function packAssessment(assessment: AssessmentToSave): Packed {
  const { explanation, unjudged, whenConfirmed } = assessment;
  return {
    ...assessment,
    explanation: packExplanation(explanation, unjudged),
    whenConfirmed:
      whenConfirmed === null ? null : { ...whenConfirmed, unjudged: packUnjudged(whenConfirmed.unjudged, unjudged) },
  };
}
