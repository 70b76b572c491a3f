import type { NormalizedRate } from "@/lib/domain/compliance";
import type { Ingredient } from "@/lib/domain/product";
import { FL_OZ_PER_GAL } from "@/lib/domain/units";

/**
 * Pounds per acre of one ingredient in a rate of product: active ingredient or acid equivalent, as the ingredient's
 * `basis` says.
 *
 * Units: pounds per acre. A volume of product takes the strength in pounds per US gallon, a weight takes the percent
 * by weight.
 * Source: docs/rules.md, Rates. Check: 22 fl oz/ac of a product with 2.91 lb ae/gal are 0.500 lb ae/ac.
 * Missing data: null when the strength of the rate's own kind is not known, and when the amount is too large to be a
 * number. A liquid with a percentage only has no answer without its density, which is never guessed.
 * Throws RangeError on a negative or non-finite rate or strength, which no catalogue row can hold.
 */
export function lbAiPerAcre(
  rate: NormalizedRate,
  ingredient: Pick<Ingredient, "lbPerGal" | "percentByWeight">,
): number | null {
  const isVolume = rate.unit === "fl_oz_per_acre";
  const strength = isVolume ? ingredient.lbPerGal : ingredient.percentByWeight;
  for (const [name, value] of [
    ["rate", rate.value],
    ["strength", strength ?? 0],
  ] as const) {
    if (!(value >= 0 && Number.isFinite(value))) {
      throw new RangeError(`${name} must be a finite number >= 0, got ${value}`);
    }
  }
  if (strength === null) return null;
  const amount = isVolume ? (rate.value / FL_OZ_PER_GAL) * strength : (rate.value * strength) / 100;
  return Number.isFinite(amount) ? amount : null;
}
