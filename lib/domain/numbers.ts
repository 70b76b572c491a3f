const atMost = (digits: number): Intl.NumberFormat => new Intl.NumberFormat("en-US", { maximumFractionDigits: digits });
const FORMATS = { 0: atMost(0), 1: atMost(1), 2: atMost(2), 3: atMost(3) } as const;

/**
 * A figure as people read it: commas between thousands, and at most so many decimals. The formats are kept: making one
 * for each figure took a thirtieth of a page's time.
 */
export const decimalText = (value: number, decimals: keyof typeof FORMATS = 3): string =>
  FORMATS[decimals].format(value);

const MOST_DECIMALS = 3;

/**
 * A figure beside the limits that it is compared with: one decimal, and as many more as it takes to stand on the same side
 * of each of them. 10.04 beside a limit of 10 is 10.04, and 2.4854847 beside 3 is 2.5.
 */
export function figureBeside(value: number, limits: readonly (number | null | undefined)[]): string {
  const known = limits.flatMap((limit) => limit ?? []);
  for (let decimals = 1; decimals <= MOST_DECIMALS; decimals += 1) {
    const shown = Number(value.toFixed(decimals));
    if (known.every((limit) => Math.sign(shown - limit) === Math.sign(value - limit))) return String(shown);
  }
  return String(value);
}
