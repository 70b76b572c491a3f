import { CACHE_MS } from "@/lib/runtime/caches";
import type { Deps } from "@/lib/runtime/deps";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";

/**
 * Every minute: which planned applications the switches since then bear on, once each request has ended that could have read the set before:
 * one that was let in by a process which heard of the switch only as its cache ran out, and took as long as a request may.
 */
export async function sweepRadarTask(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { runs, rechecks } = await sweepRadar(deps, stopping, {
    settledForMs: CACHE_MS + deps.env.REQUEST_DEADLINE_S * 1000,
  });
  if (runs > 0) deps.log.info({ runs, rechecks }, "switches looked at");
}
