import { compareDroplets, methodClass } from "@/lib/domain/application";
import type { DriftRequirement } from "@/lib/domain/compliance";
import type { BufferMethod, RateRange, WindRange } from "@/lib/domain/product";
import type { ReportBlock } from "@/lib/domain/report";
import { dropletText, feetText, numberText, plain, productName, ruleSource } from "@/lib/pages/reports/words";
import type { RecordedApplication, RecordedComputation } from "@/lib/usecases/reports/record";

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
    const name = productName(application, epaNumber);
    return told.map(({ rule, text }) => `${name}: ${text} Set by: ${ruleSource(application, rule)}.`);
  });
  if (sentences.length === 0) return [];
  return [
    { kind: "text", text: "Why this distance", tone: "strong" },
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
  const instead = rawDistanceFt < longest ? ` in place of ${feetText(longest)}, the longest distance of the rule` : "";
  return [{ rule, text: `${feetText(rawDistanceFt)}${instead}, because ${listed(held.because)}.` }];
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;

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
      because: [
        ...because,
        `the wind, ${numberText(windSpeedMph, 1)} mph, is within ${numberText(minMph)} to ${numberText(maxMph)} mph`,
      ],
    }));
}

/** What of the setup a tier asks for and has; null: it is not satisfied, or what it asks is not known. */
function setupOf({ minDropletSize, boomHeight, type }: BufferMethod, { inputs }: Used): string[] | null {
  const because: string[] = [];
  if (minDropletSize !== null) {
    if (inputs.dropletSize === null || compareDroplets(inputs.dropletSize, minDropletSize) < 0) return null;
    because.push(`droplets are ${dropletText(inputs.dropletSize)} (${plain(minDropletSize)} or coarser is asked for)`);
  }
  if (boomHeight === "low" && type === "ground") {
    if (inputs.boomHeight !== "low") return null;
    because.push("the boom is low");
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
  `the rate, ${numberText(rate?.normalized?.value ?? 0)} ${plain(unit)}, is within ${numberText(min)} to ${numberText(max)}`;
