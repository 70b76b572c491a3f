import { HOUR_MS } from "@/lib/domain/forecast";
import type { LabelCondition, MomentCondition, UnjudgedCondition } from "@/lib/domain/label-conditions";
import type { HourReason } from "@/lib/domain/spray-windows";
import type { LonLat } from "@/lib/engine/conditions/facts";
import { conditionRuleId } from "@/lib/engine/conditions/judge";
import { endsWithin } from "@/lib/engine/conditions/moment";
import { conditionsOf } from "@/lib/engine/conditions/of-label";
import type { RatedProduct } from "@/lib/engine/rated-product";

const MOMENTS: ReadonlySet<LabelCondition["kind"]> = new Set<MomentCondition["kind"]>([
  "temperature",
  "wind",
  "humidity",
  "time_of_day",
  "rain_forecast",
]);

/**
 * What conditions about the weather and the day say of an hour beyond a single moment at its start: one that the
 * forecast has no value for, and one that the hour outlasts.
 *
 * Source: the labels' conditions. Missing data: an unknown value is a reason, never a pass. Throws: never.
 */
export function momentReasons(
  unjudged: readonly UnjudgedCondition[],
  products: readonly RatedProduct[],
  { startsAt, place, hoursToRain }: { startsAt: Date; place: LonLat | null; hoursToRain: number | null },
): HourReason[] {
  const reasons = unjudged.flatMap(({ productIndex, ruleId }): HourReason[] => {
    const condition = conditionNamed(products, productIndex, ruleId);
    if (condition === null || !MOMENTS.has(condition.kind)) return [];
    // Dry by the forecast, which is all that an hour can be planned by.
    if (condition.kind === "rain_forecast" && hoursToRain !== null) return [];
    const named = { productIndex, ruleId, text: condition.text };
    if (condition.kind !== "time_of_day") return [{ why: "value_missing", condition: named }];
    const isWithin = place === null ? null : endsWithin(condition, startsAt.getTime(), HOUR_MS, place);
    if (isWithin === true) return [];
    return [{ why: isWithin === null ? "value_missing" : "ends_outside", condition: named }];
  });
  return reasons;
}

function conditionNamed(
  products: readonly RatedProduct[],
  productIndex: number,
  ruleId: string,
): LabelCondition | null {
  const product = products.find((each) => each.productIndex === productIndex);
  const rules = product?.record?.rules ?? null;
  if (product === undefined || rules === null) return null;
  return conditionsOf(rules).find((each) => conditionRuleId(product, each) === ruleId) ?? null;
}

/** The longest time without rain that a label of the mix asks for, hours. */
export const longestDryHours = (products: readonly Pick<RatedProduct, "record">[]): number =>
  Math.max(
    0,
    ...products.flatMap(({ record }) =>
      (record?.rules?.conditions ?? []).flatMap((each) => (each.kind === "rain_forecast" ? [each.withinHours] : [])),
    ),
  );
