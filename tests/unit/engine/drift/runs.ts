import { SEED } from "@/tests/support/seed";

const TIMES = Number(process.env.DRIFT_PROPERTY_RUNS ?? "1");

export { SEED };

/** Ground of 5,000 positions takes seconds on a busy machine, and more runs take longer. */
export const PROPERTY_TIMEOUT_MS = 120_000 * Math.max(1, TIMES);

/**
 * How often a property is tried: `DRIFT_PROPERTY_RUNS=20 npx vitest run --project unit tests/unit/engine/drift` tries
 * twenty times as much. Without shrinking, because a case of random ground takes minutes to shrink and its printed
 * seed repeats it at once.
 */
export const runs = (numRuns: number): { seed: number; numRuns: number; endOnFailure: boolean } => ({
  seed: SEED,
  numRuns: Math.ceil(numRuns * TIMES),
  endOnFailure: true,
});
