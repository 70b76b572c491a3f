import { describe, expect, it } from "vitest";
import { readExplanation } from "@/lib/data/stored/explanation";
import { readDataVersions, readGround } from "@/lib/data/stored/parts";

const VERSIONS = {
  pula: "2026-11-20",
  county: null,
  countyPrecision: "coarse",
  soil: null,
  catalogue: "c1",
  mitigationMenu: "2025-04-30",
};
const GROUND = {
  soil: {
    dominantGroup: "B/D",
    slopePct: null,
    totalAreaSqm: 10,
    byGroup: { B: { areaSqm: 10, percentage: 100 } },
    byMapUnit: { "1": { areaSqm: 10, percentage: 100, muname: null } },
  },
  derivedByYear: { "2026": [3, 4] },
  hasUnresolvedCounty: false,
};

describe("parts of what was saved", () => {
  it("read as they were written", () => {
    expect(readDataVersions(VERSIONS)).toEqual(VERSIONS);
    expect(readGround(GROUND)).toEqual(GROUND);
    expect(readExplanation([])).toEqual([]);
  });

  it("are null where nothing was kept", () => {
    expect(readDataVersions(null)).toBeNull();
    expect(readGround(null)).toBeNull();
  });

  it.each([
    ["data versions without a menu", () => readDataVersions({ ...VERSIONS, mitigationMenu: undefined })],
    ["a soil group that is none", () => readGround({ ...GROUND, soil: { ...GROUND.soil, dominantGroup: "E" } })],
    ["credits without their years", () => readGround({ ...GROUND, derivedByYear: [3] })],
    ["a rule without its result", () => readExplanation([{ ruleId: "r" }])],
  ])("refuse %s: no answer is made of a part that could be read", (_, read) => {
    expect(read).toThrow();
  });
});
