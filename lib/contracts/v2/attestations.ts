import { z } from "zod";
import type { AskedQuestion } from "@/lib/domain/attestation";
import { ANSWERS } from "@/lib/domain/question-kinds";
import type { AnsweredApplication } from "@/lib/usecases/questions/answer-questions";
import { questionInWords } from "@/lib/views/attestations/words";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, personName, text, timestamp } from "@/lib/contracts/shared/text";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";
import { issueSchema, presentIssue } from "@/lib/contracts/v2/issues";
import { presentSavedApplication, savedComplianceSchema } from "@/lib/contracts/v2/saved-compliance";
import { answerSchema, questionKindSchema } from "@/lib/contracts/vocabulary/attestations";
import { complianceStatusSchema } from "@/lib/contracts/vocabulary/statuses";

const questionSchema = z
  .strictObject({
    question_id: z.string().describe("Names the question. The same question keeps it over every check."),
    kind: questionKindSchema,
    product_index: z.int().nonnegative().describe("Zero-based place in `products`."),
    subject: z.string().describe("The registration number or the name that is asked about."),
    text: z.string().describe("The question, for people."),
    help: z.string().describe("What to look for and where, for people."),
    answers: z.array(answerSchema).describe("Answers it takes."),
    answered: z
      .strictObject({
        answer: answerSchema,
        by: z.string().describe("The name that the applicator typed."),
        at: timestamp.describe("When, UTC."),
      })
      .meta({ id: "GivenAnswer", description: "An answer in force." })
      .nullable()
      .describe("The answer in force; null: none."),
  })
  .meta({ id: "AttestationQuestion", description: "One thing that only the applicator can know." });

const presentQuestion = ({ question, attestation }: AskedQuestion): z.input<typeof questionSchema> => ({
  question_id: question.questionId,
  kind: question.kind,
  product_index: question.productIndex,
  subject: question.subject,
  ...questionInWords(question, "en"),
  answers: [...ANSWERS],
  answered:
    attestation === null
      ? null
      : { answer: attestation.answer, by: attestation.attestedBy, at: isoTime(attestation.attestedAt) },
});

export const attestationQuestionsResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200."),
    application_event_id: z.uuid().describe("The application."),
    questions: z
      .array(questionSchema)
      .describe(
        "Questions the answer hangs on, and those answered. Empty while the application has to be checked again.",
      ),
  })
  .meta({ id: "AttestationQuestions", description: "What only the applicator can know of an application." });

export const attestationQuestions = defineContract({
  method: "GET",
  path: "/api/v2/applications/{applicationEventId}/attestations",
  operationId: "readAttestationQuestions",
  tag: "Applications",
  summary: "Read what only the applicator can know of an application",
  description:
    "Questions for screens of your own: each is asked only where the answer of the application hangs on it. Empty while " +
    "the application has to be checked again. `kind` is from a closed list; `text` and `help` are for people.",
  rateClass: "reads",
  isProcessing: false,
  body: null,
  query: z.strictObject({}),
  params: applicationParams,
  response: attestationQuestionsResponse,
  present: ({ application }: AnsweredApplication): z.input<typeof attestationQuestionsResponse> => ({
    success: true,
    application_event_id: application.saved.applicationEventId,
    questions: application.asked.map(presentQuestion),
  }),
  problems: ["applicationNotFound"],
});

const hasNoRepeats = (answers: readonly { question_id: string }[]): boolean =>
  new Set(answers.map(({ question_id }) => question_id)).size === answers.length;

const answersRequest = z
  .strictObject({
    answers: z
      .array(
        z
          .strictObject({ question_id: text(500).describe("A question of the application."), answer: answerSchema })
          .meta({ id: "AnswerToQuestion", description: "One answer." }),
      )
      .min(1)
      .max(100)
      .refine(hasNoRepeats, "must answer each question once")
      .describe("Each question at most once."),
    attested_by: personName.describe("The name of who answers, as that person typed it."),
  })
  .meta({ id: "AttestationAnswers", description: "What one person answers." })
  .transform(({ answers, attested_by: attestedBy }) => ({
    answers: answers.map(({ question_id: questionId, answer }) => ({ questionId, answer })),
    attestedBy,
  }));

export const attestationAnswersResponse = attestationQuestionsResponse
  .extend({
    compliance: savedComplianceSchema
      .extend({
        status: complianceStatusSchema.describe("Where the application stands now."),
        issues: z.array(issueSchema).describe("What stands in the way now, or should be known."),
      })
      .meta({ id: "AttestedCompliance", description: "The saved compliance object with what it comes to now." }),
  })
  .meta({ id: "AttestedApplication", description: "The questions, and the compliance as it now stands." });

export const attestationAnswers = defineContract({
  method: "POST",
  path: "/api/v2/applications/{applicationEventId}/attestations",
  operationId: "answerAttestationQuestions",
  tag: "Applications",
  summary: "Keep what the applicator says, in the applicator's own word",
  description:
    "All answers are kept or none. An answer that is kept already stays as it was given, so sending again does no harm. " +
    "An answer never overrules a known fact or a limitation, and falls when the facts it rests on change. Answers with " +
    "the questions and the compliance as it now stands.",
  rateClass: "writes",
  isProcessing: false,
  body: () => answersRequest,
  query: z.strictObject({}),
  params: applicationParams,
  response: attestationAnswersResponse,
  present: ({ application, standing }: AnsweredApplication): z.input<typeof attestationAnswersResponse> => ({
    success: true,
    application_event_id: application.saved.applicationEventId,
    questions: application.asked.map(presentQuestion),
    compliance: {
      ...presentSavedApplication(application, false).compliance,
      status: standing.status,
      issues: standing.issues.map(presentIssue),
    },
  }),
  problems: ["applicationNotFound", "locked"],
});
