import { expect, it } from "vitest";
import { endOfDay, firstDayToCome, oneYearAfter } from "@/lib/domain/calendar";

it.each([
  // 6 in the evening in Iowa, 1 at night there, 11 in the evening in Hawaii, midnight in American Samoa.
  ["2026-11-28T00:00:00.000Z", "2026-11-27"],
  ["2026-11-28T07:00:00.000Z", "2026-11-27"],
  ["2026-11-28T09:00:00.000Z", "2026-11-27"],
  ["2026-11-28T10:59:59.999Z", "2026-11-27"],
  ["2026-11-28T11:00:00.000Z", "2026-11-28"],
  ["2026-11-28T23:59:59.999Z", "2026-11-28"],
  ["2027-01-01T04:00:00.000Z", "2026-12-31"],
])("at %s the first day that is not over everywhere in the United States is %s", (moment, day) => {
  expect(firstDayToCome(new Date(moment))).toBe(day);
});

it("ends the days of the calendar alone", () => {
  expect(endOfDay("2028-02-29")?.toISOString()).toBe("2028-02-29T23:59:59.999Z");
  expect(["2026-02-29", "2026-13-01", "today"].map(endOfDay)).toEqual([null, null, null]);
});

it.each([
  ["2026-11-30T09:30:00.000Z", "2027-11-30T09:30:00.000Z"],
  ["2028-02-29T00:00:00.000Z", "2029-03-01T00:00:00.000Z"],
])("a year after %s is %s", (moment, later) => {
  expect(oneYearAfter(new Date(moment)).toISOString()).toBe(later);
});
