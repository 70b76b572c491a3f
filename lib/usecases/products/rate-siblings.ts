import type { SiblingMix, SiblingMixes } from "@/lib/domain/application";
import type { CatalogueProduct, ResolvedProduct } from "@/lib/domain/product";
import { rateMix, type RatedProduct } from "@/lib/engine/rated-product";
import type { RateResult } from "@/lib/engine/rates/normalize";
import { computedMix } from "@/lib/engine/runoff/as-computed";
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
 * label of the mix asks for them. One of a trait program stays one of it whichever newer label of its product was seen.
 */
export async function rateSiblings(deps: Deps, asking: readonly Asking[], sets: AskedSets = {}): Promise<Sibling[][]> {
  const wanted = asking.map(({ products, siblingMixes }) => (asksOfYear(products) ? siblingMixes : []));
  // The applications of one field and year are each other's: most of the mixes come many times.
  const mixes = [...new Set(wanted.flat())];
  if (mixes.length === 0) return wanted.map(() => []);
  // Their own checks have counted the labels that no one has read.
  const uncounted = { ...deps, aside: () => undefined };
  const asked = mixes.flatMap(({ applicationDate, products }) => askedOn(applicationDate, products));
  const resolved = await resolveProducts(uncounted, asked, { ...sets, isLimitAsked: false, isLastReadAsked: true });
  let start = 0;
  const rated = new Map<SiblingMix, Sibling>();
  for (const mix of mixes) {
    const own = resolved.products.slice(start, start + mix.products.length);
    start += mix.products.length;
    const placed = own.map((product, productIndex) => ({ ...product, productIndex }));
    const { applicationDate, gpa } = mix;
    rated.set(mix, { applicationDate, gpa, products: atHigherRates(mix, placed) });
  }
  return wanted.map((siblings) => siblings.flatMap((mix) => rated.get(mix) ?? []));
}

/** What is sprayed by a computation's buffer is sprayed at its rates, whatever was checked: of the two the higher counts. */
function atHigherRates(mix: SiblingMix, resolved: readonly ResolvedProduct[]): RatedProduct[] {
  const checked = rateMix(mix.products, resolved, mix.gpa);
  const atComputed = computedMix(mix);
  if (atComputed === null) return checked;
  const computed = rateMix(atComputed, resolved, mix.computed?.gpa ?? null);
  return checked.map((product, index) => ({ ...product, rate: higherOf(product.rate, computed[index]?.rate) }));
}

/** In another measure a rate is not known to be more, and a year's maximum is counted in one: what was checked stays. */
function higherOf(checked: RateResult, computed: RateResult | undefined): RateResult {
  if (computed === undefined || computed.normalized === null) return checked;
  if (checked.normalized === null) return computed;
  const isHigher =
    computed.normalized.unit === checked.normalized.unit && computed.normalized.value > checked.normalized.value;
  return isHigher ? computed : checked;
}
