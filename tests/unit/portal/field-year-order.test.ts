import { describe, expect, it } from "vitest";
import { laterOf } from "@/lib/portal-client/field-year-order";
import type { FieldYearLive } from "@/lib/views/portal/field-year";

const reading = (revision: number, second: number): FieldYearLive =>
  ({ revision, readAt: `2026-06-15T12:00:0${second}.000Z` }) as FieldYearLive;

describe("readings of a field and year that overtake each other", () => {
  it("are ordered by revision, and by time where nothing was selected between", () => {
    const [older, newer] = [reading(2, 5), reading(3, 1)];
    expect([laterOf(older, newer), laterOf(newer, older)]).toEqual([newer, newer]);
    const [before, after] = [reading(2, 1), reading(2, 5)];
    expect([laterOf(before, after), laterOf(after, before)]).toEqual([after, after]);
  });

  it("leave what is held where it is as late, so that a saved edit is not lost to the eye", () => {
    const held = reading(3, 2);
    expect(laterOf(held, reading(2, 9))).toBe(held);
    expect(laterOf(held, reading(3, 2))).toBe(held);
    const next = reading(3, 3);
    expect(laterOf(held, next)).toBe(next);
    expect(laterOf(undefined, held)).toBe(held);
  });
});
