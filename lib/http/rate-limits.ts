import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { ServiceError } from "@/lib/domain/errors";
import { decimalText } from "@/lib/domain/numbers";
import type { RateClass } from "@/lib/contracts/shared/contract";
import type { LimitLeft } from "@/lib/usecases/usage/read-usage";
import type { Environment } from "@/lib/runtime/env";

const WINDOW_S = 60;
/** Bytes of bodies a key may send a minute: seven submissions of 100 of the largest fields. */
const BODY_BYTES_PER_MIN = 134_217_728;

/** A limit after a count: what is left of it, and when its window ends. */
export interface Budget {
  limit: number;
  remaining: number;
  resetS: number;
  /** The count went over the limit. */
  isSpent: boolean;
}

export interface RateLimits {
  countAddress: (address: string) => Promise<Budget>;
  countKey: (rateClass: RateClass, keyId: string) => Promise<Budget>;
  /** Bytes of bodies, as they come in. */
  countBytes: (keyId: string, bytes: number) => Promise<Budget>;
  /** What each limit of a key has left, without counting. */
  leftOf: (keyId: string) => Promise<LimitLeft[]>;
}

/** What every counted answer says about the limit that counted it. */
export const budgetHeaders = ({ limit, remaining, resetS }: Budget): Record<string, string> => ({
  RateLimit: `"default";r=${remaining};t=${resetS}`,
  "RateLimit-Policy": `"default";q=${limit};w=${WINDOW_S}`,
});

/** What a limit counts, as a refusal says it. */
export type Counted = "requests" | "bytes of bodies";

/** A refusal by a limit, with what its headers say. */
export class RateLimitError extends ServiceError {
  readonly budget: Budget;

  constructor(budget: Budget, counted: Counted) {
    const most = decimalText(budget.limit, 0);
    super("rateLimited", `Too many ${counted}: at most ${most} a minute.`, { retryAfterS: budget.resetS });
    this.budget = budget;
  }
}

/** Limits per key and minute, and per address before anyone is authenticated. Counted in this process. */
export function createRateLimits(env: Environment): RateLimits {
  const perAddress = new RateLimiterMemory({ points: env.RATE_LIMIT_ADDRESS_PER_MIN, duration: WINDOW_S });
  const perKey: Record<RateClass, RateLimiterMemory> = {
    writes: new RateLimiterMemory({ points: env.RATE_LIMIT_WRITES_PER_MIN, duration: WINDOW_S }),
    reads: new RateLimiterMemory({ points: env.RATE_LIMIT_READS_PER_MIN, duration: WINDOW_S }),
    reports: new RateLimiterMemory({ points: env.RATE_LIMIT_REPORTS_PER_MIN, duration: WINDOW_S }),
  };
  const bytesPerKey = new RateLimiterMemory({ points: BODY_BYTES_PER_MIN, duration: WINDOW_S });
  return {
    countBytes: (keyId, bytes) => consume(bytesPerKey, keyId, bytes),
    countAddress: (address) => consume(perAddress, address),
    countKey: (rateClass, keyId) => consume(perKey[rateClass], keyId),
    leftOf: (keyId) =>
      Promise.all([
        look("writes", perKey.writes, keyId),
        look("reads", perKey.reads, keyId),
        look("reports", perKey.reports, keyId),
        look("body_bytes", bytesPerKey, keyId),
      ]),
  };
}

async function look(name: LimitLeft["name"], limiter: RateLimiterMemory, key: string): Promise<LimitLeft> {
  const counted = await limiter.get(key);
  if (counted === null || counted.msBeforeNext <= 0) {
    return { name, limit: limiter.points, remaining: limiter.points, resetS: null };
  }
  const remaining = Math.max(0, limiter.points - counted.consumedPoints);
  return { name, limit: limiter.points, remaining, resetS: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) };
}

async function consume(limiter: RateLimiterMemory, key: string, points = 1): Promise<Budget> {
  const budget = (isSpent: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Budget => ({
    limit: limiter.points,
    remaining: Math.max(0, remainingPoints),
    resetS: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    isSpent,
  });
  try {
    return budget(false, await limiter.consume(key, points));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return budget(true, refused);
  }
}
