import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { MitigationPoints } from "@/lib/domain/field";
import type { SoilGroup } from "@/lib/domain/soil";
import type { MapUnitShare } from "@/lib/domain/soil-survey";
import { autoCredits, decidingCounty } from "@/lib/engine/runoff/auto-credits";
import { summarizeSoil } from "@/lib/engine/soil-analysis";
import { caseFiles, readCases, type Case } from "../cases";
import { countyOf, rulebook, soilSummary } from "../facts";

const FOLDER = "auto-credits";
const ON_DATE = "2026-04-01";

type CreditCase = Case<
  {
    soil: { slopePct: number | null; group: SoilGroup | null } | null;
    counties: { name: string; points: MitigationPoints | null }[];
  },
  number[]
>;

const creditsOf = ({ soil, counties }: CreditCase["input"]) =>
  autoCredits(rulebook.autoCredits, {
    soil: soil === null ? null : soilSummary(soil.group, soil.slopePct),
    counties: counties.map(({ name, points }) => countyOf(name, points)),
    onDate: ON_DATE,
  });

const unitOf = (slopegradwta: number, areaSqm: number, index: number): MapUnitShare => ({
  ...{ mukey: String(index), hasMapUnit: true, musym: `S${index}`, muname: `Soil ${index}`, hydgrpdcd: "B" },
  ...{ slopegradwta, areaSqm },
});

describe.each(caseFiles(FOLDER))("automatic credits: %s", (file) => {
  test.each(readCases<CreditCase>(FOLDER, file))("$name", ({ input, expected }) => {
    const ids = creditsOf(input).map(({ subOptionId }) => subOptionId);
    expect(ids.toSorted((a, b) => a - b)).toEqual(expected);
  });
});

describe("an automatic credit", () => {
  it("of the county carries the day and names the county", () => {
    const credits = creditsOf({
      soil: { slopePct: 1, group: "A" },
      counties: [
        { name: "Mono", points: 6 },
        { name: "Walker", points: 0 },
      ],
    });
    expect(credits.find(({ source }) => source === "county")).toEqual({
      system: "epa_runoff",
      subOptionId: 12,
      source: "county",
      implementationDate: ON_DATE,
      notes: "County: Walker",
    });
  });

  it("of any other kind carries neither day nor note", () => {
    const others = creditsOf({ soil: { slopePct: 1, group: "A" }, counties: [{ name: "Mono", points: 6 }] }).filter(
      ({ source }) => source !== "county",
    );
    expect(others.map(({ source }) => source).toSorted()).toEqual(["always", "slope", "soil"]);
    for (const credit of others) expect(credit).toMatchObject({ implementationDate: null, notes: null });
  });

  // Undrained, dual ground counts as D: what the sandy rest earns would be earned for a field that is mostly not sandy.
  test.each<[string, Record<string, number>, number[]]>([
    ["half of the field in one dual group", { A: 50, "B/D": 50 }, []],
    [
      "dual groups that are half of it together, each smaller than the rest",
      { A: 50, "A/D": 20, "B/D": 15, "C/D": 15 },
      [],
    ],
    ["a little less than half", { A: 50.1, "B/D": 49.9 }, [27]],
    ["half of the field in C and D, which no drainage makes wet", { A: 50, C: 25, D: 25 }, [27]],
    ["less A than ground that counts as D, mapped or undrained", { A: 40, "A/D": 30, D: 30 }, []],
    ["as much A as ground that counts as D", { A: 40, "B/D": 20, D: 20, C: 20 }, []],
    ["less A than ground that counts as B", { A: 30, "A/B": 25, B: 25, C: 20 }, [28]],
    ["less C than ground that counts as B, whose largest group is C", { C: 40, "A/B": 30, B: 30 }, []],
  ])("of the soil: %s", (_title, percentages, expected) => {
    const byGroup = Object.fromEntries(
      Object.entries(percentages).map(([group, percentage]) => [group, { areaSqm: 400 * percentage, percentage }]),
    );
    const credits = autoCredits(rulebook.autoCredits, {
      soil: { ...soilSummary((Object.keys(byGroup)[0] ?? null) as SoilGroup | null), byGroup },
      counties: [],
      onDate: ON_DATE,
    });
    expect(credits.filter(({ source }) => source === "soil").map(({ subOptionId }) => subOptionId)).toEqual(expected);
  });

  it.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY])("is refused for the impossible slope %s", (slopePct) => {
    expect(() => creditsOf({ soil: { slopePct, group: "B" }, counties: [] })).toThrow(RangeError);
  });

  it("follows a table that says `at most` as well as one that says `below`", () => {
    const atMost = {
      ...rulebook.autoCredits,
      rows: [{ source: "slope" as const, when: { slopePctAtMost: 3 }, subOptionId: 17, cite: [] }],
    };
    const at = (slopePct: number) =>
      autoCredits(atMost, { soil: soilSummary("B", slopePct), counties: [], onDate: ON_DATE }).length;
    expect([at(2.99), at(3), at(3.01)]).toEqual([1, 1, 0]);
    expect(at(3.0000000000000004)).toBe(1);
  });

  it("of the slope does not hang on how a field of one slope is cut into units", () => {
    const share = fc.double({ min: 1, max: 1e5, noNaN: true });
    const credited = (slopePct: number, sizes: number[]): boolean => {
      const units = sizes.map((areaSqm, index) => unitOf(slopePct, areaSqm, index));
      const soil = summarizeSoil(
        sizes.reduce((sum, areaSqm) => sum + areaSqm, 0),
        units,
      );
      const credits = autoCredits(rulebook.autoCredits, { soil, counties: [], onDate: ON_DATE });
      return credits.some(({ source }) => source === "slope");
    };
    const sizes = fc.array(share, { minLength: 1, maxLength: 6 });
    fc.assert(fc.property(sizes, (each) => !credited(3, each) && credited(2.9, each)));
  });
});

describe("the county that decides", () => {
  it("is the first of the lowest", () => {
    expect(decidingCounty([countyOf("Mono", 6), countyOf("Walker", 0), countyOf("Cook", 0)])).toEqual({
      name: "Walker",
      points: 0,
    });
  });

  it("is no one where a county has no class, whatever the others say", () => {
    expect(decidingCounty([countyOf("Walker", 0), countyOf("Sitka", null)])).toBeNull();
    expect(decidingCounty([])).toBeNull();
  });
});

describe("the case files", () => {
  it("each name their source", () => {
    const all = caseFiles(FOLDER).flatMap((file) => readCases<CreditCase>(FOLDER, file));
    expect(all.filter(({ source }) => source === "")).toEqual([]);
  });
});
