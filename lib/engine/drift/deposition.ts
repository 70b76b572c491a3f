import { compareDroplets, methodClass } from "@/lib/domain/application";
import type { DriftSetup } from "@/lib/domain/compliance";
import type { DepositionCurve, DepositionCurveName } from "@/lib/domain/tables";

/** A fraction of the applied rate; `isExtrapolated` beyond the curve's last point. */
export interface Deposition {
  fractionOfApplied: number;
  isExtrapolated: boolean;
}

/** The extension rule goes through so many of the last points, and no farther than twice the range. */
const EXTENSION_POINTS = 16;
const EXTENSION_RANGES = 2;

/**
 * What is expected to come down at a distance downwind: straight between the curve's own points, and beyond the last
 * a straight line in logarithms through its last 16 points, out to twice the range.
 *
 * Units: feet; fraction of the applied rate. Source: AgDRIFT Tier I, table `agdrift-tier1`; extension: docs/evidence.md, AgDRIFT Tier I.
 * Missing data: null beyond twice the range. Each curve has its own distances; a distance without a point is no zero.
 * Throws RangeError on a negative or non-finite distance.
 */
export function depositionAt({ points }: DepositionCurve, distanceFt: number): Deposition | null {
  if (!(distanceFt >= 0 && Number.isFinite(distanceFt))) {
    throw new RangeError(`distanceFt must be a finite number >= 0, got ${distanceFt}`);
  }
  const [lastFt = 0] = points.at(-1) ?? [];
  if (distanceFt > lastFt * EXTENSION_RANGES) return null;
  if (distanceFt > lastFt) return { fractionOfApplied: extended(points, distanceFt), isExtrapolated: true };
  const next = points.findIndex(([pointFt]) => pointFt >= distanceFt);
  const [toFt, to] = points[next] ?? [0, 0];
  const [fromFt, from] = points[next - 1] ?? [toFt, to];
  const share = toFt === fromFt ? 0 : (distanceFt - fromFt) / (toFt - fromFt);
  return { fractionOfApplied: from + share * (to - from), isExtrapolated: false };
}

function extended(points: DepositionCurve["points"], distanceFt: number): number {
  const last = points.slice(-EXTENSION_POINTS).map(([pointFt, fraction]) => [Math.log(pointFt), Math.log(fraction)]);
  const mean = (axis: 0 | 1): number => last.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / last.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const sums = last.reduce(
    ({ xy, xx }, [x = 0, y = 0]) => ({ xy: xy + (x - meanX) * (y - meanY), xx: xx + (x - meanX) ** 2 }),
    { xy: 0, xx: 0 },
  );
  return Math.exp(meanY + (sums.xy / sums.xx) * (Math.log(distanceFt) - meanX));
}

/**
 * How far downwind the deposition has come down to a fraction: the first distance from which the curve stays at or
 * below it.
 *
 * Units: feet; fraction of the applied rate. Source: the inverse of `depositionAt`.
 * Missing data: null where the curve does not come down so far within twice its range.
 * Throws RangeError on a fraction that is not positive and finite.
 *
 * @public For anyone who checks a label's figure by its deposition; no answer may rest on it, so nothing here calls it.
 */
export function distanceAtDeposition(curve: DepositionCurve, fractionOfApplied: number): number | null {
  if (!(fractionOfApplied > 0 && Number.isFinite(fractionOfApplied))) {
    throw new RangeError(`fractionOfApplied must be a finite number > 0, got ${fractionOfApplied}`);
  }
  const above = curve.points.findLastIndex(([, fraction]) => fraction > fractionOfApplied);
  if (above < 0) return 0;
  const [fromFt, from] = curve.points[above] ?? [0, 0];
  const beyond = curve.points[above + 1];
  if (beyond !== undefined) {
    const [toFt, to] = beyond;
    return fromFt + ((from - fractionOfApplied) / (from - to)) * (toFt - fromFt);
  }
  return bisect(curve, fractionOfApplied, fromFt);
}

const BISECTION_STEPS = 60;

function bisect(curve: DepositionCurve, fraction: number, lastFt: number): number | null {
  let [near, far] = [lastFt, lastFt * EXTENSION_RANGES];
  if ((depositionAt(curve, far)?.fractionOfApplied ?? Infinity) > fraction) return null;
  for (let step = 0; step < BISECTION_STEPS; step += 1) {
    const middle = (near + far) / 2;
    if ((depositionAt(curve, middle)?.fractionOfApplied ?? 0) > fraction) near = middle;
    else far = middle;
  }
  return far;
}

/**
 * The curve that stands for a setup; the one with more drift where the setup lies between two.
 *
 * Units: none. Source: docs/evidence.md, AgDRIFT Tier I, droplet mapping (a proposal computed here, not EPA's).
 * Missing data: null without a droplet size, or for a ground sprayer without a boom height. Airblast takes the composite
 * orchard. Throws: never.
 */
export function curveFor({ method, dropletSize, boomHeight }: DriftSetup): DepositionCurveName | null {
  const ofClass = methodClass(method);
  if (ofClass === "airblast") return "airblast_orchard";
  if (dropletSize === null) return null;
  if (ofClass === "aerial") {
    if (compareDroplets(dropletSize, "fine") <= 0) return "aerial_vf2f";
    return dropletSize === "medium" ? "aerial_m2c" : "aerial_c2vc";
  }
  if (boomHeight === null) return null;
  return `ground_${boomHeight}_${compareDroplets(dropletSize, "very_fine") <= 0 ? "vf" : "fmc"}`;
}

/** `c / (1 + a x)^b`, and for a high boom far off times `1 + rise exp(-fall x)`. */
interface GroundForm {
  near: readonly [c: number, a: number, b: number];
  far: readonly [c: number, a: number, b: number];
  high: readonly [rise: number, fall: number] | null;
}

const FAR_VF = [1.3322, 0.5262, 1.5548] as const;
const FAR_FMC = [0.1419, 0.3187, 1.3885] as const;
const GROUND_FORMS = {
  ground_low_vf: { near: [1, 0.4081, 1.5866], far: FAR_VF, high: null },
  ground_low_fmc: { near: [1, 2.0913, 1.2572], far: FAR_FMC, high: null },
  ground_high_vf: { near: [1, 0.1243, 1.91], far: FAR_VF, high: [2.1749, 0.001185] },
  ground_high_fmc: { near: [1, 1.3058, 1.2714], far: FAR_FMC, high: [0.7089, 0.000754] },
} as const satisfies Record<string, GroundForm>;
export type GroundCurveName = keyof typeof GROUND_FORMS;

const SWATHS = 20;
const SWATH_FT = 45;
const FAR_FROM_FT = 25;

/**
 * The closed form of the ground curves: a single swath's deposition, summed over 20 swaths of 45 ft. It checks the
 * table and says what fewer passes would do; answers come from the table.
 *
 * Units: feet; fraction of the applied rate. Source: AgDriftR (puruckertom/agdriftR) for the swath, 90th percentile;
 * that the table is its sum was found by calculation (docs/evidence.md, AgDRIFT Tier I; within 0.4 % of the table or its rounding).
 * Missing data: none. There is a step at 25 ft. Throws: never.
 *
 * @public The proof of the table (tests hold them together) and of the passes figures; answers come from the table.
 */
export function groundClosedForm(curve: GroundCurveName, distanceFt: number, swaths = SWATHS): number {
  let sum = 0;
  for (let swath = 0; swath < swaths; swath += 1) sum += oneSwath(GROUND_FORMS[curve], distanceFt + swath * SWATH_FT);
  return sum;
}

function oneSwath({ near, far, high }: GroundForm, distanceFt: number): number {
  const [c, a, b] = distanceFt < FAR_FROM_FT ? near : far;
  const fraction = c / (1 + a * distanceFt) ** b;
  if (high === null || distanceFt < FAR_FROM_FT) return fraction;
  const [rise, fall] = high;
  return fraction * (1 + rise * Math.exp(-fall * distanceFt));
}
