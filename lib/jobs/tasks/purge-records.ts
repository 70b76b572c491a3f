import {
  purgeApplications,
  purgeForecasts,
  purgeOriginals,
  purgeRecords as purge,
} from "@/lib/usecases/records/purge-records";
import type { Deps } from "@/lib/runtime/deps";

/**
 * Every night: records of applications with their forecasts, and originals of reports, that no rule asks to keep any longer;
 * then the applications that their provider keeps no longer, for which a record would have stood in the way.
 */
export async function purgeRecords(deps: Deps): Promise<void> {
  deps.log.info({ records_purged: await purge(deps) }, "application records purged");
  deps.log.info({ forecasts_purged: await purgeForecasts(deps) }, "kept forecasts purged");
  deps.log.info({ originals_purged: await purgeOriginals(deps) }, "originals of reports purged");
  const { applications, fieldYears } = await purgeApplications(deps);
  deps.log.info({ applications_purged: applications, field_years_purged: fieldYears }, "applications purged");
}
