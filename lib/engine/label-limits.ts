import { countsTowardPass } from "@/lib/domain/citation";
import type { Issue } from "@/lib/domain/issues";
import type { LabelLimit } from "@/lib/domain/product";
import type { RateProblem } from "@/lib/domain/rate-units";
import { issueFor } from "@/lib/engine/issue-for";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { RATE_ROUNDING } from "@/lib/engine/rates/normalize";

/** A limit of the label and what came of holding the application against it. */
export interface JudgedLimit {
  limit: LabelLimit;
  /** `unresolved`: the limit can be judged, and what it takes was not given. `not_checked`: it cannot be judged here. */
  result: "kept" | "exceeded" | "unresolved" | "not_checked";
}

/**
 * A product's single rate and spray volume against what its label states.
 *
 * Units: rates in the limit's own unit; volume in US gallons per acre.
 * Source: the label rules' citations; spec: decisions section 4, `LABEL_LIMIT_EXCEEDED`.
 * Missing data: a rate of another kind (pounds where the label speaks of fluid ounces) and a missing volume leave the
 * limit unresolved, and that blocks a pass. An unverified figure and every limit that needs what intake does not take
 * (wind, hours, season totals) are `not_checked`, and shown as such.
 */
export const judgeLimits = (product: RatedProduct, gpa: number | null): JudgedLimit[] =>
  (product.record?.rules?.limits ?? []).map((limit) => ({ limit, result: judge(limit, product, gpa) }));

function judge(limit: LabelLimit, { rate }: RatedProduct, gpa: number | null): JudgedLimit["result"] {
  if (!countsTowardPass(limit.evidence)) return "not_checked";
  if (limit.kind === "max_single_rate") {
    if (rate.normalized?.unit !== limit.unit) return "unresolved";
    return rate.normalized.value > limit.value * (1 + RATE_ROUNDING) ? "exceeded" : "kept";
  }
  if (limit.kind === "min_volume") {
    if (gpa === null) return "unresolved";
    return gpa < limit.gpa ? "exceeded" : "kept";
  }
  return "not_checked";
}

/** What keeps a product's rate and volume from being what its label allows, or from being known to be. */
export const rateIssues = (product: RatedProduct, gpa: number | null): Issue[] => {
  if (product.esaRequired === false) return [];
  const { rate } = product;
  const judged = judgeLimits(product, gpa);
  const isExceeded = judged.some(({ result }) => result === "exceeded");
  return [
    ...(rate.resolution === "resolved" ? [] : [unresolvedRate(product, rate.problem)]),
    ...(isExceeded ? [issueFor(product, "LABEL_LIMIT_EXCEEDED")] : []),
    ...judged
      .filter(({ result, limit }) => result === "unresolved" && isUntold(limit, product))
      .map(({ limit }) => unresolvedRate(product, missingFor(limit))),
  ];
};

/** A rate without any number has told of itself already. */
const isUntold = ({ kind }: LabelLimit, { rate }: RatedProduct): boolean =>
  kind !== "max_single_rate" || rate.normalized !== null;

const missingFor = (limit: LabelLimit): RateProblem =>
  limit.kind === "max_single_rate"
    ? { kind: "other_unit_than_limit", limitUnit: limit.unit }
    : { kind: "no_volume_for_limit" };

const unresolvedRate = (product: RatedProduct, problem: RateProblem | null): Issue =>
  issueFor(product, "UNRESOLVED_RATE", problem === null ? {} : { problems: [problem] });
