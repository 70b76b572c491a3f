/** One side of a comparison: does the whole batch once and gives the milliseconds of each piece of work. */
export type Side = () => Promise<number[]>;

export interface Rounds {
  work: Spread;
  base: Spread;
  /** Median over the rounds of work p50 / base p50, so that a slow minute of the machine hits both halves of a ratio. */
  ratio: number;
  ratios: number[];
}

export interface Spread {
  count: number;
  p50Ms: number;
  p95Ms: number;
  meanMs: number;
}

/** The value below which a share of the values lie, by rank; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const spreadOf = (values: readonly number[]): Spread => ({
  count: values.length,
  p50Ms: median(values),
  p95Ms: percentile(values, 0.95),
  meanMs: values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length),
});

/**
 * Measures two sides in turns, a round at a time, the first of a round changing each time. `statistic` is what the
 * ratio of a round is made of: the middle piece of work, or all of them.
 */
export async function inRounds(
  count: number,
  sides: { work: Side; base: Side },
  statistic: (ms: readonly number[]) => number = median,
): Promise<Rounds> {
  const all = { work: [] as number[], base: [] as number[] };
  const ratios: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 === 0 ? (["work", "base"] as const) : (["base", "work"] as const);
    const measured = { work: [] as number[], base: [] as number[] };
    for (const name of order) measured[name] = await sides[name]();
    all.work.push(...measured.work);
    all.base.push(...measured.base);
    ratios.push(statistic(measured.work) / statistic(measured.base));
  }
  return { work: spreadOf(all.work), base: spreadOf(all.base), ratio: median(ratios), ratios };
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Runs work over items one after another and gives the milliseconds of each. */
export async function timeEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const started = performance.now();
    await work(item);
    times.push(performance.now() - started);
  }
  return times;
}
