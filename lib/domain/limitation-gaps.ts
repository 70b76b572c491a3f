import type { AssessedProduct } from "@/lib/domain/compliance";
import type { Issue, IssueCode } from "@/lib/domain/issues";

/**
 * Why nothing found under a product does not mean that no limitation binds it. `unknown_product`: no one knows its
 * ingredients; `unread_label`: no one has read the label in force; `two_products`: its number and its name are of two;
 * `answered`: one of the first two, and an applicator answered that the label refers to no bulletin.
 */
export type LimitationGap = "unknown_product" | "unread_label" | "two_products" | "answered";

const GAPS: readonly [IssueCode, LimitationGap][] = [
  ["UNKNOWN_PRODUCT", "unknown_product"],
  ["ESA_STATUS_UNKNOWN", "unread_label"],
  ["PRODUCT_NAME_MISMATCH", "two_products"],
];

/** The gap of one product of an assessment; null: nothing found means that nothing loaded names it. */
export function limitationGap(
  { esaRequired }: Pick<AssessedProduct, "esaRequired">,
  productIndex: number,
  issues: readonly Pick<Issue, "code" | "productIndex">[],
): LimitationGap | null {
  const isUnread = esaRequired === null;
  const found = GAPS.find(([code]) =>
    issues.some(
      // An assessment of an earlier version does not say which product an issue is about.
      (each) => each.code === code && (each.productIndex === productIndex || (isUnread && each.productIndex === null)),
    ),
  );
  if (found !== undefined) return found[1];
  return isUnread ? "answered" : null;
}
