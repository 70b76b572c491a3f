import { describe, expect, it, test } from "vitest";
import type { ApplicationMethod } from "@/lib/domain/application";
import type { CatalogueProduct } from "@/lib/domain/product";
import { applicationFacts } from "@/lib/engine/runoff/contradictions";
import { scoreRunoff } from "@/lib/engine/runoff/score";
import { productOf, ratedOf, rulebook, select } from "../facts";
import { factsFor } from "./menus";

const menu = rulebook.menus.epa_runoff;

/** Liberty ULTRA with a yearly maximum of 100 fl oz an acre. */
const LIMITED: CatalogueProduct = (() => {
  const liberty = productOf("7969-500");
  if (liberty.rules === null) throw new Error("the label has rules");
  const limit = { kind: "annual_rate", atMost: 100, unit: "fl_oz_per_acre" } as const;
  const condition = {
    id: "annual",
    text: "At most 100 fl oz a year.",
    evidence: "primary",
    cite: ["TEST"],
    ...limit,
  } as const;
  return { ...liberty, rules: { ...liberty.rules, conditions: [{ ...condition, cite: ["TEST"] }] } };
})();

const scored = (codes: string[], method: ApplicationMethod, rate: number) => {
  const application = applicationFacts(method, [ratedOf(LIMITED, { rate })]);
  const selections = codes.map((code) => select(menu, code));
  return scoreRunoff(menu, factsFor(menu, { selections, application }));
};
const reasonOf = (code: string, method: ApplicationMethod = "Broadcast-Ground", rate = 20) =>
  scored([code], method, rate).selected.map(({ reason }) => reason)[0];

describe("a measure that the application itself contradicts earns nothing", () => {
  test.each([
    ["annual_rate_60_pct_lower_or_more", 50, "NOT_DERIVED"],
    ["annual_rate_60_pct_lower_or_more", 40, null],
    ["annual_rate_30_to_60_pct_lower", 71, "NOT_DERIVED"],
    ["annual_rate_30_to_60_pct_lower", 50, null],
    ["annual_rate_10_to_30_pct_lower", 95, "NOT_DERIVED"],
    ["annual_rate_10_to_30_pct_lower", 50, null],
  ])("%s with %d of 100 fl oz in one pass", (code, rate, reason) => {
    expect(reasonOf(code, "Broadcast-Ground", rate)).toBe(reason);
  });

  test.each<[ApplicationMethod, string | null]>([
    ["Broadcast-Ground", "NOT_DERIVED"],
    ["Broadcast-Air", "NOT_DERIVED"],
    ["Banded-Ground", null],
    ["Spot-Ground", null],
  ])("60 %% untreated by %s", (method, reason) => {
    expect(reasonOf("untreated_60_pct_or_more", method)).toBe(reason);
  });

  it("says nothing where the label states no yearly maximum", () => {
    expect(applicationFacts("Broadcast-Ground", [ratedOf(productOf("99001-1"))]).annualShare).toBeNull();
  });
});

describe("no-till beside tillage", () => {
  it("earns nothing, and the measure with tillage counts", () => {
    const found = scored(["no_till", "cover_crop_with_tillage"], "Broadcast-Ground", 20);
    expect(found.selected.map(({ code, reason }) => [code, reason])).toEqual([
      ["no_till", "NOT_DERIVED"],
      ["cover_crop_with_tillage", null],
    ]);
    expect(found.earnedPoints).toBe(1);
  });

  it("earns its points beside a cover crop without tillage", () => {
    expect(scored(["no_till", "cover_crop_no_till_long_term"], "Broadcast-Ground", 20).earnedPoints).toBe(6);
  });
});
