import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { SOIL_GROUPS, type SoilGroup } from "@/lib/domain/soil";
import type { MapUnitShare } from "@/lib/domain/soil-survey";
import { summarizeSoil } from "@/lib/engine/soil-analysis";
import { effectiveGroup } from "@/lib/engine/soil-group";
import { isSandyGround } from "@/lib/engine/soil-texture";

/** `missing`: ground whose map unit the tables lack; null: a map unit without a group. */
type Group = SoilGroup | "missing" | null;
interface Share {
  group: Group;
  slopePct: number | null;
  percent: number;
}
interface Case {
  name: string;
  source: string;
  input: { shares: Share[] };
  expected: { dominant: SoilGroup | null; slopePct: number | null; byGroup: Record<string, number> };
  tolerance: number;
}

const cases = JSON.parse(readFileSync(new URL("dominance-cases.json", import.meta.url), "utf8")) as Case[];

const TOTAL_SQM = 1_000_000;

const shareOf = ({ group, slopePct, percent }: Share, index: number): MapUnitShare => ({
  mukey: String(index),
  hasMapUnit: group !== "missing",
  musym: `S${index}`,
  muname: `Soil ${index}`,
  // What a missing map unit is said to be must not count, so the cases give it something.
  hydgrpdcd: group === "missing" ? "A" : group,
  slopegradwta: slopePct,
  areaSqm: (TOTAL_SQM * percent) / 100,
});

describe("case files", () => {
  test.each(cases)("$name", ({ input, expected, tolerance }) => {
    const soil = summarizeSoil(TOTAL_SQM, input.shares.map(shareOf));
    const near = (value: number, wanted: number) => expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance);
    expect(soil.dominantGroup).toBe(expected.dominant);
    if (expected.slopePct === null) expect(soil.slopePct).toBeNull();
    else near(soil.slopePct ?? Number.NaN, expected.slopePct);
    expect(Object.keys(soil.byGroup).toSorted()).toEqual(Object.keys(expected.byGroup).toSorted());
    for (const [group, percent] of Object.entries(expected.byGroup)) {
      near(soil.byGroup[group]?.percentage ?? Number.NaN, percent);
      near(((soil.byGroup[group]?.areaSqm ?? Number.NaN) * 100) / TOTAL_SQM, percent);
    }
  });
});

const share = (group: Group, slopePct: number | null, percent: number, index: number) =>
  shareOf({ group, slopePct, percent }, index);

describe("by map unit", () => {
  it("puts units of one symbol together under both names, the larger's first, and names no data", () => {
    const [a, b, c] = [share("A", 1, 20, 1), share("B", 1, 50, 2), share("missing", null, 10, 3)];
    const soil = summarizeSoil(TOTAL_SQM, [
      { ...a, musym: "X" },
      { ...b, musym: "X" },
      c,
      { ...share("C", 1, 5, 4), musym: null },
    ]);
    expect(soil.byMapUnit).toEqual({
      X: { areaSqm: 700_000, percentage: 70, muname: "Soil 2 / Soil 1", group: "B" },
      "4": { areaSqm: 50_000, percentage: 5, muname: "Soil 4", group: "C" },
      no_data: { areaSqm: 250_000, percentage: 25, muname: null, group: null },
    });
  });
});

describe("ground that the survey says it has no data of", () => {
  test.each([
    ["NOTCOM", "No Digital Data Available"],
    ["NOTCOM", null],
    ["99", "Area not surveyed, access denied"],
    ["NOTPUB", "Not public"],
  ])("counts as ground without data, and not as water: %s, %s", (musym, muname) => {
    const units = [share("A", 1, 60, 1), { ...share(null, null, 30, 2), musym, muname }, share(null, null, 10, 3)];
    const { byGroup, byMapUnit } = summarizeSoil(TOTAL_SQM, units);
    expect(Object.entries(byGroup).map(([group, { percentage }]) => [group, Math.round(percentage)])).toEqual([
      ["A", 60],
      ["no_data", 30],
      ["none", 10],
    ]);
    expect(byMapUnit[musym]).toMatchObject({ muname, group: null });
  });
});

describe("the group of units that share a symbol", () => {
  test.each<[Group[], SoilGroup | null]>([
    [["A", "B"], "B"],
    [["A/D", "C"], "A/D"],
    [["D", "A/D"], "D"],
    [["A", null], null],
    [[null, "A"], null],
  ])("of %j is %s: the wettest, and none where one has none", (groups, group) => {
    const units = groups.map((each, index) => ({ ...share(each, 1, 50, index), musym: "X" }));
    expect(summarizeSoil(TOTAL_SQM, units).byMapUnit.X?.group).toBe(group);
  });
});

describe("units of two survey areas that share a symbol", () => {
  const named = (muname: string, percent: number, index: number) => ({
    ...share("A", 1, percent, index),
    musym: "Sb",
    muname,
  });
  const SAND = "Sparta loamy sand, 1 to 6 percent slopes";

  it("are no sandy ground where one of them is none", () => {
    const units = [named(SAND, 30, 1), named("Sable silty clay loam, 0 to 2 percent slopes", 25, 2)];
    expect(isSandyGround(summarizeSoil(TOTAL_SQM, units))).toBe(false);
  });

  it("are sandy ground where both are, and named once where they are one soil", () => {
    const both = [named(SAND, 30, 1), named("Chelsea fine sand, 2 to 9 percent slopes", 25, 2)];
    expect(isSandyGround(summarizeSoil(TOTAL_SQM, both))).toBe(true);
    const one = summarizeSoil(TOTAL_SQM, [named(SAND, 30, 1), named(SAND, 25, 2)]);
    expect(one.byMapUnit.Sb?.muname).toBe(SAND);
  });
});

describe("whatever the ground", () => {
  const weights = fc.array(
    fc.record({
      group: fc.constantFrom<Group[]>(...SOIL_GROUPS, null, "missing"),
      slope: fc.option(fc.double({ min: 0, max: 60, noNaN: true })),
      weight: fc.integer({ min: 1, max: 12 }),
    }),
    { minLength: 1, maxLength: 14 },
  );
  const ground = fc.tuple(weights, fc.constantFrom<number[]>(0, 0, 1, 5)).map(([units, gap]) => {
    const all = units.reduce((sum, { weight }) => sum + weight, gap);
    return {
      units,
      gap,
      all,
      shares: units.map(({ group, slope, weight }, index) => share(group, slope, (100 * weight) / all, index)),
    };
  });
  const weightOf = (units: { group: Group; weight: number }[], group: Group) =>
    units.filter((unit) => unit.group === group).reduce((sum, { weight }) => sum + weight, 0);

  it("percentages add up to 100, by group and by map unit", () => {
    fc.assert(
      fc.property(ground, ({ shares }) => {
        const soil = summarizeSoil(TOTAL_SQM, shares);
        for (const shown of [soil.byGroup, soil.byMapUnit]) {
          const sum = Object.values(shown).reduce((total, { percentage }) => total + percentage, 0);
          expect(Math.abs(sum - 100)).toBeLessThan(0.1);
        }
      }),
    );
  });

  it("no group is larger than the dominant one, none as large is wetter, and the unknown area is not larger", () => {
    fc.assert(
      fc.property(ground, ({ units, gap, shares }) => {
        const { dominantGroup } = summarizeSoil(TOTAL_SQM, shares);
        const unknown = weightOf(units, null) + weightOf(units, "missing") + gap;
        const largest = Math.max(...SOIL_GROUPS.map((group) => weightOf(units, group)));
        if (largest === 0 || unknown > largest) {
          expect(dominantGroup).toBeNull();
          return;
        }
        const candidates = SOIL_GROUPS.filter((group) => weightOf(units, group) === largest);
        expect(candidates).toContain(dominantGroup);
        const wettest = candidates
          .map((group) => effectiveGroup(group) ?? "")
          .toSorted()
          .at(-1);
        expect(effectiveGroup(dominantGroup)).toBe(wettest);
      }),
    );
  });

  it("the order of the map units does not matter", () => {
    fc.assert(
      fc.property(ground, ({ shares }) => {
        const [one, other] = [summarizeSoil(TOTAL_SQM, shares), summarizeSoil(TOTAL_SQM, shares.toReversed())];
        expect(other.dominantGroup).toBe(one.dominantGroup);
        expect(other.slopePct ?? -1).toBeCloseTo(one.slopePct ?? -1, 6);
      }),
    );
  });

  it("the slope is the mean of at least half of the area, or null", () => {
    fc.assert(
      fc.property(ground, ({ units, all, shares }) => {
        const sloped = units.filter(({ group, slope }) => group !== "missing" && slope !== null);
        const weight = sloped.reduce((sum, unit) => sum + unit.weight, 0);
        const { slopePct } = summarizeSoil(TOTAL_SQM, shares);
        if (weight * 2 < all || weight === 0) expect(slopePct).toBeNull();
        else
          expect(slopePct).toBeCloseTo(
            sloped.reduce((sum, unit) => sum + unit.weight * (unit.slope ?? 0), 0) / weight,
            6,
          );
      }),
    );
  });
});

it.each([
  ["a field without area", 0, [share("A", 1, 10, 1)]],
  ["a field of no number", Number.NaN, []],
  ["a negative area", TOTAL_SQM, [share("A", 1, -1, 1)]],
  ["an area of no number", TOTAL_SQM, [share("A", 1, Number.NaN, 1)]],
])("refuses %s", (_name, total, shares) => {
  expect(() => summarizeSoil(total, shares)).toThrow(RangeError);
});
