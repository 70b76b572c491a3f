import type { NormalizedRate } from "@/lib/domain/compliance";
import { areAllNamed, ingredientsMatch } from "@/lib/domain/ingredients";
import { registrantRegistration } from "@/lib/domain/registration";
import { usedBefore, type RatedProduct } from "@/lib/engine/rated-product";
import { lbAiPerAcre } from "@/lib/engine/rates/active-ingredient";
import type { PassOfYear, Sibling } from "@/lib/engine/siblings";

/** Strengths are rounded figures: 22 fl oz of 2.91 lb per gallon are 0.5002 lb. */
export const STRENGTH_ROUNDING = 0.005;

/** How much of an ingredient a mix brings. */
export interface IngredientAmount {
  lbPerAcre: number;
  /** Every product with the ingredient brings an amount that is known, and every other one is known to be without it. */
  isWhole: boolean;
}

/** The amounts of one product, from its entries in the mix; null for one that is not known. */
type AmountsOf = (entries: readonly RatedProduct[]) => readonly (NormalizedRate | null)[];

/** What this application brings: entries of one product all have the rate that they come to together. */
export const amountNow: AmountsOf = ([first]) => [first?.rate.normalized ?? null];

/**
 * What the year has had before, as far as it is said; null for what was said and is no amount per acre. Where several entries of a product
 * say it, the most counts.
 */
const amountsBefore =
  (gpa: number | null): AmountsOf =>
  (entries) => {
    const said = entries.filter(({ submitted }) => (submitted.rateUsedThisYear ?? 0) > 0);
    const amounts = said.map((entry) => usedBefore(entry, gpa));
    return [...mostOfEachUnit(amounts.filter((each) => each !== null)), ...amounts.filter((each) => each === null)];
  };

/** Both together. */
export const amountsOfYear =
  (gpa: number | null): AmountsOf =>
  (entries) => [...amountNow(entries), ...amountsBefore(gpa)(entries)];

/** Pounds per acre of an ingredient in each of a year's applications. Missing data: as `lbOfIngredient`. */
export const ingredientPasses = (ingredient: string, others: readonly Sibling[]): PassOfYear[] =>
  others.map(({ applicationDate, gpa, products }) => ({
    applicationDate,
    said: lbOfIngredient(ingredient, products, amountsBefore(gpa)).lbPerAcre,
    now: lbOfIngredient(ingredient, products, amountNow).lbPerAcre,
  }));

/** Whether one of a year's applications brings, or may bring, an amount of an ingredient that is not known. */
export const hasUnknownAmount = (ingredient: string, others: readonly Sibling[]): boolean =>
  others.some(
    ({ products, gpa }) =>
      products.some(isStranger) || !lbOfIngredient(ingredient, products, amountsOfYear(gpa)).isWhole,
  );

/** A pesticide that is not in the catalogue may hold any ingredient. What has no number and no pesticide's name is an adjuvant or the like. */
const isStranger = ({ kind, registration, isLikePesticide }: RatedProduct): boolean =>
  kind === "unknown" && (registration !== null || isLikePesticide === true);

const mostOfEachUnit = (amounts: readonly NormalizedRate[]): NormalizedRate[] =>
  amounts.filter(
    ({ unit, value }, index) =>
      !amounts.some(
        (other, place) => other.unit === unit && (other.value > value || (other.value === value && place < index)),
      ),
  );

/**
 * Pounds per acre of an ingredient from all products of a mix, a distributor's name for a product counted with it.
 *
 * Units: pounds per acre. Source: the products' strengths. Missing data: an amount or a strength that is not known counts
 * for nothing, and the whole is not `isWhole`; nor is it with an ingredient that has no name, which may be this one. A product that
 * is not in the catalogue is left to the caller. Throws: as `lbAiPerAcre`.
 */
export function lbOfIngredient(
  ingredient: string,
  mix: readonly RatedProduct[],
  amountsOf: AmountsOf,
): IngredientAmount {
  const amounts = entriesByProduct(mix).flatMap((entries) => {
    // A product may hold several forms of one: the salt and the ester of 2,4-D are 2,4-D both.
    const forms = (entries[0]?.record?.ingredients ?? []).filter(({ name }) => ingredientsMatch(name, ingredient));
    return forms.flatMap((form) => amountsOf(entries).map((amount) => amount && lbAiPerAcre(amount, form)));
  });
  return {
    lbPerAcre: amounts.reduce<number>((sum, lb) => sum + (lb ?? 0), 0),
    isWhole:
      amounts.every((lb) => lb !== null) &&
      mix.every(({ record }) => record === null || areAllNamed(record.ingredients)),
  };
}

/** The entries of a mix by product. */
function entriesByProduct(mix: readonly RatedProduct[]): RatedProduct[][] {
  const products = new Map<string | number, RatedProduct[]>();
  for (const entry of mix) {
    const { record, productIndex } = entry;
    const key = record === null ? productIndex : registrantRegistration(record.registration);
    products.set(key, [...(products.get(key) ?? []), entry]);
  }
  return [...products.values()];
}
