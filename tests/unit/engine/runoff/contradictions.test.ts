import { describe, expect, it, test } from "vitest";
import type { ApplicationMethod, SubmittedProduct } from "@/lib/domain/application";
import type { CatalogueProduct } from "@/lib/domain/product";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { applicationFacts } from "@/lib/engine/runoff/contradictions";
import { scoreRunoff } from "@/lib/engine/runoff/score";
import { productOf, ratedOf, rulebook, select, submittedOf } from "../facts";
import { siblingOf } from "../sibling";
import { factsFor } from "./menus";

const menu = rulebook.menus.epa_runoff;

const ON = { method: "Broadcast-Ground", gpa: 15, applicationDate: "2026-06-01" } as const;

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

interface Used {
  rate: number;
  rateUsedThisYear?: number;
}
const scored = (codes: string[], method: ApplicationMethod, { rate, rateUsedThisYear }: Used) => {
  const application = applicationFacts({ ...ON, method }, [ratedOf(LIMITED, { rate, rateUsedThisYear })], []);
  const selections = codes.map((code) => select(menu, code));
  return scoreRunoff(menu, factsFor(menu, { selections, application }));
};
const reasonOf = (code: string, method: ApplicationMethod = "Broadcast-Ground", used: Used = { rate: 20 }) =>
  scored([code], method, used).selected.map(({ reason }) => reason)[0];

describe("a measure that the application itself contradicts earns nothing", () => {
  test.each([
    ["annual_rate_60_pct_lower_or_more", 50, "NOT_DERIVED"],
    ["annual_rate_60_pct_lower_or_more", 40, null],
    ["annual_rate_30_to_60_pct_lower", 71, "NOT_DERIVED"],
    ["annual_rate_30_to_60_pct_lower", 50, null],
    ["annual_rate_10_to_30_pct_lower", 95, "NOT_DERIVED"],
    ["annual_rate_10_to_30_pct_lower", 50, null],
  ])("%s with %d of 100 fl oz in one pass", (code, rate, reason) => {
    expect(reasonOf(code, "Broadcast-Ground", { rate })).toBe(reason);
  });

  test.each([
    ["annual_rate_60_pct_lower_or_more", 20, "NOT_DERIVED"],
    ["annual_rate_60_pct_lower_or_more", 19, null],
    ["annual_rate_30_to_60_pct_lower", 50, "NOT_DERIVED"],
    ["annual_rate_10_to_30_pct_lower", 80, "NOT_DERIVED"],
    ["annual_rate_10_to_30_pct_lower", 0, null],
  ])("%s with 21 fl oz now and %d of 100 used before", (code, rateUsedThisYear, reason) => {
    expect(reasonOf(code, "Broadcast-Ground", { rate: 21, rateUsedThisYear })).toBe(reason);
  });

  test.each([
    ["trait_one_application", 0, 4],
    ["trait_one_application", null, 4],
    ["trait_one_application", 1, 0],
    ["trait_two_applications", 1, 2],
    ["trait_two_applications", 2, 0],
  ])("%s of an Enlist product that the year has had %s times", (code, applicationsThisYear, points) => {
    const traits = rulebook.menus.trait_runoff;
    const mix = [
      ratedOf(productOf("62719-695"), { applicationsThisYear }),
      // Of a product that is in no program it says nothing.
      ratedOf(productOf("7969-500"), { applicationsThisYear: 9 }),
    ];
    const application = applicationFacts(ON, mix, []);
    const found = scoreRunoff(traits, factsFor(traits, { selections: [select(traits, code)], application }));
    expect(found.earnedPoints).toBe(points);
  });

  const ENLIST = submittedOf("62719-695");
  const [DISTRIBUTED, OTHER] = [submittedOf("062719-00695-5905"), submittedOf("7969-500")];
  test.each([
    ["one other with it", [[OTHER, ENLIST]], null, 2],
    ["two others with it", [[ENLIST], [ENLIST, ENLIST]], null, 3],
    ["one under a distributor's number", [[DISTRIBUTED]], null, 2],
    ["one with Enlist Duo", [[submittedOf("62719-649")]], null, 2],
    ["one with Enlist Duo, of which the request says nothing", [[submittedOf("62719-649")]], 1, 3],
    ["one with both, as the request says", [[ENLIST, submittedOf("62719-649")]], 1, 2],
    ["others without it", [[OTHER], [{ ...ENLIST, epaNumber: null }]], null, null],
    ["others, and the request says how many there were", [[ENLIST], [ENLIST]], 0, 1],
  ])("counts saved applications of the year: %s", (_, mixes, applicationsThisYear, times) => {
    const mix = [ratedOf(productOf("62719-695"), { applicationsThisYear })];
    const siblings = mixes.map((products) => siblingOf(products));
    expect(applicationFacts(ON, mix, siblings).traitApplications).toBe(times);
  });

  it("goes by the product of the mix that the year has had most often", () => {
    const mixOf = (one: number, duo: number) => [
      ratedOf(productOf("62719-695"), { applicationsThisYear: one }),
      { ...ratedOf(productOf("62719-649"), { applicationsThisYear: duo }), productIndex: 1 },
    ];
    expect(applicationFacts(ON, mixOf(1, 0), []).traitApplications).toBe(2);
    expect(applicationFacts(ON, mixOf(0, 1), []).traitApplications).toBe(2);
  });

  it("counts those of later days beside what the request says of earlier ones", () => {
    const mix = [ratedOf(productOf("62719-695"), { applicationsThisYear: 1 })];
    const siblings = [siblingOf([ENLIST], "2026-05-01"), siblingOf([ENLIST], "2026-06-02")];
    expect(applicationFacts(ON, mix, siblings).traitApplications).toBe(3);
  });

  test.each<[string, Partial<SubmittedProduct>, SubmittedProduct[][], number | null]>([
    ["a day of the year on which the field had it", { lastAppliedOn: "2026-05-02" }, [], 2],
    ["a day of the year, though it counts none", { lastAppliedOn: "2026-05-02", applicationsThisYear: 0 }, [], 2],
    ["a day of the year before", { lastAppliedOn: "2025-12-30" }, [], null],
    ["an amount of the year", { rateUsedThisYear: 32 }, [], 2],
    ["no amount of the year", { rateUsedThisYear: 0 }, [], null],
    ["a day that a saved one is of", { lastAppliedOn: "2026-05-02" }, [[ENLIST]], 2],
  ])("counts one at least where the request tells of %s", (_, members, mixes, times) => {
    const mix = [ratedOf(productOf("62719-695"), members)];
    const siblings = mixes.map((products) => siblingOf(products, "2026-05-02"));
    expect(applicationFacts(ON, mix, siblings).traitApplications).toBe(times);
  });

  test.each([
    ["an earlier one", "2026-05-01", 1, 3],
    ["a later one, which counts this one too", "2026-07-01", 1, 2],
    ["a later one that knows of two", "2026-07-01", 2, 3],
  ])("counts what %s says of the year before it", (_, day, applicationsThisYear, times) => {
    const siblings = [siblingOf([{ ...ENLIST, applicationsThisYear }], day)];
    expect(applicationFacts(ON, [ratedOf(productOf("62719-695"))], siblings).traitApplications).toBe(times);
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
    expect(applicationFacts({ ...ON, gpa: null }, [ratedOf(productOf("99001-1"))], []).annualShare).toBeNull();
  });
});

describe("a yearly maximum of an ingredient in all products together", () => {
  /** Half a pound of dicamba is 22 fl oz of Stryax, or 12.8 of Engenia; a pound is the year's. */
  const [STRYAX, ENGENIA] = [productOf("264-1241"), productOf("7969-507")];
  const LOWER = [60, 30, 10] as const;
  const CODES = {
    60: "annual_rate_60_pct_lower_or_more",
    30: "annual_rate_30_to_60_pct_lower",
    10: "annual_rate_10_to_30_pct_lower",
  };
  const counted = (rated: RatedProduct[]): number[] => {
    const application = applicationFacts(ON, rated, []);
    return LOWER.filter((share) => {
      const selections = [select(menu, CODES[share])];
      return scoreRunoff(menu, factsFor(menu, { selections, application })).earnedPoints > 0;
    });
  };

  test.each([
    ["Stryax alone", [ratedOf(STRYAX, { rate: 11 })], [60, 30, 10]],
    ["Stryax at 40 % to the digit", [ratedOf(STRYAX, { rate: 17.6 })], [60, 30, 10]],
    ["Stryax at 70 % to the digit", [ratedOf(STRYAX, { rate: 22, rateUsedThisYear: 8.8 })], [30, 10]],
    ["Stryax at a trace more", [ratedOf(STRYAX, { rate: 22, rateUsedThisYear: 8.81 })], [10]],
    ["Stryax at 90 % to the digit", [ratedOf(STRYAX, { rate: 22, rateUsedThisYear: 17.6 })], [10]],
    ["Stryax beside Engenia", [ratedOf(STRYAX, { rate: 11 }), ratedOf(ENGENIA, { rate: 6.4 })], [30, 10]],
    ["Engenia a second time", [ratedOf(ENGENIA, { rate: 12.8, rateUsedThisYear: 6.4 })], [10]],
    ["Engenia at its yearly maximum", [ratedOf(ENGENIA, { rate: 12.8, rateUsedThisYear: 12.8 })], []],
  ])("%s", (_, products, shares) => {
    expect(counted(products.map((product, productIndex) => ({ ...product, productIndex })))).toEqual(shares);
  });

  it("is not known beside a product with an unread strength of it, or with an ingredient that has no name", () => {
    const unnamed = { ...productOf("7969-500"), ingredients: [] };
    for (const beside of [productOf("100-1623"), unnamed]) {
      const products = [ratedOf(STRYAX, { rate: 11 }), { ...ratedOf(beside, { rate: 5 }), productIndex: 1 }];
      expect(counted(products)).toEqual([]);
    }
  });

  it("counts a product once that is listed twice, with what the year had of it at either", () => {
    const distributed = { ...ENGENIA, registration: "7969-507-5905" };
    const whole = { rate: 6.4, rateUsedThisYear: 12.8 };
    const twice = [ratedOf(ENGENIA, whole), ratedOf(distributed, { rate: 6.4 })];
    const application = applicationFacts(ON, twice, []);
    expect(application.annualShare).toBeCloseTo(0.75, 2);
  });
});

describe("no-till beside tillage", () => {
  it("earns nothing, and the measure with tillage counts", () => {
    const found = scored(["no_till", "cover_crop_with_tillage"], "Broadcast-Ground", { rate: 20 });
    expect(found.selected.map(({ code, reason }) => [code, reason])).toEqual([
      ["no_till", "NOT_DERIVED"],
      ["cover_crop_with_tillage", null],
    ]);
    expect(found.earnedPoints).toBe(1);
  });

  it.each(["no_till", "cover_crop_no_till_long_term"])("%s earns nothing beside reservoir tillage", (code) => {
    const found = scored([code, "reservoir_tillage_in_use"], "Broadcast-Ground", { rate: 20 });
    expect(found.selected.map(({ code: each, reason }) => [each, reason])).toEqual([
      [code, "NOT_DERIVED"],
      ["reservoir_tillage_in_use", null],
    ]);
    expect(found.earnedPoints).toBe(3);
  });

  it("reservoir tillage counts beside reduced tillage", () => {
    const found = scored(["reduced_tillage", "reservoir_tillage_in_use"], "Broadcast-Ground", { rate: 20 });
    expect(found.earnedPoints).toBe(5);
  });

  it("earns its points beside a cover crop without tillage", () => {
    expect(scored(["no_till", "cover_crop_no_till_long_term"], "Broadcast-Ground", { rate: 20 }).earnedPoints).toBe(6);
  });
});
