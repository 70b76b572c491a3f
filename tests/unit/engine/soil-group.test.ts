import { describe, expect, it, test } from "vitest";
import { SOIL_GROUPS, type SoilGroup, type SoilSummary } from "@/lib/domain/soil";
import { mayLackSoilCredit } from "@/lib/engine/runoff/auto-credits";
import { runoffEntry } from "@/lib/engine/runoff/entry";
import { scoreRunoff } from "@/lib/engine/runoff/score";
import { countedGroup, effectiveGroup, soilSplit } from "@/lib/engine/soil-group";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { rulebook, soilSummary } from "./facts";

const GROUPS = [
  { group: "A", counts: "A", split: "A_B" },
  { group: "B", counts: "B", split: "A_B" },
  { group: "C", counts: "C", split: "C_D" },
  { group: "D", counts: "D", split: "C_D" },
  { group: "A/B", counts: "B", split: "A_B" },
  { group: "A/D", counts: "D", split: "C_D" },
  { group: "B/D", counts: "D", split: "C_D" },
  { group: "C/D", counts: "D", split: "C_D" },
  { group: null, counts: null, split: null },
] as const;

/** The first group is the dominant one. `muname`: of the ground without a group. */
const mixOf = (
  percentages: Partial<Record<SoilGroup | "none" | "no_data", number>>,
  muname: string | null = "Water",
) => {
  const shares = Object.entries(percentages).map(([group, percentage]) => {
    return { key: group, areaSqm: 400 * percentage, percentage };
  });
  return {
    ...soilSummary(Object.keys(percentages)[0] as SoilGroup),
    byGroup: Object.fromEntries(shares.map(({ key, ...share }) => [key, share])),
    byMapUnit: Object.fromEntries(
      shares.map(({ key, ...share }) => {
        const isNone = key === "none" || key === "no_data";
        return [key, { ...share, muname: key === "none" ? muname : null, group: isNone ? null : (key as SoilGroup) }];
      }),
    ),
  };
};

describe("the group a field counts as", () => {
  test.each(GROUPS)("$group counts as $counts, of the half $split", ({ group, counts, split }) => {
    expect(effectiveGroup(group)).toBe(counts);
    for (const soil of [{ ...soilSummary(group), byGroup: {} }, soilSummary(group)]) {
      expect(countedGroup(soil)).toBe(counts);
      expect(soilSplit(soil)).toBe(split);
    }
  });

  it("is decided for every group the survey writes, and for no field without soil", () => {
    expect(SOIL_GROUPS.filter((group) => soilSplit(soilSummary(group)) === null)).toEqual([]);
    expect([countedGroup(null), soilSplit(null)]).toEqual([null, null]);
  });

  test.each([
    ["A/D and D together outweigh A", { A: 40, "A/D": 30, D: 30 }, "D", "C_D"],
    ["a tie goes to the wetter", { B: 40, "B/D": 20, "C/D": 20, none: 20 }, "D", "C_D"],
    ["most of the ground counts as A", { A: 50.1, "A/D": 49.9 }, "A", "A_B"],
    ["C and D together outweigh A", { A: 40, C: 30, D: 30 }, "A", "C_D"],
    ["C and D together are as much as A and B", { A: 30, B: 20, C: 25, D: 25 }, "A", "C_D"],
    ["less is C and D than A and B", { A: 30, B: 21, C: 24, D: 25 }, "A", "A_B"],
    ["the largest group stays where the others are drier", { C: 40, "A/B": 30, B: 30 }, "C", "C_D"],
    ["ground without data is too little to outweigh B", { B: 60, no_data: 39, C: 1 }, "B", "A_B"],
    ["the letter is settled, and the half is not", { A: 40, no_data: 15, B: 20, C: 25 }, null, null],
    ["ground without data could make D the largest", { A: 34, no_data: 33, D: 33 }, null, null],
    ["half of the field could be of C", { B: 50, no_data: 50 }, null, null],
    ["it could be B, and is of A and B in any case", { A: 45, no_data: 15, B: 40 }, null, "A_B"],
    ["it could be D, and is of C and D in any case", { C: 40, no_data: 35, D: 25 }, null, "C_D"],
    ["nothing is wetter than D", { D: 40, no_data: 35, A: 25 }, "D", "C_D"],
    ["water is no soil", { A: 40, none: 35, D: 25 }, "A", "A_B"],
    [
      "ground without data could make C the largest group, though most is of B and A/B",
      { B: 30, "A/B": 25, no_data: 20, C: 15, A: 10 },
      null,
      null,
    ],
    [
      "ground without data is too little for any other group to be the largest",
      { B: 30, "A/B": 25, no_data: 10, C: 15, A: 20 },
      "B",
      "A_B",
    ],
  ] as const)("is of the whole field: %s", (_title, percentages, counts, split) => {
    expect(countedGroup(mixOf(percentages))).toBe(counts);
    expect(soilSplit(mixOf(percentages))).toBe(split);
  });
});

describe("ground without a group", () => {
  const counted = (muname: string | null) => {
    const soil = mixOf({ A: 50, none: 50 }, muname);
    return [countedGroup(soil), soilSplit(soil)];
  };

  test.each([
    "Water",
    "Water, miscellaneous",
    "DEMO Water",
    "Miscellaneous water",
    "Urban land",
    "Urban land, 0 to 3 percent slopes",
    "Pits, sand and gravel",
    "Gravel pits",
    "Sand and gravel pits",
    "Water greater than 40 acres",
    "Farm ponds",
    "Pits and Dumps",
    "Urban land-Water complex",
    "Rock outcrop-Rubble land association",
    "Water / Dams",
  ])("is no soil, and leaves the field's group as it is: %s", (muname) => {
    expect(counted(muname)).toEqual(["A", "A_B"]);
  });

  test.each([
    null,
    "No Digital Data Available",
    "NOTCOM",
    "Area not surveyed, access denied",
    "Udorthents, loamy",
    "Urban land-Miami complex, 2 to 6 percent slopes",
    "Water / Udorthents, loamy",
    "Watertown fine sandy loam",
    "Sand and gravel",
    "Playas",
    "Riverwash",
    "Pittsfield loam",
  ])("may be of the wetter groups: %s", (muname) => {
    expect(counted(muname)).toEqual([null, null]);
  });

  it("counts for what an analysis of before says of it, also where that does not name the groups of map units", () => {
    const soil = mixOf({ A: 40, none: 35, B: 25 }, "No Digital Data Available");
    const byMapUnit = Object.fromEntries(
      Object.entries(soil.byMapUnit).map(([musym, { group: _group, ...unit }]) => [musym, unit]),
    );
    expect([countedGroup(soil), countedGroup({ ...soil, byMapUnit })]).toEqual([null, null]);
    const lake = mixOf({ A: 40, none: 35, B: 25 });
    expect(
      countedGroup({ ...lake, byMapUnit: { W: { ...lake.byMapUnit.none, muname: "Water" } } } as typeof lake),
    ).toBe("A");
  });
});

describe("points for soil that ground without data leaves open", () => {
  const entryOf = (percentages: Parameters<typeof mixOf>[0], points: number, of: Partial<SoilSummary> = {}) => {
    const soil = { ...mixOf(percentages), ...of };
    const score = scoreRunoff(rulebook.menus.epa_runoff, {
      ...{
        selections: [],
        split: soilSplit(soil),
        isSandyGround: false,
        disallowed: [],
        derivedIds: new Set<number>(),
      },
      applicationDate: "2026-06-01",
    });
    return runoffEntry({ system: "epa_runoff", points, issues: [] }, score, {
      ...{ year: 2026, hasSoil: true, hasUnknownProduct: false, hasUnresolvedCounty: false, exemption: null },
      mayLackSoilCredit: mayLackSoilCredit(rulebook.autoCredits, soil),
    });
  };

  it("make what is short by them not known, and say why", () => {
    const entry = entryOf({ A: 40, no_data: 35, D: 25 }, 6);
    expect(entry.status).toBe("indeterminate");
    expect(entry.issues.map((each) => issueMessage(each, "en"))).toEqual([
      "Soil data for this field is missing. (the survey has none for part of the field, on which its soil group depends)",
    ]);
  });

  it("are open where nearly all of the ground is unknown, and not where it is water", () => {
    expect(entryOf({ no_data: 60, C: 40 }, 6, { dominantGroup: null }).status).toBe("indeterminate");
    expect(entryOf({ none: 60, C: 40 }, 6, { dominantGroup: null }).status).toBe("not_met");
  });

  it("are open wherever the unknown ground may be of a group that earns them, also where a wetter one is the largest", () => {
    expect(entryOf({ B: 30, C: 30, no_data: 40 }, 6, { dominantGroup: null }).status).toBe("indeterminate");
    expect(entryOf({ C: 40, B: 35, no_data: 25 }, 6).status).toBe("indeterminate");
    // The ground of D is then the letter that most of it counts as.
    expect(entryOf({ "C/D": 30, D: 25, B: 20, no_data: 25 }, 6).status).toBe("not_met");
    // It earns them already.
    expect(entryOf({ B: 60, A: 20, no_data: 20 }, 6).status).toBe("not_met");
  });

  it("change nothing where the target is reached, the group is settled, or earns nothing in any case", () => {
    expect(entryOf({ A: 40, no_data: 35, D: 25 }, 0)).toMatchObject({ status: "met", issues: [] });
    expect(entryOf({ A: 75, D: 25 }, 6)).toMatchObject({ status: "not_met", issues: [] });
    expect(entryOf({ C: 40, no_data: 35, D: 25 }, 6)).toMatchObject({ status: "not_met", issues: [] });
  });
});
