import { describe, expect, it } from "vitest";
import { otherDay } from "@/lib/usecases/esa-check/planned-day";

/** A field in Alabama, by Central time. */
const boundary = { type: "MultiPolygon" as const, coordinates: [[[[-87.25, 32.89]]]] };
const said = (plannedStartAt: string | null, applicationDate = "2026-06-15") =>
  otherDay({ plannedStartAt, applicationDate, boundary });

describe("a planned start", () => {
  it.each([
    ["on the day at the field", "2026-06-15T08:30:00-05:00"],
    ["late in the evening there, which is the next day in UTC", "2026-06-16T02:30:00Z"],
    ["on the day there, written with the offset of another zone", "2026-06-16T06:00:00+09:00"],
    ["within an hour of the day, which is as near as zones are known", "2026-06-16T00:30:00-05:00"],
  ])("%s is of the day", (_, start) => {
    expect(said(start)).toBeNull();
  });

  it("that was not sent is of any day", () => {
    expect(said(null)).toBeNull();
  });

  it.each([
    ["2026-06-16T08:30:00-05:00", "2026-06-16"],
    ["2026-06-15T01:30:00Z", "2026-06-14"],
    ["2027-06-15T08:30:00-05:00", "2027-06-15"],
  ])("at %s is on %s, and both are named with the place", (start, day) => {
    expect(said(start)).toBe(`is on ${day} at the field (America/Chicago), and application_date is 2026-06-15`);
  });
});
