/** Milliseconds that only ever go forward: a clock that is set leaves deadlines and a breaker's rest as they were. */
export const monotonicMs = (): number => performance.now();
