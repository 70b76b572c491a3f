import type { FilledRecord } from "@/lib/domain/application-record";
import { canonicalJson, sha256Of } from "@/lib/usecases/canonical/canonical-json";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import {
  FORMAT_OF_MEANINGS,
  FORMAT_OF_TEXT_ALONE,
  isDeparture,
  RECORD_FORMAT,
} from "@/lib/usecases/reports/record-format";

interface Hashed {
  record: ReportRecord;
  recordText: string;
  hash: string;
}

/**
 * What is saved now, written down as a report of an earlier format was; null: that format is not written any more.
 *
 * Missing data: none. Throws: never.
 */
export function inFormat<Gathered extends Hashed>(gathered: Gathered, format: number | null): Gathered | null {
  if (format !== RECORD_FORMAT && format !== FORMAT_OF_MEANINGS && format !== FORMAT_OF_TEXT_ALONE) return null;
  if (gathered.record.format <= format) return gathered;
  const applications = gathered.record.applications.map((application) => inEarlier(application, format));
  const record = { ...gathered.record, format, applications };
  const recordText = canonicalJson(record);
  return { ...gathered, record, recordText, hash: sha256Of(recordText) };
}

function inEarlier(application: RecordedApplication, format: number): RecordedApplication {
  const { log } = application;
  if (log === null) return application;
  const shown = { ...log.shown, flags: log.shown.flags.filter((flag) => !isDeparture(flag)) };
  return { ...application, log: { ...log, shown: format === FORMAT_OF_TEXT_ALONE ? shownAsTextAlone(shown) : shown } };
}

const shownAsTextAlone = (shown: FilledRecord): FilledRecord => ({
  ...shown,
  sets: shown.sets.map((set) => ({
    ...set,
    items: set.items.map((item) => ({
      ...item,
      values: item.values.map(({ part, text, source }) => ({ part, text, source })),
    })),
  })),
  flags: shown.flags.map(({ entryId, limit, productName, sent }) => ({ entryId, limit, productName, sent })),
});
