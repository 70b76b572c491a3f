import { RateLimitError } from "@/lib/http/rate-limits";
import { machineryOf } from "@/lib/http/api/route";
import type { Deps } from "@/lib/runtime/deps";

/** Counts a page against the limit of its caller's address; false when that is spent. */
export async function isWithinPageLimit(
  deps: Deps,
  headers: { get: (name: string) => string | null },
): Promise<boolean> {
  try {
    await machineryOf(deps).limits.countAddress(headers.get("x-hedgerow-peer") ?? "local");
    return true;
  } catch (error) {
    if (error instanceof RateLimitError) return false;
    throw error;
  }
}
