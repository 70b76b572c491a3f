import type { Issue } from "@/lib/domain/issues";
import { firstDayAfter } from "@/lib/domain/label-editions";
import { isFreeOfEsa } from "@/lib/domain/product";
import type { AssessmentFacts } from "@/lib/engine/facts";
import { issueFor } from "@/lib/engine/issue-for";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { rateIssues } from "@/lib/engine/rates/unresolved";

/**
 * What is open about the products of a mix by themselves: which ones they are, whether ESA language binds them, how much of them is
 * applied, and whether a label has ended. `rated`: with the labels as they hold on the day.
 *
 * Units: none. Source: docs/rules.md, Assessment. Missing data: is the issue. Throws: never.
 */
export const mixIssues = (rated: readonly RatedProduct[]): Issue[] => [
  ...rated.flatMap(expiryIssues),
  ...rated.flatMap(productIssues),
];

function productIssues(product: RatedProduct): Issue[] {
  if (isFreeOfEsa(product)) return [];
  return [
    ...mismatchIssues(product),
    ...(product.kind === "unknown" ? [issueFor(product, "UNKNOWN_PRODUCT")] : []),
    ...(product.kind === "catalogue" && product.esaRequired === null ? [statusUnknown(product)] : []),
    ...rateIssues(product),
    ...(product.newerLabelDate == null
      ? []
      : [issueFor(product, "NEWER_LABEL_EXISTS", { labelDate: product.newerLabelDate })]),
  ];
}

const statusUnknown = (product: RatedProduct): Issue =>
  issueFor(
    product,
    "ESA_STATUS_UNKNOWN",
    product.labelBeginsOn === undefined ? {} : { labelBeginsOn: product.labelBeginsOn },
  );

/** Number and name of one entry mean two products, and no one but the caller knows which one goes into the tank. */
const mismatchIssues = (product: RatedProduct): Issue[] =>
  product.nameBelongsTo === null
    ? []
    : [
        issueFor(product, "PRODUCT_NAME_MISMATCH", {
          nameBelongsTo: product.nameBelongsTo,
          ...(product.record === null
            ? {}
            : { registration: product.record.registration, registeredName: product.record.name }),
        }),
      ];

const expiryIssues = (product: RatedProduct): Issue[] =>
  product.labelEndedOn === undefined || isFreeOfEsa(product)
    ? []
    : [issueFor(product, "ESA_STATUS_UNKNOWN", { labelEndedOn: product.labelEndedOn })];

/**
 * After a label's last day it is a label no one has read: what the next one asks for is not known. Before the first day of the first
 * one on file the product came without rules, and this says why.
 */
export function asOfLabel(
  product: RatedProduct,
  { applicationDate }: Pick<AssessmentFacts["application"], "applicationDate">,
): RatedProduct {
  const { record } = product;
  if (record === null) return product;
  if (record.rules === null) {
    const firstDay = firstDayAfter(record, applicationDate, product.submitted.labelDate ?? null);
    return firstDay === null ? product : { ...product, labelBeginsOn: firstDay };
  }
  const lastDay = record.rules.expiresOn;
  if (lastDay === undefined || applicationDate <= lastDay) return product;
  return { ...product, record: { ...record, rules: null }, labelEndedOn: lastDay };
}
