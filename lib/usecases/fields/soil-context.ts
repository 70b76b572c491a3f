import type { Deps } from "@/lib/runtime/deps";

/** What work on soil runs with: `signal` ends the caller's wait, not what others wait for too. */
export interface SoilContext {
  deps: Deps;
  signal: AbortSignal;
}
