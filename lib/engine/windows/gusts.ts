import type { ConditionFacts } from "@/lib/engine/conditions/facts";
import { judgeConditions } from "@/lib/engine/conditions/judge";
import type { RatedProduct } from "@/lib/engine/rated-product";

/**
 * The least of the highest winds that the labels of a mix allow this application; null where none names one.
 *
 * Units: mph. Source: the labels' conditions. Missing data: a limit that may not bind counts. Throws: never.
 */
export function highestWind(mix: readonly RatedProduct[], facts: ConditionFacts): number | null {
  const limits = judgeConditions(mix, facts, ({ kind }) => kind === "wind").flatMap(({ condition }) =>
    condition.kind === "wind" && condition.maxMph !== null ? [condition.maxMph] : [],
  );
  return limits.length === 0 ? null : Math.min(...limits);
}

/**
 * Whether gusts pass the highest wind that a label allows. A hint and never a judge: a forecast names the strongest gust of an hour, and
 * labels speak of the wind at the boom.
 *
 * Units: mph. Source: the forecast and the labels' conditions. Missing data: null where the forecast names no gust, or no label a highest
 * wind. Throws: never.
 */
export const areGustsOver = (gustMph: number | null, limitMph: number | null): boolean | null =>
  gustMph === null || limitMph === null ? null : gustMph > limitMph;
