import { settledForMs } from "@/lib/jobs/tasks/settled";
import type { Deps } from "@/lib/runtime/deps";
import { announceNewerLabels as announce } from "@/lib/usecases/radar/announce-newer-labels";

/**
 * Every minute: planned applications whose label a newer one replaced, once no request is at work that knows nothing of it. Apart from the
 * sweep, which may take hours, and which must not wait where a label cannot be announced.
 */
export async function announceNewerLabels(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { labels, announced } = await announce(deps, stopping, { settledForMs: settledForMs(deps) });
  if (labels > 0) deps.log.info({ labels, announced }, "newer labels were announced");
}
