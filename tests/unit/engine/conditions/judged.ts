import type { ApplicationInput } from "@/lib/domain/application";
import type { ConditionBody } from "@/lib/domain/label-conditions";
import { conditionFacts, type ConditionFacts } from "@/lib/engine/conditions/facts";
import { judgeConditions, type JudgedCondition } from "@/lib/engine/conditions/judge";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { ratedWith } from "../drift/rules";
import { areasOf, factsOf, rulebook, submittedOf } from "../facts";

/** Facts of a ground application of soybean in Lee County, Alabama, on 1 May 2026, with what the test changes. */
export const conditionFactsOf = (
  application: Partial<ApplicationInput> = {},
  members: Partial<ConditionFacts> = {},
): ConditionFacts => ({
  ...conditionFacts(
    { ...factsOf([submittedOf("99001-1")]).application, crop: ["Soybeans"], ...application },
    { areas: areasOf(), cropTable: rulebook.crops, place: null, weather: null },
  ),
  ...members,
});

/** What came of one product's conditions. */
export const judgedFor = (
  product: RatedProduct,
  application: Partial<ApplicationInput> = {},
  members: Partial<ConditionFacts> = {},
): JudgedCondition[] => judgeConditions([product], conditionFactsOf(application, members));

/** What comes of a label's only condition. */
export function resultOf(
  body: ConditionBody,
  application: Partial<ApplicationInput> = {},
  members: Partial<ConditionFacts> = {},
): string | undefined {
  const condition = { id: "only", text: "As the label says.", evidence: "primary" as const, cite: ["LABEL"], ...body };
  return judgedFor(ratedWith({ conditions: [condition] }), application, members)[0]?.outcome.result;
}
