import { findLimitationRules, findProducts } from "@/lib/data/products";
import type { SubmittedProduct } from "@/lib/domain/application";
import type { LimitationRule, ResolvedProduct } from "@/lib/domain/product";
import { canonicalRegistration, registrantRegistration } from "@/lib/domain/registration";
import { findAdjuvant, type Rulebook } from "@/lib/domain/tables";
import type { CachedProduct, Deps } from "@/lib/runtime/deps";

export interface ResolvedProducts {
  products: ResolvedProduct[];
  /** The catalogue set that answered; null when no set is active, and then every product is unknown. */
  catalogue: { dataSetId: number; version: string } | null;
}

/**
 * Looks up the products of an application: one statement for the numbers that were not asked for in the last
 * minute, none when all were. A distributor's number falls back to the registrant's.
 */
export async function resolveProducts(
  deps: Deps,
  rulebook: Rulebook,
  submitted: readonly SubmittedProduct[],
): Promise<ResolvedProducts> {
  const wanted = new Set(submitted.flatMap(({ epaNumber }) => numbersOf(epaNumber)));
  const found = await lookUp(deps, [...wanted]);
  const any = found.values().next().value;
  return {
    products: submitted.map((product, productIndex) => resolveOne(product, productIndex, { found, rulebook })),
    catalogue: any === undefined ? null : { dataSetId: any.dataSetId, version: any.version },
  };
}

export async function findRules(deps: Deps, dataSetId: number): Promise<LimitationRule[]> {
  const cached = deps.caches.limitationRules.get(dataSetId);
  if (cached !== undefined) return cached;
  const rules = await findLimitationRules(deps.db, dataSetId);
  deps.caches.limitationRules.set(dataSetId, rules);
  return rules;
}

function numbersOf(epaNumber: string | null): string[] {
  const canonical = epaNumber === null ? null : canonicalRegistration(epaNumber);
  return canonical === null ? [] : [canonical, registrantRegistration(canonical)];
}

/** Answers from the cache where all of them come from one set; otherwise the whole list is asked for anew. */
async function lookUp({ db, caches }: Deps, numbers: readonly string[]): Promise<Map<string, CachedProduct>> {
  const cached = numbers.map((number) => caches.products.get(number));
  const sets = new Set(cached.map((entry) => entry?.dataSetId));
  if (!sets.has(undefined) && sets.size <= 1) return pair(numbers, cached);
  const answer = await findProducts(db, numbers);
  if (answer === null) return new Map();
  const byNumber = new Map(answer.products.map((product) => [product.registration, product]));
  const entries = numbers.map((number) => ({
    dataSetId: answer.dataSetId,
    version: answer.version,
    product: byNumber.get(number) ?? null,
  }));
  entries.forEach((entry, index) => caches.products.set(numbers[index] ?? "", entry));
  return pair(numbers, entries);
}

function pair(numbers: readonly string[], entries: readonly (CachedProduct | undefined)[]): Map<string, CachedProduct> {
  const pairs = new Map<string, CachedProduct>();
  numbers.forEach((number, index) => {
    const entry = entries[index];
    if (entry !== undefined) pairs.set(number, entry);
  });
  return pairs;
}

function resolveOne(
  product: SubmittedProduct,
  productIndex: number,
  { found, rulebook }: { found: ReadonlyMap<string, CachedProduct>; rulebook: Rulebook },
): ResolvedProduct {
  if (product.epaNumber === null) {
    const isAdjuvant = findAdjuvant(rulebook.adjuvants, product.productName) !== null;
    return isAdjuvant
      ? { productIndex, record: null, kind: "adjuvant", esaRequired: false }
      : { productIndex, record: null, kind: "unknown", esaRequired: null };
  }
  const record = numbersOf(product.epaNumber)
    .map((number) => found.get(number)?.product ?? null)
    .find((each) => each !== null);
  return record === undefined
    ? { productIndex, record: null, kind: "unknown", esaRequired: null }
    : { productIndex, record, kind: "catalogue", esaRequired: record.esaLabelLanguage };
}
