import type { SiblingMix, SiblingMixes } from "@/lib/domain/application";
import type { CatalogueProduct } from "@/lib/domain/product";
import { rateMix } from "@/lib/engine/rated-product";
import { asksOfYear, type Sibling } from "@/lib/engine/siblings";
import type { Deps } from "@/lib/runtime/deps";
import { askedOn, resolveProducts, type AskedSets } from "@/lib/usecases/products/resolve-products";

/** A mix whose labels may ask what else the year has. */
interface Asking {
  products: readonly { record: CatalogueProduct | null }[];
  siblingMixes: SiblingMixes;
}

/**
 * The other saved applications of the year with their products looked up, by mix: those of all mixes together, and only where a
 * label of the mix asks for them.
 */
export async function rateSiblings(deps: Deps, asking: readonly Asking[], sets: AskedSets = {}): Promise<Sibling[][]> {
  const wanted = asking.map(({ products, siblingMixes }) => (asksOfYear(products) ? siblingMixes : []));
  // The applications of one field and year are each other's: most of the mixes come many times.
  const mixes = [...new Set(wanted.flat())];
  if (mixes.length === 0) return wanted.map(() => []);
  // Their own checks have counted the labels that no one has read.
  const uncounted = { ...deps, aside: () => undefined };
  const asked = mixes.flatMap(({ applicationDate, products }) => askedOn(applicationDate, products));
  const resolved = await resolveProducts(uncounted, asked, { ...sets, isLimitAsked: false });
  let start = 0;
  const rated = new Map<SiblingMix, Sibling>();
  for (const mix of mixes) {
    const own = resolved.products.slice(start, start + mix.products.length);
    start += mix.products.length;
    const placed = own.map((product, productIndex) => ({ ...product, productIndex }));
    rated.set(mix, { applicationDate: mix.applicationDate, products: rateMix(mix.products, placed, mix.gpa) });
  }
  return wanted.map((siblings) => siblings.flatMap((mix) => rated.get(mix) ?? []));
}
