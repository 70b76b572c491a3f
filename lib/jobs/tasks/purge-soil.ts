import type { Deps } from "@/lib/runtime/deps";
import { purgeSoil as purge } from "@/lib/usecases/operations/purge-soil";

/** Every night: soil that nothing will use any more. */
export async function purgeSoil(deps: Deps): Promise<void> {
  deps.log.info(await purge(deps), "soil that nothing uses purged");
}
