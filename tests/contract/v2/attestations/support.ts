import type { z } from "zod";
import { GET, POST } from "@/app/api/v2/applications/[applicationEventId]/attestations/route";
import { attestationAnswersResponse, attestationQuestionsResponse } from "@/lib/contracts/v2/attestations";
import { saved } from "@/tests/contract/v2/compliance/support";
import type { Body } from "@/tests/contract/v2/esa-check/support";
import { answer, call, type Caller } from "@/tests/support/api";
import { editorOf, type Measure } from "@/tests/support/selections";

export type Answered = z.output<typeof attestationAnswersResponse>;
export type Question = Answered["questions"][number];

/** No one has read its label, and nothing else is open about it. */
export const UNREAD = { product_name: "DEMO Unread", epa_number: "99001-3", rate: 16, rate_unit: "fl oz/ac" };
export const ABOUT_UNREAD = "label_has_esa_directions:99001-3";

const at = (id: string) => ({ params: { applicationEventId: id } });

export const questions = async (caller: Caller, id: string): Promise<Question[]> =>
  (await answer(await call(GET, caller, { method: "GET", ...at(id) }), attestationQuestionsResponse)).questions;

export const sendAnswers = (caller: Caller | null, id: string, body: unknown): Promise<Response> =>
  call(POST, caller, { body, ...at(id) });

/** Answers given by one person, by question. */
export const give = async (
  caller: Caller,
  id: string,
  answers: Record<string, string>,
  attestedBy = "Jo Field",
): Promise<Answered> =>
  answer(
    await sendAnswers(caller, id, {
      answers: Object.entries(answers).map(([question_id, said]) => ({ question_id, answer: said })),
      attested_by: attestedBy,
    }),
    attestationAnswersResponse,
  );

/** The reference of a saved soybean application by ground with these measures chosen. */
export async function withMeasures(caller: Caller, sent: Body, measures: readonly Measure[]): Promise<string> {
  const { id } = await saved(caller, {
    crop: ["Soybeans"],
    gpa: 15,
    droplet_size: "VC",
    boom_height: "low",
    ...sent,
  });
  const editor = await editorOf(caller.providerId);
  const place = await editor.placeOf(id);
  for (const measure of measures) await editor.select(place, measure);
  return id;
}
