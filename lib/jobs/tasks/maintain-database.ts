import { keepDatabase } from "@/lib/usecases/operations/keep-database";
import type { Deps } from "@/lib/runtime/deps";

/** Every quarter of an hour: partitions for the months to come and of months gone by, claims of the dead, old refusals. */
export async function maintainDatabase(deps: Deps): Promise<void> {
  const { partitionsMade, partitionsDropped, claimsPurged, refusalsPurged } = await keepDatabase(deps);
  const partitions = { partitions_made: partitionsMade, partitions_dropped: partitionsDropped };
  deps.log.info({ ...partitions, claims_purged: claimsPurged, refusals_purged: refusalsPurged }, "database maintained");
}
