import { expect, it } from "vitest";
import type { AskedQuestion } from "@/lib/domain/attestation";
import { assess } from "@/lib/engine/assess";
import { attest } from "@/lib/engine/attestations/attest";
import { driftAtIntake } from "@/lib/engine/drift/intake";
import { factsOf, NOW, submittedOf } from "../facts";

it("an attested nozzle settles the droplets of its list at the sprayer as it does at intake", () => {
  const facts = factsOf([submittedOf("62719-695", { rate: 32 })], {
    application: { details: { nozzle: "AIXR 11004" } },
  });
  const found = assess(facts);
  const asked = found.assessment.questions.map((question): AskedQuestion => {
    if (question.kind !== "nozzle_on_list") return { question, attestation: null };
    const { questionId, kind, version, subject, labelDate, restsOn } = question;
    const said = { answer: "yes" as const, attestedBy: "Jo Field", attestedAt: NOW, applicationRevision: 1 };
    return { question, attestation: { questionId, kind, version, subject, labelDate, fingerprint: restsOn, ...said } };
  });
  const codesAtSprayer = ({ driftRules: { sources, products } }: ReturnType<typeof assess>) =>
    driftAtIntake(sources, products, facts.application, NOW).issues.map(({ code }) => code);
  expect(codesAtSprayer(found)).toContain("LABEL_DROPLET_MINIMUM_UNRESOLVED");
  expect(codesAtSprayer(attest(found, asked, { counts: true }))).not.toContain("LABEL_DROPLET_MINIMUM_UNRESOLVED");
});
