import type { Deps } from "@/lib/runtime/deps";
import { purgeBulkJobs as purge } from "@/lib/usecases/bulk/purge-jobs";

/** Every hour: bulk jobs whose thirty days are over. */
export async function purgeBulkJobs(deps: Deps): Promise<void> {
  deps.log.info({ purged: await purge(deps) }, "expired bulk jobs purged");
}
