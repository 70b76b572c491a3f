import { describe, expect, it, test } from "vitest";
import type { MitigationMenu } from "@/lib/domain/mitigation";
import { SOIL_GROUPS, type SoilGroup, type SoilSummary } from "@/lib/domain/soil";
import { runoffEntry } from "@/lib/engine/runoff/entry";
import { isSandyGround } from "@/lib/engine/soil-texture";
import { assessed, CONDITION_CASES } from "@/tests/unit/engine/conditions/condition-cases";
import { caseFiles, readCases, type Case } from "@/tests/unit/engine/cases";
import { rulebook, soilSummary, subOptionsOf } from "@/tests/unit/engine/facts";
import { FLIPS, settled } from "@/tests/unit/engine/runoff/readings";
import { scoreOf, type EntryInput } from "@/tests/unit/engine/runoff/run-case";

const menu = rulebook.menus.epa_runoff;

/** Every case of every file that scores EPA points, compared with each requirement that a label can make. */
const cases = caseFiles("runoff")
  .filter((file) => file !== "targets.json")
  .flatMap((file) => readCases<Case<EntryInput, unknown>>("runoff", file))
  .map(({ input }) => ({ ...input, system: (input.system as EntryInput["system"] | undefined) ?? "epa_runoff" }))
  .filter(({ system }) => system === "epa_runoff");

const statusOf = (input: EntryInput, points: number, of: MitigationMenu): string =>
  runoffEntry({ system: "epa_runoff", points, issues: [] }, scoreOf(input, of), {
    year: 2026,
    hasSoil: input.soil !== "unavailable",
    hasUnknownProduct: false,
    hasUnresolvedCounty: false,
    mayLackSoilCredit: false,
    exemption: null,
  }).status;

const TARGETS = Array.from({ length: 10 }, (_, points) => points);
const epaCodes = new Set(subOptionsOf(menu).map(({ code }) => code));
const ofEpa = (input: EntryInput): EntryInput => ({
  ...input,
  selected: (input.selected ?? []).filter((code) => epaCodes.has(code)),
  automatic: Object.fromEntries(Object.entries(input.automatic ?? {}).filter(([code]) => epaCodes.has(code))),
});

describe("a disputed figure", () => {
  test.each(FLIPS)("$title: no case of any file that is met turns into one that is not", ({ row, reading }) => {
    const other = settled(menu, row, reading);
    const flipped = cases.map(ofEpa).flatMap((input) =>
      // A reading for ground without a sandy texture says nothing of the others.
      reading.where === "texture_not_sandy" && isSandyGround(soilSummary("A", 1, input.mapUnit))
        ? []
        : TARGETS.filter(
            (points) => statusOf(input, points, menu) === "met" && statusOf(input, points, other) !== "met",
          ).map((points) => ({ input, points })),
    );
    expect(cases.length).toBeGreaterThan(80);
    expect(flipped).toEqual([]);
  });

  test.each(FLIPS)(
    "$title: no case of a label's conditions that is met turns into one that is not",
    ({ row, reading }) => {
      const flipped = Object.values(CONDITION_CASES)
        .flat()
        .filter((each) => assessed(each).status === "met")
        .filter((each) => assessed(each, { menu: settled(menu, row, reading) }).status !== "met");
      // The ground of these cases is sandy by its texture, so that the readings for other ground do not apply.
      if (reading.where === undefined) expect(flipped.map(({ name }) => name)).toEqual([]);
    },
  );

  it("carries its readings and the document that would settle it", () => {
    const input: EntryInput = { system: "epa_runoff", soil: "C", target: 3, selected: ["wetlands_in_place"] };
    const entry = runoffEntry({ system: "epa_runoff", points: 3, issues: [] }, scoreOf(input), {
      year: 2026,
      hasSoil: true,
      hasUnknownProduct: false,
      hasUnresolvedCounty: true,
      mayLackSoilCredit: false,
      exemption: null,
    });
    expect(entry).toMatchObject({ status: "indeterminate", earnedPoints: 2, gap: 1 });
    expect(entry.issues[0]?.particulars).toMatchObject({
      figures: [{ label: "Constructed or natural wetland", low: 2, high: 3 }],
    });
    expect(JSON.stringify(entry.issues[0]?.particulars)).toContain("point table");
  });

  it("earns an exempt application nothing and bothers no one there", () => {
    const input: EntryInput = { system: "epa_runoff", soil: "C", target: 3, selected: ["wetlands_in_place"] };
    const entry = runoffEntry({ system: "epa_runoff", points: 3, issues: [] }, scoreOf(input), {
      year: 2026,
      hasSoil: true,
      hasUnknownProduct: false,
      hasUnresolvedCounty: false,
      mayLackSoilCredit: false,
      exemption: {
        required: false,
        evaluatedAt: new Date("2026-01-01"),
        reasons: ["perimeter_berm"],
        treatedAcres: null,
      },
    });
    expect(entry).toMatchObject({ status: "met", issues: [] });
  });
});

describe("the texture that a survey names", () => {
  test.each([
    "Chelsea loamy fine sand, 2 to 9 percent slopes",
    "Sparta sand, 0 to 2 percent slopes",
    "Dickinson fine sandy loam",
    "Ngedebus loamy sand",
    "Norfolk sandy loams, eroded",
  ])("%s is sandy", (muname) => {
    expect(isSandyGround(soilSummary("B", 1, muname))).toBe(true);
  });

  test.each([
    "Fayette silt loam, 2 to 5 percent slopes",
    "Cecil sandy clay loam, 2 to 6 percent slopes",
    "Plainfield-Gotham complex, 2 to 6 percent slopes",
    "Sandstone outcrop",
    "Loam over sand, 2 to 5 percent slopes",
    "Pits, sand and gravel",
    "Water",
  ])("%s is not", (muname) => {
    expect(isSandyGround(soilSummary("B", 1, muname))).toBe(false);
  });

  it("has to cover half of the field", () => {
    const mix = (percentage: number) => ({
      ...soilSummary("B"),
      byMapUnit: {
        A: { areaSqm: 1, percentage, muname: "Sparta sand", group: "A" as const },
        B: { areaSqm: 1, percentage: 100 - percentage, muname: "Fayette silt loam", group: "B" as const },
      },
    });
    expect(isSandyGround(mix(50))).toBe(true);
    expect(isSandyGround(mix(49.9))).toBe(false);
    expect(isSandyGround(null)).toBe(false);
  });

  const SAND = "Sparta loamy sand";
  const LOAM = "Fayette silt loam";
  type Unit = [percentage: number, muname: string, group: SoilGroup | null];
  const groundOf = (dominant: SoilGroup, units: readonly Unit[], isNamed: boolean): SoilSummary => ({
    ...soilSummary(dominant),
    byGroup: Object.fromEntries(
      SOIL_GROUPS.map((group) => [
        group,
        {
          areaSqm: 1,
          percentage: units.filter((unit) => unit[2] === group).reduce((sum, [percentage]) => sum + percentage, 0),
        },
      ]),
    ),
    byMapUnit: Object.fromEntries(
      units.map(([percentage, muname, group], index) => [
        index,
        { areaSqm: 1, percentage, muname, ...(isNamed ? { group } : {}) },
      ]),
    ),
  });

  // EPA means one soil by both: ground of group A, and that ground sandy.
  test.each<[string, SoilGroup, Unit[], { named: boolean; unnamed: boolean }]>([
    [
      "60 % sandy in one place and 60 % of group A in another, with little of both",
      "A",
      [
        [20, SAND, "A"],
        [40, LOAM, "A"],
        [40, SAND, "C"],
      ],
      { named: false, unnamed: false },
    ],
    [
      "70 % sandy and of group A",
      "A",
      [
        [70, SAND, "A"],
        [30, LOAM, "C"],
      ],
      { named: true, unnamed: false },
    ],
    [
      "80 % sandy and of group A",
      "A",
      [
        [80, SAND, "A"],
        [20, LOAM, "C"],
      ],
      { named: true, unnamed: true },
    ],
    [
      "group B, sandy on ground of A and B",
      "B",
      [
        [30, SAND, "A"],
        [25, SAND, "B"],
        [45, LOAM, "B"],
      ],
      { named: true, unnamed: true },
    ],
    [
      "group A, sandy on ground of A and B",
      "A",
      [
        [45, SAND, "A"],
        [10, LOAM, "A"],
        [35, SAND, "B"],
        [10, LOAM, "B"],
      ],
      { named: false, unnamed: false },
    ],
    [
      "sandy ground in a dual group, which counts as D",
      "A",
      [
        [40, SAND, "A"],
        [25, SAND, "A/D"],
        [35, LOAM, "A"],
      ],
      { named: false, unnamed: false },
    ],
    [
      "all sandy, and most of it counts as D",
      "A",
      [
        [40, SAND, "A"],
        [60, SAND, "A/D"],
      ],
      { named: false, unnamed: false },
    ],
    [
      "sandy ground without a group",
      "A",
      [
        [50, SAND, null],
        [50, LOAM, "A"],
      ],
      { named: false, unnamed: false },
    ],
  ])("counts where it is of the field's group or a drier one: %s", (_title, dominant, units, sandy) => {
    expect(isSandyGround(groundOf(dominant, units, true))).toBe(sandy.named);
    expect(isSandyGround(groundOf(dominant, units, false))).toBe(sandy.unnamed);
  });
});
