import { keepDatabase } from "@/lib/usecases/operations/keep-database";
import type { Deps } from "@/lib/runtime/deps";

/** Every quarter of an hour: partitions for the months to come, and claims of processes that died. */
export async function maintainDatabase(deps: Deps): Promise<void> {
  const { partitionsMade, claimsPurged } = await keepDatabase(deps);
  deps.log.info({ partitions_made: partitionsMade, claims_purged: claimsPurged }, "database maintained");
}
