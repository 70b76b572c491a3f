import type { DriftSetup } from "@/lib/domain/compliance";
import type { EffectiveRate, ExpectedDeposition, ProductResult } from "@/lib/domain/drift";
import { issue, type Issue } from "@/lib/domain/issues";
import { mergeIssues } from "@/lib/domain/merge-issues";
import type { DepositionTable } from "@/lib/domain/tables";
import { adjuvantIssues, type MixAdjuvant } from "@/lib/engine/drift/adjuvants";
import { curveFor, depositionAt } from "@/lib/engine/drift/deposition";
import { asksMore } from "@/lib/engine/drift/edge-results";
import type { ReductionFacts } from "@/lib/engine/drift/reductions";
import { asksFor, claimIssues, type ProductRequirements } from "@/lib/engine/drift/requirements";
import { overallStatus } from "@/lib/engine/overall";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { rateIssues, uncomparedRates } from "@/lib/engine/rates/unresolved";

/** What bears on a product beside its own rules: claims, what is mixed with it, and marks on the field. */
export interface ProductFacts {
  reductionFacts: ReductionFacts;
  mix: readonly MixAdjuvant[];
  isDownslopeMarked: boolean;
  setup: DriftSetup;
}

/**
 * What drift asks of one product, with everything that keeps it from being met: the product's own part of the answer.
 *
 * Units: feet, percent. Source: docs/contract.md, Retrieval `last_computation.products`.
 * Missing data: distances are null while a rule or the setup stands open. Throws: never.
 */
export function productResult(each: ProductRequirements, facts: ProductFacts): ProductResult {
  const { product, setbacks, isOpen } = each;
  const [first, ...others] = setbacks;
  const most =
    first === undefined ? null : others.reduce((widest, other) => (asksMore(other, widest) ? other : widest), first);
  const known = isOpen ? null : most;
  const issues = issuesOf(each, facts);
  return {
    productIndex: product.productIndex,
    epaNumber: product.registration,
    method: facts.setup.method,
    rawDistanceFt: known?.rawFt ?? null,
    reductionPercent: known?.reductionPercent ?? null,
    bufferFt: known?.widthFt ?? null,
    status: overallStatus([most === null ? "not_applicable" : "met"], issues),
    issues,
  };
}

/** A claim counts in the distance and an unmarked slope in the placement; neither is proof that the product's rules hold. */
const issuesOf = (each: ProductRequirements, { reductionFacts, mix, isDownslopeMarked }: ProductFacts): Issue[] =>
  mergeIssues([
    ...each.issues,
    ...claimIssues(reductionFacts, each),
    ...(asksFor(each, "downslope") && !isDownslopeMarked ? [issue("DOWNSLOPE_UNVERIFIED")] : []),
    ...adjuvantIssues(each.product, mix),
    ...rateIssues(each.product),
  ]);

const effectiveRate = ({ productIndex, registration, submitted, rate }: RatedProduct): EffectiveRate => ({
  productIndex,
  epaNumber: registration,
  rate: submitted.rate,
  rateUnit: submitted.rateUnit,
  rateUnitState: submitted.rateUnitState,
  rowSpacingInches: submitted.rowSpacingInches,
  normalized: rate.normalized,
  resolution: rate.resolution,
});

/** The rates used. One that the label's limit cannot be compared with is not called resolved. */
export function effectiveRates(products: readonly RatedProduct[], issues: readonly Issue[]): EffectiveRate[] {
  const uncompared = uncomparedRates(issues);
  return products
    .map(effectiveRate)
    .map((rate) =>
      rate.resolution === "resolved" && uncompared.has(rate.productIndex)
        ? { ...rate, resolution: "unresolved" }
        : rate,
    );
}

/**
 * What is expected to come down just beyond each product's buffer.
 *
 * Units: feet; fraction of the applied rate. Source: AgDRIFT Tier I, by `curveFor`.
 * Missing data: a setup that leaves the curve open, or no buffer, has none. Throws: never.
 */
export function expectedDepositions(
  products: readonly ProductResult[],
  setup: DriftSetup,
  { curves }: Pick<DepositionTable, "curves">,
): ExpectedDeposition[] {
  const curve = curveFor(setup);
  if (curve === null) return [];
  return products.flatMap(({ productIndex, bufferFt }) => {
    const found = bufferFt === null ? null : depositionAt(curves[curve], bufferFt);
    return found === null || bufferFt === null ? [] : [{ productIndex, curve, distanceFt: bufferFt, ...found }];
  });
}
