import { describe, expect, it } from "vitest";
import type { ApplicationInput, SubmittedProduct } from "@/lib/domain/application";
import { assess } from "@/lib/engine/assess";
import { rateMix } from "@/lib/engine/rated-product";
import { bindingLabel } from "@/lib/domain/label-editions";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { UNNAMED_INGREDIENT } from "@/lib/domain/ingredients";
import { areasOf, catalogue, factsOf, pulaOf, resolvedOf, submittedOf } from "./facts";

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

describe("a day before the first label on file", () => {
  const dicamba = (registration: string, day: string, labelDate: string | null = null) => {
    const submitted = submittedOf(registration, { rate: 12.8, labelDate });
    const found = catalogue.products.find((product) => product.registration === registration);
    if (found === undefined) throw new Error(`no product ${registration}`);
    const { record } = bindingLabel(found, day, labelDate);
    const products = [{ productIndex: 0, record, kind: "catalogue", esaRequired: record.esaLabelLanguage } as const];
    return assess(factsOf([submitted], { products, application: { applicationDate: day } })).assessment.issues.filter(
      ({ code }) => code === "ESA_STATUS_UNKNOWN",
    );
  };

  it.each([
    ["264-1241", "2020-05-20", "2026-02-06"],
    ["7969-507", "2023-05-20", "2026-02-06"],
  ])("says of %s on %s that the label begins on %s", (registration, day, from) => {
    const found = dicamba(registration, day);
    expect(found.map(({ particulars }) => particulars)).toEqual([expect.objectContaining({ labelBeginsOn: from })]);
    const words = found.map((each) => [issueMessage(each, "en"), issueMessage(each, "es")]);
    expect(words).toEqual([
      [
        expect.stringContaining(`the label known here begins on ${from}`),
        expect.stringContaining(`empieza el ${from}`),
      ],
    ]);
  });

  it("says so of the label that is held, and nothing where that is not on file", () => {
    expect(dicamba("264-1241", "2026-02-05", "2026-02-06")).toMatchObject([
      { particulars: { labelBeginsOn: "2026-02-06" } },
    ]);
    const [unknown] = dicamba("264-1241", "2020-05-20", "2019-01-01");
    expect(unknown?.particulars).not.toHaveProperty("labelBeginsOn");
    expect(dicamba("264-1241", "2026-02-06")).toEqual([]);
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
