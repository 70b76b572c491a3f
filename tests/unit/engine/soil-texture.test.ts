import { describe, expect, test } from "vitest";
import type { SoilGroup, SoilSummary } from "@/lib/domain/soil";
import { hasSandyTexture, isSandyGround } from "@/lib/engine/soil-texture";

type Unit = readonly [muname: string | null, group: SoilGroup | null, percentage: number];

const SAND = "Sparta loamy sand, 1 to 6 percent slopes";
const LOAM = "Tama silt loam, 2 to 5 percent slopes";

function soilOf(units: readonly Unit[], { areGroupsNamed = true } = {}): SoilSummary {
  const byGroup: SoilSummary["byGroup"] = {};
  for (const [, group, percentage] of units) {
    const known = byGroup[group ?? "none"]?.percentage ?? 0;
    byGroup[group ?? "none"] = { areaSqm: (known + percentage) * 400, percentage: known + percentage };
  }
  const dominantGroup = units.toSorted((a, b) => b[2] - a[2])[0]?.[1] ?? null;
  const byMapUnit = Object.fromEntries(
    units.map(([muname, group, percentage], index) => [
      `U${index}`,
      { areaSqm: percentage * 400, percentage, muname, ...(areGroupsNamed ? { group } : {}) },
    ]),
  );
  return { dominantGroup, slopePct: 1, totalAreaSqm: 40_000, byGroup, byMapUnit };
}

describe("sandy ground", () => {
  test.each<[string, Unit[], boolean]>([
    [
      "half of it of a sandy texture",
      [
        [SAND, "A", 50],
        [LOAM, "A", 50],
      ],
      true,
    ],
    [
      "less than half of it",
      [
        [SAND, "A", 49.9],
        [LOAM, "A", 50.1],
      ],
      false,
    ],
    [
      "two units that are half of it together",
      [
        [SAND, "A", 30],
        ["Chelsea fine sand", "A", 20],
        [LOAM, "A", 50],
      ],
      true,
    ],
    [
      "of group B, with sand of group A in it",
      [
        [SAND, "B", 30],
        [SAND, "A", 20],
        [LOAM, "B", 50],
      ],
      true,
    ],
    [
      "of group A, with sand of a wetter group in it",
      [
        [SAND, "A", 45],
        [SAND, "D", 15],
        [LOAM, "A", 40],
      ],
      false,
    ],
    [
      "with sand whose group no one knows",
      [
        [SAND, "A", 45],
        [SAND, null, 15],
        [LOAM, "A", 40],
      ],
      false,
    ],
    ["of group C", [[SAND, "C", 100]], false],
    ["of group A/D, which counts as D", [[SAND, "A/D", 100]], false],
    ["without names", [[null, "A", 100]], false],
  ])("is a field of which the survey says: %s", (_, units, isSandy) => {
    expect(isSandyGround(soilOf(units))).toBe(isSandy);
  });

  test.each([
    ["Sparta sand", true],
    ["Chelsea loamy fine sand, 2 to 9 percent slopes", true],
    ["Dickinson fine sandy loam", true],
    ["Miami sandy clay loam", false],
    ["Sable sandy clay", false],
    ["Ankeny sandy loam over sand", false],
    ["Sand Hills complex, 0 to 3 percent slopes", false],
    ["Sandy", false],
    ["Thousand, 2 to 5 percent slopes", false],
  ])("by its name: %s", (muname, isSandy) => {
    expect(isSandyGround(soilOf([[muname, "A", 100]]))).toBe(isSandy);
  });

  test("of an analysis that names no groups of its units: less all that may be of a wetter one", () => {
    const of = (sandy: number): boolean =>
      isSandyGround(
        soilOf(
          [
            [SAND, "A", sandy],
            [LOAM, "A", 80 - sandy],
            [LOAM, "D", 20],
          ],
          { areGroupsNamed: false },
        ),
      );
    expect([of(70), of(69)]).toEqual([true, false]);
  });

  test("is not known without a survey", () => {
    expect([isSandyGround(null), hasSandyTexture(null)]).toEqual([false, false]);
  });

  test("by its texture alone is half of a field of any group", () => {
    expect(
      hasSandyTexture(
        soilOf([
          [SAND, "D", 50],
          [LOAM, "A", 50],
        ]),
      ),
    ).toBe(true);
    expect(
      hasSandyTexture(
        soilOf([
          [SAND, "D", 49],
          [LOAM, "A", 51],
        ]),
      ),
    ).toBe(false);
  });
});
