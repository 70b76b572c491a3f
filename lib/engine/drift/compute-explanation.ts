import type { ExplanationItem } from "@/lib/domain/compliance";
import type { ExpectedDeposition, Weather } from "@/lib/domain/drift";
import { round2 } from "@/lib/domain/rounding";
import { DOWNWIND_SINE } from "@/lib/engine/drift/edges";
import type { ProductRequirements, RequiredSetback } from "@/lib/engine/drift/requirements";

/**
 * The rules a computation used, for a reader who asks why: each requirement with its document, the rule by which edges are
 * picked with its threshold, and what is expected to drift beyond each buffer.
 *
 * Units: feet, mph, percent, in the text. Source: each rule's first citation. Missing data: a rule without a citation
 * shows none; nothing is said of a product that asks for nothing. Throws: never.
 */
export function explainDrift(
  requirements: readonly ProductRequirements[],
  deposition: readonly ExpectedDeposition[],
  { windDirectionDeg, windSpeedMph }: Weather,
): ExplanationItem[] {
  const setbacks = requirements.flatMap((each) => each.setbacks);
  const wind = `wind from ${figure(windDirectionDeg)} degrees at ${figure(windSpeedMph)} mph`;
  return [
    ...setbacks.map(setbackItem),
    ...(setbacks.some(({ type }) => type === "wind_directional")
      ? [
          plain(
            "drift:downwind-edges",
            `With ${wind}, an edge is downwind when its outward side goes along with the wind by more than ` +
              `sin 0.5° (${DOWNWIND_SINE.toFixed(5)}); in calm air every edge is.`,
          ),
        ]
      : []),
    ...deposition.map(({ curve, distanceFt, fractionOfApplied, isExtrapolated }) =>
      plain(
        "drift:deposition",
        `At ${figure(distanceFt)} ft AgDRIFT Tier I expects ${(fractionOfApplied * 100).toPrecision(3)} % of the ` +
          `applied rate (${curve}${isExtrapolated ? ", beyond the curve's range" : ""}). It replaces no label's distance.`,
      ),
    ),
  ];
}

const figure = (value: number): string => String(round2(value));

const plain = (ruleId: string, text: string): ExplanationItem => ({
  ruleId,
  result: "applied",
  text,
  document: null,
  section: null,
  documentDate: null,
  evidence: "computed",
  checkedOn: null,
  dataSet: null,
  sharePct: null,
});

function setbackItem({ source, type, rawFt, reductionPercent, widthFt }: RequiredSetback): ExplanationItem {
  const [key] = source.rule.cite;
  const citation = key === undefined ? undefined : source.rated.record?.rules?.citations[key];
  return {
    ruleId: source.ruleId,
    result: "applied",
    text:
      `${source.rated.submitted.productName}: ${type.replaceAll("_", " ")} buffer of ${figure(rawFt)} ft, reduced by ` +
      `${figure(reductionPercent)} % to ${figure(widthFt)} ft.`,
    document: citation?.title ?? null,
    section: citation?.locator ?? null,
    documentDate: citation?.documentDate ?? null,
    evidence: source.rule.evidence,
    checkedOn: citation?.checkedOn ?? null,
    dataSet: null,
    sharePct: null,
  };
}
