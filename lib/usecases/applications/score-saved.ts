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

/** Scores saved applications by the menus in force on their dates and what their products rule out today. */
export const scoreSaved = (deps: Deps, saved: readonly SavedApplicationRecord[]): Promise<ScoredApplication[]> =>
  Promise.all(
    saved.map(async (application) => {
      const rulebook = rulebookAsOf(application.applicationDate);
      const { products } = await resolveProducts(deps, rulebook, application.products);
      const disallowed = products
        .filter((product) => product.esaRequired === true)
        .flatMap((product) => product.record?.rules?.disallowedMeasures ?? []);
      return { saved: application, runoff: rescoreRunoff(application, { rulebook, disallowed }) };
    }),
  );
