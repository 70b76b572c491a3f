import { purgeForecasts, purgeOriginals, purgeRecords as purge } from "@/lib/usecases/records/purge-records";
import type { Deps } from "@/lib/runtime/deps";

/** Every night: records of applications with their forecasts, and originals of reports, that no rule asks to keep any longer. */
export async function purgeRecords(deps: Deps): Promise<void> {
  deps.log.info({ records_purged: await purge(deps) }, "application records purged");
  deps.log.info({ forecasts_purged: await purgeForecasts(deps) }, "kept forecasts purged");
  deps.log.info({ originals_purged: await purgeOriginals(deps) }, "originals of reports purged");
}
