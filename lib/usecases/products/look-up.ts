import { findProducts } from "@/lib/data/products";
import { findProductsByName, searchCatalogue } from "@/lib/data/product-search";
import { utcDay } from "@/lib/domain/calendar";
import { ServiceError } from "@/lib/domain/errors";
import { bindingLabel } from "@/lib/domain/label-editions";
import type { CatalogueProduct } from "@/lib/domain/product";
import { nameKey } from "@/lib/domain/product-names";
import { canonicalRegistration } from "@/lib/domain/registration";
import type { Deps } from "@/lib/runtime/deps";
import { isInLimitations, numbersOf } from "@/lib/usecases/products/product-limits";

/** How the product was found: by its own number, one given up in a transfer, a distributor's, or its name. */
export const PRODUCT_MATCHES = ["registration", "former_number", "distributor_number", "name"] as const;
export type ProductMatch = (typeof PRODUCT_MATCHES)[number];

/** A product as the label that binds on a day describes it. */
export interface ProductFacts {
  product: CatalogueProduct;
  onDate: string;
  /** Stamp date of that label; null: which edition binds is not known, or the product has no edition files. */
  labelDate: string | null;
  isInLimitations: boolean;
}

export interface ProductPage {
  total: number;
  offset: number;
  limit: number;
  products: ProductFacts[];
}

interface Context {
  deps: Deps;
}

async function factsOf(deps: Deps, product: CatalogueProduct, onDate: string): Promise<ProductFacts> {
  const { record, labelDate } = bindingLabel(product, onDate, null);
  return { product: record, onDate, labelDate, isInLimitations: await isInLimitations(deps, product) };
}

/** The catalog that look-ups are answered from; null: none is active. */
export const catalogueVersion = async ({ deps }: Context): Promise<string | null> =>
  (await findProducts(deps.db, []))?.version ?? null;

const dayOf = (deps: Deps, onDate: string | null): string => onDate ?? utcDay(deps.clock());
/** A whole number, or the beginning of one: `264-12`. */
const PART_OF_A_NUMBER = /^\d{1,8}(-\d{0,8}){0,2}$/;

/** Products by a part of a name or of a number, page by page. */
export async function searchProducts(
  { deps }: Context,
  query: { text: string; onDate: string | null; offset: number; limit: number },
): Promise<ProductPage> {
  const { text, offset, limit } = query;
  const number = canonicalRegistration(text) ?? (PART_OF_A_NUMBER.test(text.trim()) ? text.trim() : null);
  const found = await deps.reads.read((db) =>
    searchCatalogue(db, { nameKey: nameKey(text), numberPrefix: number, offset, limit }),
  );
  const onDate = dayOf(deps, query.onDate);
  const products = await Promise.all(found.products.map((product) => factsOf(deps, product, onDate)));
  return { total: found.total, offset, limit, products };
}

export interface FoundProduct {
  facts: ProductFacts;
  match: ProductMatch;
}

/** The product under a registration number, in whatever form the number is written. */
export async function getProduct(
  { deps }: Context,
  { registration, onDate }: { registration: string; onDate: string | null },
): Promise<FoundProduct> {
  const found = await findByNumber(deps, [registration]);
  const product = found(registration);
  if (product === null) throw new ServiceError("productNotFound", "The catalog has no product under this number.");
  return {
    facts: await factsOf(deps, product, dayOf(deps, onDate)),
    match: matchOf(product, registration),
  };
}

/** One line of a price list. */
export interface AskedLine {
  epaNumber: string | null;
  productName: string | null;
}

export interface LineAnswer {
  asked: AskedLine;
  /** The product of the number, or the only one of the name. */
  found: FoundProduct | null;
  /** Products of the name, where it is not one alone. */
  candidates: ProductFacts[];
}

/** A whole price list at once: two statements, however long it is. */
export async function lookUpProducts(
  { deps }: Context,
  { lines, onDate }: { lines: readonly AskedLine[]; onDate: string | null },
): Promise<LineAnswer[]> {
  const day = dayOf(deps, onDate);
  const byNumber = await findByNumber(
    deps,
    lines.flatMap(({ epaNumber }) => epaNumber ?? []),
  );
  const names = lines.flatMap(({ epaNumber, productName }) => (epaNumber === null ? nameKey(productName ?? "") : []));
  const named = await findProductsByName(
    deps.db,
    [...new Set(names)].filter((name) => name !== ""),
  );
  return Promise.all(
    lines.map(async (asked): Promise<LineAnswer> => {
      if (asked.epaNumber !== null) {
        const product = byNumber(asked.epaNumber);
        if (product === null) return { asked, found: null, candidates: [] };
        const facts = await factsOf(deps, product, day);
        return { asked, found: { facts, match: matchOf(product, asked.epaNumber) }, candidates: [] };
      }
      const key = nameKey(asked.productName ?? "");
      const own = named.filter((each) => each.nameKey === key).slice(0, MOST_CANDIDATES);
      const facts = await Promise.all(own.map(({ product }) => factsOf(deps, product, day)));
      const [only, ...others] = facts;
      return only !== undefined && others.length === 0
        ? { asked, found: { facts: only, match: "name" }, candidates: [] }
        : { asked, found: null, candidates: facts };
    }),
  );
}

/** More products of one name than a person would compare. */
const MOST_CANDIDATES = 10;

/** Looks up all numbers at once; gives the product under each, a distributor's number under the registrant's. */
async function findByNumber(
  deps: Deps,
  numbers: readonly string[],
): Promise<(number: string) => CatalogueProduct | null> {
  const wanted = [...new Set(numbers.flatMap(numbersOf))];
  const answer = wanted.length === 0 ? null : await findProducts(deps.db, wanted);
  return (number) =>
    numbersOf(number)
      .map((each) => answer?.products.get(each) ?? null)
      .find((product) => product !== null) ?? null;
}

function matchOf({ registration, formerNumbers = [] }: CatalogueProduct, asked: string): ProductMatch {
  const canonical = canonicalRegistration(asked) ?? asked;
  if (canonical === registration) return "registration";
  return formerNumbers.includes(canonical) ? "former_number" : "distributor_number";
}
