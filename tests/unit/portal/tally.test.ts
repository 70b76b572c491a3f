import { describe, expect, it } from "vitest";
import type { RunoffEntry } from "@/lib/domain/compliance";
import type { NotCreditedReason } from "@/lib/domain/mitigation";
import { tallyOf } from "@/lib/pages/portal/field-year/tallies";

const entry = (mitigationType: string, more: Partial<RunoffEntry>): RunoffEntry => ({
  mitigationType,
  year: 2026,
  required: true,
  exempt: false,
  requiredPoints: 6,
  labelRequiredPoints: 6,
  earnedPoints: 5,
  gap: 1,
  status: "not_met",
  creditedMeasures: [],
  selectedMeasures: [],
  runoffExemptionClaimedAt: null,
  runoffExemptionReasons: null,
  issues: [],
  ...more,
});

describe("a measure that is dated after the application", () => {
  const measure = (implementationDate: string | null, more: object = {}) => ({
    subOptionId: 210,
    code: "no_till",
    label: "No-till",
    points: 3,
    source: "portal" as const,
    credited: false,
    reason: "NOT_DERIVED" as NotCreditedReason | null,
    implementationDate,
    notes: null,
    ...more,
  });
  const notesOf = (...measures: ReturnType<typeof measure>[]) =>
    tallyOf(entry("epa_runoff", { selectedMeasures: measures }), "2026-06-15").notes;

  it("is pointed out, since labels want it in place by then", () => {
    expect(notesOf(measure("2026-06-16"))).toEqual([
      expect.stringMatching(/^“No-till” is dated after .*Jun 15, 2026 and does not count/),
    ]);
    expect(notesOf(measure("2026-06-16"), measure("2026-07-01", { label: "Cover crop" }))).toEqual([
      expect.stringMatching(/^“No-till” and “Cover crop” are dated after .*do not count/),
    ]);
  });

  it("is not one of the same day, without a date, dropped for another reason, or found by the service", () => {
    expect(notesOf(measure("2026-06-15"), measure(null))).toEqual([]);
    expect(notesOf(measure("2027-01-01", { reason: "EXCLUSIVE" }))).toEqual([]);
    expect(notesOf(measure("2027-01-01", { points: null }))).toEqual([]);
    expect(notesOf(measure("2027-01-01", { source: "county" }))).toEqual([]);
  });
});

describe("what a tally says", () => {
  it.each([
    ["short by one", {}, "1 point short", "1 credit short"],
    ["short by more", { earnedPoints: 2, gap: 4 }, "4 points short", "4 credits short"],
    ["enough", { status: "met", earnedPoints: 7, gap: 0 }, "Enough points: 7 of 6", "Enough credits: 7 of 6"],
    ["none needed", { status: "met", requiredPoints: 0, gap: 0 }, "No points needed", "No credits needed"],
    [
      "not known",
      { status: "indeterminate", requiredPoints: null, gap: null },
      "How many points are needed is not known",
      "How many credits are needed is not known",
    ],
    [
      "open and short",
      { status: "indeterminate" },
      "1 point short so far, and not everything is known",
      "1 credit short so far, and not everything is known",
    ],
  ] as const)("is, %s, in the unit of its system", (_, more, points, credits) => {
    expect(tallyOf(entry("epa_runoff", more)).headline).toBe(points);
    expect(tallyOf(entry("trait_runoff", more)).headline).toBe(credits);
  });
});
