import { describe, expect, it } from "vitest";
import type { RecordValue } from "@/lib/domain/application-record";
import { NO_WEATHER } from "@/lib/domain/kept-weather";
import { englishOf, type RecordMeaning } from "@/lib/domain/record-meaning";
import { canonicalJson, sha256Of } from "@/lib/usecases/canonical/canonical-json";
import { inFormat } from "@/lib/usecases/reports/formats";
import type { RecordedLog, ReportRecord } from "@/lib/usecases/reports/record";
import { formatOf } from "@/lib/usecases/reports/record-format";
import { recordFor } from "@/tests/support/report-record";

const meaning: RecordMeaning = { kind: "area", acres: 71.4 };
const value: RecordValue = { part: "area_treated", source: "compute", text: englishOf(meaning) };

const logOf = (values: RecordValue[], withMeaning: boolean): RecordedLog => ({
  shown: {
    sets: [
      {
        id: "federal",
        title: "Federal record",
        binding: "unknown",
        complete: 1,
        total: 1,
        items: [{ id: "area", no: 1, text: "Area", values, missing: [], sources: [], evidence: "primary" }],
        keptYears: 2,
        recordPoint: null,
      },
    ],
    unreadLabels: [],
    flags: [
      {
        entryId: null,
        limit: "Wind",
        productName: null,
        sent: "12 mph",
        ...(withMeaning
          ? {
              meaning: {
                kind: "air",
                moment: "start",
                readAt: "2026-06-15T09:05:00Z",
                speedMph: 12,
                temperatureF: null,
              },
            }
          : {}),
      },
    ],
    readings: [],
    appliedOn: "2026-06-15",
    due: { on: "2026-06-29", at: null, title: "Federal record" },
    keptUntil: "2028-06-15",
    weather: NO_WEATHER,
  },
  signed: null,
  additions: [],
  writtenAt: new Date("2026-06-15T15:00:00Z"),
});

/** A record with a log of these values, as it would be written down now. */
function gathered(log: RecordedLog | null): { record: ReportRecord; recordText: string; hash: string } {
  const plain = recordFor();
  const applications = plain.applications.map((application) => ({ ...application, log }));
  const record = {
    ...plain,
    applications,
    format: formatOf(applications.flatMap(({ log }) => (log === null ? [] : [log.shown]))),
  };
  const recordText = canonicalJson(record);
  return { record, recordText, hash: sha256Of(recordText) };
}

describe("the format of a report's record", () => {
  const withMeanings = gathered(logOf([{ ...value, meaning }], true));
  const textAlone = gathered(logOf([value], false));

  it("is 8 with meanings beside the texts, and stays 7 where there are none", () => {
    expect(gathered(null).record.format).toBe(7);
    expect(textAlone.record.format).toBe(7);
    expect(withMeanings.record.format).toBe(8);
    expect(withMeanings.recordText).toContain('"meaning":{"acres":71.4,"kind":"area"}');
  });

  it("can be written as format 7 wrote it, so that its hash holds", () => {
    const before = inFormat(withMeanings, 7);
    expect(before?.recordText).toBe(textAlone.recordText);
    expect(before?.hash).toBe(textAlone.hash);
    expect(before?.hash).not.toBe(withMeanings.hash);
  });

  it("is left as it is where it was written so", () => {
    expect(inFormat(withMeanings, 8)).toBe(withMeanings);
    expect(inFormat(textAlone, 7)).toBe(textAlone);
    // A format 8 report whose values have since been signed without meanings is another record.
    expect(inFormat(textAlone, 8)?.hash).toBe(textAlone.hash);
  });

  it("is 9 with what is not as it was checked, and can be written as format 8 and 7 wrote it without that", () => {
    const log = logOf([{ ...value, meaning }], true);
    const departure: RecordMeaning = {
      kind: "other_day",
      moment: "start",
      readAt: "2026-06-15T09:05:00Z",
      checkedFor: "2026-06-12",
    };
    const own = { entryId: null, limit: "Day", productName: null, sent: englishOf(departure), meaning: departure };
    const departed = gathered({ ...log, shown: { ...log.shown, flags: [own, ...log.shown.flags] } });
    expect(departed.record.format).toBe(9);
    expect(inFormat(departed, 9)).toBe(departed);
    expect(inFormat(departed, 8)?.recordText).toBe(withMeanings.recordText);
    expect(inFormat(departed, 7)?.recordText).toBe(textAlone.recordText);
  });

  it("is not told where it is an earlier one", () => {
    expect(inFormat(withMeanings, 6)).toBeNull();
    expect(inFormat(withMeanings, null)).toBeNull();
  });
});
