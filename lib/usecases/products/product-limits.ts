import { findLimitedNames, type LimitedNames } from "@/lib/data/limited-names";
import type { SubmittedProduct } from "@/lib/domain/application";
import { areAllNamed, ingredientsMatch } from "@/lib/domain/ingredients";
import type { CatalogueProduct, ResolvedProduct } from "@/lib/domain/product";
import { canonicalRegistration, limitableNumbers, registrantRegistration } from "@/lib/domain/registration";
import type { Deps } from "@/lib/runtime/deps";

/** A label that says nothing of ESA, or is said to, can be outranked by a limitation. An adjuvant has no label, and none names it. */
export async function withLimits(
  deps: Deps,
  asked: readonly { product: SubmittedProduct }[],
  products: ResolvedProduct[],
  /** Of a set that is not in force; left out: of the one that is. */
  limited?: LimitedNames,
): Promise<ResolvedProduct[]> {
  const numbers = asked.map(({ product }) => numbersOf(product.epaNumber));
  const isOpen = ({ record, esaRequired }: ResolvedProduct, index: number): boolean =>
    esaRequired !== true && (record !== null || (numbers[index] ?? []).length > 0);
  if (!products.some(isOpen)) return products;
  const names = limited ?? (await limitedNames(deps));
  return products.map((product, index) =>
    product.kind === "adjuvant"
      ? product
      : {
          ...product,
          isLimited: isNamed(product, numbers[index] ?? [], names),
          esaRequired: product.esaRequired === false && mayBeNamed(product, names) ? null : product.esaRequired,
        },
  );
}

/** Its ingredients are not all known, and a limitation that names one may name one of them: its label alone does not set it free. */
const mayBeNamed = ({ record }: Pick<ResolvedProduct, "record">, { ingredients }: LimitedNames): boolean =>
  record !== null && ingredients.length > 0 && !areAllNamed(record.ingredients);

async function limitedNames({ db, caches }: Deps): Promise<LimitedNames> {
  const cached = caches.limitedNames.get("active");
  if (cached !== undefined) return cached;
  const names = await findLimitedNames(db);
  caches.limitedNames.set("active", names);
  return names;
}

/**
 * Whether limitations of two sets say otherwise of a product that was sent by a number: whether they name it, or may. Both are said of all
 * its fields, wherever the limitations bind.
 */
export function isNamedOtherwise(
  epaNumber: string,
  record: CatalogueProduct | null,
  { before, after }: { before: LimitedNames; after: LimitedNames },
): boolean {
  const numbers = numbersOf(epaNumber);
  const saidBy = (names: LimitedNames): string =>
    `${isNamed({ record }, numbers, names)} ${mayBeNamed({ record }, names)}`;
  return saidBy(before) !== saidBy(after);
}

/** Whether a limitation of the active set names a product of the catalogue or an ingredient of it. */
export const isInLimitations = async (deps: Deps, record: CatalogueProduct): Promise<boolean> =>
  isNamed({ record }, [], await limitedNames(deps));

const isNamed = (
  { record }: Pick<ResolvedProduct, "record">,
  numbers: readonly string[],
  { registrations, ingredients, isAnyPossible }: LimitedNames,
): boolean =>
  isAnyPossible ||
  [...numbers, ...limitableNumbers(null, record)].some((number) => registrations.has(number)) ||
  record?.ingredients.some(({ name }) => ingredients.some((limited) => ingredientsMatch(name, limited))) === true;

/** The numbers that a product may stand under: its own, and for a distributor's product the registrant's. */
export function numbersOf(epaNumber: string | null): string[] {
  const canonical = epaNumber === null ? null : canonicalRegistration(epaNumber);
  return canonical === null ? [] : [canonical, registrantRegistration(canonical)];
}
