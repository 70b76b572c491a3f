import type { SubmittedProduct } from "@/lib/domain/application";
import type { NormalizedRate } from "@/lib/domain/compliance";
import type { Issue } from "@/lib/domain/issues";
import type { CatalogueProduct, ResolvedProduct } from "@/lib/domain/product";
import { canonicalRegistration, registrantRegistration } from "@/lib/domain/registration";
import { normalizeRate, type RateResult } from "@/lib/engine/rates/normalize";

/** What answers take away of the doubt about a product. */
export interface AttestedProduct {
  /** Its unread label carries no ESA directions. */
  isFree: boolean;
  lifts: readonly Issue[];
}

/** A product of the mix with everything the rules ask of it. */
export interface RatedProduct {
  productIndex: number;
  submitted: SubmittedProduct;
  kind: ResolvedProduct["kind"];
  record: CatalogueProduct | null;
  /** Canonical number as submitted; null for an adjuvant without one. */
  registration: string | null;
  esaRequired: boolean | null;
  /** A newer label than the one that the caller named and that was used. */
  newerLabelDate?: string | null | undefined;
  /** What the submitted name means instead, where it clearly belongs to another product. */
  nameBelongsTo: string | null;
  /** A limitation of the active set names it, so that it is never free of ESA language. */
  isLimited?: boolean | undefined;
  /** Its name is, or is nearly, a pesticide's. */
  isLikePesticide?: boolean | undefined;
  /** The last day of its label, before the application; left out: the label holds. */
  labelEndedOn?: string;
  /** The first day of the first label on file, after the application; left out: one holds, or none is on file. */
  labelBeginsOn?: string;
  /** What the applicator's answers say of it; left out: nothing. */
  attested?: AttestedProduct | undefined;
  /** Of the whole mix: what is listed more than once is applied more than once. */
  rate: RateResult;
}

/**
 * The products of a mix, each with its rate per acre. Entries of one product, a distributor's name for it included, have
 * the rate that they come to together: labels limit what is applied, however it is written down.
 *
 * Units: as `normalizeRate`. Source: none. Missing data: an entry whose rate is not resolved leaves the others of the
 * product unresolved too. Throws: never.
 */
export function rateMix(
  submitted: readonly SubmittedProduct[],
  resolved: readonly ResolvedProduct[],
  gpa: number | null,
): RatedProduct[] {
  const rated = resolved.flatMap((found) => {
    const product = submitted[found.productIndex];
    return product === undefined ? [] : [rateProduct(product, found, gpa)];
  });
  return rated.map((product) => ({ ...product, rate: wholeRate(product, rated) }));
}

function wholeRate({ record, rate }: RatedProduct, mix: readonly RatedProduct[]): RateResult {
  const number = sharedNumber(record);
  const entries = mix.filter((other) => number !== null && sharedNumber(other.record) === number);
  if (entries.length < 2) return rate;
  const amounts = entries.map((entry) => entry.rate.normalized);
  const unit = rate.normalized?.unit;
  const open = entries.find((entry) => entry.rate.normalized === null);
  if (open !== undefined) return open.rate;
  if (unit === undefined || amounts.some((amount) => amount?.unit !== unit)) {
    return { resolution: "unresolved", normalized: null, problem: { kind: "listed_twice" } };
  }
  return { ...rate, normalized: { unit, value: amounts.reduce((sum, amount) => sum + (amount?.value ?? 0), 0) } };
}

/** A distributor sells the registrant's product under a number of its own. */
const sharedNumber = (record: CatalogueProduct | null): string | null =>
  record === null ? null : registrantRegistration(record.registration);

/** What the year has had of a product before this application, per acre; null where no one said. */
export function usedBefore({ submitted, record }: RatedProduct, gpa: number | null): RateResult["normalized"] {
  if (submitted.rateUsedThisYear == null) return null;
  const { rateUnit, rateUnitState, rowSpacingInches } = submitted.rateUsedIn ?? submitted;
  return normalizeRate({
    rate: submitted.rateUsedThisYear,
    rateUnit,
    rateUnitState,
    rowSpacingInches,
    gpa: submitted.rateUsedIn === undefined ? gpa : submitted.rateUsedIn.gpa,
    formulation: record?.formulation ?? null,
  }).normalized;
}

/** Whether the year has had an amount of a product before this application that was said and cannot be brought to a unit. */
export const isUsedUnknown = (
  product: RatedProduct,
  { gpa, unit }: { gpa: number | null; unit: NormalizedRate["unit"] },
): boolean => (product.submitted.rateUsedThisYear ?? 0) > 0 && usedBefore(product, gpa)?.unit !== unit;

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
  newerLabelDate: resolved.newerLabelDate ?? null,
  nameBelongsTo: resolved.nameBelongsTo ?? null,
  isLimited: resolved.isLimited,
  isLikePesticide: resolved.isLikePesticide,
  rate: normalizeRate({
    rate: submitted.rate,
    rateUnit: submitted.rateUnit,
    rateUnitState: submitted.rateUnitState,
    rowSpacingInches: submitted.rowSpacingInches,
    gpa,
    formulation: resolved.record?.formulation ?? null,
  }),
});
