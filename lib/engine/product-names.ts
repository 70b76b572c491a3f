import { ingredientsMatch, ingredientWords } from "@/lib/domain/ingredients";
import type { CatalogueProduct } from "@/lib/domain/product";
import type { BrandedProduct, BrandIndex, NamedProduct } from "@/lib/domain/brand-names";
import { isSlipOf } from "@/lib/domain/name-slips";
import { registrantRegistration } from "@/lib/domain/registration";

/** Words that say what sort of thing a product is or how it is sold, never which product it is. */
const GENERIC_WORDS = new Set(
  (
    "herbicide insecticide fungicide miticide acaricide nematicide bactericide rodenticide molluscicide desiccant " +
    "defoliant growth regulator plant pgr brand the a an and for with agricultural farm professional specialty " +
    "selective nonselective systemic preemergence postemergence preemergent postemergent weed killer control " +
    "concentrate formula formulation product pesticide crop protection r tm " +
    // Who sells it: "Stryax (Bayer)", "Bayer Stryax".
    "bayer basf corteva syngenta fmc nufarm adama upl valent gowan amvac albaugh"
  ).split(" "),
);

/** Formulations as brands write them: `EC`, `4L`, `2.5EC`, `WDG`. */
const FORMULATION = /^\d*(?:sc|ec|wdg|wg|wp|wsp|wsb|df|sg|sp|sl|se|me|cs|od|ew|ulv|zc|zw|fs|f|l|e|g|d|s|xc|xl|lv)$/;

/** Parts of ingredient names that many ingredients share. */
const SHARED_INGREDIENT_WORDS = new Set(
  (
    "acid salt salts ester esters amine sodium potassium ammonium calcium choline copper sulfate sulfur chloride oxide " +
    "hydroxide carbonate phosphate methyl ethyl butyl isopropylamine dimethylamine diglycolamine triethanolamine " +
    "dimethylethanolamine monoethanolamine mineral petroleum vegetable soybean"
  ).split(" "),
);

/** An ingredient word shorter than this may be part of a brand by chance. */
const LEAST_INGREDIENT_LETTERS = 6;
/** A brand's first word shorter than this may begin many brands: "Pro", "Max". */
const LEAST_BRAND_LETTERS = 5;

interface NameWords {
  /** Everything but generic words, run together. */
  key: string;
  /** The words of the brand itself. */
  core: string[];
  formulation: string[];
}

/** A product name as it is compared: no case, no accents, no punctuation, no trademark signs, no generic words. */
function nameWords(name: string): NameWords {
  const words = name
    .replaceAll(/[®™©]/g, " ")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/(\d)\.(?=\d)/g, "$1p")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const telling = words.filter((word) => !GENERIC_WORDS.has(word));
  const kept = telling.length === 0 ? words : telling;
  const core = kept.filter((word) => !FORMULATION.test(word.replaceAll(/(?<=\d)p(?=\d)/g, "")));
  return {
    key: kept.join(""),
    core: core.length === 0 ? kept : core,
    formulation: core.length === 0 ? [] : kept.filter((word) => !core.includes(word)),
  };
}

const tellingIngredientWords = (names: readonly string[]): string[] =>
  names
    .flatMap((name) => ingredientWords(name).trim().split(" "))
    .filter((word) => word.length >= LEAST_INGREDIENT_LETTERS && !SHARED_INGREDIENT_WORDS.has(word));

export function indexNames(products: readonly NamedProduct[]): BrandIndex {
  const byKey = new Map<string, string[]>();
  const byBrand = new Map<string, BrandedProduct[]>();
  for (const { registration, names, ingredients } of products) {
    for (const { key, core } of names.map(nameWords)) {
      if (key === "") continue;
      listed(byKey, key).push(registration);
      const [brand = ""] = core;
      if (brand.length >= LEAST_BRAND_LETTERS) listed(byBrand, brand).push({ registration, core, ingredients });
    }
  }
  const words = tellingIngredientWords(products.flatMap((each) => each.ingredients));
  return { byKey, byBrand, ingredientWords: new Set(words) };
}

function listed<Value>(lists: Map<string, Value[]>, key: string): Value[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Every name the catalogue has for a product. */
export const namesOf = ({ name, otherNames }: Pick<CatalogueProduct, "name" | "otherNames">): string[] => [
  name,
  ...(otherNames ?? []),
];

const isSubset = (some: readonly string[], all: readonly string[]): boolean => some.every((word) => all.includes(word));

/** The same name in full, or a shorter way to say it: "Stryax" for "Stryax Herbicide", "AAtrex" for "AAtrex 4L". */
function isSameOrShorter(sent: NameWords, own: NameWords): boolean {
  if (sent.key === own.key) return true;
  return isSubset(sent.core, own.core) && isSubset(sent.formulation, own.formulation);
}

/** A longer way to say it, another formulation of it, or a slip of the keyboard. */
function isLike(sent: NameWords, own: NameWords): boolean {
  if (isSubset(own.core, sent.core) || isSubset(sent.core, own.core)) return true;
  const [a, b] = [sent.core.join(""), own.core.join("")];
  if (a.length >= 5 && b.length >= 5 && (a.startsWith(b) || b.startsWith(a))) return true;
  return isSlipOf(a, b);
}

/** Whether a name is plainly one of the product's own, so that no other product needs to be looked at. */
export function isOwnName(sent: string, names: readonly string[]): boolean {
  const words = nameWords(sent);
  return names.some((name) => isSameOrShorter(words, nameWords(name)));
}

/** Why a name cannot be the product's: it is another product's, or speaks of an ingredient that is not in this one. */
export type NameConflict = { registration: string } | { ingredient: string };

/**
 * Whether the name that came with a registration number clearly belongs to another product.
 *
 * A registrant may sell one product under several brand names, and people shorten names and mistype them. So a name
 * conflicts only where it is known to mean something else: it is another product's name to the letter and not a short
 * form of this one's; it is a short form of a brand whose products all have other active ingredients, or has such a brand in it whole;
 * or it contains an active ingredient that this product does not have. A brand that the catalogue has never heard of is no conflict.
 *
 * Units: none. Source: none; tested with the names of 269 products. Missing data: a product without known ingredients
 * conflicts with no ingredient and no short form. Throws: never.
 */
export function nameConflict(sent: string, own: NamedProduct, index: BrandIndex): NameConflict | null {
  const words = nameWords(sent);
  if (words.key === "") return null;
  const ownWords = own.names.map(nameWords);
  if (ownWords.some((name) => isSameOrShorter(words, name)) || isOwnIngredient(words, own)) return null;
  const owners = index.byKey.get(words.key) ?? [];
  if (owners.some((registration) => isSameProduct(registration, own))) return null;
  const [owner] = owners;
  if (owner !== undefined) return { registration: owner };
  if (own.ingredients.length === 0 || ownWords.some((name) => isLike(words, name))) return null;
  const branded = brandOwner(words, own, index);
  return branded === null ? foreignIngredient(words, own, index) : { registration: branded };
}

/** "Dicamba 4L" may be any of the products with dicamba, though one of them may be called just that. */
const isOwnIngredient = ({ core }: NameWords, { ingredients }: NamedProduct): boolean =>
  ingredients.some((name) => ingredientsMatch(core.join(" "), name));

/** A distributor's number means the registrant's product. */
const isSameProduct = (registration: string, own: NamedProduct): boolean =>
  registrantRegistration(registration) === registrantRegistration(own.registration);

/**
 * Whose brand a name begins with: shortened ("Enlist"), or with more behind it ("Stryax 2.5 gal"). A later word may be a brand by chance
 * ("Trimec Classic"). One product of the brand with an ingredient of this one makes it no one else's.
 */
function brandOwner({ core }: NameWords, own: NamedProduct, { byBrand }: BrandIndex): string | null {
  const candidates = byBrand.get(core[0] ?? "") ?? [];
  const isForeign = ({ registration, ingredients }: BrandedProduct): boolean =>
    ingredients.length > 0 &&
    !isSameProduct(registration, own) &&
    !ingredients.some((one) => own.ingredients.some((other) => ingredientsMatch(one, other)));
  if (!candidates.every(isForeign)) return null;
  const shortened = candidates.find((candidate) => isSubset(core, candidate.core));
  const contained = candidates.find((candidate) => isSubset(candidate.core, core));
  return (shortened ?? contained)?.registration ?? null;
}

function foreignIngredient({ core }: NameWords, own: NamedProduct, index: BrandIndex): NameConflict | null {
  const mine = own.ingredients.map(ingredientWords).join(" ");
  const foreign = core.find((word) => index.ingredientWords.has(word) && !mine.includes(word));
  return foreign === undefined ? null : { ingredient: foreign };
}
