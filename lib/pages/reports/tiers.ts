import { compareDroplets, methodClass } from "@/lib/domain/application";
import type { DriftRequirement } from "@/lib/domain/compliance";
import type { BufferMethod, RateRange, WindRange } from "@/lib/domain/product";
import type { ReportBlock } from "@/lib/domain/report";
import { computedName, dropletText, feetText, numberText, ruleSource, unitText } from "@/lib/pages/reports/words";
import { wordsIn } from "@/lib/views/language";
import { listInWords } from "@/lib/views/words";
import type { RecordedApplication, RecordedComputation } from "@/lib/usecases/reports/record";

const words = wordsIn({
  en: {
    why: "Why this distance",
    setBy: (product: string, tier: string, source: string) => `${product}: ${tier} Set by: ${source}.`,
    because: (distance: string, reasons: readonly string[]) => `${distance}, because ${listInWords(reasons)}.`,
    inPlace: (distance: string, longest: string) =>
      `${distance} in place of ${longest}, the longest distance of the rule`,
    wind: (mph: string, min: string, max: string) => `the wind, ${mph} mph, is within ${min} to ${max} mph`,
    droplets: (size: string, least: string) => `droplets are ${size} (${least} or coarser is asked for)`,
    lowBoom: "the boom is low",
    rate: (rate: string, min: string, max: string) => `the rate, ${rate}, is within ${min} to ${max}`,
  },
  es: {
    why: "Por qué esta distancia",
    setBy: (product, tier, source) => `${product}: ${tier} Lo fija: ${source}.`,
    because: (distance, reasons) => `${distance}, porque ${listInWords(reasons)}.`,
    inPlace: (distance, longest) => `${distance} en lugar de ${longest}, la distancia más larga de la regla`,
    wind: (mph, min, max) => `el viento, ${mph} mph, está entre ${min} y ${max} mph`,
    droplets: (size, least) => `las gotas son ${size} (se piden ${least} o más gruesas)`,
    lowBoom: "el aguilón está bajo",
    rate: (rate, min, max) => `la dosis, ${rate}, está entre ${min} y ${max}`,
  },
});

/** A distance of a rule with all that has to hold for it, in words. */
interface Tier {
  distanceFt: number;
  because: string[];
}

/** What a computation knew of one product. */
type Used = Pick<RecordedComputation, "inputs"> & { rate: RecordedComputation["effectiveRates"][number] | undefined };

/**
 * Why a product's distance is the one it is: which tier of its rule held, with the wind, the rate and the setup that it
 * held for. Nothing is said of a rule with one distance, or where no tier gives the distance that was computed.
 */
export function tierBlocks(application: RecordedApplication, computation: RecordedComputation): ReportBlock[] {
  const rules = application.requirements.flatMap(({ driftConfiguration }) => driftConfiguration?.requirements ?? []);
  const sentences = computation.products.flatMap(({ productIndex, epaNumber, rawDistanceFt }) => {
    const rate = computation.effectiveRates.find((each) => each.productIndex === productIndex);
    const own = rules.filter((rule) => rule.productIndex === productIndex);
    const told = own.flatMap((rule) => tierText(rule, { inputs: computation.inputs, rate }, rawDistanceFt));
    const name = computedName(application, { productIndex, epaNumber });
    return told.map(({ rule, text }) => words().setBy(name, text, ruleSource(application, rule)));
  });
  if (sentences.length === 0) return [];
  return [
    { kind: "text", text: words().why, tone: "strong" },
    ...[...new Set(sentences)].map((text): ReportBlock => ({ kind: "text", text, tone: "plain" })),
  ];
}

function tierText(
  rule: DriftRequirement,
  used: Used,
  rawDistanceFt: number | null,
): { rule: DriftRequirement; text: string }[] {
  const methods = Object.values(rule.buffersEsa.bufferTypes)
    .flatMap(({ methods: all }) => all)
    .filter(({ type }) => type === methodClass(used.inputs.method));
  const distances = methods.flatMap(distancesOf);
  const longest = Math.max(...distances);
  if (rawDistanceFt === null || new Set(distances).size < 2) return [];
  const held = methods
    .flatMap((method) => tiersOf(method, used))
    .find(({ distanceFt }) => distanceFt === rawDistanceFt);
  if (held === undefined || held.because.length === 0) return [];
  const distance = feetText(rawDistanceFt);
  const told = rawDistanceFt < longest ? words().inPlace(distance, feetText(longest)) : distance;
  return [{ rule, text: words().because(told, held.because) }];
}

const windsOf = (ranges: readonly WindRange[] | null): number[] => (ranges ?? []).map(({ distanceFt }) => distanceFt);

/** Every distance that a method can ask for. One that ranges decide is not asked for by itself. */
function distancesOf({ distanceFt, windSpeedRanges, rateRanges }: BufferMethod): number[] {
  if (rateRanges !== null) {
    return rateRanges.flatMap((range) => {
      const winds = windsOf(range.windSpeedRanges ?? windSpeedRanges);
      return winds.length === 0 ? [range.distanceFt] : winds;
    });
  }
  return windSpeedRanges === null ? [distanceFt] : windsOf(windSpeedRanges);
}

/** The tiers of a method that hold with what was used; none where the setup does not satisfy it. */
function tiersOf(method: BufferMethod, used: Used): Tier[] {
  const setup = setupOf(method, used);
  if (setup === null) return [];
  if (method.rateRanges === null) return windTiers(method, setup, used);
  return method.rateRanges
    .filter((range) => isInRange(range, used))
    .flatMap((range) =>
      windTiers(
        { distanceFt: range.distanceFt, windSpeedRanges: range.windSpeedRanges ?? method.windSpeedRanges },
        [...setup, rateText(range, used)],
        used,
      ),
    );
}

function windTiers(
  { distanceFt, windSpeedRanges }: Pick<BufferMethod, "distanceFt" | "windSpeedRanges">,
  because: string[],
  { inputs: { windSpeedMph } }: Used,
): Tier[] {
  if (windSpeedRanges === null) return [{ distanceFt, because }];
  return windSpeedRanges
    .filter(({ minMph, maxMph }) => windSpeedMph >= minMph && windSpeedMph <= maxMph)
    .map(({ minMph, maxMph, distanceFt: inWind }) => ({
      distanceFt: inWind,
      because: [...because, words().wind(numberText(windSpeedMph, 1), numberText(minMph), numberText(maxMph))],
    }));
}

/** What of the setup a tier asks for and has; null: it is not satisfied, or what it asks is not known. */
function setupOf({ minDropletSize, boomHeight, type }: BufferMethod, { inputs }: Used): string[] | null {
  const because: string[] = [];
  if (minDropletSize !== null) {
    if (inputs.dropletSize === null || compareDroplets(inputs.dropletSize, minDropletSize) < 0) return null;
    because.push(words().droplets(dropletText(inputs.dropletSize), dropletText(minDropletSize)));
  }
  if (boomHeight === "low" && type === "ground") {
    if (inputs.boomHeight !== "low") return null;
    because.push(words().lowBoom);
  }
  return because;
}

/** A rate range as wide as rounding makes it: the computation found the range, and this one names it. */
const ROUNDING = 1e-9;

const isInRange = ({ min, max, unit }: RateRange, { rate }: Used): boolean => {
  const normalized = rate?.normalized;
  if (normalized?.unit !== unit) return false;
  return normalized.value >= min * (1 - ROUNDING) && normalized.value <= max * (1 + ROUNDING);
};

const rateText = ({ min, max, unit }: RateRange, { rate }: Used): string =>
  words().rate(`${numberText(rate?.normalized?.value ?? 0)} ${unitText(unit)}`, numberText(min), numberText(max));
