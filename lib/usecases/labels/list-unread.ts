import { findProducts } from "@/lib/data/products";
import { listUnreadLabels, type UnreadLabel } from "@/lib/data/unread-labels";
import { utcDay } from "@/lib/domain/calendar";
import { bindingLabel } from "@/lib/domain/label-editions";
import type { LabelGap } from "@/lib/domain/label-gap";
import type { CatalogueProduct } from "@/lib/domain/product";
import type { Deps } from "@/lib/runtime/deps";

export interface LabelToRead extends UnreadLabel {
  gap: LabelGap;
}

/** How many numbers are looked up at once. */
const AT_ONCE = 500;

/**
 * The labels that callers asked about most often and that a check of today still does not find. The count is of questions: one
 * that has been answered since by a new edition is left out.
 */
export async function listLabelsToRead(
  { db, clock }: Pick<Deps, "db" | "clock">,
  most: number,
): Promise<LabelToRead[]> {
  const today = utcDay(clock());
  const missing: LabelToRead[] = [];
  for (let skipped = 0; missing.length < most; skipped += AT_ONCE) {
    const asked = await listUnreadLabels(db, AT_ONCE, skipped);
    const found = await findProducts(
      db,
      asked.map(({ registration }) => registration),
    );
    for (const label of asked) {
      const gap = gapOf(found?.products.get(label.registration), today);
      if (gap !== null) missing.push({ ...label, gap });
    }
    if (asked.length < AT_ONCE) break;
  }
  return missing.slice(0, most);
}

/** Null: a check of that day knows what the label says of ESA. */
function gapOf(product: CatalogueProduct | undefined, day: string): LabelGap | null {
  if (product === undefined) return "no_edition";
  const { record, labelDate } = bindingLabel(product, day, null);
  if (record.esaLabelLanguage !== null) return null;
  if ((product.editions ?? []).length === 0) return "no_edition";
  return labelDate === null && (product.newestLabelDate ?? "") <= (product.editions?.at(-1)?.labelDate ?? "")
    ? "no_edition_today"
    : "newer_label";
}
