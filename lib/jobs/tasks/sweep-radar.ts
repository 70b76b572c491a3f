import { settledForMs } from "@/lib/jobs/tasks/settled";
import type { Deps } from "@/lib/runtime/deps";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";

/** Every minute: which planned applications the switches since then bear on, once no request is at work that could have read the set before. */
export async function sweepRadarTask(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { runs, rechecks } = await sweepRadar(deps, stopping, { settledForMs: settledForMs(deps) });
  if (runs > 0) deps.log.info({ runs, rechecks }, "switches looked at");
}
