import { describe, expect, it } from "vitest";
import type { AskedQuestion } from "@/lib/domain/attestation";
import type { DropletMinimum } from "@/lib/domain/product";
import { assess } from "@/lib/engine/assess";
import { attest } from "@/lib/engine/attestations/attest";
import { driftAtIntake } from "@/lib/engine/drift/intake";
import { driftRule, method } from "../drift/rules";
import { areasOf, catalogue, factsOf, limitationOf, NOW, pulaOf, submittedOf } from "../facts";

const CODE = "LABEL_DROPLET_MINIMUM_UNRESOLVED";
const ENLIST = "62719-695";

/** A limitation for Enlist One with a buffer and droplets of its own. */
function limitedTo(minDropletSize: DropletMinimum): Partial<Parameters<typeof factsOf>[1]> {
  const [known] = catalogue.limitationRules.filter(({ code }) => code === "DC125");
  if (known === undefined) throw new Error("no rule DC125");
  const drift = driftRule({ omni_directional: [method("ground", 60)] }, { minDropletSize, cite: ["BULLETIN-DC125"] });
  const binds = { registration: ENLIST, activeIngredient: null };
  return {
    areas: areasOf({ pulas: [pulaOf(121, ["DC125"])], limitations: [limitationOf(binds)] }),
    limitationRules: [{ ...known, ...binds, runoff: [], drift }],
  };
}

/** The code's findings at intake and at the sprayer, before and after the nozzle is said to stand on the label's list. */
function dropletsLeft(members: Partial<Parameters<typeof factsOf>[1]> = {}) {
  const facts = factsOf([submittedOf(ENLIST, { rate: 32 })], {
    ...members,
    application: { details: { nozzle: "AIXR 11004" } },
  });
  const found = assess(facts);
  const asked = found.assessment.questions.map((question): AskedQuestion => {
    if (question.kind !== "nozzle_on_list") return { question, attestation: null };
    const { questionId, kind, version, subject, labelDate, restsOn } = question;
    const said = { answer: "yes" as const, attestedBy: "Jo Field", attestedAt: NOW, applicationRevision: 1 };
    return { question, attestation: { questionId, kind, version, subject, labelDate, fingerprint: restsOn, ...said } };
  });
  expect(asked.some(({ attestation }) => attestation !== null)).toBe(true);
  const setBy = ({ assessment, driftRules: { sources, products } }: ReturnType<typeof assess>) =>
    [assessment.issues, driftAtIntake(sources, products, facts.application, NOW).issues].map((issues) =>
      issues.flatMap(({ code, particulars }) => (code === CODE && "setBy" in particulars ? particulars.setBy : [])),
    );
  return { before: setBy(found), after: setBy(attest(found, asked, { counts: true })) };
}

describe("a nozzle that is said to stand on the label's list", () => {
  it("settles the droplets that the list leaves open, at the sprayer as at intake", () => {
    expect(dropletsLeft()).toEqual({ before: [["nozzle_list"], ["nozzle_list"]], after: [[], []] });
  });

  it("settles nothing of a limitation whose droplets no one has established", () => {
    expect(dropletsLeft(limitedTo("unresolved"))).toEqual({
      before: [
        ["nozzle_list", "not_established"],
        ["nozzle_list", "not_established"],
      ],
      after: [["not_established"], ["not_established"]],
    });
  });
});
