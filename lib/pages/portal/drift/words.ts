import type { OverallStatus } from "@/lib/domain/compliance";
import type { BoomHeight, DropletSize } from "@/lib/domain/application";
import { DROPLET_SIZES } from "@/lib/domain/application";
import type { EffectiveRate } from "@/lib/domain/drift";
import type { ComputationInputs } from "@/lib/domain/drift-saved";
import { decimalText } from "@/lib/domain/numbers";
import { issueEffect, type Issue } from "@/lib/domain/issues";
import { issueHeadline, issueMessage, issueRemedy } from "@/lib/views/issues/issue-text";
import { keptFt, type DriftFactView, type EdgeView, type Placement } from "@/lib/views/portal/drift";
import type { IssueView } from "@/lib/views/portal/overview";
import { acresInWords, capital, counted, methodInWords } from "@/lib/views/words";
import { compassWord, formatFeet } from "@/lib/views/figures";

export const dropletInWords = (size: DropletSize): string => {
  const code = DROPLET_SIZES.find(({ category }) => category === size)?.code ?? "";
  return `${capital(size.replaceAll("_", " "))} (${code})`;
};

export const BOOM_WORDS: Record<BoomHeight, string> = {
  low: "Low",
  high: "High",
};

/** "from 225°, southwest, at 8 mph"; calm air comes from nowhere. */
export const windInWords = ({ windDirectionDeg, windSpeedMph }: ComputationInputs): string =>
  windSpeedMph === 0
    ? "calm air"
    : `wind from ${decimal(windDirectionDeg)}°, ${compassWord(windDirectionDeg)}, at ${decimal(windSpeedMph)} mph`;

export const decimal = (value: number): string => decimalText(value, 2);

export function conditionFacts(inputs: ComputationInputs): DriftFactView[] {
  const { temperatureF, humidityPercent, dropletSize, boomHeight, gpa } = inputs;
  return [
    { label: "Wind", value: capital(windInWords(inputs)) },
    ...(temperatureF === null ? [] : [{ label: "Temperature", value: `${decimal(temperatureF)} °F` }]),
    ...(humidityPercent === null ? [] : [{ label: "Humidity", value: `${decimal(humidityPercent)} %` }]),
    { label: "Method", value: methodInWords(inputs.method) },
    { label: "Droplets", value: dropletSize === null ? "Not told" : dropletInWords(dropletSize) },
    { label: "Boom", value: boomHeight === null ? "Not told" : BOOM_WORDS[boomHeight] },
    { label: "Spray volume", value: gpa === null ? "Not told" : `${decimal(gpa)} gallons per acre` },
  ];
}

/** How much of each product an answer is for; where a check was made with another rate, that one too. */
export const rateFacts = (
  rates: readonly EffectiveRate[],
  products: readonly { productName: string; rate: number; rateUnit: string }[],
): DriftFactView[] =>
  rates.map(({ productIndex, rate, rateUnit }) => {
    const product = products[productIndex];
    const value = `${decimal(rate)} ${rateUnit}`;
    const isChecked = product?.rate === rate && product.rateUnit === rateUnit;
    return {
      label: `Rate of ${product?.productName ?? `product ${productIndex + 1}`}`,
      value:
        product === undefined || isChecked
          ? value
          : `${value}; checked with ${decimal(product.rate)} ${product.rateUnit}`,
    };
  });

const STANDINGS = { not_met: "not_met", indeterminate: "indeterminate", none: "not_applicable" } as const;

export const issueView = (found: Issue): IssueView => ({
  code: found.code,
  standing: STANDINGS[issueEffect(found)],
  message: issueMessage(found),
  remedy: issueRemedy(found.code),
});

const WEIGHTS = { not_met: 2, indeterminate: 1, none: 0 } as const;
const weightOf = (found: Issue): number => WEIGHTS[issueEffect(found)];

/** Conditions to wait out, whatever the buffer: said as what must not happen now. */
const isAgainstSpraying = (found: Issue): boolean =>
  issueEffect(found) === "not_met" || found.code === "WIND_SPEED_UNRESOLVED";

/** The worst finding in one line, before any figure; null where nothing is wrong or open. */
export function worstFact(issues: readonly Issue[]): string | null {
  const [worst] = issues
    .filter((found) => weightOf(found) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a) || Number(isAgainstSpraying(b)) - Number(isAgainstSpraying(a)));
  if (worst === undefined) return null;
  const fact = issueHeadline(worst.code);
  return isAgainstSpraying(worst) ? `Do not spray: ${fact}` : capital(fact);
}

/** What the buffers come to, in one line. */
export function headlineOf(placement: Placement, edges: readonly EdgeView[]): string {
  switch (placement) {
    case "not_asked":
      return "No drift buffer is asked for";
    case "open":
      return "The whole field is buffer: nothing can be placed yet";
    case "none_left":
      return "The buffer covers the whole field";
    case "no_buffer":
      return "No part of the field is buffer in these conditions";
    case "buffer": {
      const kept = edges.map(keptFt).filter((feet) => feet > 0);
      const widest = Math.max(0, ...kept);
      return `${counted(kept.length, "edge keeps", "edges keep")} a distance, at most ${formatFeet(widest)}`;
    }
  }
}

/** How much of the field lies outside the buffer. It never says that the rest may be sprayed. */
export function areaInWords(placement: Placement, fieldSqm: number, treatableSqm: number | null): string {
  const whole = acresInWords(fieldSqm);
  if (placement === "open") {
    return `None of the field's ${whole} can be placed outside a buffer until what is listed below is settled.`;
  }
  if (treatableSqm === null || placement === "none_left")
    return `None of the field's ${whole} lies outside the buffer.`;
  return `${acresInWords(treatableSqm)} of ${whole} lie outside the buffer.`;
}

const OVERALL: Record<OverallStatus, string> = {
  met: "With these buffers, what is scored for the whole application is met.",
  not_met: "With these buffers, something that is required of the whole application is not met.",
  indeterminate: "With these buffers, something about the whole application is still open.",
  not_applicable: "Nothing that is scored is asked of this application.",
};
export const overallOf = (standing: OverallStatus) => ({ standing, text: OVERALL[standing] });
