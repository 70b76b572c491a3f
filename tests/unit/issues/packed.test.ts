import { describe, expect, it } from "vitest";
import { readStoredAssessment } from "@/lib/data/stored/assessment";
import { packAssessment } from "@/lib/data/stored/packed";
import { readExplanation } from "@/lib/data/stored/parts";
import type { AssessmentToSave } from "@/lib/domain/saved-application";
import { assess } from "@/lib/engine/assess";
import { DC125_AREAS, factsOf, NO_SOIL, submittedOf } from "@/tests/unit/engine/facts";

const ASSESSMENTS: AssessmentToSave[] = [
  factsOf([submittedOf("264-1241")]),
  factsOf([submittedOf("264-1241"), submittedOf("7969-507"), submittedOf("62719-695")]),
  factsOf([submittedOf("264-1241", { rate: 99 }), submittedOf("1-1"), submittedOf("2-2")]),
  factsOf([submittedOf("62719-695"), submittedOf(null, { productName: "?" })], { soil: NO_SOIL }),
  factsOf([submittedOf("264-1241"), submittedOf("264-1241")], { areas: DC125_AREAS }),
].map((facts) => ({ ...assess(facts).assessment, answered: null }));

const stored = (body: object, formatVersion: number): unknown => JSON.parse(JSON.stringify({ ...body, formatVersion }));

describe("an assessment that is saved packed", () => {
  it.each(ASSESSMENTS.map((assessment, index) => ({ assessment, index })))(
    "is read as one that was saved whole, letter by letter ($index)",
    ({ assessment }) => {
      const whole = readStoredAssessment(stored(assessment, 2));
      const packed = readStoredAssessment(stored(packAssessment(assessment), 3));
      expect(JSON.stringify(packed)).toBe(JSON.stringify(whole));
      expect(packed.explanation).toEqual(assessment.explanation);
    },
  );

  it("says nothing twice", () => {
    const [, assessment] = ASSESSMENTS;
    if (assessment === undefined) throw new Error("there is no mix of three");
    const packed = packAssessment(assessment);
    expect(assessment.whenConfirmed?.unjudged.length).toBeGreaterThan(0);
    expect(packed.whenConfirmed?.unjudged.some((each) => typeof each === "number")).toBe(true);
    expect(packed.explanation.items.some(([, , rule]) => typeof rule === "number")).toBe(true);
    expect(new Set(packed.explanation.documents).size).toBe(packed.explanation.documents.length);
    const parts = ({ explanation, whenConfirmed }: Pick<AssessmentToSave, "explanation" | "whenConfirmed">): string =>
      JSON.stringify({ explanation, whenConfirmed });
    expect(
      JSON.stringify({ explanation: packed.explanation, whenConfirmed: packed.whenConfirmed }).length,
    ).toBeLessThan(parts(assessment).length * 0.6);
  });

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
  ])("is refused where it names %s that is not there", (_, explanation) => {
    expect(() => readExplanation(explanation)).toThrow("is not there");
  });
});
