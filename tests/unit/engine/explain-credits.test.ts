import { describe, expect, it, test } from "vitest";
import type { RuleKeptAsText } from "@/lib/domain/explanation";
import type { Rulebook } from "@/lib/domain/tables";
import { assess } from "@/lib/engine/assess";
import { asSentences } from "@/tests/support/earlier-explanations";
import { factsOf, NO_SOIL, rulebook, soilOf, submittedOf } from "./facts";

const STRYAX = "264-1241";
/** A demonstration label that rules out relief for sandy soils. */
const BANS_SAND = "99002-2";

const creditsOf = (members: Parameters<typeof factsOf>[1] = {}, product = STRYAX): RuleKeptAsText[] =>
  asSentences(assess(factsOf([submittedOf(product)], members)).assessment.explanation).filter(({ ruleId }) =>
    ruleId.startsWith("auto_credit:"),
  );
function creditOf(id: number, ...given: Parameters<typeof creditsOf>): RuleKeptAsText {
  const found = creditsOf(...given).filter(({ ruleId }) => ruleId === `auto_credit:${id}`);
  const [item] = found;
  if (item === undefined || found.length > 1) throw new Error(`${found.length} items of credit ${id}`);
  return item;
}

describe("the explanation of the automatic credits", () => {
  it("has one item for each that the field has or was considered for", () => {
    expect(creditsOf().map(({ ruleId, result }) => [ruleId, result])).toEqual([
      ["auto_credit:10", "applied"],
      ["auto_credit:24", "applied"],
      ["auto_credit:17", "applied"],
      ["auto_credit:27", "applied"],
      ["auto_credit:28", "applied"],
    ]);
  });

  it("names what the tracking credit rests on", () => {
    expect(creditOf(24)).toEqual({
      ruleId: "auto_credit:24",
      result: "applied",
      text:
        "Measures are recorded for the farm: 1 point (credited to every field). Always credited: the service keeps the " +
        "record. The Stryax label gives one point for record keeping.",
      document: "Stryax Herbicide label, EPA Reg. No. 264-1241",
      section: "record keeping, pages 9 to 10; section 7.5",
      documentDate: "2026-02-06",
      evidence: "primary",
      checkedOn: null,
      dataSet: null,
      sharePct: null,
    });
  });

  it("names document and evidence of the points of every one of them", () => {
    for (const { document, section, evidence } of creditsOf()) {
      expect(document).not.toBeNull();
      expect(section).not.toBeNull();
      expect(evidence).not.toBeNull();
    }
    expect(creditOf(17)).toMatchObject({
      document: expect.stringContaining("Acreblitz") as string,
      evidence: "secondary",
      dataSet: "soil-1",
    });
  });
});

describe("the slope credit", () => {
  test.each([
    [0, "2 points (average slope 0 %; credited below 3 %)."],
    [1.234, "2 points (average slope 1.23 %; credited below 3 %)."],
    [2.9987, "2 points (average slope 2.9987 %; credited below 3 %)."],
    [3, "no points (average slope 3 %; 2 points below 3 %)."],
    [8, "no points (average slope 8 %; 2 points below 3 %)."],
  ])("of an average slope of %d percent names it and the trigger", (slopePct, text) => {
    const item = creditOf(17, { soil: soilOf("B", slopePct) });
    expect(item.result).toBe("applied");
    expect(item.text).toContain(`Naturally low slope or flat field: ${text}`);
  });

  it("says that the sources disagree", () => {
    for (const soil of [soilOf("B", 1), soilOf("B", 3), NO_SOIL]) {
      expect(creditOf(17, { soil }).text).toMatch(/The sources disagree: 2 points below 3 %.*3 points up to 3 %/);
    }
  });

  it("is unresolved where no one knows the slope", () => {
    const item = creditOf(17, { soil: soilOf("B", null) });
    expect(item).toMatchObject({ result: "unresolved", dataSet: "soil-1" });
    expect(item.text).toContain("no points (average slope not known; 2 points below 3 %).");
  });
});

describe("the soil credits", () => {
  const withShare = (group: "A" | "B" | "A/B" | "B/D", percentage: number) => {
    const soil = soilOf(group);
    if (soil.summary === null) throw new Error("no soil");
    return { ...soil, summary: { ...soil.summary, byGroup: { [group]: { areaSqm: 1, percentage } } } };
  };

  test.each([
    [27, "A", "3 points (dominant hydrologic soil group A, on 62.5 % of the field; credited on group A)."],
    [28, "A", "no points (dominant hydrologic soil group A, on 62.5 % of the field; 2 points on group B or A/B)."],
    [28, "B", "2 points (dominant hydrologic soil group B, on 62.5 % of the field; credited on group B or A/B)."],
    [
      27,
      "A/B",
      "no points (dominant hydrologic soil group A/B, which counts as B, on 62.5 % of the field; 3 points on",
    ],
    [
      28,
      "B/D",
      "no points (dominant hydrologic soil group B/D, which counts as D, on 62.5 % of the field; 2 points on",
    ],
  ] as const)("%i on group %s: the group, its share and the trigger", (id, group, text) => {
    const item = creditOf(id, { soil: withShare(group, 62.5) });
    expect(item).toMatchObject({ result: "applied", dataSet: "soil-1", sharePct: null });
    expect(item.text).toContain(`: ${text}`);
  });

  it("name what the whole field counts as where that is not its largest group", () => {
    const soil = withShare("A", 40);
    soil.summary.byGroup["A/D"] = { areaSqm: 1, percentage: 60 };
    expect(creditOf(27, { soil }).text).toContain(
      ": no points (dominant hydrologic soil group A, on 40 % of the field, and by all its groups the field counts as D; " +
        "3 points on group A).",
    );
  });

  it("are unresolved where ground without survey data could make the group a wetter one", () => {
    const soil = withShare("B", 50);
    soil.summary.byGroup.no_data = { areaSqm: 1, percentage: 50 };
    for (const id of [27, 28]) {
      const item = creditOf(id, { soil });
      expect(item.result).toBe("unresolved");
      expect(item.text).toContain(
        "no points (dominant hydrologic soil group B, on 50 % of the field, and ground without survey data could make it a wetter one; ",
      );
    }
  });

  it("are unresolved where the ground has no dominant group", () => {
    for (const id of [27, 28]) {
      const item = creditOf(id, { soil: soilOf(null) });
      expect(item.result).toBe("unresolved");
      expect(item.text).toContain("no points (no dominant hydrologic soil group; ");
    }
  });

  it("and slope's are unresolved without a soil result, and the tracking credit is not", () => {
    for (const id of [17, 27, 28]) {
      expect(creditOf(id, { soil: NO_SOIL })).toMatchObject({ result: "unresolved", dataSet: null });
      expect(creditOf(id, { soil: NO_SOIL }).text).toContain("no points (no soil data; ");
    }
    expect(creditOf(24, { soil: NO_SOIL }).result).toBe("applied");
  });

  it("say so where they are given and a label lets them earn nothing", () => {
    expect(creditOf(28, {}, BANS_SAND).text).toContain(
      "credited on group B or A/B); it earns nothing here: PRODUCT_RESTRICTED.",
    );
    expect(creditOf(28).text).not.toContain("earns nothing");
  });
});

it("a credit on unverified evidence is unresolved, and one that the menu does not hold has no item", () => {
  const { epa_runoff: menu } = rulebook.menus;
  const withSlope = (change: { evidence: "unverified" } | null): Rulebook => ({
    ...rulebook,
    menus: {
      ...rulebook.menus,
      epa_runoff: {
        ...menu,
        categories: menu.categories.map((category) => ({
          ...category,
          options: category.options.map((option) => ({
            ...option,
            subOptions: option.subOptions.flatMap((each) => {
              if (each.id !== 17) return [each];
              return change === null ? [] : [{ ...each, ...change }];
            }),
          })),
        })),
      },
    },
  });
  expect(creditOf(17, { rulebook: withSlope({ evidence: "unverified" }) }).result).toBe("unresolved");
  const ids = creditsOf({ rulebook: withSlope(null) }).map(({ ruleId }) => ruleId);
  expect(ids).not.toContain("auto_credit:17");
});
