/**
 * States of the service that no request can bring about. With a test key, outside of production, an identifier that names one
 * has the request answered as if the service were in it: by the engine, as it would be.
 */
export const SANDBOX_CONDITIONS = {
  /** PULA data that no one has confirmed for longer than `PULA_STALE_INFORM_DAYS`. */
  staleData: "sandbox:stale-data",
  /** The same for longer than `PULA_STALE_BLOCK_DAYS`. */
  expiredData: "sandbox:expired-data",
  /** The soil survey does not answer. */
  soilAway: "sandbox:soil-away",
  /** The same, and the queue by which soil is loaded later does not work. */
  soilQueueDown: "sandbox:soil-queue-down",
} as const;
export type SandboxCondition = keyof typeof SANDBOX_CONDITIONS;

const BY_IDENTIFIER: ReadonlyMap<string, SandboxCondition> = new Map(
  (Object.keys(SANDBOX_CONDITIONS) as SandboxCondition[]).map((condition) => [
    SANDBOX_CONDITIONS[condition],
    condition,
  ]),
);

/** The condition that one of the values names; null where none does. */
export function namedCondition(values: readonly unknown[]): SandboxCondition | null {
  for (const value of values) {
    const condition = typeof value === "string" ? BY_IDENTIFIER.get(value) : undefined;
    if (condition !== undefined) return condition;
  }
  return null;
}
