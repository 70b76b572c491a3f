import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { ServiceError } from "@/lib/domain/errors";
import type { RateClass } from "@/lib/contracts/shared/contract";
import type { Environment } from "@/lib/runtime/env";

const WINDOW_S = 60;
/** Bytes of bodies a key may send a minute: seven submissions of 100 of the largest fields. */
const BODY_BYTES_PER_MIN = 134_217_728;

/** A limit that is spent, and when the next request may come. */
export interface Excess {
  limit: number;
  retryAfterS: number;
}

/** Each count gives null while the limit holds. */
export interface RateLimits {
  countAddress: (address: string) => Promise<Excess | null>;
  countKey: (rateClass: RateClass, keyId: string) => Promise<Excess | null>;
  /** Bytes of bodies, as they come in. */
  countBytes: (keyId: string, bytes: number) => Promise<Excess | null>;
}

/** A refusal by a limit, with what its headers say. */
export class RateLimitError extends ServiceError {
  readonly limit: number;

  constructor(limit: number, retryAfterS: number) {
    super("rateLimited", `Too many requests: at most ${limit} a minute.`, { retryAfterS });
    this.limit = limit;
  }

  headers(): Record<string, string> {
    return {
      RateLimit: `"default";r=0;t=${this.retryAfterS ?? WINDOW_S}`,
      "RateLimit-Policy": `"default";q=${this.limit};w=${WINDOW_S}`,
    };
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
  };
}

async function consume(limiter: RateLimiterMemory, key: string, points = 1): Promise<Excess | null> {
  try {
    await limiter.consume(key, points);
    return null;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { limit: limiter.points, retryAfterS: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
  }
}
