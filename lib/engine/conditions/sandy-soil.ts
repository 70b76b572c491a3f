import { utcDay } from "@/lib/domain/calendar";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import { isFreeOfEsa, type LabelRules } from "@/lib/domain/product";
import { conditionRuleId, type JudgedCondition } from "@/lib/engine/conditions/judge";
import { UNJUDGED } from "@/lib/engine/conditions/outcome";
import type { AssessmentFacts } from "@/lib/engine/facts";
import type { BoundLimitation } from "@/lib/engine/limitations/applied";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { autoCredits } from "@/lib/engine/runoff/auto-credits";
import { isSandyGround } from "@/lib/engine/soil-texture";

/** A condition of this id says what the label says of sandy soil, and stands in place of the line below. */
const ID = "sandy-soil";
const TEXT =
  "Points for sandy soil do not count if this label forbids use on sandy soil. No one has read the label for that.";
const CONDITION: LabelCondition = { id: ID, kind: "unjudged", text: TEXT, evidence: "secondary", cite: [] };

/**
 * Labels that no one has read for a ban on sandy soil, where the field earns points for such soil and the product has points to
 * reach: one line for each, for the applicator to check.
 *
 * Source: the sandy-soil rows of EPA's menu. Missing data: without soil there are no such points, and no line. Throws: never.
 */
export function unreadSandySoil(
  { soil: { summary: soil }, rulebook, now }: Pick<AssessmentFacts, "soil" | "rulebook" | "now">,
  { rated, bound }: { rated: readonly RatedProduct[]; bound: readonly BoundLimitation[] },
): JudgedCondition[] {
  const credits = autoCredits(rulebook.autoCredits, { soil, counties: [], onDate: utcDay(now) }).filter(
    ({ source }) => source === "soil",
  );
  if (credits.length === 0 || !isSandyGround(soil)) return [];
  const codes = codesOf(rulebook.menus.epa_runoff.categories, new Set(credits.map(({ subOptionId }) => subOptionId)));
  return rated.flatMap((product): JudgedCondition[] => {
    const rules = isFreeOfEsa(product) ? null : (product.record?.rules ?? null);
    if (rules === null || isRead(rules, codes)) return [];
    const isAsked =
      (product.esaRequired !== false && rules.runoff?.some(({ system }) => system === "epa_runoff") !== false) ||
      bound.some(({ rated: { productIndex } }) => productIndex === product.productIndex);
    const ruleId = conditionRuleId(product, CONDITION);
    return isAsked ? [{ product, condition: CONDITION, ruleId, binding: "yes", outcome: UNJUDGED }] : [];
  });
}

type Categories = AssessmentFacts["rulebook"]["menus"]["epa_runoff"]["categories"];

/** The codes under which a label may rule the credits out: their own and their option's. */
const codesOf = (categories: Categories, ids: ReadonlySet<number>): ReadonlySet<string> =>
  new Set(
    categories
      .flatMap(({ options }) => options)
      .flatMap(({ code, subOptions }) =>
        subOptions.filter(({ id }) => ids.has(id)).flatMap((subOption) => [code, subOption.code]),
      ),
  );

const isRead = ({ isReadToEnd, conditions, disallowedMeasures }: LabelRules, codes: ReadonlySet<string>): boolean =>
  isReadToEnd === true ||
  conditions.some(({ id }) => id === ID) ||
  disallowedMeasures.some(({ system, code }) => system === "epa_runoff" && codes.has(code));
