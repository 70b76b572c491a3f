import { effectOf, type AttestationQuestion } from "@/lib/domain/attestation";

/** A product that is listed twice is asked about once, and the answer is good for every entry of it. */
export function onePerId(questions: readonly AttestationQuestion[]): AttestationQuestion[] {
  const firsts = questions.filter(
    ({ questionId }, index) => questions.findIndex((other) => other.questionId === questionId) === index,
  );
  return firsts.map((first) => {
    const same = questions.filter(({ questionId }) => questionId === first.questionId);
    const frees = same.flatMap(({ effects }) => effects.no.frees);
    const unlimited = same.flatMap(({ effects }) => effects.no.unlimited);
    const confirms = same.flatMap(({ effects }) => effects.yes.confirms);
    return { ...first, effects: { yes: effectOf({ confirms }), no: effectOf({ frees, unlimited }) } };
  });
}
