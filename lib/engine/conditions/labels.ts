import type { Issue } from "@/lib/domain/issues";
import { conditionFacts, type ConditionFacts } from "@/lib/engine/conditions/facts";
import { conditionIssues } from "@/lib/engine/conditions/issues";
import { judgeConditions, type JudgedCondition } from "@/lib/engine/conditions/judge";
import { unreadSandySoil } from "@/lib/engine/conditions/sandy-soil";
import { registrationIssues } from "@/lib/engine/conditions/registration";
import type { AssessmentFacts } from "@/lib/engine/facts";
import type { BoundLimitation } from "@/lib/engine/limitations/applied";
import { prohibitionIssues } from "@/lib/engine/limitations/prohibition";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** What labels, registrations and areas forbid or demand of one application. */
export interface JudgedLabels {
  known: ConditionFacts;
  judged: JudgedCondition[];
  issues: Issue[];
}

/** Holds an application against its labels' conditions, its products' registrations, and what is forbidden where it is. */
export function judgeLabels(
  facts: AssessmentFacts,
  { rated, bound }: { rated: readonly RatedProduct[]; bound: readonly BoundLimitation[] },
): JudgedLabels {
  const known = conditionFacts(facts.application, {
    areas: facts.areas,
    cropTable: facts.rulebook.crops,
    place: facts.place ?? null,
    boundaryHash: facts.boundaryHash,
    weather: facts.weather ?? null,
    siblings: facts.siblings,
  });
  const judged = [...judgeConditions(rated, known), ...unreadSandySoil(facts, { rated, bound })];
  const issues = [
    ...rated.flatMap((product) => registrationIssues(product, facts.application.applicationDate)),
    ...conditionIssues(judged),
    ...prohibitionIssues(bound, known),
  ];
  return { known, judged, issues };
}
