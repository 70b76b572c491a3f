import type { ApplicationInput } from "@/lib/domain/application";
import type { CropTable } from "@/lib/domain/crops";
import { issue, type Issue } from "@/lib/domain/issues";
import { conditionFacts } from "@/lib/engine/conditions/facts";
import { judgeConditions, type JudgedCondition } from "@/lib/engine/conditions/judge";
import { asOfLabel } from "@/lib/engine/mix-issues";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { isOfYear, ofDaysUntil, type Sibling } from "@/lib/engine/siblings";

interface SavedYear {
  application: ApplicationInput;
  mix: readonly RatedProduct[];
  /** The field's other applications of the year as they are saved now. */
  siblings: readonly Sibling[];
  cropTable: CropTable;
  /** Whether an answer of the applicator settles a condition. */
  isSettled: (direction: { productIndex: number; ruleId: string }) => boolean;
}

/**
 * What a year may have by the labels of a saved mix, beside the applications of earlier days that are saved now: one issue for
 * each product with limits that leave no room for this application, if those were made, or no room that is known. A check finds the same of what is saved
 * while it runs; what is saved or changed afterward it cannot know.
 *
 * Units: as the limits say. Source: the conditions' citations. Missing data: a limit for some states counts for every field,
 * because where the field lies is not asked here; what the request said of the year stands, as in a check. Throws: never.
 */
export function savedYearIssues({ application, mix, siblings, cropTable, isSettled }: SavedYear): Issue[] {
  if (ofDaysUntil(application.applicationDate, siblings).length === 0) return [];
  const facts = conditionFacts(application, {
    areas: { counties: [], pulas: [] },
    ...{ cropTable, siblings, place: null, weather: null },
  });
  const judged = judgeConditions(
    mix.map((product) => asOfLabel(product, application)),
    facts,
    isOfYear,
  ).filter(({ product: { productIndex }, ruleId }) => !isSettled({ productIndex, ruleId }));
  return mix.flatMap(({ productIndex, submitted: { productName } }) => {
    const own = judged.filter(({ product }) => product.productIndex === productIndex);
    const [withSaved, unknownSaved] = [countOf(own, "withSaved"), countOf(own, "unknownSaved")];
    if (withSaved + unknownSaved === 0) return [];
    const counts = { ...(withSaved === 0 ? {} : { withSaved }), ...(unknownSaved === 0 ? {} : { unknownSaved }) };
    return [
      issue("LABEL_CONDITIONS_NOT_CHECKED", { productIndex, particulars: { productName, ...counts }, blocks: true }),
    ];
  });
}

/** How many limits what is saved leaves no room in, or none that is known. */
const countOf = (judged: readonly JudgedCondition[], saved: "withSaved" | "unknownSaved"): number =>
  judged.reduce(
    (sum, { outcome }) =>
      outcome.result === "open" && outcome.found.code === "LABEL_CONDITIONS_NOT_CHECKED"
        ? sum + (outcome.found.particulars[saved] ?? 0)
        : sum,
    0,
  );

/** Issues of a check with those of the year as it is saved now: what the check counted of the year is counted again. */
export const withSavedYear = (found: readonly Issue[], ofYear: readonly Issue[]): Issue[] => [
  ...found.map((each) => (ofYear.some((other) => isSameList(each, other)) ? withoutSaved(each) : each)),
  ...ofYear,
];

const isSameList = (one: Issue, other: Issue): boolean =>
  one.code === other.code && one.productIndex === other.productIndex;

function withoutSaved(found: Issue): Issue {
  if (found.code !== "LABEL_CONDITIONS_NOT_CHECKED") return found;
  const { withSaved: _full, unknownSaved: _unknown, ...particulars } = found.particulars;
  return { ...found, particulars };
}
