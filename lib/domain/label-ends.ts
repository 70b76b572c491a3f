import { dayBefore } from "@/lib/domain/calendar";
import { editionOn } from "@/lib/domain/label-editions";
import type { CatalogueProduct } from "@/lib/domain/product";

/** The last day on which a product may be used, where it comes before the planned day. */
export interface LabelEnd {
  reason: "label_ends" | "registration_ends" | "newer_label";
  /** Canonical registration number. */
  registration: string;
  /** `YYYY-MM-DD` */
  endsOn: string;
}

/**
 * The first end of a product's label or registration before an application date; null: none is known.
 *
 * `product` is the record as its binding label describes it on that date (`bindingLabel`). A label ends where the caller
 * holds an edition that ends, where no edition covers the date and an earlier one has ended, or where the directions name
 * a last day themselves. Missing data: an edition whose end is not known has none. Throws: never.
 */
export function labelEndBefore(
  product: CatalogueProduct,
  applicationDate: string,
  heldLabelDate: string | null,
): LabelEnd | null {
  const { registration } = product;
  const label = [editionEnd(product, applicationDate, heldLabelDate), product.rules?.expiresOn].flatMap((endsOn) =>
    endsOn == null || endsOn >= applicationDate ? [] : [{ reason: "label_ends" as const, registration, endsOn }],
  );
  const since = product.status === "Inactive" ? (product.statusSince ?? null) : null;
  const status =
    since === null || since > applicationDate
      ? []
      : [{ reason: "registration_ends" as const, registration, endsOn: dayBefore(since) }];
  return [...label, ...status].toSorted((a, b) => a.endsOn.localeCompare(b.endsOn))[0] ?? null;
}

function editionEnd(
  { editions = [] }: CatalogueProduct,
  applicationDate: string,
  heldLabelDate: string | null,
): string | null {
  if (heldLabelDate !== null) return editions.find(({ labelDate }) => labelDate === heldLabelDate)?.until ?? null;
  const ends = editions.filter(({ from }) => from <= applicationDate).map(({ until }) => until);
  // The last of them; where an edition covers the date, that is no end before it.
  return ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
}

/**
 * The end of the edition that an answer went by, where EPA has since been seen to list a newer label; null: the answer stands.
 *
 * `product` is the record as its binding label describes it on that date. From the newer label's date on, no one has read what binds;
 * that the edition has no ESA language says nothing more as soon as a newer one is known. Who holds the earlier label goes on by it.
 * Missing data: a date that no edition covers had no answer by one. Throws: never.
 */
export function labelReplacedBy(
  seenLabelDate: string,
  product: CatalogueProduct,
  { applicationDate, heldLabelDate }: { applicationDate: string; heldLabelDate: string | null },
): LabelEnd | null {
  const edition = editionOn(product, applicationDate, heldLabelDate);
  if (heldLabelDate !== null || edition === undefined) return null;
  // A newer one still is on file, and was when the answer was given.
  if (product.newestLabelDate !== seenLabelDate || edition.labelDate >= seenLabelDate) return null;
  if (seenLabelDate > applicationDate && edition.esaLabelLanguage !== false) return null;
  return { reason: "newer_label", registration: product.registration, endsOn: dayBefore(seenLabelDate) };
}
