import { expect, test } from "vitest";
import type { Attestation } from "@/lib/domain/attestation";
import type { Answer } from "@/lib/domain/question-kinds";
import { assess } from "@/lib/engine/assess";
import { attest } from "@/lib/engine/attestations/attest";
import { askedOf } from "@/lib/engine/attestations/saved";
import { factsOf, submittedOf } from "../facts";

/** The Stryax label asks to check its website no more than seven days before the application (page 9). */
const KIND = "label_website_checked";
const hash = (text: string): string => text;
const found = assess(
  factsOf([submittedOf("264-1241", { rate: 22 })], { application: { applicationDate: "2026-05-20" } }),
);
const question = found.assessment.questions.find(({ kind }) => kind === KIND);

function conditionsWith(answer: Answer, attestedAt: string): { isInForce: boolean; isLeft: boolean; blocks: boolean } {
  if (question === undefined) throw new Error("the label asks nothing about its website");
  const { questionId, kind, version, subject, labelDate, restsOn } = question;
  const said = { answer, attestedBy: "Jo Field", attestedAt: new Date(attestedAt), applicationRevision: 1 };
  const given: Attestation = { questionId, kind, version, subject, labelDate, fingerprint: hash(restsOn), ...said };
  const asked = askedOf(found.assessment.questions, [given], hash);
  const { unjudged } = attest(found, asked, { counts: true }).assessment;
  const left = unjudged.find(({ ruleId }) => ruleId.endsWith(":condition:website"));
  return {
    isInForce: asked.some((each) => each.question.kind === KIND && each.attestation !== null),
    isLeft: left !== undefined,
    blocks: left?.isOpen === true,
  };
}

test.each<[string, Answer, string, ReturnType<typeof conditionsWith>]>([
  ["counts on the day", "yes", "2026-05-20T15:00:00Z", { isInForce: true, isLeft: false, blocks: false }],
  ["counts seven days before", "yes", "2026-05-13T15:00:00Z", { isInForce: true, isLeft: false, blocks: false }],
  [
    "is asked again eight days before",
    "yes",
    "2026-05-12T15:00:00Z",
    { isInForce: false, isLeft: true, blocks: false },
  ],
  // It is still the day before in the west of the country.
  ["is asked again on its evening", "yes", "2026-05-13T03:00:00Z", { isInForce: false, isLeft: true, blocks: false }],
  ["is asked again a season before", "yes", "2026-02-01T15:00:00Z", { isInForce: false, isLeft: true, blocks: false }],
  ["blocks however early it was no", "no", "2026-02-01T15:00:00Z", { isInForce: true, isLeft: true, blocks: true }],
])("an answer that the label's website was checked %s", (_, answer, attestedAt, expected) => {
  expect(conditionsWith(answer, attestedAt)).toEqual(expected);
});
