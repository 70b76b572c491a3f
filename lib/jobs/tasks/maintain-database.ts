import { keepDatabase } from "@/lib/usecases/operations/keep-database";
import type { Deps } from "@/lib/runtime/deps";

/** Every quarter of an hour: partitions for the months to come, claims of processes that died, and old refusals. */
export async function maintainDatabase(deps: Deps): Promise<void> {
  const { partitionsMade, claimsPurged, refusalsPurged } = await keepDatabase(deps);
  const purged = { claims_purged: claimsPurged, refusals_purged: refusalsPurged };
  deps.log.info({ partitions_made: partitionsMade, ...purged }, "database maintained");
}
