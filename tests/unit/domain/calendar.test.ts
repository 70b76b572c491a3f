import { expect, it } from "vitest";
import { firstDayToCome } from "@/lib/domain/calendar";

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
