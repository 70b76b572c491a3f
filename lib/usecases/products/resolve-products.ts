import type { LimitedNames } from "@/lib/data/limited-names";
import { findLimitationRules, findProductNames, findProducts } from "@/lib/data/products";
import { countUnreadLabels } from "@/lib/data/unread-labels";
import type { SubmittedProduct } from "@/lib/domain/application";
import { utcDay } from "@/lib/domain/calendar";
import { asLastRead, asOfRules, bindingLabel } from "@/lib/domain/label-editions";
import type { BrandIndex } from "@/lib/domain/brand-names";
import type { CatalogueProduct, LimitationRule, ResolvedProduct } from "@/lib/domain/product";
import { canonicalRegistration, registrantRegistration } from "@/lib/domain/registration";
import { findAdjuvant, type Rulebook } from "@/lib/domain/tables";
import { indexNames, isOwnName, nameConflict, namesOf, type NameConflict } from "@/lib/engine/product-names";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { isAdjuvant, isLikeOne, likePesticides } from "@/lib/usecases/products/pesticide-likeness";
import { numbersOf, withLimits } from "@/lib/usecases/products/product-limits";
import type { CachedProduct, PesticideLikeness } from "@/lib/runtime/caches";
import type { Deps } from "@/lib/runtime/deps";

export interface ResolvedProducts {
  products: ResolvedProduct[];
  /** The catalogue set that answered; null when no set is active, and then every product is unknown. */
  catalogue: { dataSetId: number; version: string } | null;
}

/** A submitted product and the day it is applied: the day decides which edition of its label binds. */
export interface AskedProduct {
  product: SubmittedProduct;
  applicationDate: string;
}

export const askedOn = (applicationDate: string, products: readonly SubmittedProduct[]): AskedProduct[] =>
  products.map((product) => ({ product, applicationDate }));

export interface AskedSets {
  isLimitAsked?: boolean;
  /** The last label that was read stands in for a newer one (`asLastRead`): for what is saved, and for nothing that is checked now. */
  isLastReadAsked?: boolean;
  /** What a set of areas limits that is not in force; left out: the one that is. */
  limited?: LimitedNames | undefined;
  /** A catalogue set that is not in force, with caches of its own in `deps`; left out: the one that is. */
  catalogueSetId?: number | null;
  /** Rules of another release; left out: this one's. */
  rules?: RulesByDay;
}

type RulesByDay = (date: string) => Rulebook;

/**
 * Looks up the products of applications: one statement for the numbers and one for the names that were not asked for in
 * the last minute, none when all were. A distributor's number falls back to the registrant's, a number given up in a
 * transfer to the number of today. The names in limitations are kept as
 * long.
 */
export async function resolveProducts(
  deps: Deps,
  asked: readonly AskedProduct[],
  /** `isLimitAsked` is false where no one reads `isLimited`: what was saved is scored without it. */
  {
    isLimitAsked = true,
    isLastReadAsked = false,
    limited,
    catalogueSetId = null,
    rules = rulebookAsOf,
  }: AskedSets = {},
): Promise<ResolvedProducts> {
  const wanted = new Set(asked.flatMap(({ product }) => numbersOf(product.epaNumber)));
  const found = await lookUp(deps, [...wanted], catalogueSetId);
  const pesticideNames = await likePesticides(deps, asked, catalogueSetId);
  const any = found.values().next().value;
  const resolved = asked.map((each, productIndex) =>
    resolveOne(each, productIndex, { found, pesticideNames, rules, isLastReadAsked }),
  );
  countUnread(deps, asked, resolved);
  const isAnyInDoubt = resolved.some((each, index) => isNameInDoubt(asked[index], each));
  const names = any === undefined || !isAnyInDoubt ? null : await findNames(deps, any);
  const products =
    names === null ? resolved : resolved.map((each, index) => withNameJudged(asked[index], each, { names, rules }));
  return {
    products: isLimitAsked ? await withLimits(deps, asked, products, limited) : products,
    catalogue: any === undefined ? null : { dataSetId: any.dataSetId, version: any.version },
  };
}

/** Nearly every name is its product's own, and then the names of the others are not asked for. */
const isNameInDoubt = (asked: AskedProduct | undefined, { record }: ResolvedProduct): boolean =>
  record !== null && !isOwnName(asked?.product.productName ?? "", namesOf(record));

/** The names of a catalogue set, which never change: they are read once a process and set. */
async function findNames({ db, caches }: Deps, { dataSetId }: { dataSetId: number }): Promise<BrandIndex> {
  const cached = caches.brandNames.get(dataSetId);
  if (cached !== undefined) return cached;
  const names = indexNames(await findProductNames(db, dataSetId));
  caches.brandNames.set(dataSetId, names);
  return names;
}

/**
 * A product whose name clearly belongs to another one is not known to be free of ESA language: which of the two is in
 * the tank is open.
 */
function withNameJudged(
  asked: AskedProduct | undefined,
  resolved: ResolvedProduct,
  { names, rules }: { names: BrandIndex; rules: RulesByDay },
): ResolvedProduct {
  const { record, esaRequired } = resolved;
  if (asked === undefined || record === null || !isNameInDoubt(asked, resolved)) return resolved;
  const name = asked.product.productName;
  const own = { registration: record.registration, names: namesOf(record), ingredients: ingredientsOf(record) };
  const conflict = nameConflict(name, own, names);
  const adjuvant = conflict === null ? findAdjuvant(rules(asked.applicationDate).adjuvants, name) : null;
  if (conflict === null && adjuvant === null) return resolved;
  return {
    ...resolved,
    esaRequired: esaRequired === false ? null : esaRequired,
    nameBelongsTo: conflict === null ? "an adjuvant" : ownerOf(conflict),
  };
}

const ingredientsOf = ({ ingredients }: CatalogueProduct): string[] => ingredients.map(({ name }) => name);

const ownerOf = (conflict: NameConflict): string =>
  "registration" in conflict ? conflict.registration : `a product with ${conflict.ingredient}`;

export async function findRules(deps: Deps, dataSetId: number): Promise<LimitationRule[]> {
  const cached = deps.caches.limitationRules.get(dataSetId);
  if (cached !== undefined) return cached;
  const rules = await findLimitationRules(deps.db, dataSetId);
  deps.caches.limitationRules.set(dataSetId, rules);
  return rules;
}

/** Answers from the cache where all of them come from one set; otherwise the whole list is asked for again. */
async function lookUp(
  { db, caches }: Deps,
  numbers: readonly string[],
  catalogueSetId: number | null,
): Promise<Map<string, CachedProduct>> {
  const cached = numbers.map((number) => caches.products.get(number));
  const sets = new Set(cached.map((entry) => entry?.dataSetId));
  if (!sets.has(undefined) && sets.size <= 1) return pair(numbers, cached);
  const answer = await findProducts(db, numbers, catalogueSetId);
  if (answer === null) return new Map();
  const entries = numbers.map((number) => ({
    dataSetId: answer.dataSetId,
    version: answer.version,
    product: answer.products.get(number) ?? null,
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

/** Counts the numbers whose label no one has entered, aside: the order in which labels are worth reading. */
function countUnread(deps: Deps, asked: readonly AskedProduct[], products: readonly ResolvedProduct[]): void {
  const unread = asked.flatMap(({ product: { epaNumber } }, index) => {
    const number = epaNumber === null ? null : canonicalRegistration(epaNumber);
    const isRead = products[index]?.esaRequired !== null;
    return number === null || isRead ? [] : [registrantRegistration(number)];
  });
  if (unread.length === 0) return;
  const day = utcDay(deps.clock());
  deps.aside(() => countUnreadLabels(deps.db, unread, day));
}

function resolveOne(
  { product, applicationDate }: AskedProduct,
  productIndex: number,
  known: {
    found: ReadonlyMap<string, CachedProduct>;
    pesticideNames: ReadonlyMap<string, PesticideLikeness>;
    rules: RulesByDay;
    isLastReadAsked: boolean;
  },
): ResolvedProduct {
  if (product.epaNumber === null) {
    const rulebook = known.rules(applicationDate);
    if (isAdjuvant(product, rulebook, known.pesticideNames)) {
      return { productIndex, record: null, kind: "adjuvant", esaRequired: false };
    }
    const isLikePesticide = isLikeOne(product.productName, rulebook, known.pesticideNames);
    return { productIndex, record: null, kind: "unknown", esaRequired: null, isLikePesticide };
  }
  const catalogued = numbersOf(product.epaNumber)
    .map((number) => known.found.get(number)?.product ?? null)
    .find((each) => each !== null);
  if (catalogued === undefined) return { productIndex, record: null, kind: "unknown", esaRequired: null };
  const label = bindingLabel(catalogued, applicationDate, product.labelDate ?? null);
  // Of a day before every edition the first is in force, so that only such a day lies before what is in force.
  const { record, newerLabelDate } = asOfRules(
    label,
    applicationDate,
    known.rules(applicationDate).menus.epa_runoff.edition,
  );
  const resolved = { productIndex, kind: "catalogue" as const, esaRequired: record.esaLabelLanguage, newerLabelDate };
  const lastRead = known.isLastReadAsked
    ? asLastRead(label, catalogued, applicationDate, product.labelDate ?? null)
    : null;
  return lastRead === null ? { ...resolved, record } : { ...resolved, record: lastRead, isLastRead: true };
}
