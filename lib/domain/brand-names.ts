/** What a product is called, by whatever name, and made of. */
export interface NamedProduct {
  registration: string;
  names: readonly string[];
  ingredients: readonly string[];
}

/** One name of a product: its words without generic ones and formulations. */
export interface BrandedProduct {
  registration: string;
  core: readonly string[];
  ingredients: readonly string[];
}

/** What the active catalogue calls its products, and what is in them. */
export interface BrandIndex {
  /** Registration numbers by comparison key. */
  byKey: ReadonlyMap<string, readonly string[]>;
  /** Products by the first word of a brand name. */
  byBrand: ReadonlyMap<string, readonly BrandedProduct[]>;
  /** Words that name an active ingredient. */
  ingredientWords: ReadonlySet<string>;
}
