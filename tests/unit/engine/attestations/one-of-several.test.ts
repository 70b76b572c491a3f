import { describe, expect, it, test } from "vitest";
import { effectOf, type AskedQuestion, type Attestation, type AttestationQuestion } from "@/lib/domain/attestation";
import { issue, type Issue } from "@/lib/domain/issues";
import type { CatalogueProduct } from "@/lib/domain/product";
import type { Answer } from "@/lib/domain/question-kinds";
import { assess, type AssessmentResult } from "@/lib/engine/assess";
import { issuesAfter } from "@/lib/engine/attestations/apply";
import { attest } from "@/lib/engine/attestations/attest";
import { askedOf } from "@/lib/engine/attestations/saved";
import { factsOf, newestLabelOf, NO_SOIL, NOW, resolvedOf, submittedOf } from "../facts";

/** An answer about one thing, and what is still open beside it. */

const hash = (text: string): string => text;
const saying = (question: AttestationQuestion, answer: Answer): Attestation => {
  const { questionId, kind, version, subject, labelDate, restsOn } = question;
  const said = { answer, attestedBy: "Jo Field", attestedAt: NOW, applicationRevision: 1 };
  return { questionId, kind, version, subject, labelDate, fingerprint: hash(restsOn), ...said };
};

/** The result with some of its questions answered. */
function answered(found: AssessmentResult, answers: Record<string, Answer>): AssessmentResult {
  const { questions } = found.assessment;
  expect(questions.map(({ questionId }) => questionId)).toEqual(expect.arrayContaining(Object.keys(answers)));
  const asked = questions.map((question): AskedQuestion => {
    const answer = answers[question.questionId];
    return { question, attestation: answer === undefined ? null : saying(question, answer) };
  });
  return attest(found, asked, { counts: true });
}

const found = (result: AssessmentResult, code: Issue["code"]): Issue[] =>
  result.assessment.issues.filter((each) => each.code === code);

describe("an answer about one product of a mix", () => {
  it("leaves the points open that the unread label of another may ask for", () => {
    const mix = assess(factsOf([submittedOf("99001-3"), submittedOf("100-497")]));
    const one = answered(mix, { "label_has_esa_directions:99001-3": "no" });
    expect(one.assessment.runoff).toEqual(mix.assessment.runoff);
    expect(found(one, "ESA_STATUS_UNKNOWN").map(({ productIndex }) => productIndex)).toEqual([1]);
    const other = { "label_has_esa_directions:99001-3": "no", "label_has_esa_directions:100-497": "yes" } as const;
    expect(answered(mix, other).assessment.runoff).toEqual(mix.assessment.runoff);
  });

  it("makes no figure count while no one has found those of another label", () => {
    const known = newestLabelOf("7969-500");
    const like: CatalogueProduct = { ...known, registration: "7969-999" };
    const submitted = [submittedOf("7969-500", { rate: 12 }), submittedOf("7969-999", { rate: 12 })];
    const records = [known, like];
    const products = submitted.map((each, index) => ({
      ...resolvedOf(each, index),
      kind: "catalogue" as const,
      record: records[index] ?? null,
      esaRequired: true,
    }));
    const mix = assess({ ...factsOf(submitted), products });
    const one = answered(mix, { "figures_on_label:7969-500": "yes" });
    expect(one.requirements).toEqual(mix.requirements);
    expect(found(one, "DRIFT_REQUIREMENT_UNRESOLVED")).toEqual(found(mix, "DRIFT_REQUIREMENT_UNRESOLVED"));
    const both = answered(mix, { "figures_on_label:7969-500": "yes", "figures_on_label:7969-999": "yes" });
    expect(found(both, "DRIFT_REQUIREMENT_UNRESOLVED")).toEqual([]);
  });

  it("takes a doubt about droplets, and a condition off the list, of that product alone", () => {
    const submitted = [submittedOf("62719-695", { rate: 32 }), submittedOf("62719-649", { rate: 56 })];
    const mix = assess(factsOf(submitted, { application: { details: { nozzle: "AIXR 11004" } } }));
    const one = answered(mix, { "nozzle_on_list:62719-695:nozzles": "yes" });
    const ofOther = (result: AssessmentResult) =>
      result.assessment.issues.filter(({ code, productIndex }) => productIndex === 1 && code !== "ATTESTED");
    expect(ofOther(one)).toEqual(ofOther(mix));
    expect(found(one, "LABEL_DROPLET_MINIMUM_UNRESOLVED").map(({ productIndex }) => productIndex)).toEqual([1]);
    const left = (result: AssessmentResult) => result.assessment.unjudged.filter((each) => each.productIndex === 0);
    expect(left(one)).toHaveLength(left(mix).length - 1);
    expect(found(one, "LABEL_CONDITIONS_NOT_CHECKED")[0]?.particulars).toMatchObject({
      count: left(one).length,
      unread: left(one).filter(({ isUnread }) => isUnread === true).length,
    });
  });

  it("settles one list of the label and not the next", () => {
    const brand = (productName: string) => submittedOf(null, { productName, rate: 40, rateUnit: "fl oz/ac" });
    const mix = assess(factsOf([submittedOf("264-1241", { rate: 22 }), brand("Brand no one knows")]));
    const kinds = (result: AssessmentResult): string[] =>
      found(result, "ADJUVANT_UNRECOGNISED").flatMap(({ particulars }) =>
        "asked" in particulars ? (particulars.asked ?? []).map(({ kind }) => kind) : [],
      );
    expect(kinds(mix)).toEqual(["oil_emulsion_drift_reducing", "volatility_reducing", "ammonium_sulfate"]);
    const one = answered(mix, { "adjuvant_on_list:264-1241:volatility_reducing": "yes" });
    expect(kinds(one)).toEqual(["oil_emulsion_drift_reducing", "ammonium_sulfate"]);
    expect(one.adjuvantResults.issues).toEqual(one.assessment.issues.filter(({ about }) => about === "mix"));
  });

  it("leaves what the points hang on beside labels: soil that could not be read", () => {
    const mix = assess(factsOf([submittedOf("264-1241", { rate: 22 })], { soil: NO_SOIL }));
    const one = answered(mix, { "label_website_checked:264-1241:website": "yes" });
    expect(found(one, "SOIL_UNAVAILABLE")).toEqual(found(mix, "SOIL_UNAVAILABLE"));
    expect(one.assessment.processingComplete).toBe(false);
  });
});

describe("a doubt that an earlier version saved", () => {
  const unlimited = [effectOf({ unlimited: [0] })];
  const review = (particulars: Extract<Issue, { code: "LIMITATIONS_REVIEW_REQUIRED" }>["particulars"]): Issue =>
    issue("LIMITATIONS_REVIEW_REQUIRED", { particulars });
  const areasWithoutText = [{ pulaId: 121, codes: ["ZZ9"] }];

  test.each<[string, Issue, readonly Issue[] | "as it was"]>([
    ["goes where no product is limited in the areas", review({ areasWithoutText, mayLimit: [0] }), []],
    ["stays where it does not say for which products it was found", review({ areasWithoutText }), "as it was"],
    ["stays where it was found for another product too", review({ areasWithoutText, mayLimit: [0, 1] }), "as it was"],
    [
      "stays for the texts that are left to be read",
      review({ areasWithoutText, mayLimit: [0], toRead: ["DC125"] }),
      [review({ toRead: ["DC125"] })],
    ],
  ])("about areas %s", (_, saved, left) => {
    expect(issuesAfter([saved], unlimited, [])).toEqual(left === "as it was" ? [saved] : left);
  });

  it("about adjuvants stays where it does not say which rule of the label it is about", () => {
    const lifted = issue("ADJUVANT_UNRECOGNISED", {
      productIndex: 0,
      particulars: {
        asked: [{ requirement: "required", kind: "volatility_reducing", atLeast: 40, atLeastUnit: "fl_oz_per_acre" }],
      },
    });
    const saved = issue("ADJUVANT_UNRECOGNISED", { productIndex: 0, particulars: { productName: "Stryax" } });
    expect(issuesAfter([saved], [effectOf({ lifts: [lifted] })], [])).toEqual([saved]);
    expect(issuesAfter([lifted], [effectOf({ lifts: [lifted] })], [])).toEqual([]);
  });
});

test("an answer to another wording of a question is not in force", () => {
  const { questions } = assess(factsOf([submittedOf("99001-3")])).assessment;
  const given = questions.map((question) => saying(question, "no"));
  const isAnswered = (each: AskedQuestion): boolean => each.attestation !== null;
  expect(askedOf(questions, given, hash).every(isAnswered)).toBe(true);
  const earlier = given.map((each) => ({ ...each, version: each.version - 1 }));
  expect(askedOf(questions, earlier, hash).some(isAnswered)).toBe(false);
});
