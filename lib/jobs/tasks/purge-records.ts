import { purgeRecords as purge } from "@/lib/usecases/records/purge-records";
import type { Deps } from "@/lib/runtime/deps";

/** Every night: records of applications that no rule asks to keep any longer. */
export async function purgeRecords(deps: Deps): Promise<void> {
  deps.log.info({ records_purged: await purge(deps) }, "application records purged");
}
