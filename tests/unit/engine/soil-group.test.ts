import { describe, expect, it, test } from "vitest";
import { SOIL_GROUPS } from "@/lib/domain/soil";
import { effectiveGroup, soilSplit } from "@/lib/engine/soil-group";

describe("the group a field counts as", () => {
  test.each([
    { group: "A", counts: "A", split: "A_B" },
    { group: "B", counts: "B", split: "A_B" },
    { group: "C", counts: "C", split: "C_D" },
    { group: "D", counts: "D", split: "C_D" },
    { group: "A/B", counts: "B", split: "A_B" },
    { group: "A/D", counts: "D", split: "C_D" },
    { group: "B/D", counts: "D", split: "C_D" },
    { group: "C/D", counts: "D", split: "C_D" },
    { group: null, counts: null, split: null },
  ] as const)("$group counts as $counts, of the half $split", ({ group, counts, split }) => {
    expect(effectiveGroup(group)).toBe(counts);
    expect(soilSplit(group)).toBe(split);
  });

  it("is decided for every group the survey writes", () => {
    expect(SOIL_GROUPS.filter((group) => soilSplit(group) === null)).toEqual([]);
  });
});
