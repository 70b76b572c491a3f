import type { ApplicationMethod } from "@/lib/domain/application";
import { methodClass } from "@/lib/domain/application";
import type {
  DriftConfiguration,
  DriftDistance,
  DriftRequirement,
  DriftSummary,
  RateResolution,
} from "@/lib/domain/compliance";
import { DRIFT_CONFIGURATION_VERSION } from "@/lib/domain/compliance";
import {
  BUFFER_TYPES,
  type BufferMethod,
  type BufferType,
  type DriftRule,
  type RateRange,
  type WindRange,
} from "@/lib/domain/product";
import { lbAiPerAcre } from "@/lib/engine/rates/active-ingredient";
import { RATE_ROUNDING } from "@/lib/engine/rates/normalize";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** A drift rule that binds one product of the mix: its label's, or a limitation's. */
export interface DriftSource {
  ruleId: string;
  rated: RatedProduct;
  rule: DriftRule;
  limitationId: number | null;
}

/** The methods of a rule that speak of one class, by buffer type. */
export const methodsForClass = (
  rule: DriftRule,
  method: ApplicationMethod,
): { type: BufferType; method: BufferMethod }[] =>
  BUFFER_TYPES.flatMap((type) =>
    (rule.buffersEsa.bufferTypes[type]?.methods ?? [])
      .filter((candidate) => candidate.type === methodClass(method))
      .map((found) => ({ type, method: found })),
  );

/**
 * The drift buffers that apply, before anyone knows the wind.
 *
 * Units: feet; rates as `rateNormalized` says. Source: each rule's own citations.
 * Missing data: `rawDistanceFt` is null while a rate or wind range leaves the distance open. A rule silent on the
 * method's class makes no requirement here; the caller reports it as unresolved.
 */
export function driftConfiguration(
  sources: readonly DriftSource[],
  method: ApplicationMethod,
  computedAt: Date,
): DriftConfiguration | null {
  const binding = sources.filter((source) => methodsForClass(source.rule, method).length > 0);
  if (binding.length === 0) return null;
  return {
    version: DRIFT_CONFIGURATION_VERSION,
    computedAt,
    summary: summarize(binding, method),
    requirements: binding.map((source) => requirementOf(source, method)),
  };
}

function requirementOf({ rule, rated, limitationId }: DriftSource, method: ApplicationMethod): DriftRequirement {
  const methods = methodsForClass(rule, method).map((found) => found.method);
  const hasRateRanges = methods.some((each) => each.rateRanges !== null);
  const distances = methods.map((each) => openDistanceFt(each, rated));
  return {
    configLabel: limitationId === null ? `product:${rated.registration ?? ""}` : `limitation:${limitationId}`,
    source: limitationId === null ? "product" : "pula_limitation",
    productIndex: rated.productIndex,
    productEpa: rated.registration,
    limitationId,
    buffersEsa: rule.buffersEsa,
    method,
    rawDistanceFt: distances.some((distance) => distance === null)
      ? null
      : Math.max(...distances.map((distance) => distance ?? 0)),
    hasWindSpeedRanges: methods.some(
      (each) =>
        each.windSpeedRanges !== null || (each.rateRanges ?? []).some((range) => range.windSpeedRanges !== null),
    ),
    hasRateRanges,
    rateNormalized: rated.rate.normalized,
    rateRaw: { rate: rated.submitted.rate, rateUnit: rated.submitted.rateUnit },
    rateResolution: hasRateRanges ? rated.rate.resolution : ("not_applicable" satisfies RateResolution),
    aiInfo: aiInfo(rated),
  };
}

/** The rate ranges that a product's rate falls in: two at an end they share, none outside all. Null: none configured. */
export function rateRangesOf(method: BufferMethod, rated: RatedProduct): RateRange[] | null {
  if (method.rateRanges === null) return null;
  const rate = rated.rate.normalized;
  if (rate === null) return [];
  return method.rateRanges.filter(
    ({ min, max, unit }) =>
      unit === rate.unit && rate.value >= min * (1 - RATE_ROUNDING) && rate.value <= max * (1 + RATE_ROUNDING),
  );
}

/** A distance with the wind ranges that decide it; a rate range's own go before its method's. */
export interface DistanceTier {
  distanceFt: number;
  windSpeedRanges: WindRange[] | null;
}

/** The tiers of a method that hold at a product's rate; none where it falls in no rate range. */
export const tiersAtRate = (method: BufferMethod, rated: RatedProduct): DistanceTier[] =>
  rateRangesOf(method, rated)?.map(({ distanceFt, windSpeedRanges }) => ({
    distanceFt,
    windSpeedRanges: windSpeedRanges ?? method.windSpeedRanges,
  })) ?? [{ distanceFt: method.distanceFt, windSpeedRanges: method.windSpeedRanges }];

/** Null while rate or wind leaves the distance open. At an end that two rate ranges share, the longer holds. */
function openDistanceFt(method: BufferMethod, rated: RatedProduct): number | null {
  const tiers = tiersAtRate(method, rated);
  if (tiers.length === 0 || tiers.some(({ windSpeedRanges }) => windSpeedRanges !== null)) return null;
  return Math.max(...tiers.map(({ distanceFt }) => distanceFt));
}

/** The longest distance a method can ask for, whatever the rate and the wind. */
const longestFt = (method: BufferMethod): number =>
  Math.max(
    method.distanceFt,
    ...(method.windSpeedRanges ?? []).map((range) => range.distanceFt),
    ...(method.rateRanges ?? []).flatMap((range) => [
      range.distanceFt,
      ...(range.windSpeedRanges ?? []).map((wind) => wind.distanceFt),
    ]),
  );

function summarize(sources: readonly DriftSource[], method: ApplicationMethod): DriftSummary {
  const longest = (type: BufferType, canMitigate: boolean): DriftDistance | null => {
    const all = sources
      .filter(({ rule }) => rule.buffersEsa.canMitigate === canMitigate)
      .flatMap(({ rule }) => methodsForClass(rule, method).filter((found) => found.type === type))
      .map((found) => ({ distanceFt: longestFt(found.method), mitigationType: found.method.mitigationType }));
    return all.reduce<DriftDistance | null>(
      (most, each) => (most === null || each.distanceFt > most.distanceFt ? each : most),
      null,
    );
  };
  const entry = (type: BufferType): DriftSummary[BufferType] => {
    const both = { mitigatable: longest(type, true), nonMitigatable: longest(type, false) };
    return both.mitigatable === null && both.nonMitigatable === null ? null : both;
  };
  return {
    wind_directional: entry("wind_directional"),
    omni_directional: entry("omni_directional"),
    downslope: entry("downslope"),
  };
}

/** The first ingredient whose amount per acre is known. */
function aiInfo({ rate, record }: RatedProduct): DriftRequirement["aiInfo"] {
  if (rate.normalized === null || record === null) return null;
  for (const ingredient of record.ingredients) {
    const amount = lbAiPerAcre(rate.normalized, ingredient);
    if (amount !== null) return { name: ingredient.name, rateLbAiPerAcre: amount, source: "catalogue" };
  }
  return null;
}
