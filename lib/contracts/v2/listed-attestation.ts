import { z } from "zod";
import type { ListedAttestation } from "@/lib/domain/attestation";
import { answerSchema, questionKindSchema } from "@/lib/contracts/vocabulary/attestations";
import { isoTime, timestamp } from "@/lib/contracts/shared/text";

const attestationSchema = z
  .strictObject({
    question_id: z.string().describe("The question that was answered."),
    kind: questionKindSchema,
    question_version: z.int().positive().describe("Version of the question's words."),
    product_index: z.int().nonnegative().describe("Zero-based place in `products`."),
    subject: z.string().describe("The registration number or the name that was asked about."),
    answer: answerSchema,
    attested_by: z.string().describe("The name that the applicator typed."),
    attested_at: timestamp.describe("When the answer was given, UTC."),
    label_date: z.iso.date().nullable().describe("Date of the label it is about; null: none is known."),
    application_revision: z.int().positive().describe("Revision of the application when the answer was given."),
    counts: z.boolean().describe("False: your setting has answers shown and not counted."),
  })
  .meta({ id: "Attestation", description: "What an applicator said of an application, in force now." });

/** What an applicator said of an application, in force now. */
export const attestationsSchema = z
  .array(attestationSchema)
  .describe("What the applicator said and is in force. An answer falls when the facts it rests on change.");

export const presentAttestation = (said: ListedAttestation): z.input<typeof attestationSchema> => ({
  question_id: said.questionId,
  kind: said.kind,
  question_version: said.version,
  product_index: said.productIndex,
  subject: said.subject,
  answer: said.answer,
  attested_by: said.attestedBy,
  attested_at: isoTime(said.attestedAt),
  label_date: said.labelDate,
  application_revision: said.applicationRevision,
  counts: said.counts,
});
