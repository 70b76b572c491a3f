import { expect, it } from "vitest";
import type { NewRecordEntry, RecordFact, RecordPart } from "@/lib/domain/application-record";
import { factsFor, withPending, type ReadingView, type RecordView } from "@/lib/views/portal/record";

const item = (id: string, missing: RecordPart[], isCounted = true) => ({
  id,
  no: "1",
  text: id,
  values: [],
  missing,
  isCounted,
});
const VIEW: RecordView = {
  place: { fieldId: "f", year: 2026 },
  applicationEventId: "a",
  isLocked: false,
  sets: [
    {
      id: "label",
      title: "Label",
      note: null,
      sources: [],
      items: [
        item("times", ["start_time", "finish_time"]),
        item("wind", ["winds"]),
        item("temperature", ["temperatures", "forecast_highs"]),
        item("surveys", ["registry_name", "registry_checked_on"]),
        item("crop", []),
        item("website", ["website_checked_on"], false),
      ],
    },
  ],
  unreadLabels: [],
  flags: [],
  readings: [],
  facts: { forecast_high_f: 80 },
  entryIds: [],
  due: { day: "", title: "" },
  keptUntil: "",
  recordPoint: null,
  signed: null,
  additions: [],
  photos: [],
  weather: { facts: [], hours: [], note: null },
};

let made = 0;
const entry = (statement: NewRecordEntry["statement"], replaces: string | null = null): NewRecordEntry => ({
  entryId: `entry-${(made += 1)}`,
  statement,
  replaces,
  writtenAt: "2026-06-15T14:00:00Z",
});
const fact = (name: RecordFact, value: string | number) => entry({ kind: "fact", name, value });
const reading = (
  moment: "start" | "refill" | "end",
  clock: string,
  mph: number | null = 7,
  replaces: string | null = null,
) =>
  entry(
    {
      kind: "reading",
      moment,
      readAt: `2026-06-15T${clock}:00-05:00`,
      windSpeedMph: mph,
      windDirectionDeg: 200,
      temperatureF: 74,
    },
    replaces,
  );
const shown = (...pending: NewRecordEntry[]) => withPending(VIEW, pending, new Set());
const missing = (...pending: NewRecordEntry[]) =>
  Object.fromEntries((shown(...pending).sets[0]?.items ?? []).map(({ id, missing: parts }) => [id, parts]));

it("what waits fills the items it will fill, and only those", () => {
  expect(shown()).toMatchObject({ complete: 1, total: 5 });
  const all = [reading("start", "09:00"), reading("end", "12:00"), fact("registry_name", "FieldWatch")];
  expect(missing(...all)).toEqual({
    times: [],
    wind: [],
    temperature: ["forecast_highs"],
    surveys: ["registry_checked_on"],
    crop: [],
    website: ["website_checked_on"],
  });
  expect(shown(...all)).toMatchObject({ complete: 3, total: 5 });
  expect(missing(...all, fact("forecast_next_day_high_f", 82)).temperature).toEqual([]);
});

it("a refill whose wind no one read opens the wind again, and its correction closes it", () => {
  const refill = reading("refill", "10:00", null);
  expect(missing(reading("start", "09:00"), refill).wind).toEqual(["winds"]);
  expect(missing(reading("start", "09:00"), refill, reading("refill", "10:00", 8, refill.entryId)).wind).toEqual([]);
});

it("readings stand in order of time, the last start alone, without what was corrected or struck", () => {
  const [first, second] = [reading("refill", "11:00"), reading("refill", "10:00")];
  const struck = entry({ kind: "strike", reason: "twice" }, first.entryId);
  const clocks = (readings: readonly ReadingView[]) =>
    readings.map(({ moment, readAt }) => `${moment} ${readAt.slice(11, 16)}`);
  expect(clocks(shown(reading("start", "09:00"), first, second, reading("start", "09:10")).readings)).toEqual([
    "start 09:10",
    "refill 10:00",
    "refill 11:00",
  ]);
  expect(clocks(shown(first, second, struck).readings)).toEqual(["refill 10:00"]);
});

it("a signed record stands as it was signed, whatever waits", () => {
  const signed: RecordView = {
    ...VIEW,
    signed: { by: "Jo", at: "2026-06-15T20:00:00Z", hash: "", isInEnglish: false },
  };
  const late = reading("start", "09:00");
  const view = withPending(signed, [late], new Set([late.entryId]));
  expect(view).toMatchObject({ readings: [], complete: 1, total: 5 });
  expect(view.waiting.size).toBe(1);
});

it("asks for the facts that supply a part, and for none where a reading or a computation does", () => {
  expect(factsFor("forecast_highs")).toEqual(["forecast_high_f", "forecast_next_day_high_f"]);
  expect(factsFor("receipts")).toEqual(["receipts"]);
  expect(factsFor("winds")).toEqual([]);
  expect(factsFor("buffer_determination")).toEqual([]);
});
