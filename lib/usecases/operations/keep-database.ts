import { ensurePartitions, purgeClaims } from "@/lib/data/maintenance";
import { purgeRefusals } from "@/lib/data/refused-requests";
import type { Deps } from "@/lib/runtime/deps";

/** Months of partitions kept ready, the current one included. */
const MONTHS_AHEAD = 3;

interface Upkeep {
  partitionsMade: number;
  claimsPurged: number;
  refusalsPurged: number;
}

export async function keepDatabase(deps: Deps): Promise<Upkeep> {
  const partitionsMade = await ensurePartitions(
    deps.env.DATABASE_DIRECT_URL ?? deps.env.DATABASE_URL,
    deps.clock(),
    MONTHS_AHEAD,
  );
  const claimsPurged = await purgeClaims(deps.db);
  return { partitionsMade, claimsPurged, refusalsPurged: await purgeRefusals(deps.db) };
}
