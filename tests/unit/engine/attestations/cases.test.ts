import { describe, expect, test } from "vitest";
import type { AskedQuestion } from "@/lib/domain/attestation";
import { issueEffect } from "@/lib/domain/issues";
import type { Answer } from "@/lib/domain/question-kinds";
import { assess } from "@/lib/engine/assess";
import { attest } from "@/lib/engine/attestations/attest";
import answers from "../../../cases/attestations/answers.json";
import { areasOf, factsOf, limitationOf, NOW, pulaOf, submittedOf } from "../facts";

interface AttestationCase {
  name: string;
  source: string;
  products: {
    number: string | null;
    name?: string;
    rate?: number;
    rateUnit?: string;
    isUnknown?: true;
    isLimited?: true;
    isLikePesticide?: true;
  }[];
  limitation?: { registration: string | null; activeIngredient: string; text: string };
  /** A code of the field's area whose text is not loaded. */
  codeWithoutText?: string;
  nozzle?: string;
  windMph?: number;
  answers: Record<string, Answer>;
  expected: {
    status?: string;
    /** Every question that is asked. */
    asked?: string[];
    notAsked?: string[];
    codes: string[];
    absent?: string[];
    /** A code that is a violation. */
    violates?: string;
    /** A code that blocks a pass. */
    blocks?: string;
  };
}

function assessed({ products, limitation, codeWithoutText, nozzle, windMph }: AttestationCase) {
  const submitted = products.map(({ number, name, rate, rateUnit }) =>
    submittedOf(number, {
      ...(name === undefined ? {} : { productName: name }),
      ...(rate === undefined ? {} : { rate }),
      ...(rateUnit === undefined ? {} : { rateUnit }),
    }),
  );
  const facts = factsOf(submitted, {
    ...(limitation === undefined && codeWithoutText === undefined
      ? {}
      : {
          areas: areasOf({
            pulas: [
              pulaOf(121, ["ZZ1"], { codesWithoutLimitation: codeWithoutText === undefined ? [] : [codeWithoutText] }),
            ],
            limitations: limitation === undefined ? [] : [limitationOf({ ...limitation, code: "ZZ1" })],
          }),
        }),
    ...(windMph === undefined
      ? {}
      : { weather: { windDirectionDeg: 90, windSpeedMph: windMph, temperatureF: 70, humidityPercent: 50 } }),
    application: { ...(nozzle === undefined ? {} : { details: { nozzle } }) },
  });
  const resolved = facts.products.map((product, index) => {
    const { isUnknown, isLimited, isLikePesticide } = products[index] ?? {};
    return {
      ...product,
      ...(isUnknown === true ? { kind: "unknown" as const, esaRequired: null } : {}),
      ...(isLimited === true ? { isLimited } : {}),
      ...(isLikePesticide === true ? { isLikePesticide } : {}),
    };
  });
  return assess({ ...facts, products: resolved });
}

const CASES = answers as unknown as AttestationCase[];

describe("what an applicator attests", () => {
  test.each(CASES.map((each) => [each.name, each] as const))("%s", (_, each) => {
    const { expected } = each;
    const base = assessed(each);
    const { questions } = base.assessment;
    const ids = questions.map(({ questionId }) => questionId);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(each.answers)));
    if (expected.asked !== undefined) expect(ids).toEqual(expected.asked);
    for (const id of expected.notAsked ?? []) expect(ids).not.toContain(id);
    const asked = questions.map((question): AskedQuestion => {
      const { questionId, kind, version, subject, labelDate, restsOn } = question;
      const answer = each.answers[questionId];
      if (answer === undefined) return { question, attestation: null };
      const said = { answer, attestedBy: "Jo Field", attestedAt: NOW, applicationRevision: 1 };
      return {
        question,
        attestation: { questionId, kind, version, subject, labelDate, fingerprint: restsOn, ...said },
      };
    });
    const { assessment } = attest(base, asked, { counts: true });
    const codes: string[] = assessment.issues.map(({ code }) => code);
    const effectOf = (code: string | undefined) =>
      assessment.issues.filter((found) => found.code === code).map(issueEffect);
    for (const code of expected.codes) expect(codes).toContain(code);
    for (const code of expected.absent ?? []) expect(codes).not.toContain(code);
    if (expected.status !== undefined) expect(assessment.status).toBe(expected.status);
    if (expected.violates !== undefined) {
      expect(effectOf(expected.violates)).toContain("not_met");
      expect(assessment.status).toBe("not_met");
    }
    if (expected.blocks !== undefined) expect(effectOf(expected.blocks)).toContain("indeterminate");
  });
});
