import { expect, it } from "vitest";
import { esaCheck } from "@/lib/contracts/v1/esa-check";
import { issue, type Issue } from "@/lib/domain/issues";
import { assessWithoutEsa } from "@/lib/engine/no-esa";
import { NOW, rulebook } from "../engine/facts";

/** What version 1 answers for a saved check that found nothing but some issues. */
function mitigationsRequired(issues: Issue[]): unknown {
  const facts = { now: NOW, submitted: [], products: [], rulebook, catalogueVersion: null };
  const assessment = { ...assessWithoutEsa(facts), issues };
  const saved = { fieldId: "f", applicationEventId: "a", link: null, portalExpiresAt: NOW, userEmail: null };
  const body = { account_id: "account-1", include_geometry: false } as Parameters<typeof esaCheck.present>[1]["body"];
  const asked = { body, query: {}, params: {}, providerId: "p" };
  const answer = esaCheck.present({ esaRequired: true, saved, assessment, options: null }, asked);
  return (answer as { mitigations_required: unknown }).mitigations_required;
}

const AREA = [{ pulaId: 121, codes: ["DC9"] }];

it("says that mitigation may be required where an area lists a code without a text", () => {
  expect(
    mitigationsRequired([
      issue("LIMITATIONS_REVIEW_REQUIRED", { particulars: { areasWithoutText: AREA, mayLimit: [0] } }),
    ]),
  ).toBe(true);
});

it.each<[string, Issue[]]>([
  ["nothing", []],
  [
    "a limitation that it lists, and that asks for no mitigation",
    [issue("LIMITATIONS_REVIEW_REQUIRED", { particulars: { toRead: ["DC9"] } })],
  ],
])("does not say so for %s", (_, issues) => {
  expect(mitigationsRequired(issues)).toBe(false);
});
