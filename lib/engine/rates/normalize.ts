import type { RateUnitState } from "@/lib/domain/application";
import type { NormalizedRate, RateResolution } from "@/lib/domain/compliance";
import { parseRateUnit } from "@/lib/domain/rate-units";
import {
  FL_OZ_PER_GAL,
  G_PER_LB,
  GAL_PER_100_CU_FT,
  HA_PER_ACRE,
  INCHES_PER_FT,
  ML_PER_FL_OZ,
  OZ_PER_LB,
  SQ_FT_PER_ACRE,
} from "@/lib/domain/units";
import type { AmountUnit, RateProblem, RateUnit } from "@/lib/domain/rate-units";

export interface RateInput {
  rate: number;
  rateUnit: string;
  rateUnitState: RateUnitState | null;
  /** Distance between rows, inches. */
  rowSpacingInches: number | null;
  /** Spray volume, US gallons per acre. */
  gpa: number | null;
  /** What the catalogue knows of the product; null for an unknown product. */
  formulation: RateUnitState | null;
}

export interface RateResult {
  resolution: Exclude<RateResolution, "not_applicable">;
  /** Set exactly when `resolution` is `resolved`. */
  normalized: NormalizedRate | null;
  /** Why there is no number; null when resolved. */
  problem: RateProblem | null;
}

interface Measured {
  unit: NormalizedRate["unit"];
  perUnit: number;
}
type Factor = { factor: number } | { missing: RateProblem };

const FL_OZ = "fl_oz_per_acre";
const LB = "lb_per_acre";
const L_TO_FL_OZ = 1000 / ML_PER_FL_OZ;

/** How much one of a unit is, in fluid ounces or in pounds. The plain ounce is decided by `measureOf`. */
const MEASURES: Record<Exclude<AmountUnit, "oz">, Measured> = {
  fl_oz: { unit: FL_OZ, perUnit: 1 },
  pt: { unit: FL_OZ, perUnit: FL_OZ_PER_GAL / 8 },
  qt: { unit: FL_OZ, perUnit: FL_OZ_PER_GAL / 4 },
  gal: { unit: FL_OZ, perUnit: FL_OZ_PER_GAL },
  ml: { unit: FL_OZ, perUnit: 1 / ML_PER_FL_OZ },
  l: { unit: FL_OZ, perUnit: L_TO_FL_OZ },
  oz_wt: { unit: LB, perUnit: 1 / OZ_PER_LB },
  lb: { unit: LB, perUnit: 1 },
  g: { unit: LB, perUnit: 1 / G_PER_LB },
  kg: { unit: LB, perUnit: 1000 / G_PER_LB },
};

/** Converting a rate between units may move it by this share: a rate equal to a figure of the label keeps it. */
export const RATE_ROUNDING = 1e-9;

const ROW_INCH_FT_PER_ACRE = SQ_FT_PER_ACRE * INCHES_PER_FT;

const unresolved = (problem: RateProblem): RateResult => ({ resolution: "unresolved", normalized: null, problem });

/**
 * A product's rate per acre, whatever unit the caller wrote it in.
 *
 * Units: the result is US fluid ounces per acre for a volume of product and pounds per acre for a weight. A weight
 * of a liquid product, or a volume of a dry one, keeps its own kind: only a density could turn it, and none is known.
 * Source: docs/rules.md, Rates (exact factors); docs/contract.md, Methods, droplets, and units. Row feet per acre are 522,720 over the
 * spacing in inches; a percentage is a share of the spray volume.
 * Missing data: an unknown unit, and a unit per spray volume or row length without `gpa` or `rowSpacingInches`
 * (or with one that is not above zero), is `unresolved`. A plain ounce is decided by the caller's state, then by the
 * catalogue's formulation, else `ambiguous`. Neither ever has a number.
 * Throws RangeError on a negative or non-finite rate, which no accepted request can hold.
 */
export function normalizeRate(input: RateInput): RateResult {
  if (!(input.rate >= 0 && Number.isFinite(input.rate))) {
    throw new RangeError(`rate must be a finite number >= 0, got ${input.rate}`);
  }
  const unit = parseRateUnit(input.rateUnit);
  if (unit === null) return unresolved({ kind: "unknown_unit", rateUnit: input.rateUnit });

  const measure = measureOf(unit, input.rateUnitState ?? input.formulation);
  if (measure === null) {
    return { resolution: "ambiguous", normalized: null, problem: { kind: "ambiguous_ounce" } };
  }
  const perAcre = acreFactor(unit, input);
  if ("missing" in perAcre) return unresolved(perAcre.missing);

  const value = input.rate * measure.perUnit * perAcre.factor;
  if (!Number.isFinite(value)) return unresolved({ kind: "too_large" });
  return { resolution: "resolved", normalized: { value, unit: measure.unit }, problem: null };
}

function measureOf({ amount }: RateUnit, state: RateUnitState | null): Measured | null {
  if (amount === "percent") return MEASURES.gal;
  if (amount !== "oz") return MEASURES[amount];
  if (state === null) return null;
  return state === "liquid" ? MEASURES.fl_oz : MEASURES.oz_wt;
}

function acreFactor({ basis }: RateUnit, { gpa, rowSpacingInches }: RateInput): Factor {
  switch (basis) {
    case "acre":
      return { factor: 1 };
    case "hectare":
      return { factor: HA_PER_ACRE };
    case "per_1000_sq_ft":
      return { factor: SQ_FT_PER_ACRE / 1000 };
    case "per_1000_row_ft":
      return ifPositive(rowSpacingInches, "no_row_spacing", (inches) => ROW_INCH_FT_PER_ACRE / 1000 / inches);
    case "per_100_gal":
    case "percent_volume":
      return ifPositive(gpa, "no_spray_volume", (gallons) => gallons / 100);
    case "per_100_cu_ft":
      return ifPositive(gpa, "no_spray_volume", (gallons) => gallons / GAL_PER_100_CU_FT);
  }
}

// Zero would make any rate zero per acre, and so slip under every limit: it counts as not given.
const ifPositive = (
  given: number | null,
  kind: "no_row_spacing" | "no_spray_volume",
  factorOf: (value: number) => number,
): Factor =>
  given !== null && given > 0 && Number.isFinite(given) ? { factor: factorOf(given) } : { missing: { kind } };
