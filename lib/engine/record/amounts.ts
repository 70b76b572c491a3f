import type { RecordSource } from "@/lib/domain/application-record";
import type { EffectiveRate } from "@/lib/domain/drift";
import { decimalText } from "@/lib/domain/numbers";
import { ACRE_SQM, FL_OZ_PER_GAL } from "@/lib/domain/units";
import type { EntriesInForce, RecordedProduct, RecordFacts } from "@/lib/engine/record/facts";
import type { RatedProduct } from "@/lib/engine/rated-product";

type AmountFacts = Pick<RecordFacts, "mix" | "treatableSqm" | "computedRates"> & { inForce: EntriesInForce };

/** Acres that were treated: as written down, else what the last computation left to treat. Null: neither is known. */
export function acresTreated({ inForce, treatableSqm }: AmountFacts): { acres: number; source: RecordSource } | null {
  const own = inForce.facts.get("area_treated_ac")?.value;
  if (typeof own === "number") return { acres: own, source: "typed" };
  return treatableSqm === null ? null : { acres: treatableSqm / ACRE_SQM, source: "compute" };
}

export const productWithNumber = ({ submitted }: RatedProduct): string =>
  submitted.epaNumber === null ? submitted.productName : `${submitted.productName} (${submitted.epaNumber})`;

/** An amount of product as people measure it. */
const measured = (value: number, unit: "fl_oz_per_acre" | "lb_per_acre"): string =>
  unit === "lb_per_acre" ? `${decimalText(value, 1)} lb` : `${decimalText(value / FL_OZ_PER_GAL, 1)} gal`;

const computedRateOf = ({ rated }: RecordedProduct, rates: RecordFacts["computedRates"]): EffectiveRate | undefined =>
  rates.find(({ productIndex }) => productIndex === rated.productIndex);

/** The buffer was worked out for another amount per acre of this product than the one that was sent: which went out is not known. */
function isAmountInDoubt(product: RecordedProduct, rates: RecordFacts["computedRates"]): boolean {
  const computed = computedRateOf(product, rates);
  const sent = product.rated.rate.normalized;
  return (
    computed !== undefined && (computed.normalized?.value !== sent?.value || computed.normalized?.unit !== sent?.unit)
  );
}

/** The same of a rate as it is written down: another spray volume alone leaves "0.3 % v/v" what it is. */
export function isRateInDoubt(product: RecordedProduct, rates: RecordFacts["computedRates"]): boolean {
  const computed = computedRateOf(product, rates);
  if (computed === undefined) return false;
  const { rate, rateUnit } = product.rated.submitted;
  const isAsSent = computed.rate === rate && computed.rateUnit === rateUnit;
  return !isAsSent && (computed.normalized === null || isAmountInDoubt(product, rates));
}

/**
 * How much of each pesticide went out: its rate over the acres that were treated.
 *
 * Units: gallons and pounds of product. Missing data: null while the acres or a pesticide's rate are not known, and where
 * the computation that the application rests on was made with another rate than the one that was sent. Throws: never.
 */
export function amountsOf(facts: AmountFacts): string[] | null {
  const area = acresTreated(facts);
  if (area === null) return null;
  const pesticides = facts.mix.filter(({ rated }) => rated.kind !== "adjuvant");
  if (pesticides.some((product) => isAmountInDoubt(product, facts.computedRates))) return null;
  const amounts = pesticides.map(({ rated }) => {
    const rate = rated.rate.normalized;
    return rate === null ? null : `${rated.submitted.productName}: ${measured(rate.value * area.acres, rate.unit)}`;
  });
  const isWhole = amounts.length > 0 && amounts.every((amount) => amount !== null);
  return isWhole ? [...new Set(amounts)] : null;
}
