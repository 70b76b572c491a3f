import { attestationAnswers, attestationQuestions } from "@/lib/contracts/v2/attestations";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { answerQuestions, readQuestions } from "@/lib/usecases/questions/answer-questions";

/** What only the applicator can know of an application: the questions, and the answers. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(attestationQuestions, ({ params, ...context }) => readQuestions(context, params.applicationEventId)),
  POST: v2Route(attestationAnswers, ({ params, body, ...context }) =>
    answerQuestions(context, params.applicationEventId, body),
  ),
});
