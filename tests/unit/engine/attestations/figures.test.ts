import { describe, expect, it } from "vitest";
import type { AskedQuestion, AttestationQuestion } from "@/lib/domain/attestation";
import type { SubmittedProduct } from "@/lib/domain/application";
import type { BufferMethod, CatalogueProduct, DriftRule, LabelRules } from "@/lib/domain/product";
import type { Answer } from "@/lib/domain/question-kinds";
import { assess, type AssessmentResult } from "@/lib/engine/assess";
import { attest } from "@/lib/engine/attestations/attest";
import { questionAsList, questionInWords } from "@/lib/views/attestations/words";
import { factsOf, newestLabelOf, NOW, resolvedOf, submittedOf } from "../facts";

/** Its label of October 30, 2025 is known from a coding alone; the figures stand on the label before it. */
const LIBERTY = "7969-500";
/** Its wind and heat are known as sentences of a summary. */
const TAVIUM = "100-1623";
const QUESTION = `figures_on_label:${LIBERTY}`;

const NEWEST = newestLabelOf(LIBERTY);

const withRecord = (
  products: readonly SubmittedProduct[],
  record: CatalogueProduct,
  crop = ["soybean"],
): AssessmentResult =>
  assess({
    ...factsOf(products, { application: { crop } }),
    products: products.map((submitted, index) => ({ ...resolvedOf(submitted, index), record })),
  });
const found = (products = [submittedOf(LIBERTY, { rate: 24 })]) => withRecord(products, NEWEST);
const questionOf = ({ assessment }: AssessmentResult): AttestationQuestion => {
  const question = assessment.questions.find(({ questionId }) => questionId === QUESTION);
  if (question === undefined) throw new Error(`${QUESTION} is not asked`);
  return question;
};

function answered(result: AssessmentResult, answer: Answer, counts = true): AssessmentResult {
  const asked = result.assessment.questions.map((question): AskedQuestion => {
    if (question.questionId !== QUESTION) return { question, attestation: null };
    const { questionId, kind, version, subject, labelDate, restsOn } = question;
    const said = { answer, attestedBy: "Jo Field", attestedAt: NOW, applicationRevision: 1 };
    return { question, attestation: { questionId, kind, version, subject, labelDate, fingerprint: restsOn, ...said } };
  });
  return attest(result, asked, { counts });
}

const targets = ({ requirements }: AssessmentResult) =>
  requirements.map(({ mitigationType, requiredPoints }) => [mitigationType, requiredPoints]);
const codes = ({ assessment }: AssessmentResult) => assessment.issues.map(({ code }) => code);

/** Liberty with other rules. */
function withRules(change: (rules: LabelRules) => Partial<LabelRules>): AssessmentResult {
  if (NEWEST.rules === null) throw new Error("Liberty has no rules");
  return withRecord([submittedOf(LIBERTY, { rate: 24 })], {
    ...NEWEST,
    rules: { ...NEWEST.rules, ...change(NEWEST.rules) },
  });
}

/** A buffer whose methods have something more. */
const withMethods = (drift: DriftRule | null, more: Partial<BufferMethod>): DriftRule | null => {
  const methods = drift?.buffersEsa.bufferTypes.wind_directional?.methods ?? [];
  const bufferTypes = { wind_directional: { methods: methods.map((method) => ({ ...method, ...more })) } };
  return drift && { ...drift, buffersEsa: { ...drift.buffersEsa, bufferTypes } };
};

describe("a label whose figures rest on no reading of it", () => {
  it("is asked about, with every figure in plain words", () => {
    const { text, help } = questionInWords(questionOf(found()));
    expect(text).toBe(
      "Does your 7969-500 label of 2025-10-30 say all of this: 3 points of EPA's Mitigation Menu; medium droplets or " +
        "coarser; a low boom; a buffer of 10 feet downwind for ground sprayers?",
    );
    expect(help).toContain("has not been read here");
    const list = questionAsList(questionOf(found()));
    expect(list.text).toBe("Does your 7969-500 label of 2025-10-30 say all of this?");
    expect(list.items).toHaveLength(4);
    for (const { text: item } of list.items) expect(text).toContain(item);
  });

  it("counts for nothing while no one has looked", () => {
    for (const result of [
      found(),
      answered(found(), "no"),
      answered(found(), "unknown"),
      answered(found(), "yes", false),
    ]) {
      expect(targets(result)).toEqual([["epa_runoff", null]]);
      expect(codes(result)).toEqual(
        expect.arrayContaining(["RUNOFF_REQUIREMENT_UNRESOLVED", "DRIFT_REQUIREMENT_UNRESOLVED"]),
      );
      expect(result.assessment.status).toBe("indeterminate");
    }
  });

  it("asks for its points and buffer once the applicator finds them there", () => {
    const result = answered(found(), "yes");
    expect(targets(result)).toEqual([
      ["epa_runoff", 3],
      ["epa_drift_ground", null],
    ]);
    expect(result.assessment.drift.configuration?.requirements).toMatchObject([{ rawDistanceFt: 10 }]);
    expect(codes(result)).not.toContain("DRIFT_REQUIREMENT_UNRESOLVED");
    expect(codes(result)).toContain("ATTESTED");
    expect(result.driftRules.sources).toMatchObject([{ rule: { evidence: "secondary" } }]);
    expect(result.assessment.explanation).toEqual(found().assessment.explanation);
  });

  it("lifts nothing that is known to be wrong", () => {
    const result = answered(found([submittedOf(LIBERTY, { rate: 500 })]), "yes");
    expect(result.assessment.status).toBe("not_met");
    expect(codes(result)).toContain("LABEL_LIMIT_EXCEEDED");
  });

  it("judges the label's own conditions all the same", () => {
    const wheat = withRecord([submittedOf(LIBERTY, { rate: 24 })], NEWEST, ["wheat"]);
    expect(answered(wheat, "yes").assessment.status).toBe("not_met");
  });

  it("is not asked about where directions are known as sentences alone, which no one would judge", () => {
    const { assessment } = withRecord([submittedOf(TAVIUM, { rate: 12 })], newestLabelOf(TAVIUM));
    expect(assessment.questions.filter(({ kind }) => kind === "figures_on_label")).toEqual([]);
    expect(assessment.whenConfirmed).toBeNull();
  });

  it("is asked about once for a product that is listed twice, and counts for both", () => {
    const twice = found([submittedOf(LIBERTY, { rate: 12 }), submittedOf(LIBERTY, { rate: 12 })]);
    expect(questionOf(twice).effects.yes.confirms).toEqual([0, 1]);
    expect(codes(answered(twice, "yes"))).not.toContain("DRIFT_REQUIREMENT_UNRESOLVED");
  });

  it("leaves the figures of a label alone beside it that is not asked about", () => {
    const products = [submittedOf(LIBERTY, { rate: 24 }), submittedOf(TAVIUM, { rate: 12 })];
    const records = [NEWEST, newestLabelOf(TAVIUM)];
    const mix = assess({
      ...factsOf(products),
      products: products.map((each, index) => ({ ...resolvedOf(each, index), record: records[index] ?? null })),
    });
    const unresolved = (result: AssessmentResult) =>
      result.assessment.issues
        .filter(({ code }) => code === "DRIFT_REQUIREMENT_UNRESOLVED")
        .map(({ productIndex }) => productIndex);
    expect(unresolved(mix)).toEqual([0, 1]);
    expect(unresolved(answered(mix, "yes"))).toEqual([1]);
    expect(targets(answered(mix, "yes"))).toContainEqual(["epa_runoff", null]);
  });

  it("is asked about again when a figure changes", () => {
    const other = withRules(({ runoff }) => ({ runoff: (runoff ?? []).map((rule) => ({ ...rule, points: 6 })) }));
    expect(questionOf(other).restsOn).not.toBe(questionOf(found()).restsOn);
  });

  it.each<[string, (rules: LabelRules) => Partial<LabelRules>]>([
    [
      "whose points no one knows",
      ({ runoff }) => ({ runoff: (runoff ?? []).map((rule) => ({ ...rule, points: null })) }),
    ],
    ["whose points no one has looked for", () => ({ runoff: null })],
    ["whose buffer no one has looked for", () => ({ drift: null, driftResolved: false })],
    [
      "whose buffer is for coarse droplets",
      ({ drift }) => ({ drift: withMethods(drift, { minDropletSize: "coarse" }) }),
    ],
    ["whose buffer is for a low boom", ({ drift }) => ({ drift: withMethods(drift, { boomHeight: "low" }) })],
    [
      "whose buffer depends on the wind",
      ({ drift }) => ({ drift: withMethods(drift, { windSpeedRanges: [{ minMph: 0, maxMph: 10, distanceFt: 10 }] }) }),
    ],
    [
      "whose buffer depends on the rate",
      ({ drift }) => ({
        drift: withMethods(drift, {
          rateRanges: [{ min: 0, max: 24, unit: "fl_oz_per_acre", distanceFt: 10, windSpeedRanges: null }],
        }),
      }),
    ],
    [
      "whose wind stands in a sentence",
      () => ({ limits: [{ kind: "not_checked", text: "Wind from 3 to 10 mph.", evidence: "unverified", cite: [] }] }),
    ],
    [
      "whose points hold for some crops",
      ({ runoff }) => ({ runoff: (runoff ?? []).map((rule) => ({ ...rule, when: { crops: ["corn"] } })) }),
    ],
  ])("is not asked about where a yes would settle nothing: one %s", (_, change) => {
    const { assessment } = withRules(change);
    expect(assessment.questions.map(({ questionId }) => questionId)).not.toContain(QUESTION);
  });

  it("leaves a label alone that was read", () => {
    expect(assess(factsOf([submittedOf("264-1241")])).assessment.whenConfirmed).toBeNull();
  });
});
