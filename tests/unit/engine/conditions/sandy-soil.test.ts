import { describe, expect, it } from "vitest";
import type { Cited } from "@/lib/domain/citation";
import type { CatalogueProduct, LabelRules } from "@/lib/domain/product";
import { assess } from "@/lib/engine/assess";
import type { AssessmentFacts } from "@/lib/engine/facts";
import { factsOf, productOf, resolvedOf, soilOf, soilSummary, submittedOf } from "../facts";

const STRYAX = submittedOf("264-1241", { productName: "Stryax" });
const RULE = "product:264-1241:condition:sandy-soil";

/** Stryax with more of its label read. */
function stryaxWith(more: Partial<LabelRules>): { products: ReturnType<typeof resolvedOf>[] } {
  const found = resolvedOf(STRYAX, 0);
  const label: CatalogueProduct = productOf("264-1241");
  if (label.rules === null) throw new Error("the label has rules");
  return { products: [{ ...found, record: { ...label, rules: { ...label.rules, ...more } } }] };
}

const linesOf = (mix: Parameters<typeof factsOf>[0], more: Partial<AssessmentFacts> = {}): string[] =>
  assess({ ...factsOf(mix), ...more })
    .assessment.unjudged.map(({ ruleId }) => ruleId)
    .filter((ruleId) => ruleId.endsWith(":sandy-soil"));

const CITED: Cited = { evidence: "primary", cite: [] };

describe("points for sandy soil", () => {
  it.each(["A", "B"] as const)("of group %s list a label that no one has read for a ban on such soil", (group) => {
    expect(linesOf([STRYAX], { soil: soilOf(group) })).toEqual([RULE]);
  });

  it("list nothing where the field earns none", () => {
    expect(linesOf([STRYAX], { soil: soilOf("C") })).toEqual([]);
    const summary = soilSummary("B", 8, "Test loam, 0 to 2 percent slopes");
    expect(linesOf([STRYAX], { soil: { status: "fetched", summary, version: "soil-1" } })).toEqual([]);
  });

  it("list no label that asks for no points of EPA's menu, and none without ESA directions", () => {
    expect(linesOf([submittedOf("62719-695"), submittedOf("99001-1")], { soil: soilOf("B") })).toEqual([]);
  });

  it("list no label that was read for it", () => {
    const sandy = { system: "epa_runoff", code: "sandy_soils", ...CITED } as const;
    const said = { id: "sandy-soil", kind: "unjudged", text: "Not on sand.", ...CITED } as const;
    const { conditions = [] } = productOf("264-1241").rules ?? {};
    const soil = soilOf("B");
    expect(linesOf([STRYAX], { soil, ...stryaxWith({ isReadToEnd: true }) })).toEqual([]);
    expect(linesOf([STRYAX], { soil, ...stryaxWith({ disallowedMeasures: [sandy] }) })).toEqual([]);
    // What the label itself says stands there alone.
    expect(linesOf([STRYAX], { soil, ...stryaxWith({ conditions: [...conditions, said] }) })).toEqual([RULE]);
  });
});
