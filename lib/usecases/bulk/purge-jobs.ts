import { purgeJobs } from "@/lib/data/bulk/attempts";
import type { Deps } from "@/lib/runtime/deps";

/** Removes jobs past their time, with their items; a thousand at once, until none is left. */
export async function purgeBulkJobs(deps: Deps): Promise<number> {
  let purged = 0;
  for (;;) {
    const some = await purgeJobs(deps.db);
    purged += some;
    if (some === 0) return purged;
  }
}
