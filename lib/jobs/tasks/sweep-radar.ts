import { CACHE_MS } from "@/lib/runtime/caches";
import type { Deps } from "@/lib/runtime/deps";
import { announceNewerLabels } from "@/lib/usecases/radar/announce-newer-labels";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";

/**
 * Every minute: which planned applications newer labels and the switches since then bear on, once each request has ended that could have
 * read what was in force before: one that was let in by a process which heard of it only as its cache ran out, and took as long as a request
 * may. Labels first, since they take a moment and a sweep may take hours.
 */
export async function sweepRadarTask(deps: Deps, stopping: AbortSignal): Promise<void> {
  const settled = { settledForMs: CACHE_MS + deps.env.REQUEST_DEADLINE_S * 1000 };
  const { labels, announced } = await announceNewerLabels(deps, stopping, settled);
  if (labels > 0) deps.log.info({ labels, announced }, "newer labels were announced");
  const { runs, rechecks } = await sweepRadar(deps, stopping, settled);
  if (runs > 0) deps.log.info({ runs, rechecks }, "switches looked at");
}
