import { countsTowardPass } from "@/lib/domain/citation";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import { judgeAmount } from "@/lib/engine/conditions/amounts";
import type { ConditionFacts, ProductFacts } from "@/lib/engine/conditions/facts";
import { judgeMoment } from "@/lib/engine/conditions/moment";
import { conditionsOf } from "@/lib/engine/conditions/of-label";
import { open, UNJUDGED, type Outcome } from "@/lib/engine/conditions/outcome";
import { judgeCrops, judgeCropStage, judgePlace, judgeVarieties } from "@/lib/engine/conditions/place";
import { bindingOf } from "@/lib/engine/conditions/scope";
import { judgeSetup } from "@/lib/engine/conditions/setup";
import { isFreeOfEsa } from "@/lib/domain/product";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** A condition that binds this application, or may, with what came of it. */
export interface JudgedCondition {
  product: RatedProduct;
  condition: LabelCondition;
  ruleId: string;
  /** Whether it is known to bind. */
  binding: "yes" | "unknown";
  outcome: Outcome;
}

/** A limit of the label that no one has read: whatever it says, this application is not known to keep it. */
const UNREAD: Outcome = open("LABEL_CONDITIONS_NOT_CHECKED", { unread: 1 });
/** A limit that this application breaks, if it binds it at all. */
const MAY_BIND: Outcome = open("LABEL_CONDITIONS_NOT_CHECKED", {});

/**
 * What the labels of a mix forbid and demand, judged for one application. Conditions that do not bind it are left out.
 *
 * Source: the conditions' citations. Missing data: what cannot be judged is `unjudged`, and is listed in the answer. A
 * figure that rests on no evidence, a limit no one has read, and a violation that only binds if something unknown is so
 * are `open`: they block a pass. A product without ESA language that no limitation names is not judged. Throws: never. `isMeant`: which of them; left out: all.
 */
export const judgeConditions = (
  mix: readonly RatedProduct[],
  facts: ConditionFacts,
  isMeant: (condition: LabelCondition) => boolean = () => true,
): JudgedCondition[] =>
  mix.flatMap((product) => {
    const rules = isFreeOfEsa(product) ? null : (product.record?.rules ?? null);
    if (rules === null) return [];
    const own: ProductFacts = { ...facts, product, mix };
    return conditionsOf(rules).flatMap((condition): JudgedCondition[] => {
      if (!isMeant(condition)) return [];
      const binding = bindingOf(condition.when, own);
      if (binding === "no") return [];
      const ruleId = conditionRuleId(product, condition);
      return [{ product, condition, ruleId, binding, outcome: outcomeOf(condition, own, binding) }];
    });
  });

/** The stable name of a condition of one product. */
export const conditionRuleId = (
  { registration, submitted }: Pick<RatedProduct, "registration" | "submitted">,
  { id }: Pick<LabelCondition, "id">,
): string => `product:${registration ?? submitted.productName}:condition:${id}`;

function outcomeOf(condition: LabelCondition, facts: ProductFacts, binding: "yes" | "unknown"): Outcome {
  if (condition.kind === "unjudged") return UNJUDGED;
  if (condition.kind === "unread" || !countsTowardPass(condition.evidence)) return UNREAD;
  const outcome = judge(condition, facts);
  if (outcome.result !== "broken") return outcome;
  if (binding === "unknown") return MAY_BIND;
  return condition.disputed === true ? open("DISPUTED_FIGURE", { conditions: [condition.text] }) : outcome;
}

type Judges = {
  [Kind in LabelCondition["kind"]]: (
    condition: Extract<LabelCondition, { kind: Kind }>,
    facts: ProductFacts,
  ) => Outcome;
};

const JUDGES: Judges = {
  states: judgePlace,
  counties: judgePlace,
  pulas: judgePlace,
  crops: judgeCrops,
  crop_stage: judgeCropStage,
  varieties: judgeVarieties,
  dates: judgeMoment,
  temperature: judgeMoment,
  wind: judgeMoment,
  humidity: judgeMoment,
  time_of_day: judgeMoment,
  rain_forecast: judgeMoment,
  methods: judgeSetup,
  droplets: judgeSetup,
  boom_height: judgeSetup,
  nozzles: judgeSetup,
  boom_share: judgeSetup,
  release_height: judgeSetup,
  swath_displacement: judgeSetup,
  single_rate: judgeAmount,
  annual_rate: judgeAmount,
  single_ingredient: judgeAmount,
  annual_ingredient: judgeAmount,
  applications_per_year: judgeAmount,
  days_between: judgeAmount,
  volume: judgeAmount,
  unjudged: () => UNJUDGED,
  unread: () => UNREAD,
};

const judge = (condition: LabelCondition, facts: ProductFacts): Outcome =>
  // Each kind's judge takes its own conditions, which a look-up by kind cannot say.
  (JUDGES[condition.kind] as (condition: LabelCondition, facts: ProductFacts) => Outcome)(condition, facts);
