import { createHash } from "node:crypto";
import type { ApiRequest } from "@/lib/http/api/request";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { BodyMemory } from "@/lib/http/body-memory";
import { createRateLimits, RateLimitError, type Budget, type Counted, type RateLimits } from "@/lib/http/rate-limits";
import { ProcessingSlots } from "@/lib/http/slots";
import { idleShareOfThread } from "@/lib/http/turn-limit";
import { createTurns, type Turns } from "@/lib/http/turns";
import type { Deps } from "@/lib/runtime/deps";
import { RefusalNotes } from "@/lib/usecases/usage/note-refusals";

/** What every request of this process shares. */
export interface Machinery {
  limits: RateLimits;
  slots: ProcessingSlots;
  /** Of requests that compute nothing. */
  reads: Turns;
  bodies: BodyMemory;
  parsing: ParseContext;
  refusals: RefusalNotes;
}

/**
 * Kept on the global object, because pages and routes are bundled apart and each bundle has an instance of this module:
 * limits that hung on the module would be as many quotas as there are bundles. Kept by deps, so that a test with deps of
 * its own has limits of its own. Only data crosses between bundles: an error of another bundle is of another class.
 */
const shared = globalThis as typeof globalThis & { hedgerowMachinery?: WeakMap<Deps, Machinery> };
shared.hedgerowMachinery ??= new WeakMap();
const perDeps = shared.hedgerowMachinery;

export function machineryOf(deps: Deps): Machinery {
  const known = perDeps.get(deps);
  if (known !== undefined) return known;
  const made = {
    limits: createRateLimits(deps.env),
    slots: new ProcessingSlots(
      deps.env.PROCESSING_SLOTS,
      deps.env.PROCESSING_AT_ONCE,
      () => performance.now(),
      idleShareOfThread(),
    ),
    reads: createTurns({ most: deps.env.READS_AT_ONCE }),
    bodies: new BodyMemory(),
    refusals: new RefusalNotes(),
    parsing: {
      geos: deps.geos,
      maxAreaHa: deps.env.MAX_FIELD_AREA_HA,
      sha256: (text: string) => createHash("sha256").update(text).digest("hex"),
    },
  };
  perDeps.set(deps, made);
  return made;
}

/** The socket's address, set by our own server (scripts/web-server.mjs), which drops what a client sent in its place. */
export const addressOf = (request: ApiRequest): string => request.headers.get("x-hedgerow-peer") ?? "local";

/**
 * Counts a request against the limit of its address. Our own server has counted it already, whichever way it came in,
 * and says how it went (`within;r=5999;t=60`, or `spent;r=0;t=60`); without that server, as under `next start`, it is
 * counted here.
 */
export async function countAddress(deps: Deps, request: ApiRequest): Promise<Budget> {
  const { limits } = machineryOf(deps);
  const verdict = request.headers.get("x-hedgerow-limit");
  if (verdict === null) return refuseSpent(await limits.countAddress(addressOf(request)));
  const [, remaining = "0", resetS = "1"] = /;r=(\d+);t=(\d+)$/.exec(verdict) ?? [];
  return refuseSpent({
    limit: deps.env.RATE_LIMIT_ADDRESS_PER_MIN,
    remaining: Number(remaining),
    resetS: Number(resetS),
    isSpent: !verdict.startsWith("within;"),
  });
}

/** A limit that still holds; throws where it is spent. */
export function refuseSpent(budget: Budget, counted: Counted = "requests"): Budget {
  if (budget.isSpent) throw new RateLimitError(budget, counted);
  return budget;
}
