import { describe, expect, it } from "vitest";
import { assess } from "@/lib/engine/assess";
import { attestedIssues, issuesAfter } from "@/lib/engine/attestations/apply";
import { questionInWords } from "@/lib/views/attestations/words";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { areasOf, catalogue, factsOf, limitationOf, pulaOf, submittedOf } from "./facts";
import type { ApplicationMethod } from "@/lib/domain/application";
import type { AttestationQuestion } from "@/lib/domain/attestation";
import type { Cited } from "@/lib/domain/citation";
import { UNNAMED_INGREDIENT } from "@/lib/domain/ingredients";
import type { LabelRules } from "@/lib/domain/product";
import type { Limitation } from "@/lib/domain/pula";

const KNOWN = { pcCode: null, basis: "ae", lbPerGal: 2.9, percentByWeight: null } as const;
const OTHER_HASH = "0".repeat(64);

const assessed = (
  limitation: Partial<Limitation>,
  products = [submittedOf("264-1241", { rate: 22 })],
  crop = ["Soybeans"],
) =>
  assess(
    factsOf(products, {
      areas: areasOf({ pulas: [pulaOf(121, ["DC125"])], limitations: [limitationOf(limitation)] }),
      application: { crop },
    }),
  ).assessment;
/** An assessment of Stryax made of some ingredients, in an area with a code of which a text is loaded. */
function assessedAs(names: string[], areas: Parameters<typeof areasOf>[0] = { pulas: [pulaOf(121, ["XY1"])] }) {
  const facts = factsOf([submittedOf("264-1241", { rate: 22 })], {
    areas: areasOf(areas),
    application: { crop: ["Soybeans"] },
  });
  const products = facts.products.map((product) => ({
    ...product,
    record: product.record && { ...product.record, ingredients: names.map((name) => ({ ...KNOWN, name })) },
  }));
  return assess({ ...facts, products }).assessment;
}

/** What is left to be read, and the codes of the bulletin that are asked about. */
function answerOf(...asked: Parameters<typeof assessedAs>) {
  const { issues, questions } = assessedAs(...asked);
  return {
    left: issues.flatMap((each) => (each.code === "LIMITATIONS_REVIEW_REQUIRED" ? [each.particulars] : [])),
    asked: questions.flatMap(({ kind, particulars }) =>
      kind === "bulletin_limits_product" ? [particulars.areas?.flatMap(({ codes }) => codes)] : [],
    ),
  };
}

/** How an answer "no" to a question is quoted. */
function quotedAs(question: AttestationQuestion): string {
  const { questionId, kind, version, subject, labelDate } = question;
  const given = {
    answer: "no",
    attestedBy: "Jo",
    attestedAt: new Date(0),
    applicationRevision: 1,
    fingerprint: "",
  } as const;
  const attestation = { questionId, kind, version, subject, labelDate, ...given };
  return attestedIssues([{ question, attestation }])
    .map((each) => issueMessage(each, "en"))
    .join();
}

const codesOf = (found: ReturnType<typeof assessed>) => found.issues.map(({ code }) => code);

describe("a limitation", () => {
  it("whose whole text a rule scores asks for no review", () => {
    const found = assessed({});
    expect(codesOf(found)).not.toContain("LIMITATIONS_REVIEW_REQUIRED");
    expect(found.runoff[0]?.requiredPoints).toBe(6);
  });

  it("with one changed letter is read again, and its points are not known", () => {
    const found = assessed({ textHash: OTHER_HASH });
    expect(codesOf(found)).toContain("LIMITATIONS_REVIEW_REQUIRED");
    expect(found.runoff[0]?.requiredPoints).toBeNull();
  });

  it("that names the ingredient binds every product of it", () => {
    const found = assessed({ registration: null, activeIngredient: "dicamba" });
    expect(found.runoff[0]?.requiredPoints).toBe(6);
  });

  it("by ingredient may bind a product of which not all ingredients are known: it is left to be read, and asked about", () => {
    const open = { left: [{ mayName: [{ pulaId: 121, codes: ["XY1"] }], mayLimit: [0] }], asked: [["XY1"]] };
    expect(answerOf([])).toEqual(open);
    expect(answerOf(["dicamba", UNNAMED_INGREDIENT])).toEqual(open);
    expect(answerOf(["dicamba"])).toEqual({ left: [], asked: [] });
  });

  it("whose text is not loaded is not taken for one that may name an ingredient that no one knows", () => {
    const pulas = [{ ...pulaOf(121, ["XY1", "ZZ9"]), codesWithoutLimitation: ["ZZ9"] }];
    expect(answerOf([], { pulas })).toEqual({
      left: [
        {
          areasWithoutText: [{ pulaId: 121, codes: ["ZZ9"] }],
          mayName: [{ pulaId: 121, codes: ["XY1"] }],
          mayLimit: [0],
        },
      ],
      asked: [["ZZ9", "XY1"]],
    });
  });

  it("that binds a product by its number leaves open whether others name its unknown ingredients, until someone says so", () => {
    const pulas = [pulaOf(121, ["DC125", "XY1"])];
    const areas = { pulas, limitations: [limitationOf()] };
    const partly = ["dicamba", UNNAMED_INGREDIENT];
    expect(answerOf(partly, areas)).toEqual({
      left: [{ mayName: [{ pulaId: 121, codes: ["XY1"] }], mayLimit: [0] }],
      asked: [["XY1"]],
    });
    expect(answerOf(partly, { ...areas, pulas: [pulaOf(121, ["DC125"])] })).toEqual({ left: [], asked: [] });
    expect(answerOf(["dicamba"], areas)).toEqual({ left: [], asked: [] });
    const found = assessedAs(partly, areas);
    const [question] = found.questions.filter(({ kind }) => kind === "bulletin_limits_product");
    if (question === undefined) throw new Error("nothing was asked");
    expect(question.particulars.besides).toEqual(["DC125"]);
    expect(questionInWords(question, "en").text).toContain("by anything but DC125?");
    expect(questionInWords(question, "es").text).toContain("por algo que no sea DC125?");
    expect(quotedAs(question)).toContain(
      "264-1241: the bulletin does not limit the product beyond what is listed, says Jo",
    );
    const particulars = { ...question.particulars, besides: undefined };
    expect(quotedAs({ ...question, particulars })).toContain(
      "264-1241: the bulletin does not limit the product, says Jo",
    );
    const said = issuesAfter(found.issues, [question.effects.no], found.unjudged).map(({ code }) => code);
    expect(said).not.toContain("LIMITATIONS_REVIEW_REQUIRED");
    expect(found.runoff[0]?.requiredPoints).toBe(6);
  });

  it("whose text no one has says what is missing", () => {
    const missing = catalogue.limitationRules.filter((rule) => rule.missing !== undefined).map(({ code }) => code);
    const codes = "IS125 E323 CYN23 MM1 MA6 MA10 MA23 RPMCH RPMDZ CARB5 MY425 C1 C2".split(" ");
    expect(new Set(missing)).toEqual(new Set(codes));
  });

  it.each([
    "Do not apply this product in this PULA.",
    "Do not use within the Pesticide Use Limitation Area",
    "Application is prohibited in this PULA.",
  ])("that forbids the product there is a known no: %s", (text) => {
    const found = assessed({ text });
    expect(found.status).toBe("not_met");
    expect(codesOf(found)).toContain("PROHIBITED_IN_AREA");
    // The contract asks for review of every text but one that a rule made from its very words scores whole.
    expect(codesOf(found).filter((code) => code === "LIMITATIONS_REVIEW_REQUIRED")).toHaveLength(1);
  });

  it.each([
    "Do not apply in this PULA unless 6 points are achieved.",
    "Do not apply within 60 feet of this PULA.",
    "Do not apply in this PULA from May 1 to July 31.",
  ])("that forbids it with a condition has to be read: %s", (text) => {
    const codes = codesOf(assessed({ text }));
    expect(codes).not.toContain("PROHIBITED_IN_AREA");
    expect(codes).toContain("LIMITATIONS_REVIEW_REQUIRED");
  });

  it("that forbids it on another crop has to be read", () => {
    const codes = codesOf(assessed({ text: "Do not apply in this PULA.", uses: ["Cotton"] }));
    expect(codes).not.toContain("PROHIBITED_IN_AREA");
    expect(codes).toContain("LIMITATIONS_REVIEW_REQUIRED");
  });

  it.each([
    ["on another crop", ["corn"]],
    ["on a crop that no one knows", ["triticale hay, grazed"]],
    ["on no crop", []],
  ])("that a rule of its very words forbids on cotton has to be read %s", (_title, crop) => {
    const limitation = limitationOf({ uses: ["Cotton"] });
    const rule = { ruleId: "forbids", code: "DC125", textHash: limitation.textHash, prohibits: true };
    const none = { registration: "264-1241", activeIngredient: null, runoff: [], drift: null };
    const { assessment } = assess(
      factsOf([submittedOf("264-1241", { rate: 22 })], {
        areas: areasOf({ pulas: [pulaOf(121, ["DC125"])], limitations: [limitation] }),
        limitationRules: [{ ...rule, ...none, mitigationOptions: [], citations: {} }],
        application: { crop },
      }),
    );
    expect(codesOf(assessment)).not.toContain("PROHIBITED_IN_AREA");
    expect(codesOf(assessment)).toContain("LIMITATIONS_REVIEW_REQUIRED");
  });
});

describe("a product without ESA language that a limitation names", () => {
  const free = "99001-1";
  const mixOf = (...products: ReturnType<typeof submittedOf>[]) =>
    factsOf(products, {
      products: products.map((submitted, productIndex) => ({
        productIndex,
        record: catalogue.products.find(({ registration }) => registration === submitted.epaNumber) ?? null,
        kind: "catalogue" as const,
        esaRequired: submitted.epaNumber === free ? false : true,
        isLimited: submitted.epaNumber === free,
      })),
      areas: areasOf({
        pulas: [pulaOf(121, ["DC125"])],
        limitations: [limitationOf({ registration: free, textHash: OTHER_HASH })],
      }),
    });

  it("keeps its limitation alone and in a mix", () => {
    for (const mix of [[submittedOf(free)], [submittedOf(free), submittedOf("264-1241", { rate: 22 })]]) {
      const { assessment } = assess(mixOf(...mix));
      expect(assessment.products[0]?.esaRequired).toBe(true);
      expect(assessment.products[0]?.pulas[0]?.limitations).toHaveLength(1);
      expect(assessment.issues.map(({ code }) => code)).toContain("LIMITATIONS_REVIEW_REQUIRED");
      expect(assessment.status).not.toBe("met");
    }
  });

  it("is judged by its label like a product with ESA language", () => {
    const cited: Cited = { evidence: "primary", cite: ["LABEL"] };
    const strict: Partial<LabelRules> = {
      methods: { permitted: ["ground"], excluded: ["aerial"], ...cited },
      limits: [{ kind: "max_single_rate", value: 10, unit: "fl_oz_per_acre", ...cited }],
      disallowedMeasures: [{ system: "epa_runoff", code: "sandy_soils", ...cited }],
    };
    const scored = { limitations: [limitationOf({ registration: free })], pulas: [pulaOf(121, ["DC125"])] };
    const rule = catalogue.limitationRules.filter(({ ruleId }) => ruleId === "dc125-dicamba");
    const asked = (method: ApplicationMethod, rules: Partial<LabelRules>, isLimited = true, rateUnit = "fl oz/ac") => {
      const facts = mixOf(submittedOf(free, { rate: 16, rateUnit }));
      const products = facts.products.map((each) => ({
        ...{ ...each, isLimited },
        record: each.record?.rules == null ? null : { ...each.record, rules: { ...each.record.rules, ...rules } },
      }));
      const limitationRules = rule.map((each) => ({ ...each, registration: free, activeIngredient: null }));
      const application = { ...facts.application, method };
      return assess({ ...facts, products, limitationRules, application, areas: areasOf(scored) }).assessment;
    };
    const codes = codesOf(asked("Broadcast-Air", strict));
    expect(codes).toContain("LABEL_LIMIT_EXCEEDED");
    expect(codes).toContain("METHOD_NOT_PERMITTED");
    expect(codesOf(asked("Broadcast-Air", {}, true, "bananas"))).toContain("UNRESOLVED_RATE");
    expect(codesOf(asked("Broadcast-Air", strict, false))).not.toContain("LABEL_LIMIT_EXCEEDED");
    const lineOfSand = `product:${free}:condition:sandy-soil`;
    expect(asked("Broadcast-Ground", {}).unjudged.map(({ ruleId }) => ruleId)).toContain(lineOfSand);
    expect(asked("Broadcast-Ground", {}).explanation.map(({ ruleId }) => ruleId)).toContain(`product:${free}:methods`);
    const [kept, restricted] = [asked("Broadcast-Ground", {}), asked("Broadcast-Ground", strict)];
    // Two points for moderately sandy soil.
    expect((kept.runoff[0]?.earnedPoints ?? NaN) - (restricted.runoff[0]?.earnedPoints ?? NaN)).toBe(2);
  });
});
