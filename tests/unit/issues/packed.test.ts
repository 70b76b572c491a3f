import { describe, expect, it } from "vitest";
import { presentExplanation } from "@/lib/contracts/v2/explanation";
import { readStoredAssessment } from "@/lib/data/stored/assessment";
import { readExplanation } from "@/lib/data/stored/explanation";
import { packAssessment } from "@/lib/data/stored/packed";
import type { AssessmentToSave } from "@/lib/domain/saved-application";
import { assess } from "@/lib/engine/assess";
import { asSentences, packedSentences } from "@/tests/support/earlier-explanations";
import { answerTo } from "@/tests/unit/engine/drift/label-answers";
import type { LabelCase } from "@/tests/unit/engine/drift/drift-cases";
import { caseFiles, readCases } from "@/tests/unit/engine/cases";
import { DC125_AREAS, factsOf, NO_SOIL, submittedOf } from "@/tests/unit/engine/facts";

const ASSESSMENTS: AssessmentToSave[] = [
  factsOf([submittedOf("264-1241")]),
  factsOf([submittedOf("264-1241"), submittedOf("7969-507"), submittedOf("62719-695")]),
  factsOf([submittedOf("264-1241", { rate: 99 }), submittedOf("1-1"), submittedOf("2-2")]),
  factsOf([submittedOf("62719-695"), submittedOf(null, { productName: "?" })], { soil: NO_SOIL }),
  factsOf([submittedOf("264-1241"), submittedOf("264-1241")], { areas: DC125_AREAS }),
].map((facts) => ({ ...assess(facts).assessment, answered: null }));

const numbered = ASSESSMENTS.map((assessment, index) => ({ assessment, index }));
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const stored = (body: object, formatVersion: number): unknown => asJson({ ...body, formatVersion });

describe("an assessment that is saved packed", () => {
  it.each(numbered)("is read as it was found ($index)", ({ assessment }) => {
    const packed = readStoredAssessment(stored(packAssessment(assessment), 3));
    expect(JSON.stringify(packed.explanation?.map(presentExplanation))).toBe(
      JSON.stringify(assessment.explanation.map(presentExplanation)),
    );
    expect(packed.explanation).toEqual(assessment.explanation);
    const whole = readStoredAssessment(stored({ ...assessment, explanation: null }, 2));
    expect(JSON.stringify({ ...packed, explanation: null })).toBe(JSON.stringify(whole));
  });

  it.each(numbered)("holds what rules say as data, and no sentence of the service's own ($index)", ({ assessment }) => {
    const { rules } = packAssessment(assessment).explanation;
    const quotes = ["adjuvant", "condition", "credit"];
    for (const [, , , says] of rules) {
      if (says === undefined || quotes.includes(says.kind)) continue;
      expect(JSON.stringify(says)).not.toMatch(/ (?:feet|points|buffer|permitted|code) /);
    }
  });

  it("says nothing twice", () => {
    const [, assessment] = ASSESSMENTS;
    if (assessment === undefined) throw new Error("there is no mix of three");
    const packed = packAssessment(assessment);
    expect(assessment.whenConfirmed?.unjudged.length).toBeGreaterThan(0);
    expect(packed.whenConfirmed?.unjudged.some((each) => typeof each === "number")).toBe(true);
    expect(packed.explanation.rules.some(([, , rule]) => typeof rule === "number")).toBe(true);
    expect(new Set(packed.explanation.documents).size).toBe(packed.explanation.documents.length);
    const parts = ({ explanation, whenConfirmed }: Pick<AssessmentToSave, "explanation" | "whenConfirmed">): string =>
      JSON.stringify({ explanation, whenConfirmed });
    expect(
      JSON.stringify({ explanation: packed.explanation, whenConfirmed: packed.whenConfirmed }).length,
    ).toBeLessThan(parts(assessment).length * 0.6);
  });

  it.each(caseFiles("drift", "labels").flatMap((file) => readCases<LabelCase>("drift", file)))(
    "holds the rules of a computation ($name)",
    (given) => {
      const { explanation } = answerTo(given);
      const [first] = ASSESSMENTS;
      if (first === undefined) throw new Error("there is no assessment");
      const body = packAssessment({ ...first, explanation });
      expect(readStoredAssessment(stored(body, 3)).explanation).toEqual(explanation);
    },
  );

  it.each([
    ["a source", { documents: [], sources: [], items: [[0, "applied", "r", "t"]] }],
    [
      "a document",
      { documents: [], sources: [[0, null, null, null, null, null, null]], items: [[0, "applied", "r", "t"]] },
    ],
    [
      "a condition",
      { documents: [], sources: [[null, null, null, null, null, null, null]], items: [[0, "applied", 0]] },
    ],
    [
      "a condition",
      { documents: [], sources: [[null, null, null, null, null, null, null]], rules: [[0, "not_checked", 0]] },
    ],
  ])("is refused where it names %s that is not there", (_, explanation) => {
    expect(() => readExplanation(explanation)).toThrow("is not there");
  });

  it("is refused where a rule says what no rule says", () => {
    const sources = [[null, null, null, null, null, null, null]];
    const says = { kind: "points", system: "epa_runoff", points: "3", bySoil: null };
    expect(() => readExplanation({ documents: [], sources, rules: [[0, "applied", "r", says]] })).toThrow("points");
  });
});

describe("an explanation that was saved as English sentences", () => {
  it.each(numbered)("answers to the letter as one that is saved as data does ($index)", ({ assessment }) => {
    const { explanation, unjudged } = assessment;
    const kept = asSentences(explanation);
    const wanted = JSON.stringify(explanation.map(presentExplanation));
    for (const earlier of [kept, packedSentences(kept, unjudged)]) {
      const read = readExplanation(asJson(earlier), unjudged);
      expect(read).toEqual(kept);
      expect(JSON.stringify(read.map(presentExplanation))).toBe(wanted);
    }
  });
});
