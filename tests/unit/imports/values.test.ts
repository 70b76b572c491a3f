import { describe, expect, it, test } from "vitest";
import { dayOf, integerSchema } from "@/lib/imports/read/values";
import { classesOf } from "@/lib/imports/pula/method-words";

test.each([
  [1770595200000, "2026-02-09"],
  ["1770595200000", "2026-02-09"],
  [0, "1970-01-01"],
  ["2026-02-09", "2026-02-09"],
  ["2026-02-09T05:00:00.000Z", "2026-02-09"],
  ["2026-02-09 00:00:00", "2026-02-09"],
  ["2/9/2026", "2026-02-09"],
  ["2026-02-30", null],
  ["20260209", null],
  ["soon", null],
  [Number.NaN, null],
  [1e18, null],
  [null, null],
])("the day of %j is %s", (value, day) => expect(dayOf(value)).toBe(day));

test.each([
  [12, 12],
  ["12", 12],
  [" -3 ", -3],
  ["12.0", 12],
])("%j is a whole number", (value, want) => expect(integerSchema.parse(value)).toBe(want));
test.each([1.5, "1.5", "", null, "x", 2 ** 31])("%j is none", (value) =>
  expect(integerSchema.safeParse(value).success).toBe(false),
);

describe("classes that method words name", () => {
  test.each([
    [["Ground"], ["ground", "airblast"]],
    [["Ground Equipment"], ["ground", "airblast"]],
    [["Ground boom"], ["ground"]],
    [[" AERIAL "], ["aerial"]],
    [["Ground boom, Aerial"], ["ground", "aerial"]],
    [["Ground, Aerial"], []],
    [["Ground and airblast"], ["ground", "airblast"]],
    [["Orchard/Airblast"], ["airblast"]],
    [
      ["Groundboom", "Aerial", "Groundboom"],
      ["ground", "aerial"],
    ],
    [["Ground", "Aerial", "Airblast"], []],
  ])("%j is %j", (methods, want) => expect(classesOf(methods)).toEqual(want));

  it.each([[["Ground", "Hover craft"]], [["Ground", null]], [["Ground", " "]], [["Ground, something"]], [[]]])(
    "%j applies to every class",
    (methods) => expect(classesOf(methods)).toEqual([]),
  );
});
