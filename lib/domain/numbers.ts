const atMost = (digits: number): Intl.NumberFormat => new Intl.NumberFormat("en-US", { maximumFractionDigits: digits });
const FORMATS = { 0: atMost(0), 1: atMost(1), 2: atMost(2), 3: atMost(3) } as const;

/**
 * A figure as people read it: commas between thousands, and at most so many decimals. The formats are kept: making one
 * for each figure took a thirtieth of a page's time.
 */
export const decimalText = (value: number, decimals: keyof typeof FORMATS = 3): string =>
  FORMATS[decimals].format(value);
