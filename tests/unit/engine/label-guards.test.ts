import { describe, expect, it } from "vitest";
import type { ApplicationInput, SubmittedProduct } from "@/lib/domain/application";
import { assess } from "@/lib/engine/assess";
import { rateMix } from "@/lib/engine/rated-product";
import { UNNAMED_INGREDIENT } from "@/lib/domain/ingredients";
import { areasOf, factsOf, pulaOf, resolvedOf, submittedOf } from "./facts";

const stryax = (members: Partial<SubmittedProduct> = {}) =>
  submittedOf("264-1241", { productName: "Stryax", rate: 22, ...members });
const ADJUVANTS = [
  submittedOf(null, { productName: "Oil emulsion DRA", rate: 0.3, rateUnit: "% v/v" }),
  submittedOf(null, { productName: "VRA", rate: 40 }),
];

const blockersOf = (products: readonly SubmittedProduct[], application: Partial<ApplicationInput> = {}): string[] =>
  assess(factsOf([...products, ...ADJUVANTS], { application }))
    .assessment.issues.map(({ code }) => code)
    .filter(
      (code) => !["DRIFT_CONDITIONS_UNVERIFIED", "BULLETIN_EXPIRES", "LABEL_CONDITIONS_NOT_CHECKED"].includes(code),
    );

/** The label's fluid ounces and its pounds of dicamba, in each of two entries. */
const OVER_BOTH_LIMITS = Array<string>(4).fill("LABEL_LIMIT_EXCEEDED");

describe("a product that is listed more than once", () => {
  it.each([
    ["that keep the limit together", [{ rate: 11 }, { rate: 11 }], []],
    ["that exceed it only together", [{ rate: 22 }, { rate: 22 }], OVER_BOTH_LIMITS],
    ["that exceed it by little, in two units", [{ rate: 11 }, { rate: 0.7, rateUnit: "pt/ac" }], OVER_BOTH_LIMITS],
    ["that cannot be added up", [{ rate: 11 }, { rate: 1, rateUnit: "lb/ac" }], ["UNRESOLVED_RATE", "UNRESOLVED_RATE"]],
    [
      "one of which cannot be read",
      [{ rate: 11 }, { rate: 1, rateUnit: "bananas" }],
      ["UNRESOLVED_RATE", "UNRESOLVED_RATE"],
    ],
  ] as const)("is judged by its rates %s, in each entry", (_, entries, codes) => {
    expect(blockersOf(entries.map((members) => stryax(members)))).toEqual(codes);
  });

  it("has in each entry the rate that all come to", () => {
    const mix = [stryax({ rate: 10 }), stryax({ rate: 5 }), submittedOf("62719-695", { rate: 32 })];
    const rates = rateMix(mix, mix.map(resolvedOf), 15).map(({ rate }) => rate.normalized?.value);
    expect(rates).toEqual([15, 15, 32]);
  });
});

describe("a rate or a volume that cannot be compared with the label's limit", () => {
  it.each([
    ["a liquid by weight", { rate: 100, rateUnit: "lb/ac" }, {}],
    ["a liquid in dry ounces", { rate: 30, rateUnit: "oz/ac", rateUnitState: "dry" }, {}],
    ["no spray volume", {}, { gpa: null }],
  ] as const)("blocks a pass: %s", (_, members, application) => {
    const { assessment } = assess(factsOf([stryax(members), ...ADJUVANTS], { application }));
    expect(assessment.issues.map(({ code }) => code)).toContain("UNRESOLVED_RATE");
    expect([assessment.status, assessment.processingComplete]).toEqual(["indeterminate", false]);
  });
});

describe("a method that the label excludes though it permits its class", () => {
  it("is not permitted", () => {
    expect(blockersOf([stryax()], { method: "Broadcast-Ground" })).toEqual([]);
    expect(blockersOf([stryax()], { method: "Chemigation" })).toContain("METHOD_NOT_PERMITTED");
    expect(
      assess(factsOf([stryax(), ...ADJUVANTS], { application: { method: "Chemigation" } })).assessment.status,
    ).toBe("not_met");
  });
});

describe("a label with a last day", () => {
  it.each([
    ["2028-02-06", []],
    ["2028-02-07", ["ESA_STATUS_UNKNOWN", "RUNOFF_REQUIREMENT_UNRESOLVED", "DRIFT_REQUIREMENT_UNRESOLVED"]],
    ["2100-03-01", ["ESA_STATUS_UNKNOWN", "RUNOFF_REQUIREMENT_UNRESOLVED", "DRIFT_REQUIREMENT_UNRESOLVED"]],
  ])("on %s: %s", (applicationDate, codes) => {
    expect(blockersOf([stryax()], { applicationDate })).toEqual(codes);
  });

  it("is after it a label that no one has read: neither points nor buffer are known", () => {
    const after = { application: { applicationDate: "2028-03-01" } };
    const { assessment, driftRules } = assess(factsOf([stryax(), ...ADJUVANTS], after));
    expect(assessment.runoff).toMatchObject([{ requiredPoints: null, status: "indeterminate" }]);
    expect(assessment.drift).toMatchObject({ status: "indeterminate", configuration: null });
    expect(driftRules.sources).toEqual([]);
  });

  it("asks nothing about it after that day: no answer could count", () => {
    const { assessment } = assess(
      factsOf([stryax(), ...ADJUVANTS], {
        products: [{ ...resolvedOf(stryax(), 0), esaRequired: null }],
        application: { applicationDate: "2028-02-07" },
      }),
    );
    expect(assessment.questions.map(({ kind }) => kind)).not.toContain("label_has_esa_directions");
  });
});

describe("a label that no one has read, in an area", () => {
  it.each([
    ["is asked about where all ingredients of the product are known", [], true],
    ["is asked nothing where an ingredient has no name: a limitation may name it", [UNNAMED_INGREDIENT], false],
  ] as const)("%s", (_, names, isAsked) => {
    const resolved = resolvedOf(stryax(), 0);
    const [first] = resolved.record?.ingredients ?? [];
    if (resolved.record === null || first === undefined) throw new Error("the product has no ingredient");
    const ingredients = [first, ...names.map((name) => ({ ...first, name }))];
    const record = { ...resolved.record, ingredients, rules: null };
    const { assessment } = assess(
      factsOf([stryax()], {
        products: [{ ...resolved, record, esaRequired: null }],
        areas: areasOf({ pulas: [pulaOf(1, ["T1"])] }),
      }),
    );
    expect(assessment.questions.some(({ kind }) => kind === "label_has_esa_directions")).toBe(isAsked);
  });
});
