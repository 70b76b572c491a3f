import { decimalText } from "@/lib/domain/numbers";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    one: (rate: string, product: string, checked: string) =>
      `${rate} of ${product}, not the ${checked} that was checked`,
    holds: (rates: string) => `It holds for ${rates}.`,
    at: (answer: string, rates: string) => `${answer}, at ${rates}`,
  },
  es: {
    one: (rate, product, checked) => `${rate} de ${product} (no ${checked}, la dosis que se verificó)`,
    holds: (rates) => `Vale para ${rates}.`,
    at: (answer, rates) => `${answer}, con ${rates}`,
  },
});

interface Rate {
  rate: number;
  rateUnit: string;
}

interface Facts {
  /** As the check sent them. */
  products: readonly (Rate & { productName: string })[];
  /** Of the computation. */
  rates: readonly (Rate & { productIndex: number })[];
}

const rateText = ({ rate, rateUnit }: Rate): string => `${decimalText(rate)} ${rateUnit}`;

/**
 * Rates of a computation that are not those of the check, each beside the rate that was checked: what was computed holds for
 * them alone. Null where none differs.
 */
export function otherRatesInWords({ products, rates }: Facts): string | null {
  const other = rates.flatMap((used) => {
    const product = products[used.productIndex];
    const isChecked = product === undefined || (product.rate === used.rate && product.rateUnit === used.rateUnit);
    return isChecked ? [] : [words().one(rateText(used), product.productName, rateText(product))];
  });
  return other.length === 0 ? null : other.join("; ");
}

/** The same as a sentence; null where none differs. */
export function holdsForInWords(facts: Facts): string | null {
  const other = otherRatesInWords(facts);
  return other === null ? null : words().holds(other);
}

/** An answer with the rates it holds for, where they are not those of the check. */
export const answerAtRates = (answer: string, otherRates: string | null): string =>
  otherRates === null ? answer : words().at(answer, otherRates);
