import { describe, expect, it } from "vitest";
import type { RunoffEntry } from "@/lib/domain/compliance";
import { issue } from "@/lib/domain/issues";
import { standingShort, standingOfCheck } from "@/lib/engine/windows/judge-hour";

const entry = (gap: number | null, more: Partial<RunoffEntry> = {}): RunoffEntry => ({
  mitigationType: "epa_runoff",
  year: 2026,
  required: true,
  exempt: false,
  requiredPoints: 6,
  labelRequiredPoints: null,
  earnedPoints: 6 - (gap ?? 0),
  gap,
  status: gap === null ? "indeterminate" : gap > 0 ? "not_met" : "met",
  creditedMeasures: [],
  selectedMeasures: [],
  runoffExemptionClaimedAt: null,
  runoffExemptionReasons: null,
  issues: [],
  ...more,
});

describe("runoff that stands in the way in every hour", () => {
  it("is what is short in each of them, by the least that is missing", () => {
    expect(standingShort([[entry(3)], [entry(2)], [entry(3)]])).toEqual([{ mitigationType: "epa_runoff", gap: 2 }]);
  });

  it("is each system by itself", () => {
    const trait = entry(1, { mitigationType: "trait_runoff" });
    expect(
      standingShort([
        [entry(3), trait],
        [entry(0), trait],
      ]),
    ).toEqual([{ mitigationType: "trait_runoff", gap: 1 }]);
  });

  it.each([
    ["met in one hour", [[entry(3)], [entry(0)]]],
    ["not known", [[entry(null)], [entry(null)]]],
    [
      "not known whether it is short",
      [[entry(3, { status: "indeterminate" })], [entry(3, { status: "indeterminate" })]],
    ],
    ["never looked at", []],
  ])("is none where it is %s", (_title, hours) => {
    expect(standingShort(hours)).toEqual([]);
  });
});

describe("a violation that stands in the way in every hour", () => {
  const prohibited = issue("PROHIBITED_IN_AREA", { productIndex: 0 });
  const windy = issue("WIND_OUTSIDE_LABEL_RANGE", { productIndex: 0 });

  it("is one that no hour is free of", () => {
    expect(standingOfCheck([[prohibited, windy], [prohibited]], [])).toEqual([prohibited]);
  });

  it("is a condition of a label that an answer leaves open, where it blocks in each of them", () => {
    const listed = (blocks: boolean) =>
      issue("LABEL_CONDITIONS_NOT_CHECKED", {
        productIndex: 0,
        ...(blocks ? { blocks } : {}),
        particulars: { count: 2, unread: 0 },
      });
    expect(standingOfCheck([[listed(true)], [listed(true)]], [])).toEqual([listed(true)]);
    expect(standingOfCheck([[listed(true)], [listed(false)]], [])).toEqual([]);
    expect(standingOfCheck([[listed(false)], [listed(true)]], [])).toEqual([]);
  });

  it("is named once, and an open question is none", () => {
    const review = issue("LIMITATIONS_REVIEW_REQUIRED");
    expect(
      standingOfCheck(
        [
          [prohibited, review],
          [prohibited, review],
        ],
        [prohibited],
      ),
    ).toEqual([]);
  });
});
