import { describe, expect, it } from "vitest";
import type { FilledRecord, RecordEntry, RecordPart } from "@/lib/domain/application-record";
import { additionsOf } from "@/lib/domain/application-record";
import type { RecordFacts } from "@/lib/engine/record/facts";
import { fillRecord } from "@/lib/engine/record/fill";
import { application, county, entry, fact, facts, label, mix, reading } from "./record-facts";

const missingOf = (filled: FilledRecord): RecordPart[] => label(filled).items.flatMap(({ missing }) => missing);
const itemNo = (filled: FilledRecord, no: number) => label(filled).items.find((item) => item.no === no);

describe("a record of the Stryax label", () => {
  it("has its 24 items, each with a source, and knows 14 before anyone has typed a word", () => {
    const filled = fillRecord(facts());
    expect(label(filled)).toMatchObject({ id: "label:264-1241@2026-02-06", binding: "yes", complete: 14, total: 24 });
    expect(label(filled).items.map(({ no }) => no)).toEqual([...Array.from({ length: 24 }, (_each, n) => n + 1), null]);
    expect(label(filled).items.every(({ sources }) => sources.length > 0)).toBe(true);
    expect(new Set(label(filled).items.flatMap(({ values }) => values.map(({ source }) => source)))).toEqual(
      new Set(["check", "compute", "forecast"]),
    );
  });

  // 22 fl oz over 40 acres are 880 fl oz, 6.875 gallons; the adjuvants are no pesticides.
  it("works out the amount from rate and acres, and takes what was typed in its place", () => {
    expect(itemNo(fillRecord(facts()), 5)?.values).toEqual([
      { part: "amount_applied", source: "compute", text: "Stryax: 6.9 gal" },
    ]);
    const typed = fillRecord(facts({ entries: [fact("area_treated_ac", 20)] }));
    expect(itemNo(typed, 5)?.values[0]?.text).toBe("Stryax: 3.4 gal");
    expect(itemNo(typed, 10)?.values).toEqual([
      { part: "area_treated", source: "typed", text: "20 ac", meaning: { kind: "area", acres: 20 } },
    ]);
  });

  it("is whole once the rest is written down", () => {
    const entries = [
      ...(
        [
          ["applicator_name", "Jo Field"],
          ["certificate_number", "IL-12345"],
          ["training_proof", "Dicamba training, 3 March 2026, in the office binder"],
          ["receipts", "Office binder"],
          ["labeling_copy", "In the cab"],
          ["registry_name", "FieldWatch"],
          ["registry_checked_on", "2026-06-14"],
          ["survey_on", "2026-06-14"],
          ["cleanout_on", "2026-06-15"],
          ["cleanout_method", "Triple rinse"],
        ] as const
      ).map(([name, value]) => fact(name, value)),
      reading("start", "09:05"),
      reading("refill", "10:20"),
      reading("end", "12:00", { wind: null, from: null, degrees: null }),
    ];
    const filled = fillRecord(facts({ entries }));
    expect(missingOf(filled)).toEqual(["website_checked_on"]);
    expect(label(filled)).toMatchObject({ complete: 24, total: 24 });
    expect(itemNo(filled, 7)?.values.map(({ text }) => text)).toEqual([
      "2026-06-15 09:05 (UTC-05:00)",
      "2026-06-15 12:00 (UTC-05:00)",
    ]);
  });

  it.each<[string, RecordEntry[], boolean]>([
    ["no start", [reading("refill", "10:00")], false],
    ["a start", [reading("start", "09:00")], true],
    ["a refill without its wind", [reading("start", "09:00"), reading("refill", "10:00", { wind: null })], false],
    ["an end without a reading", [reading("start", "09:00"), reading("end", "11:00", { wind: null })], true],
  ])("takes the wind of the start and of every refill: %s", (_title, entries, isWhole) => {
    expect(itemNo(fillRecord(facts({ entries })), 23)?.missing).toEqual(isWhole ? [] : ["winds"]);
  });

  it.each([
    [82, 84, true],
    [85, 80, false],
    [80, 94.9, false],
    [80, 95, true],
    [null, 80, false],
  ])("asks for the treated share at a high of 85 to under 95: %s and %s", (day, next, isWhole) => {
    const details = { ...application.details, forecastHighF: day, forecastNextDayHighF: next };
    const filled = fillRecord(facts({ application: { ...application, details } }));
    expect(itemNo(filled, 8)?.missing).toEqual(isWhole ? [] : ["dicamba_share"]);
  });

  it("asks where the field is that may lie in a county that could not be read, and names none for it", () => {
    const unread = { ...county("00", "unreadable county", false), geoId: "00000" };
    const filled = fillRecord(facts({ counties: [county("20", "Riley", false), unread] }));
    const asked = filled.sets.flatMap(({ items }) => items.flatMap(({ missing }) => missing));
    expect(asked).toContain("location");
    expect(JSON.stringify(filled)).not.toContain("unreadable");
    const whole = fillRecord(facts());
    expect(whole.sets.flatMap(({ items }) => items.flatMap(({ missing }) => missing))).not.toContain("location");
  });

  it.each([
    ["17", "Macon", "Macon, IL"],
    ["72", "Adjuntas", "Adjuntas, PR"],
    ["66", "Guam", "Guam, GU"],
  ])("names the state or territory of a county: %s", (fips, name, told) => {
    const filled = fillRecord(facts({ counties: [county(fips, name)] }));
    const values = filled.sets.flatMap(({ items }) => items.flatMap((item) => item.values));
    expect(values.filter(({ part }) => part === "location").map(({ text }) => text)).toContain(told);
  });

  it("takes nothing for what is not known", () => {
    const bare = facts({ treatableSqm: null, computation: null, runoff: [], counties: [], place: null });
    const filled = fillRecord({ ...bare, application: { ...application, details: undefined, crop: [] } });
    for (const no of [5, 8, 9, 10, 12, 16, 21, 22, 24])
      expect(itemNo(filled, no)?.missing, `item ${no}`).not.toEqual([]);
    expect(filled.flags).toEqual([]);
  });
});

describe("forecast highs", () => {
  const hour = (index: number) => ({
    startsAt: new Date(Date.parse("2026-06-15T05:00:00Z") + index * 3_600_000),
    windDirectionDeg: null,
    windSpeedMph: null,
    windGustMph: null,
    temperatureF: index < 24 ? 81 : 87,
    humidityPercent: null,
    rainChancePercent: null,
    rainMm: null,
    skyCoverPercent: null,
  });
  const forecast: RecordFacts["forecast"] = {
    source: "nws",
    issuedAt: new Date("2026-06-15T04:00:00Z"),
    readAt: new Date("2026-06-15T05:00:00Z"),
    timeZone: "America/Chicago",
    note: null,
    hours: Array.from({ length: 48 }, (_, index) => hour(index)),
    highs: [],
  };
  const unsent = {
    ...application,
    details: { ...application.details, forecastHighF: null, forecastNextDayHighF: null },
  };
  const highs = (more: Partial<RecordFacts>) =>
    label(fillRecord(facts({ forecast, ...more })))
      .items.flatMap(({ values }) => values)
      .filter(({ part }) => part === "forecast_highs")
      .map(({ text, source }) => `${source}: ${text}`);

  it("come from the kept forecast where no one sent or wrote them, and never in place of what was written", () => {
    expect(highs({ application: unsent })).toEqual(["forecast: day 81 °F", "forecast: next day 87 °F"]);
    expect(highs({})).toEqual(["forecast: day 82 °F", "forecast: next day 84 °F"]);
    expect(highs({ application: unsent, entries: [fact("forecast_high_f", 90)] })).toEqual([
      "typed: day 90 °F",
      "forecast: next day 87 °F",
    ]);
    expect(highs({ application: unsent, forecast: null })).toEqual([]);
  });
});

describe("rules beside the label's", () => {
  it.each([
    ["2026-02-06", "label:264-1241@2026-02-06", []],
    // Another edition's list is another list, which no one has read.
    ["2027-01-01", "federal", ["Stryax"]],
  ])("hold for the edition of %s", (labelDate, first, unread) => {
    const filled = fillRecord(facts({ mix: mix(labelDate) }));
    expect(label(filled).id).toBe(first);
    expect(filled.unreadLabels).toEqual(unread);
    // 7 CFR 110.3: nine items, two years, fourteen days.
    expect(filled.sets.find(({ id }) => id === "federal")).toMatchObject({ binding: "yes", total: 9, keptYears: 2 });
    expect(filled).toMatchObject({ due: { on: "2026-06-29" }, keptUntil: "2028-06-15" });
  });

  it("ask a product that is not known to be restricted use for the federal record all the same", () => {
    const filled = fillRecord(
      facts({
        mix: mix(null).map((each) => ({ ...each, rated: { ...each.rated, record: null, registration: "1-2" } })),
      }),
    );
    expect(filled.sets).toMatchObject([{ id: "federal", binding: "unknown" }]);
  });

  it.each([
    ["17", true, ["Soybeans"], "yes"],
    ["17", false, ["Soybeans"], "unknown"],
    ["17", true, ["Zzz"], "unknown"],
    ["17", true, ["Cotton"], null],
    ["17", false, ["Cotton"], null],
    ["20", true, ["Soybeans"], null],
  ])("of Illinois count for state %s, sure %s, crop %s: %s", (fips, isSure, crop, binding) => {
    const filled = fillRecord(facts({ counties: [county(fips, "A", isSure)], application: { ...application, crop } }));
    expect(filled.sets.find(({ id }) => id === "state:IL")?.binding ?? null).toBe(binding);
  });

  const unread = { ...county("00", "unreadable county", false), geoId: "00000" };
  it.each([
    ["a county that could not be read", [unread], "unknown", "Pennsylvania"],
    ["one beside a county of Kansas", [county("20", "Riley", false), unread], "unknown", "Pennsylvania"],
    ["one beside a county of Illinois", [county("17", "Macon"), unread], "yes", "Pennsylvania"],
    ["a county of Illinois", [county("17", "Macon")], "yes", "another"],
    ["Kansas, or partly in Illinois", [county("20", "Riley"), county("17", "Macon", false)], "unknown", "another"],
    ["a county of Puerto Rico", [county("72", "Adjuntas")], null, "another"],
    ["no county", [], null, "another"],
  ])("of Illinois and of Pennsylvania may count for a field in %s", (_title, counties, binding, title) => {
    const filled = fillRecord(facts({ counties }));
    expect(filled.sets.find(({ id }) => id === "state:IL")?.binding ?? null).toBe(binding);
    expect(filled.due.title.startsWith("Pennsylvania")).toBe(title === "Pennsylvania");
  });

  it("of Pennsylvania ask for 24 hours from the last reading, and for three years", () => {
    const there = facts({ counties: [county("42", "Adams")] });
    expect(fillRecord(there)).toMatchObject({ due: { on: "2026-06-15", at: null }, keptUntil: "2029-06-15" });
    const ended = fillRecord({ ...there, entries: [reading("start", "09:00"), reading("end", "12:00")] });
    expect(ended.due).toEqual({ on: "2026-06-16", at: "2026-06-16T17:00:00.000Z", title: "Pennsylvania" });
  });

  it.each(["19:00", "20:00"])("of 24 hours end on a day by the clock of the field: %s", (clock) => {
    const there = facts({ counties: [county("42", "Adams")] });
    const { due } = fillRecord({ ...there, entries: [reading("start", "09:00"), reading("end", clock)] });
    const at = new Date(`2026-06-16T${clock}:00-05:00`).toISOString();
    expect(due).toEqual({ on: "2026-06-16", at, title: "Pennsylvania" });
  });

  it("count from the day of the recorded start", () => {
    const start = reading("start", "09:00");
    const entries = [{ ...start, statement: { ...start.statement, readAt: "2028-02-29T09:00:00-06:00" } as never }];
    expect(fillRecord(facts({ entries }))).toMatchObject({ appliedOn: "2028-02-29", keptUntil: "2030-02-28" });
  });
});

describe("entries", () => {
  it("that are corrected or struck stand no more, and refills stand side by side", () => {
    const wrong = reading("refill", "10:00", { wind: 70 });
    const right = { ...reading("refill", "10:00"), replaces: wrong.entryId };
    const twice = reading("refill", "11:00");
    const struck = entry({ kind: "strike", reason: "tapped twice" }, { replaces: twice.entryId });
    const filled = fillRecord(facts({ entries: [reading("start", "09:00"), wrong, right, twice, struck] }));
    expect(filled.readings.map(({ moment, windSpeedMph }) => [moment, windSpeedMph])).toEqual([
      ["start", 7],
      ["refill", 7],
    ]);
    expect(filled.flags).toEqual([]);
  });

  it("after the signature name what they stand against", () => {
    const first = fact("receipts", "Office");
    const start = reading("start", "09:00");
    const again = { ...fact("receipts", "Truck"), isAddition: true };
    const corrected = { ...reading("start", "09:10"), replaces: start.entryId, isAddition: true };
    const more = { ...fact("vra", "Other"), isAddition: true };
    expect(additionsOf([first, start, again, corrected, more]).map(({ was }) => was)).toEqual([
      first.statement,
      start.statement,
      null,
    ]);
  });
});
