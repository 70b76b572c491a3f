import { keepMonths, purgeClaims } from "@/lib/data/maintenance";
import { purgeRefusals } from "@/lib/data/refused-requests";
import type { Deps } from "@/lib/runtime/deps";

/** Months of partitions kept ready, the current one included. */
const MONTHS_AHEAD = 3;

interface Upkeep {
  partitionsMade: number;
  partitionsDropped: number;
  claimsPurged: number;
  refusalsPurged: number;
}

export async function keepDatabase(deps: Deps): Promise<Upkeep> {
  const ownerUrl = deps.env.DATABASE_DIRECT_URL ?? deps.env.DATABASE_URL;
  const { made, dropped } = await keepMonths(ownerUrl, deps.clock(), MONTHS_AHEAD);
  const claimsPurged = await purgeClaims(deps.db);
  const refusalsPurged = await purgeRefusals(deps.db);
  return { partitionsMade: made, partitionsDropped: dropped, claimsPurged, refusalsPurged };
}
