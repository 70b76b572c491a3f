import type { RunoffEntry } from "@/lib/domain/compliance";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { rescoreRunoff } from "@/lib/engine/runoff/rescore";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import { resolveProducts } from "@/lib/usecases/products/resolve-products";

/** A saved application with its runoff as it scores now. */
export interface ScoredApplication {
  saved: SavedApplicationRecord;
  runoff: RunoffEntry[];
}

/**
 * Scores saved applications by the menus in force on their dates and what their products rule out today. The products
 * of all of them are looked up together: one statement at most, however many applications there are.
 */
export async function scoreSaved(deps: Deps, saved: readonly SavedApplicationRecord[]): Promise<ScoredApplication[]> {
  const [first] = saved;
  if (first === undefined) return [];
  const all = saved.flatMap(({ products }) => products);
  // Which edition's adjuvants are known makes no difference: an adjuvant rules no measure out.
  const { products } = await resolveProducts(deps, rulebookAsOf(first.applicationDate), all);
  let start = 0;
  return saved.map((application) => {
    const own = products.slice(start, start + application.products.length);
    start += application.products.length;
    const disallowed = own
      .filter((product) => product.esaRequired === true)
      .flatMap((product) => product.record?.rules?.disallowedMeasures ?? []);
    const rulebook = rulebookAsOf(application.applicationDate);
    return { saved: application, runoff: rescoreRunoff(application, { rulebook, disallowed }) };
  });
}
