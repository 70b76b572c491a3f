import type { ExpectedDeposition, Weather } from "@/lib/domain/drift";
import type { RuleExplained, RuleStatement } from "@/lib/domain/explanation";
import { round2 } from "@/lib/domain/rounding";
import { DOWNWIND_SINE } from "@/lib/engine/drift/edges";
import type { ProductRequirements, RequiredSetback } from "@/lib/engine/drift/requirements";
import { citedRule, NOTHING } from "@/lib/engine/explain-item";

/**
 * The rules a computation used, for a reader who asks why: each requirement with its document, the rule by which edges are
 * picked with its threshold, and what is expected to drift beyond each buffer.
 *
 * Units: feet, mph, percent. Source: each rule's first citation. Missing data: a rule without a citation shows none;
 * nothing is said of a product that asks for nothing. Throws: never.
 */
export function explainDrift(
  requirements: readonly ProductRequirements[],
  deposition: readonly ExpectedDeposition[],
  { windDirectionDeg, windSpeedMph }: Weather,
): RuleExplained[] {
  const setbacks = requirements.flatMap((each) => each.setbacks);
  const wind = { windDirectionDeg: round2(windDirectionDeg), windSpeedMph: round2(windSpeedMph) };
  return [
    ...setbacks.map(setbackItem),
    ...(setbacks.some(({ type }) => type === "wind_directional")
      ? [computed("drift:downwind-edges", { kind: "downwind", ...wind, sine: DOWNWIND_SINE })]
      : []),
    ...deposition.map(({ curve, distanceFt, fractionOfApplied, isExtrapolated }) =>
      computed("drift:deposition", {
        kind: "deposition",
        distanceFt: round2(distanceFt),
        percent: Number((fractionOfApplied * 100).toPrecision(3)),
        curve,
        isExtrapolated,
      }),
    ),
  ];
}

const computed = (ruleId: string, says: RuleStatement): RuleExplained => ({
  ...NOTHING,
  ruleId,
  result: "applied",
  says,
  evidence: "computed",
});

const setbackItem = ({ source, type, rawFt, reductionPercent, widthFt }: RequiredSetback): RuleExplained =>
  citedRule(source.rule, source.rated.record?.rules?.citations ?? {}, {
    ruleId: source.ruleId,
    result: "applied",
    says: {
      kind: "setback",
      productName: source.rated.submitted.productName,
      bufferType: type,
      rawFt: round2(rawFt),
      reductionPercent: round2(reductionPercent),
      widthFt: round2(widthFt),
    },
  });
