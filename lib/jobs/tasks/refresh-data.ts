import type { RefreshKind } from "@/lib/domain/data-refresh";
import type { Deps } from "@/lib/runtime/deps";
import { refreshOnSchedule } from "@/lib/usecases/data-sets/refresh-on-schedule";

/** Asks a publisher for newer data where the operator named it. */
export async function refreshDataOf(kind: RefreshKind, deps: Deps, stopping: AbortSignal): Promise<void> {
  await refreshOnSchedule(kind, deps, stopping);
}
