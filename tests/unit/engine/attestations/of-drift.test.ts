import { expect, test } from "vitest";
import { assess } from "@/lib/engine/assess";
import { attest } from "@/lib/engine/attestations/attest";
import { askedOf } from "@/lib/engine/attestations/saved";
import { factsOf, NOW, submittedOf } from "../facts";

const hash = (text: string): string => text;

/** Enlist One with its list of counties as one that someone has read, so that an answer can find a violation. */
function assessed() {
  const facts = factsOf([submittedOf("62719-695", { rate: 32 })]);
  const products = facts.products.map((product) => ({
    ...product,
    record: product.record && {
      ...product.record,
      rules: product.record.rules && {
        ...product.record.rules,
        conditions: product.record.rules.conditions.map((condition) =>
          condition.asks === "county_forbidden_by_label"
            ? { ...condition, kind: "unjudged" as const, evidence: "primary" as const }
            : condition,
        ),
      },
    },
  }));
  return assess({ ...facts, products });
}

test("an answer that finds a county forbidden says nothing of drift", () => {
  const found = assessed();
  const question = found.assessment.questions.find(({ kind }) => kind === "county_forbidden_by_label");
  if (question === undefined) throw new Error("the label asks nothing about counties");
  const { questionId, kind, version, subject, labelDate, restsOn } = question;
  const said = { answer: "yes" as const, attestedBy: "Jo Field", attestedAt: NOW, applicationRevision: 1 };
  const given = { questionId, kind, version, subject, labelDate, fingerprint: hash(restsOn), ...said };
  const { assessment } = attest(found, askedOf(found.assessment.questions, [given], hash), { counts: true });
  expect(assessment.issues.map(({ code }) => code)).toContain("STATE_NOT_ON_LABEL");
  expect(assessment.status).toBe("not_met");
  expect(assessment.drift.issues).toEqual(found.assessment.drift.issues);
  expect(assessment.drift.status).toBe(found.assessment.drift.status);
});
