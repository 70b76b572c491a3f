import type { FilledRecord } from "@/lib/domain/application-record";
import { canonicalJson, sha256Of } from "@/lib/usecases/canonical/canonical-json";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { FORMAT_OF_TEXT_ALONE, RECORD_FORMAT } from "@/lib/usecases/reports/record-format";

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
  if (format !== RECORD_FORMAT && format !== FORMAT_OF_TEXT_ALONE) return null;
  if (format === RECORD_FORMAT || gathered.record.format === format) return gathered;
  const { applications } = gathered.record;
  const record = { ...gathered.record, format, applications: applications.map(asTextAlone) };
  const recordText = canonicalJson(record);
  return { ...gathered, record, recordText, hash: sha256Of(recordText) };
}

const asTextAlone = (application: RecordedApplication): RecordedApplication => {
  const { log } = application;
  return log === null ? application : { ...application, log: { ...log, shown: shownAsTextAlone(log.shown) } };
};

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
