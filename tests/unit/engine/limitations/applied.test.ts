import { describe, expect, it, test } from "vitest";
import type { MethodClass } from "@/lib/domain/application";
import type { LimitationRule } from "@/lib/domain/product";
import type { Limitation } from "@/lib/domain/pula";
import { appliedPulas, boundLimitations } from "@/lib/engine/limitations/applied";
import { rateProduct, type RatedProduct } from "@/lib/engine/rated-product";
import { catalogue, limitationOf, productOf, pulaOf, ratedOf, submittedOf } from "../facts";

const stryax = ratedOf(productOf("264-1241"));
const enlist = ratedOf(productOf("62719-695"));
const unknownOf = (number: string): RatedProduct =>
  rateProduct(submittedOf(number), { productIndex: 0, record: null, kind: "unknown", esaRequired: null }, null);

const bind = (
  rated: RatedProduct,
  limitation: Partial<Limitation>,
  { ofClass = "ground", rules = catalogue.limitationRules }: { ofClass?: MethodClass; rules?: LimitationRule[] } = {},
) => boundLimitations(rated, [limitationOf(limitation)], { ofClass, rules });
const byIngredient = (activeIngredient: string): Partial<Limitation> => ({ registration: null, activeIngredient });

describe("a limitation binds a product", () => {
  it("that it names by registration number", () => {
    expect(bind(stryax, {})).toHaveLength(1);
    expect(bind(enlist, {})).toEqual([]);
  });

  it("of a distributor, by the distributor's number and by the registrant's", () => {
    const distributed = ratedOf(productOf("264-1241"), { epaNumber: "00264-1241-55" });
    expect(bind(distributed, { registration: "264-1241" })).toHaveLength(1);
    expect(bind(distributed, { registration: "264-1241-55" })).toHaveLength(1);
    expect(bind(distributed, { registration: "264-1241-56" })).toEqual([]);
    expect(bind(stryax, { registration: "264-1241-55" })).toEqual([]);
  });

  it("under the number of today and under those given up in transfers, whichever the jug carries", () => {
    const lannate = productOf("61842-55");
    const jugs = ["61842-55", "352-384", "00352-00384", "61842-55-70506"].map((epaNumber) =>
      ratedOf(lannate, { epaNumber }),
    );
    for (const jug of jugs) {
      expect(bind(jug, { registration: "61842-55" })).toHaveLength(1);
      expect(bind(jug, { registration: "352-384" })).toHaveLength(1);
      expect(bind(jug, { registration: "352-385" })).toEqual([]);
    }
  });

  it("that the catalogue does not know, by its number alone", () => {
    expect(bind(unknownOf("264-1241"), {})).toHaveLength(1);
    expect(bind(unknownOf("1-1"), byIngredient("dicamba"))).toEqual([]);
  });

  test.each([
    ["dicamba", true],
    ["Dicamba, diglycolamine salt", true],
    ["glyphosate", false],
  ])("by an active ingredient of it: %s, %s", (ingredient, isBound) => {
    expect(bind(stryax, byIngredient(ingredient))).toHaveLength(isBound ? 1 : 0);
  });

  it("with 2,4-D by 2,4-D and never by 2,4-DB", () => {
    expect(bind(enlist, byIngredient("2,4-D"))).toHaveLength(1);
    expect(bind(enlist, byIngredient("2,4-DB"))).toEqual([]);
  });

  it("not by its ingredient where the row names another product", () => {
    expect(bind(stryax, { registration: "7969-507", activeIngredient: "dicamba" })).toEqual([]);
  });

  it("not where the row names neither product nor ingredient", () => {
    expect(bind(stryax, { registration: null, activeIngredient: null })).toEqual([]);
  });

  test.each([
    { methodClasses: [], ofClass: "aerial", isBound: true },
    { methodClasses: ["ground"], ofClass: "ground", isBound: true },
    { methodClasses: ["ground"], ofClass: "aerial", isBound: false },
    { methodClasses: ["aerial", "airblast"], ofClass: "airblast", isBound: true },
  ] as { methodClasses: MethodClass[]; ofClass: MethodClass; isBound: boolean }[])(
    "of classes $methodClasses for a method of class $ofClass: $isBound",
    ({ methodClasses, ofClass, isBound }) => {
      expect(bind(stryax, { methodClasses }, { ofClass })).toHaveLength(isBound ? 1 : 0);
    },
  );

  it("whatever crop uses it names: uses are shown and never let a product off", () => {
    expect(bind(stryax, { uses: ["Cherries"] })).toHaveLength(1);
  });
});

describe("the rule of a limitation", () => {
  it("is found by code and ingredient, for every product of it", () => {
    expect(bind(stryax, {})[0]?.rule?.ruleId).toBe("dc125-dicamba");
    const engenia = ratedOf(productOf("7969-507"));
    expect(bind(engenia, { registration: "7969-507" })[0]?.rule?.ruleId).toBe("dc125-dicamba");
  });

  it("is none for another code, and none for a product of another ingredient", () => {
    expect(bind(stryax, { code: "DC126" })[0]?.rule).toBeNull();
    expect(bind(enlist, { registration: "62719-695" })[0]?.rule).toBeNull();
  });

  it("is found by ingredient where it is keyed by one", () => {
    const [known] = catalogue.limitationRules;
    if (known === undefined) throw new Error("no limitation rule in the catalogue");
    const rules = [{ ...known, code: "DC125", registration: null, activeIngredient: "2,4-d" }];
    expect(bind(enlist, byIngredient("2,4-D"), { rules })[0]?.rule).not.toBeNull();
    expect(bind(stryax, {}, { rules })[0]?.rule).toBeNull();
  });
});

describe("of several rules for a code", () => {
  const { textHash } = limitationOf();
  const made = (ruleId: string, members: Partial<LimitationRule> = {}): LimitationRule => ({
    ...{ ruleId, code: "DC125", registration: "264-1241", activeIngredient: null },
    ...{ runoff: [], drift: null, mitigationOptions: [], citations: {} },
    ...members,
  });
  const ofIngredient = { registration: null, activeIngredient: "dicamba" };
  const chosen = (...rules: LimitationRule[]) =>
    bind(stryax, {}, { rules }).map(({ rule, isScored, missing }) => [rule?.ruleId ?? null, isScored, missing])[0];

  it("the one that was made from the very text scores it whole, in whatever order they come", () => {
    const [exact, loose] = [made("exact", { textHash }), made("loose")];
    expect(chosen(exact, loose)).toEqual(["exact", true, null]);
    expect(chosen(loose, exact)).toEqual(["exact", true, null]);
  });

  it("one without a text leaves the limitation to be read, and one of another text says nothing of it", () => {
    expect(chosen(made("loose"))).toEqual(["loose", false, null]);
    expect(chosen(made("other", { textHash: "0".repeat(64) }))).toEqual([null, false, null]);
    expect(chosen(made("other", { textHash: "0".repeat(64) }), made("loose"))).toEqual(["loose", false, null]);
  });

  it("one for the product stands before one for its ingredient, but not before one of the very text", () => {
    const [one, other] = [made("product", { textHash }), made("ingredient", { ...ofIngredient, textHash })];
    expect(chosen(one, other)).toEqual(["product", true, null]);
    expect(chosen(other, one)).toEqual(["product", true, null]);
    expect(chosen(made("loose"), other)).toEqual(["ingredient", true, null]);
    expect(chosen(made("loose ingredient", ofIngredient), made("loose"))).toEqual(["loose", false, null]);
  });

  it.each([undefined, textHash])("one that misses something scores nothing, and says what is missing: %#", (hash) => {
    const incomplete = made("incomplete", { missing: "The text could not be had.", textHash: hash });
    expect(chosen(incomplete)).toEqual([null, false, "The text could not be had."]);
    expect(chosen(made("of another code", { code: "DC126" }), incomplete)).toEqual([
      ...[null, false, "The text could not be had."],
    ]);
    expect(chosen(incomplete, made("exact", { textHash }))).toEqual(["exact", true, null]);
  });
});

describe("the PULAs listed under a product", () => {
  const pulas = [pulaOf(121, ["DC125", "XX9"]), pulaOf(122, ["DC125"])];
  const bound = (limitations: Limitation[]) =>
    boundLimitations(stryax, limitations, { ofClass: "ground", rules: catalogue.limitationRules });

  it("are those with a limitation that binds it, and no others", () => {
    expect(appliedPulas(pulas, bound([limitationOf()])).map(({ pulaId }) => pulaId)).toEqual([121]);
    expect(appliedPulas(pulas, [])).toEqual([]);
  });

  it("stand once each, with each limitation once and the codes that limit the product there", () => {
    const rows = [
      limitationOf({ limitationId: 2, code: "ZZ1" }),
      limitationOf({ limitationId: 1 }),
      limitationOf({ limitationId: 1, uses: ["Cotton"] }),
    ];
    const [only, ...others] = appliedPulas(pulas, bound(rows));
    expect(others).toEqual([]);
    expect(only?.codes).toEqual(["DC125", "ZZ1"]);
    expect(only?.limitations.map(({ limitationId }) => limitationId)).toEqual([2, 1]);
  });

  it("have every text of a number: an earlier one that ends this month and the one that follows it", () => {
    const texts = ["Do not apply.", "Apply by day alone."];
    const rows = texts.map((text) => limitationOf({ limitationId: 1, text }));
    for (const given of [rows, rows.toReversed()]) {
      const [only] = appliedPulas(pulas, bound(given));
      expect(only?.limitations.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
    }
  });

  it("tell what a rule scores; without a rule no mitigation option is named", () => {
    const [scored, unscored] =
      appliedPulas(pulas, bound([limitationOf(), limitationOf({ limitationId: 2, code: "ZZ1" })]))[0]?.limitations ??
      [];
    expect(scored?.mitigationOptions).toEqual(["epa_runoff"]);
    expect(unscored?.mitigationOptions).toEqual([]);
  });
});
