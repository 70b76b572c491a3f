import { fieldYearRef } from "@/lib/domain/field-year";
import { fingerprintOf } from "@/lib/usecases/attestations/asked";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { questionAsList, statementInWords } from "@/lib/views/attestations/words";
import type { QuestionsView } from "@/lib/views/portal/questions";

/** What the applicator is asked on the overview; null where nothing is. */
export function questionsView({ address, scored, current }: OpenFieldYear): QuestionsView | null {
  if (scored === null || scored.asked.length === 0) return null;
  return {
    place: fieldYearRef(address),
    applicationEventId: scored.saved.applicationEventId,
    isLocked: current?.isLocked === true,
    doAnswersCount: scored.saved.doAttestationsCount,
    questions: scored.asked.map(({ question, attestation }) => ({
      questionId: question.questionId,
      fingerprint: fingerprintOf(question.restsOn),
      ...questionAsList(question),
      said:
        attestation === null
          ? null
          : {
              answer: attestation.answer,
              statement: statementInWords({
                kind: question.kind,
                answer: attestation.answer,
                besides: question.particulars.besides,
              }),
              by: attestation.attestedBy,
              at: attestation.attestedAt.toISOString(),
            },
    })),
  };
}
