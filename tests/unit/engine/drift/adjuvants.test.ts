import { issue } from "@/lib/domain/issues";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { describe, expect, it, test } from "vitest";
import type { IssueCode } from "@/lib/domain/issues";
import type { AdjuvantRule, LabelRules } from "@/lib/domain/product";
import { assess } from "@/lib/engine/assess";
import { evaluateAdjuvants } from "@/lib/engine/drift/adjuvants";
import { factsOf, NOW, ratedOf, rulebook, submittedOf } from "../facts";
import { productWith } from "./rules";

const STRYAX = submittedOf("264-1241", { productName: "Stryax" });
const named = (productName: string) => submittedOf(null, { productName });
const DRA = submittedOf(null, { productName: "Oil emulsion DRA", rate: 0.3, rateUnit: "% v/v" });
const VRA = submittedOf(null, { productName: "VRA", rate: 40 });
const AMS = named("Ammonium sulfate");

const intakeOf = (...products: Parameters<typeof factsOf>[0]) => assess(factsOf(products));
const adjuvantCodes = (...products: Parameters<typeof factsOf>[0]): string[] =>
  intakeOf(...products)
    .assessment.issues.map(({ code }) => code)
    .filter((code) => code.startsWith("ADJUVANT_"));

describe("adjuvants at intake", () => {
  it.each([
    { title: "all that Stryax requires", mix: [DRA, VRA], codes: [] },
    { title: "none", mix: [], codes: ["ADJUVANT_REQUIREMENT_UNMET"] },
    { title: "only one of the two", mix: [DRA], codes: ["ADJUVANT_REQUIREMENT_UNMET"] },
    { title: "a forbidden one beside them", mix: [DRA, VRA, AMS], codes: ["ADJUVANT_REQUIREMENT_UNMET"] },
    {
      title: "a drift reducer whose name does not say that it is an oil emulsion",
      mix: [named("Drift retardant"), VRA],
      codes: ["ADJUVANT_REQUIREMENT_UNMET"],
    },
    {
      title: "both, the one at a rate of zero",
      mix: [{ ...DRA, rate: 0 }, VRA],
      codes: ["ADJUVANT_REQUIREMENT_UNMET"],
    },
    { title: "both, the one too thin", mix: [{ ...DRA, rate: 0.29 }, VRA], codes: ["ADJUVANT_REQUIREMENT_UNMET"] },
    { title: "both, the other too little", mix: [DRA, { ...VRA, rate: 39.9 }], codes: ["ADJUVANT_REQUIREMENT_UNMET"] },
    {
      title: "both, the one by volume: 5.76 fl oz in 15 gal",
      mix: [{ ...DRA, rate: 5.76, rateUnit: "fl oz/ac" }, VRA],
      codes: [],
    },
    {
      title: "both, the one in a unit no one knows",
      mix: [{ ...DRA, rateUnit: "bananas" }, VRA],
      codes: ["ADJUVANT_UNRECOGNISED"],
    },
    { title: "both, the other by weight", mix: [DRA, { ...VRA, rateUnit: "lb/ac" }], codes: ["ADJUVANT_UNRECOGNISED"] },
    { title: "a forbidden one at a rate of zero", mix: [DRA, VRA, { ...AMS, rate: 0 }], codes: [] },
    { title: "a brand no one knows", mix: [named("Class Act Ridion")], codes: ["ADJUVANT_UNRECOGNISED"] },
    {
      title: "a brand no one knows beside all that is required: it may hold ammonium sulfate",
      mix: [DRA, VRA, named("Class Act Ridion")],
      codes: ["ADJUVANT_UNRECOGNISED"],
    },
    {
      title: "a water conditioner, whose name leaves ammonium sulfate open",
      mix: [DRA, VRA, named("Water conditioner")],
      codes: ["ADJUVANT_UNRECOGNISED"],
    },
    { title: "one that says it is free of it", mix: [DRA, VRA, named("AMS-free water conditioner")], codes: [] },
    {
      title: "a forbidden one and a brand no one knows, where both are named",
      mix: [AMS, named("Class Act Ridion")],
      codes: ["ADJUVANT_UNRECOGNISED", "ADJUVANT_REQUIREMENT_UNMET"],
    },
  ])("$title: $codes", ({ mix, codes }) => {
    expect(adjuvantCodes(STRYAX, ...mix).toSorted()).toEqual(codes.toSorted());
  });

  it("make the check not met where the mix is known to be wrong, and name product and kind", () => {
    const { assessment } = intakeOf(STRYAX, DRA);
    expect([assessment.status, assessment.drift.status]).toEqual(["not_met", "not_met"]);
    expect(assessment.drift.issues.map((found) => issueMessage(found)).join()).toContain(
      "(Stryax: volatility reducing, at least 40 fl oz per acre",
    );
    expect(assessment.processingComplete).toBe(true);
  });

  it("leave the check indeterminate and incomplete where the mix cannot be recognised", () => {
    const { assessment } = intakeOf(STRYAX, DRA, VRA, named("Class Act Ridion"));
    expect([assessment.status, assessment.drift.status]).toEqual(["indeterminate", "indeterminate"]);
    expect(assessment.processingComplete).toBe(false);
  });

  it("are judged again at every check, without a product that has no ESA language", () => {
    const product = productWith({ adjuvants: [rule("required")] }, { esaLabelLanguage: false });
    const results = evaluateAdjuvants([ratedOf(product)], facts("Broadcast-Ground"));
    expect(results).toEqual({ evaluatedAt: NOW, adjuvants: [], issues: [] });
  });

  it("are listed with what they are, and what takes a share off", () => {
    expect(intakeOf(STRYAX, DRA, named("Class Act Ridion")).adjuvantResults).toEqual({
      evaluatedAt: NOW,
      adjuvants: [
        {
          productIndex: 1,
          productName: "Oil emulsion DRA",
          kind: "oil_emulsion_drift_reducing",
          recognised: true,
          reductionPercent: 30,
        },
        {
          productIndex: 2,
          productName: "Class Act Ridion",
          kind: null,
          recognised: false,
          reductionPercent: null,
        },
      ],
      issues: [
        issue("ADJUVANT_UNRECOGNISED", {
          productIndex: 0,
          particulars: {
            productName: "Stryax",
            asked: [
              { requirement: "required", kind: "volatility_reducing", atLeast: 40, atLeastUnit: "fl_oz_per_acre" },
              { requirement: "forbidden", kind: "ammonium_sulfate", atLeast: null, atLeastUnit: null },
            ],
          },
        }),
      ],
    });
  });

  it("have a share only for the class of method that the practice menu gives a figure for", () => {
    const share = (method: "Broadcast-Ground" | "Broadcast-Air" | "Airblast") =>
      assess(factsOf([STRYAX, DRA], { application: { method } })).adjuvantResults.adjuvants[0]?.reductionPercent;
    expect([share("Broadcast-Ground"), share("Broadcast-Air"), share("Airblast")]).toEqual([30, null, null]);
  });
});

const facts = (method: "Broadcast-Ground") => ({ rulebook, method, gpa: 15, evaluatedAt: NOW });
const rule = (requirement: AdjuvantRule["requirement"], members: Partial<AdjuvantRule> = {}): AdjuvantRule => ({
  kind: "ammonium_sulfate",
  requirement,
  text: "A rule of the test.",
  evidence: "primary",
  cite: ["LABEL"],
  ...members,
});

describe("a rule on adjuvants", () => {
  const judged = (rules: LabelRules["adjuvants"], ...names: string[]): IssueCode[] =>
    evaluateAdjuvants(
      [
        ratedOf(productWith({ adjuvants: rules })),
        ...names.map((productName, index) => ({
          ...ratedOf(productWith({})),
          productIndex: index + 1,
          submitted: named(productName),
          registration: null,
          record: null,
          kind: "adjuvant" as const,
          esaRequired: false,
        })),
      ],
      facts("Broadcast-Ground"),
    ).issues.map(({ code }) => code);

  test.each([
    { requirement: "required", mix: ["AMS"], codes: [] },
    { requirement: "required", mix: [], codes: ["ADJUVANT_REQUIREMENT_UNMET"] },
    { requirement: "required", mix: ["DRA"], codes: ["ADJUVANT_REQUIREMENT_UNMET"] },
    { requirement: "required", mix: ["Water conditioner"], codes: ["ADJUVANT_UNRECOGNISED"] },
    { requirement: "forbidden", mix: [], codes: [] },
    { requirement: "forbidden", mix: ["DRA"], codes: [] },
    { requirement: "forbidden", mix: ["AMS"], codes: ["ADJUVANT_REQUIREMENT_UNMET"] },
    { requirement: "forbidden", mix: ["Brand X"], codes: ["ADJUVANT_UNRECOGNISED"] },
  ] as const)("$requirement ammonium sulfate with $mix: $codes", ({ requirement, mix, codes }) => {
    expect(judged([rule(requirement)], ...mix)).toEqual(codes);
  });

  it("of a broader kind is met by a narrower adjuvant, and not the other way round", () => {
    expect(judged([rule("required", { kind: "nitrogen_fertilizer" })], "AMS")).toEqual([]);
    expect(judged([rule("required", { kind: "oil_emulsion_drift_reducing" })], "DRA")).toEqual([
      "ADJUVANT_REQUIREMENT_UNMET",
    ]);
  });

  it("on unverified evidence never makes a violation, and never lets one pass unseen", () => {
    expect(judged([rule("required", { evidence: "unverified" })])).toEqual(["ADJUVANT_UNRECOGNISED"]);
    expect(judged([rule("forbidden", { evidence: "unverified" })], "AMS")).toEqual(["ADJUVANT_UNRECOGNISED"]);
  });

  it("that two products of the mix share has one issue a product and kind", () => {
    expect(judged([rule("required"), rule("required")])).toEqual(["ADJUVANT_REQUIREMENT_UNMET"]);
  });
});
