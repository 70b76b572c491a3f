import { compareDroplets } from "@/lib/domain/application";
import type { DriftSetup } from "@/lib/domain/compliance";
import type { IssueCode } from "@/lib/domain/issues";
import { BUFFER_TYPES, type BufferMethod, type BufferType, type WindRange } from "@/lib/domain/product";
import { methodsForClass, tiersAtRate, type DriftSource } from "@/lib/engine/drift/configuration";

/** The distance that one buffer type of a requirement asks for, or why it is not known. */
export type ResolvedTier =
  | { type: BufferType; method: BufferMethod; distanceFt: number; code: null }
  | { type: BufferType; method: null; distanceFt: null; code: IssueCode };

/**
 * The distances of one requirement with the wind and the setup at the sprayer, one for each of its buffer types.
 *
 * A rate range that the rate falls in decides first, then its wind ranges (the method's own where it has none), and of
 * the droplet and boom tiers that the setup satisfies the shortest distance counts. A wind on the line between two
 * ranges takes the longer distance.
 *
 * Units: feet, mph. Source: docs/rules.md, Drift, step 1; the rule's own citations.
 * Missing data: a rate in no range, wind outside all, or a tier that needs a droplet size or boom height no one gave
 * leaves the distance unknown with its code. A setup that no tier covers is a known violation.
 * Throws: never. A rule silent on the method's class gives nothing; intake reports it.
 */
export function resolveTiers(source: DriftSource, setup: DriftSetup, windSpeedMph: number): ResolvedTier[] {
  const methods = methodsForClass(source.rule, setup.method);
  return BUFFER_TYPES.flatMap((type) => {
    const ofType = methods.filter((found) => found.type === type).map((found) => found.method);
    return ofType.length === 0 ? [] : [resolveType(type, ofType, { source, setup, windSpeedMph })];
  });
}

interface Asked {
  source: DriftSource;
  setup: DriftSetup;
  windSpeedMph: number;
}

function resolveType(type: BufferType, methods: readonly BufferMethod[], asked: Asked): ResolvedTier {
  const fits = methods.map((method) => ({ method, code: tierCode(method, asked.setup) }));
  const fitting = fits.flatMap(({ method, code }) => (code === null ? [method] : []));
  if (fitting.length === 0) return open(type, worstFit(fits.map(({ code }) => code)));
  const distances = fitting.map((method) => ({ method, distance: distanceOf(method, asked) }));
  const known = distances.flatMap(({ method, distance }) =>
    typeof distance === "number" ? [{ method, distanceFt: distance }] : [],
  );
  const [first, ...others] = known;
  if (first === undefined) {
    const codes = distances.map(({ distance }) => distance).filter((distance) => typeof distance === "string");
    return open(type, codes[0] ?? "DRIFT_REQUIREMENT_UNRESOLVED");
  }
  const shortest = others.reduce((least, each) => (each.distanceFt < least.distanceFt ? each : least), first);
  return { type, ...shortest, code: null };
}

const open = (type: BufferType, code: IssueCode): ResolvedTier => ({ type, method: null, distanceFt: null, code });

/** Null where the setup satisfies the tier, which is of its class, else what stands against it. A boom is the ground sprayer's. */
function tierCode({ minDropletSize, boomHeight, type }: BufferMethod, setup: DriftSetup): IssueCode | null {
  if (minDropletSize !== null && setup.dropletSize !== null && compareDroplets(setup.dropletSize, minDropletSize) < 0) {
    return "DROPLET_BELOW_BUFFER_TIER";
  }
  const needsLowBoom = boomHeight === "low" && type === "ground";
  if (needsLowBoom && setup.boomHeight === "high") return "BOOM_HEIGHT_EXCEEDS_LIMIT";
  if (minDropletSize !== null && setup.dropletSize === null) return "DROPLET_SIZE_MISSING";
  return needsLowBoom && setup.boomHeight === null ? "BOOM_HEIGHT_MISSING" : null;
}

/** Where something is missing the violation is not established: with it some tier might be satisfied. */
const FIT_ORDER = [
  "DROPLET_SIZE_MISSING",
  "BOOM_HEIGHT_MISSING",
  "BOOM_HEIGHT_EXCEEDS_LIMIT",
  "DROPLET_BELOW_BUFFER_TIER",
] as const;

const worstFit = (codes: readonly (IssueCode | null)[]): IssueCode =>
  FIT_ORDER.find((code) => codes.includes(code)) ?? "DRIFT_REQUIREMENT_UNRESOLVED";

/** At an end that two rate ranges share, the longer distance holds; one that this wind leaves open leaves it open. */
function distanceOf(method: BufferMethod, { source, windSpeedMph }: Asked): number | IssueCode {
  const tiers = tiersAtRate(method, source.rated);
  if (tiers.length === 0) return "DRIFT_RATE_TIER_UNRESOLVED";
  const distances = tiers.map(({ distanceFt, windSpeedRanges }) =>
    windSpeedRanges === null ? distanceFt : distanceInWind(windSpeedRanges, windSpeedMph),
  );
  return distances.some((distance) => distance === null)
    ? "WIND_SPEED_UNRESOLVED"
    : Math.max(...distances.map((distance) => distance ?? 0));
}

/** The longest distance that ranges name for a wind; null: it is outside all of them. */
export function distanceInWind(ranges: readonly WindRange[], windSpeedMph: number): number | null {
  const distances = ranges
    .filter(({ minMph, maxMph }) => windSpeedMph >= minMph && windSpeedMph <= maxMph)
    .map(({ distanceFt }) => distanceFt);
  return distances.length === 0 ? null : Math.max(...distances);
}
