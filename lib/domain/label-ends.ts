import { dayBefore } from "@/lib/domain/calendar";
import type { CatalogueProduct } from "@/lib/domain/product";

/** The last day on which a product may be used, where it comes before the planned day. */
export interface LabelEnd {
  reason: "label_ends" | "registration_ends";
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
  const begun = editions.filter(({ from }) => from <= applicationDate);
  const isCovered = begun.some(({ until }) => until === null || until >= applicationDate);
  if (isCovered) return null;
  return (
    begun
      .flatMap(({ until }) => until ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}
