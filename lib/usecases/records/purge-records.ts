import { purgeApplicationRecords, purgeKeptForecasts } from "@/lib/data/application-records";
import { purgeApplications as purgeSome, purgeFieldYears } from "@/lib/data/maintenance";
import { purgeReportOriginals } from "@/lib/data/reports/originals";
import type { Deps } from "@/lib/runtime/deps";
import { keepAsRulesAsk } from "@/lib/usecases/records/keep-as-rules-ask";

/** The statement forgets a thousand at most; a full thousand may have left others. */
const A_LOT = 1000;

/** Forgets records of applications a month after the last day that a rule asks to keep them. How many. */
export async function purgeRecords(deps: Deps): Promise<number> {
  await keepAsRulesAsk(deps);
  return untilDone(() => purgeApplicationRecords(deps.db), A_LOT);
}

/** Forgets forecasts that no record is kept of. How many. */
export const purgeForecasts = ({ db }: Deps): Promise<number> => untilDone(() => purgeKeptForecasts(db), A_LOT);

/** As many as one statement forgets at most. */
const MANY_FILES = 100;

/** Forgets the originals of reports a month after their last day. How many. */
export const purgeOriginals = ({ db }: Deps): Promise<number> => untilDone(() => purgeReportOriginals(db), MANY_FILES);

/** Each application has a few dozen rows. */
const APPLICATIONS_AT_ONCE = 500;
/** A season of 65 million ends within half a year of nights, and no night keeps the worker from its other work for long. */
const CALLS_A_NIGHT = 800;

/** Ends applications, and then fields' years, that are older than their provider keeps. How many of both. */
export const purgeApplications = async ({ db }: Deps): Promise<{ applications: number; fieldYears: number }> => ({
  applications: await untilNone(() => purgeSome(db, APPLICATIONS_AT_ONCE)),
  fieldYears: await untilNone(() => purgeFieldYears(db, A_LOT)),
});

/** Repeats a statement until it finds nothing, or has had its share of the night. */
async function untilNone(purge: () => Promise<number>): Promise<number> {
  let purged = 0;
  for (let calls = 0; calls < CALLS_A_NIGHT; calls += 1) {
    const last = await purge();
    if (last === 0) break;
    purged += last;
  }
  return purged;
}

/** Repeats a statement that forgets so many at most, until it finds fewer. */
async function untilDone(purge: () => Promise<number>, most: number): Promise<number> {
  let [purged, last] = [0, most];
  while (last === most) {
    last = await purge();
    purged += last;
  }
  return purged;
}
