import { CACHE_MS } from "@/lib/runtime/caches";
import type { Deps } from "@/lib/runtime/deps";

/**
 * How long until each request has ended that could have read what was in force before: one that was let in by a process which heard of the
 * change only as its cache ran out, and took as long as a request may.
 */
export const settledForMs = ({ env }: Deps): number => CACHE_MS + env.REQUEST_DEADLINE_S * 1000;
