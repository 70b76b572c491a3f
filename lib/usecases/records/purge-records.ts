import { purgeApplicationRecords } from "@/lib/data/application-records";
import { purgeReportOriginals } from "@/lib/data/reports/originals";
import type { Deps } from "@/lib/runtime/deps";

/** The statement forgets a thousand at most; a full thousand may have left others. */
const A_LOT = 1000;

/** Forgets records of applications a month after the last day that a rule asks to keep them. How many. */
export async function purgeRecords({ db }: Deps): Promise<number> {
  let [purged, last] = [0, A_LOT];
  while (last === A_LOT) {
    last = await purgeApplicationRecords(db);
    purged += last;
  }
  return purged;
}

/** As many as one statement forgets at most. */
const MANY_FILES = 100;

/** Forgets the originals of reports a month after their last day. How many. */
export async function purgeOriginals({ db }: Deps): Promise<number> {
  let [purged, last] = [0, MANY_FILES];
  while (last === MANY_FILES) {
    last = await purgeReportOriginals(db);
    purged += last;
  }
  return purged;
}
