import { countsTowardPass } from "@/lib/domain/citation";
import { issue, type Issue } from "@/lib/domain/issues";
import type { LabelLimit } from "@/lib/domain/product";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { RATE_ROUNDING } from "@/lib/engine/rates/normalize";

/** A limit of the label and what came of holding the application against it. */
export interface JudgedLimit {
  limit: LabelLimit;
  result: "kept" | "exceeded" | "not_checked";
}

/**
 * A product's single rate and spray volume against what its label states.
 *
 * Units: rates in the limit's own unit; volume in US gallons per acre.
 * Source: the label rules' citations; spec: decisions section 4, `LABEL_LIMIT_EXCEEDED`.
 * Missing data: a rate of another kind, a missing volume, an unverified figure and every limit that needs what
 * intake does not take (wind, hours, season totals) are `not_checked`, and shown as such.
 */
export const judgeLimits = (product: RatedProduct, gpa: number | null): JudgedLimit[] =>
  (product.record?.rules?.limits ?? []).map((limit) => ({ limit, result: judge(limit, product, gpa) }));

function judge(limit: LabelLimit, { rate }: RatedProduct, gpa: number | null): JudgedLimit["result"] {
  if (!countsTowardPass(limit.evidence)) return "not_checked";
  if (limit.kind === "max_single_rate") {
    if (rate.normalized?.unit !== limit.unit) return "not_checked";
    return rate.normalized.value > limit.value * (1 + RATE_ROUNDING) ? "exceeded" : "kept";
  }
  if (limit.kind === "min_volume") {
    if (gpa === null) return "not_checked";
    return gpa < limit.gpa ? "exceeded" : "kept";
  }
  return "not_checked";
}

export const limitIssues = (product: RatedProduct, judged: readonly JudgedLimit[]): Issue[] =>
  judged.some(({ result }) => result === "exceeded")
    ? [issue("LABEL_LIMIT_EXCEEDED", `(${product.submitted.productName})`)]
    : [];
