import { describe, expect, it } from "vitest";
import { bySoonest, dayKindOf, daysInWords, sectionsOf, todayAt } from "@/lib/pages/portal/group-days";
import { leftInWords } from "@/lib/pages/portal/group-left";
import { dayOfClock } from "@/lib/views/field-time";
import { inLanguage } from "@/lib/views/language";
import { dayNameInWords, whenInShort, whenInWords } from "@/lib/views/portal/day-words";
import { LEFT_KINDS } from "@/lib/views/portal/group";
import { DAY_KINDS, type WhenView } from "@/lib/views/portal/group-days";
import { weekdayInWords } from "@/lib/views/words";

const TODAY = "2026-05-12";
const at = (day: string, record: WhenView["record"] = null): WhenView => ({ day, record });

describe("today in a list", () => {
  it.each([
    ["Iowa at five in the morning", "2026-05-12T10:00:00Z", [-93.8, 42], "2026-05-12"],
    ["Iowa in the evening, when it is tomorrow in UTC", "2026-05-13T03:30:00Z", [-93.8, 42], "2026-05-12"],
    ["Hawaii in the evening", "2026-05-13T08:00:00Z", [-157.9, 21.3], "2026-05-12"],
    ["a place that is not known, while the day lasts anywhere", "2026-05-13T10:59:00Z", null, "2026-05-12"],
  ] as const)("is the day of %s", (_, now, place, day) => {
    expect(todayAt(new Date(now), place).day).toBe(day);
  });

  it("is on a device the same day, by the field's clock", () => {
    expect(dayOfClock(new Date("2026-05-13T03:30:00Z"), "America/Chicago")).toBe(TODAY);
  });
});

describe("an application's day", () => {
  it.each([
    ["today", at(TODAY)],
    ["today", at(TODAY, "begun")],
    ["next", at("2026-05-13")],
    ["next", at("2026-05-19")],
    ["later", at("2026-05-20")],
    ["past", at("2026-05-11")],
    ["past", at("2026-05-11", "begun")],
    ["recorded", at("2026-05-11", "signed")],
    ["recorded", at(TODAY, "signed")],
    ["recorded", at("2026-06-01", "signed")],
  ] as const)("is %s: %j", (kind, when) => {
    expect(dayKindOf(when, TODAY)).toBe(kind);
  });

  it("puts it in the order of a morning, whatever order it came in", () => {
    const morning = [
      at(TODAY),
      at("2026-05-13"),
      at("2027-01-01"),
      at("2026-05-11"),
      at("2026-05-01"),
      at(TODAY, "signed"),
      at("2025-05-11", "signed"),
    ];
    expect(morning.toReversed().toSorted(bySoonest(TODAY))).toEqual(morning);
  });

  it("is counted under its heading", () => {
    const sections = sectionsOf([at(TODAY), at(TODAY, "begun"), at("2026-05-11"), at("2026-05-01")], TODAY);
    expect(sections.map(({ kind, day, count }) => [kind, day, count])).toEqual([
      ["day", TODAY, "2 fields"],
      ["day", TODAY, "2 fields"],
      ["past", null, "2 fields"],
      ["past", null, "2 fields"],
    ]);
  });
});

describe("the words for a day", () => {
  it("are those of the day on which they are read: a page may be kept overnight", () => {
    expect(dayNameInWords(TODAY, TODAY)).toBe("Today");
    expect(dayNameInWords(TODAY, "2026-05-13")).toBe("Yesterday");
    expect(dayNameInWords(TODAY, "2026-05-20")).toBe("Past");
    expect(dayNameInWords("2026-06-01", "2026-05-31")).toBe("Tomorrow");
    expect(dayNameInWords("2026-06-01", "2026-05-30")).toBeNull();
    expect(weekdayInWords(TODAY, TODAY)).toBe("Tuesday, May 12");
    expect(weekdayInWords("2027-05-12", TODAY)).toBe("Wednesday, May 12, 2027");
  });

  it("say what is past, begun, and recorded", () => {
    const said = [
      at("2026-05-01"),
      at("2026-05-01", "begun"),
      at(TODAY, "begun"),
      at(TODAY, "signed"),
      at("2026-06-01"),
    ];
    expect(said.map((when) => whenInWords(when, TODAY))).toEqual([
      "Past, not recorded here",
      "Past, record not signed",
      "Today, record begun",
      "Recorded",
      null,
    ]);
    expect(said.map((when) => whenInShort(when, TODAY))).toEqual([
      "May 1, past",
      "May 1, past",
      "Today",
      "May 12, recorded",
      "Jun 1",
    ]);
    expect(inLanguage("es", () => said.map((when) => whenInWords(when, TODAY)))).toEqual([
      "Pasada, sin registro aquí",
      "Pasada, registro sin firmar",
      "Hoy, registro empezado",
      "Registrada",
      null,
    ]);
  });
});

describe("the counts above a list in Spanish", () => {
  it("are short enough to leave a phone in full sun the first field: two stand in a row", () => {
    const counts = inLanguage("es", () => [
      ...DAY_KINDS.map((kind) => daysInWords(kind, 16)),
      ...LEFT_KINDS.filter((kind) => kind !== "nothing").map((kind) => leftInWords(kind, 16)),
    ]);
    expect(counts.filter((words) => words.length > 17)).toEqual([]);
  });
});
