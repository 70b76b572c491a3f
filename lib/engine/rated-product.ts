import type { SubmittedProduct } from "@/lib/domain/application";
import type { CatalogueProduct, ResolvedProduct } from "@/lib/domain/product";
import { canonicalRegistration } from "@/lib/domain/registration";
import { normalizeRate, type RateResult } from "@/lib/engine/rates/normalize";

/** A product of the mix with everything the rules ask of it. */
export interface RatedProduct {
  productIndex: number;
  submitted: SubmittedProduct;
  kind: ResolvedProduct["kind"];
  record: CatalogueProduct | null;
  /** Canonical number as submitted; null for an adjuvant without one. */
  registration: string | null;
  esaRequired: boolean | null;
  rate: RateResult;
}

/** A resolved product with its rate per acre. Missing data: see `normalizeRate`; an unresolved rate has no number. */
export const rateProduct = (
  submitted: SubmittedProduct,
  resolved: ResolvedProduct,
  gpa: number | null,
): RatedProduct => ({
  productIndex: resolved.productIndex,
  submitted,
  kind: resolved.kind,
  record: resolved.record,
  registration: submitted.epaNumber === null ? null : canonicalRegistration(submitted.epaNumber),
  esaRequired: resolved.esaRequired,
  rate: normalizeRate({
    rate: submitted.rate,
    rateUnit: submitted.rateUnit,
    rateUnitState: submitted.rateUnitState,
    rowSpacingInches: submitted.rowSpacingInches,
    gpa,
    formulation: resolved.record?.formulation ?? null,
  }),
});
