import { purgeApplicationRecords, purgeKeptForecasts } from "@/lib/data/application-records";
import { purgeReportOriginals } from "@/lib/data/reports/originals";
import type { Deps } from "@/lib/runtime/deps";

/** The statement forgets a thousand at most; a full thousand may have left others. */
const A_LOT = 1000;

/** Forgets records of applications a month after the last day that a rule asks to keep them. How many. */
export const purgeRecords = ({ db }: Deps): Promise<number> => untilDone(() => purgeApplicationRecords(db), A_LOT);

/** Forgets forecasts that no record is kept of. How many. */
export const purgeForecasts = ({ db }: Deps): Promise<number> => untilDone(() => purgeKeptForecasts(db), A_LOT);

/** As many as one statement forgets at most. */
const MANY_FILES = 100;

/** Forgets the originals of reports a month after their last day. How many. */
export const purgeOriginals = ({ db }: Deps): Promise<number> => untilDone(() => purgeReportOriginals(db), MANY_FILES);

/** Repeats a statement that forgets so many at most, until it finds fewer. */
async function untilDone(purge: () => Promise<number>, most: number): Promise<number> {
  let [purged, last] = [0, most];
  while (last === most) {
    last = await purge();
    purged += last;
  }
  return purged;
}
