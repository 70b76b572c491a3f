import { describe, expect, it, test } from "vitest";
import { assessWithoutEsa } from "@/lib/engine/no-esa";
import { NOW, resolvedOf, rulebook, submittedOf } from "./facts";

const answer = (...numbers: (string | null)[]) => {
  const submitted = numbers.map((number) => submittedOf(number));
  return assessWithoutEsa({
    now: NOW,
    submitted,
    products: submitted.map(resolvedOf),
    rulebook,
    catalogueVersion: "catalogue-1",
  });
};

describe("a mix without ESA language", () => {
  const found = answer("99001-1", null, "99001-4");

  it("has nothing that applies and is complete", () => {
    expect(found).toMatchObject({
      status: "not_applicable",
      processingComplete: true,
      issues: [],
      runoff: [],
      gapAdvice: [],
      drift: { status: "not_applicable", configuration: null, reductions: [], issues: [] },
      soil: { status: "not_applicable", summary: null },
      nearbyPulas: [],
      explanation: [],
      calculatedAt: NOW,
    });
  });

  it("lists its products in order of the request, with the status the catalogue knows", () => {
    expect(
      found.products.map(({ epaNumber, productStatus, esaRequired }) => [epaNumber, productStatus, esaRequired]),
    ).toEqual([
      ["99001-1", "Active", false],
      [null, null, false],
      ["99001-4", "Inactive", false],
    ]);
  });

  it("counts products and nothing else", () => {
    expect(found.summary).toEqual({
      totalPulas: 0,
      totalLimitations: 0,
      productsChecked: 3,
      productsWithLimitations: 0,
    });
  });

  it("names the catalogue and the menu that said so", () => {
    expect(found.dataVersions).toMatchObject({ catalogue: "catalogue-1", mitigationMenu: "2025-04-30", pula: null });
  });
});

describe("a mix with a product that is not known to be free of it", () => {
  test.each([
    ["with ESA language", "264-1241"],
    ["of unknown ESA status", "99001-3"],
    ["that is unknown", "1-1"],
  ])("is refused: a product %s", (_, number) => {
    expect(() => answer("99001-1", number)).toThrow(RangeError);
  });

  it("is refused wherever the product stands", () => {
    expect(() => answer("264-1241", "99001-1")).toThrow(RangeError);
  });
});
