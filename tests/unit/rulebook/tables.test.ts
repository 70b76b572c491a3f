import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { EXEMPTION_REASONS, type MitigationMenu } from "@/lib/domain/mitigation";
import { allTables, rulebookAsOf } from "@/lib/rulebook/load";
import { tableRowsWithCitations } from "@/lib/rulebook/audit";

const rulebook = rulebookAsOf("2026-11-21");
const epa = rulebook.menus.epa_runoff;
const trait = rulebook.menus.trait_runoff;

const optionsOf = (menu: MitigationMenu) => menu.categories.flatMap(({ options }) => options);
const subOptionsOf = (menu: MitigationMenu) => optionsOf(menu).flatMap(({ subOptions }) => subOptions);
const pointsByCode = (menu: MitigationMenu) =>
  Object.fromEntries(subOptionsOf(menu).map(({ code, points }) => [code, points]));

describe("the EPA runoff menu", () => {
  it("has the six categories with the ids, codes and order the interface decisions fix", () => {
    expect(epa.categories.map(({ id, code, sortOrder }) => [sortOrder, id, code])).toEqual([
      [1, 1, "application_parameters"],
      [2, 2, "field_characteristics"],
      [3, 3, "in_field"],
      [4, 4, "adjacent_to_field"],
      [5, 5, "capture_systems"],
      [6, 6, "other"],
    ]);
    const practice = epa.categories.filter(({ isPracticeCategory }) => isPracticeCategory).map(({ id }) => id);
    expect(practice).toEqual([3, 4, 5]);
  });

  it("holds 9 to 12 in option 13, of which one counts", () => {
    const county = epa.categories[1]?.options.find(({ id }) => id === 13);
    expect(county).toMatchObject({ code: "county_based_mitigation_relief", maxSelect: 1 });
    expect(county?.subOptions.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([9, 10, 11, 12]);
  });

  test.each([
    { id: 24, points: 1, category: "other" },
    { id: 17, points: 2, category: "field_characteristics" },
    { id: 12, points: 0, category: "field_characteristics" },
    { id: 10, points: 2, category: "field_characteristics" },
    { id: 11, points: 3, category: "field_characteristics" },
    { id: 9, points: 6, category: "field_characteristics" },
    { id: 27, points: 3, category: "field_characteristics" },
    { id: 28, points: 2, category: "field_characteristics" },
  ])("gives the interface's sub-option $id its $points points", ({ id, points, category }) => {
    const home = epa.categories.find(({ options }) =>
      options.some(({ subOptions }) => subOptions.some((s) => s.id === id)),
    );
    expect(home?.code).toBe(category);
    expect(subOptionsOf(epa).find((subOption) => subOption.id === id)?.points).toBe(points);
  });

  it.each(["2024-10-16", "2025-04-30"])(
    "of %s is worth the lowest reading where the sources differ, and keeps every reading",
    (edition) => {
      const menu = rulebookAsOf(edition).menus.epa_runoff;
      expect(menu.edition).toBe(edition);
      const disputed = subOptionsOf(menu).filter(({ readings }) => readings.length > 0);
      expect(disputed.map(({ code, points, readings }) => [code, points, readings.map((each) => each.points)])).toEqual(
        [
          ["low_slope", 2, [2, 3]],
          ["predominantly_sandy_soil", 3, [3, 0]],
          ["moderately_sandy_soil", 2, [2, 0]],
          ["terraces_in_use", 1, [1, 2]],
          ["grassed_waterway_in_place", 1, [1, 2]],
          ["wetlands_in_place", 2, [2, 3]],
          ["water_retention_in_place", 1, [1, 2]],
          ["programme_epa_qualified", 2, [2, 9]],
        ],
      );
      expect(disputed.filter(({ settledBy }) => settledBy === null)).toEqual([]);
    },
  );

  it("scores graded options by their grade, and counts one grade of each", () => {
    const graded = optionsOf(epa).filter(({ subOptions }) => subOptions.length > 1);
    expect(graded.filter(({ maxSelect }) => maxSelect !== 1)).toEqual([]);
    const byOption = Object.fromEntries(graded.map(({ code, subOptions }) => [code, subOptions.map((s) => s.points)]));
    expect(byOption).toMatchObject({
      annual_rate_reduction: [1, 2, 3],
      untreated_part_of_field: [2, 3, 4],
      conservation_tillage: [2, 3],
      cover_crop: [1, 2, 3],
      irrigation_water_management: [2, 3],
      mulching: [1, 3],
      vegetative_filter_strip: [1, 2, 3],
      riparian_area: [1, 2, 3],
      terrestrial_habitat: [1, 2, 3],
      filtering_devices: [3, 1],
      conservation_programme: [2, 2],
    });
  });

  it("gives single measures their points", () => {
    expect(pointsByCode(epa)).toMatchObject({
      incorporated_before_runoff: 1,
      water_soluble_pam: 2,
      reservoir_tillage_in_use: 3,
      contour_farming_in_use: 2,
      in_field_strips_in_use: 2,
      terraces_in_use: 1,
      erosion_barriers_in_place: 2,
      vegetated_ditch_downslope: 1,
      water_retention_in_place: 1,
      tile_drain_without_control: 1,
      specialist_followed: 1,
    });
  });

  it("has one derived bonus, of one point, outside the practice categories", () => {
    const derived = subOptionsOf(epa).filter(({ isDerived }) => isDerived);
    expect(derived.map(({ code, points }) => [code, points])).toEqual([["measures_of_two_or_more_kinds", 1]]);
    const holder = epa.categories.find(({ code }) => code === "other");
    expect(holder?.options.flatMap(({ subOptions }) => subOptions)).toContain(derived[0]);
  });

  it("lets a program win over a specialist and caps it at nine", () => {
    expect(epa.exclusiveGroups).toEqual({ advice_or_programme: ["conservation_programme", "technical_specialist"] });
    expect(optionsOf(epa).find(({ code }) => code === "conservation_programme")?.pointsCap).toBe(9);
    expect(epa.maxRequiredPoints).toBe(9);
  });

  it("has no row that counts on one kind of soil only", () => {
    expect(subOptionsOf(epa).filter(({ hydrologicSoilGroup }) => hydrologicSoilGroup !== null)).toEqual([]);
  });
});

describe("the trait-program menu", () => {
  it("holds the credits of the Enlist table", () => {
    expect(pointsByCode(trait)).toEqual({
      trait_three_applications: 0,
      trait_two_applications: 2,
      trait_one_application: 4,
      trait_residue_tillage_in_use: 4,
      trait_cover_crop_in_use: 2,
      trait_contour_strips_or_terrace_in_use: 2,
      trait_contour_farming_in_use: 1,
      trait_vegetative_barrier_3_ft: 2,
      trait_filter_strip_30_ft_ab: 2,
      trait_filter_strip_30_ft_cd: 0,
      trait_filter_strip_100_ft_ab: 4,
      trait_filter_strip_100_ft_cd: 1,
      trait_field_border_30_ft: 2,
      trait_grassed_waterway_in_place: 2,
      trait_sediment_basin_in_place: 1,
    });
  });

  it("splits the filter strips by soil, and nothing else", () => {
    const split = subOptionsOf(trait).filter(({ hydrologicSoilGroup }) => hydrologicSoilGroup !== null);
    expect(split.map(({ code, hydrologicSoilGroup }) => [code.slice(-2), hydrologicSoilGroup])).toEqual([
      ["ab", "A_B"],
      ["cd", "C_D"],
      ["ab", "A_B"],
      ["cd", "C_D"],
    ]);
  });

  it("counts one strip for one stretch of ground", () => {
    const strip = optionsOf(trait).find(({ code }) => code === "trait_edge_strip");
    expect(strip?.maxSelect).toBe(1);
    expect(strip?.subOptions).toHaveLength(5);
  });

  it("shares no id with the EPA menu, on any level", () => {
    const ids = (menu: MitigationMenu) =>
      [...menu.categories, ...optionsOf(menu), ...subOptionsOf(menu)].map(({ id }) => id);
    const all = [...ids(epa), ...ids(trait)];
    expect(new Set(all).size).toBe(all.length);
  });
});

describe("the automatic credits", () => {
  it("are the interface's table", () => {
    const rows = rulebook.autoCredits.rows.map(({ source, when, subOptionId }) => ({ source, when, subOptionId }));
    expect(rows).toEqual([
      { source: "always", when: {}, subOptionId: 24 },
      { source: "slope", when: { slopePctBelow: 3 }, subOptionId: 17 },
      { source: "county", when: { countyPoints: 0 }, subOptionId: 12 },
      { source: "county", when: { countyPoints: 2 }, subOptionId: 10 },
      { source: "county", when: { countyPoints: 3 }, subOptionId: 11 },
      { source: "county", when: { countyPoints: 6 }, subOptionId: 9 },
      { source: "soil", when: { hydrologicGroupIn: ["A"] }, subOptionId: 27 },
      { source: "soil", when: { hydrologicGroupIn: ["B", "A/B"] }, subOptionId: 28 },
    ]);
  });

  it("credit a county with just its class's points", () => {
    for (const { when, subOptionId } of rulebook.autoCredits.rows) {
      if (when.countyPoints === undefined) continue;
      expect(subOptionsOf(epa).find(({ id }) => id === subOptionId)?.points).toBe(when.countyPoints);
    }
  });
});

describe("the county classes", () => {
  it("are 3,108: 716 high, 1,535 medium, 780 low, 77 very low", () => {
    const count = (points: number) => [...rulebook.countyPoints.values()].filter((p) => p === points).length;
    expect(rulebook.countyPoints.size).toBe(3108);
    expect([0, 2, 3, 6].map(count)).toEqual([716, 1535, 780, 77]);
  });

  it("leave out Greater Bridgeport, Alaska and Hawaii rather than call them zero", () => {
    const keys = [...rulebook.countyPoints.keys()];
    expect(rulebook.countyPoints.has("09120")).toBe(false);
    expect(keys.filter((geoId) => geoId.startsWith("02") || geoId.startsWith("15"))).toEqual([]);
    expect(rulebook.countyPoints.has("09110")).toBe(true);
  });

  const csv = new URL("../../../../shared/data/counties/county_runoff_points.csv", import.meta.url);
  it.skipIf(!existsSync(csv))("equal the shared extract row by row (needs ../shared/data)", () => {
    const lines = readFileSync(csv, "utf8").trim().split("\n").slice(1);
    const expected = lines.map((line) => [line.slice(0, 5), Number(line.slice(line.lastIndexOf(",") + 1))]);
    expect([...rulebook.countyPoints]).toEqual(expected.toSorted());
  });
});

describe("the exemption reasons", () => {
  it("are the ten codes, and tie four of them to a method", () => {
    expect(rulebook.exemptionReasons.map(({ code }) => code)).toEqual([...EXEMPTION_REASONS]);
    const tied = rulebook.exemptionReasons.filter(({ methods }) => methods !== null);
    expect(Object.fromEntries(tied.map(({ code, methods }) => [code, methods]))).toEqual({
      soil_injection: ["Soil-Injection"],
      tree_injection: ["Handheld"],
      subsurface_chemigation: ["Chemigation"],
      spot_treatment: ["Spot-Ground", "Handheld"],
    });
  });
});

describe("every row", () => {
  it("names sources that the rulebook can show", () => {
    const rows = tableRowsWithCitations();
    expect(rows.reduce((total, { count }) => total + count, 0)).toBeGreaterThan(3108 + 90);
    for (const { sources } of rows) {
      expect(sources.length).toBeGreaterThan(0);
      for (const { key, citation } of sources) expect(rulebook.citations[key]).toEqual(citation);
    }
  });

  it("claims no comparison but with the interface and its decisions, which could be opened", () => {
    const checked = Object.entries(rulebook.citations).filter(([, { checkedOn }]) => checkedOn !== null);
    expect(checked.map(([key]) => key.slice(0, 5))).toEqual(checked.map(() => "SPEC-"));
  });

  it("belongs to a table that says from when it holds", () => {
    for (const { effectiveFrom } of allTables()) expect(effectiveFrom).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});
