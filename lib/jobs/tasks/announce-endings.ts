import type { Deps } from "@/lib/runtime/deps";
import { announceEndings as announce } from "@/lib/usecases/radar/announce-endings";

/** Every day: bulletins, labels and registrations that end before a planned application is due. */
export async function announceEndings(deps: Deps, stopping: AbortSignal): Promise<void> {
  deps.log.info(await announce(deps, stopping), "bulletins and labels that end soon were looked at");
}
