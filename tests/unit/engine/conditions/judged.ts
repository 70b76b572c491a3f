import type { ApplicationInput } from "@/lib/domain/application";
import { conditionFacts, type ConditionFacts } from "@/lib/engine/conditions/facts";
import { judgeConditions, type JudgedCondition } from "@/lib/engine/conditions/judge";
import type { RatedProduct } from "@/lib/engine/rated-product";
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
