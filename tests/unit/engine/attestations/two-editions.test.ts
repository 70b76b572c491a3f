import { describe, expect, it } from "vitest";
import type { Attestation, AttestationQuestion } from "@/lib/domain/attestation";
import type { CatalogueProduct } from "@/lib/domain/product";
import type { Answer } from "@/lib/domain/question-kinds";
import { assess, type AssessmentResult } from "@/lib/engine/assess";
import { settledBy, effectsOf } from "@/lib/engine/attestations/apply";
import { attest } from "@/lib/engine/attestations/attest";
import { askedOf } from "@/lib/engine/attestations/saved";
import { factsOf, resolvedOf, submittedOf } from "../facts";

/** Stryax under two label dates whose labels say different things: both directions go under one rule id. */

const hash = (text: string): string => text;
const at = (minute: number): Date => new Date(Date.UTC(2026, 3, 28, 12, minute));

interface Listed {
  condition: "website" | "sensitive-plants";
  isLater: boolean;
}

const otherWords = (record: CatalogueProduct | null, condition: string): CatalogueProduct => {
  if (record?.rules == null) throw new Error("the label of the product is not read");
  const conditions = record.rules.conditions.map((each) =>
    each.id === condition ? { ...each, text: `${each.text} And once more on the day.` } : each,
  );
  return { ...record, rules: { ...record.rules, conditions } };
};

function mixOf(entries: readonly Listed[]): AssessmentResult {
  const submitted = entries.map(({ isLater }) =>
    submittedOf("264-1241", { rate: 22, ...(isLater ? { labelDate: "2026-08-01" } : {}) }),
  );
  const products = entries.map(({ condition, isLater }, index) => {
    const one = submitted[index];
    if (one === undefined) throw new RangeError("fewer products than entries");
    const resolved = resolvedOf(one, index);
    return isLater ? { ...resolved, record: otherWords(resolved.record, condition) } : resolved;
  });
  const weather = { windDirectionDeg: 235, windSpeedMph: 8, temperatureF: 70, humidityPercent: 50 };
  return assess({ ...factsOf(submitted, { boundaryHash: "as planted", weather }), products });
}

const entriesOf = (condition: Listed["condition"]): [Listed, Listed] => [
  { condition, isLater: false },
  { condition, isLater: true },
];

const questionsOf = (found: AssessmentResult, condition: Listed["condition"]): AttestationQuestion[] =>
  found.assessment.questions.filter(({ questionId }) => questionId.includes(`:${condition}`));

type Say = (found: AssessmentResult, productIndex: number, answer: Answer, minute?: number) => Attestation;

/** The later label says the same, or something else, under the same id, and no question of ours asks about it. */
function withoutItsQuestion(condition: Listed["condition"], text: (said: string) => string): AssessmentResult {
  const submitted = [false, true].map((isLater) =>
    submittedOf("264-1241", { rate: 22, ...(isLater ? { labelDate: "2026-08-01" } : {}) }),
  );
  const products = submitted.map((one, index) => {
    const resolved = resolvedOf(one, index);
    const { record } = resolved;
    if (index === 0 || record?.rules == null) return resolved;
    const conditions = record.rules.conditions.map((each) =>
      each.id === condition ? { ...each, asks: undefined, text: text(each.text) } : each,
    );
    return { ...resolved, record: { ...record, rules: { ...record.rules, conditions } } };
  });
  const weather = { windDirectionDeg: 235, windSpeedMph: 8, temperatureF: 70, humidityPercent: 50 };
  return assess({ ...factsOf(submitted, { boundaryHash: "as planted", weather }), products });
}

/** An answer to the question about the entry at a place of a mix. */
const sayOf =
  (condition: Listed["condition"]): Say =>
  (found, productIndex, answer, minute = 0) => {
    const question = questionsOf(found, condition).find((each) => each.productIndex === productIndex);
    if (question === undefined) throw new Error("nothing is asked about the entry");
    const { questionId, kind, version, subject, labelDate, restsOn } = question;
    const by = { answer, attestedBy: "Jo Field", attestedAt: at(minute), applicationRevision: 1 };
    return { questionId, kind, version, subject, labelDate, fingerprint: hash(restsOn), ...by };
  };

/** The direction as each entry has it: it goes once it is kept, and is open where it blocks. */
function left(found: AssessmentResult, given: readonly Attestation[], condition: Listed["condition"] = "website") {
  const asked = askedOf(found.assessment.questions, given, hash);
  const { unjudged, issues } = attest(found, asked, { counts: true }).assessment;
  const isSettled = settledBy(effectsOf(asked));
  const own = unjudged.filter(({ ruleId }) => ruleId.endsWith(`:condition:${condition}`));
  // The limits of the year leave out the same directions.
  const before = found.assessment.unjudged.filter(({ ruleId }) => ruleId.endsWith(`:condition:${condition}`));
  expect(before.filter((direction) => !isSettled(direction)).map(({ productIndex }) => productIndex)).toEqual(
    own.map(({ productIndex }) => productIndex),
  );
  const blocking = issues.filter(({ code, blocks }) => code === "LABEL_CONDITIONS_NOT_CHECKED" && blocks);
  return {
    left: own.map(({ productIndex }) => productIndex),
    open: own.filter(({ isOpen }) => isOpen === true).map(({ productIndex }) => productIndex),
    blocking: blocking.map(({ productIndex }) => productIndex),
  };
}

const KEPT = { left: [], open: [], blocking: [] };
const UNSAID = { left: [0, 1], open: [], blocking: [] };
const BLOCKED = { left: [0, 1], open: [0, 1], blocking: [0, 1] };

describe("a direction of two editions of one product", () => {
  const [first, later] = entriesOf("website");
  const [both, turned, laterAlone] = [mixOf([first, later]), mixOf([later, first]), mixOf([later])];
  const said = sayOf("website");

  it("is asked about apart, under one rule", () => {
    const questions = questionsOf(both, "website");
    expect(questions.map(({ questionId }) => questionId)).toEqual([
      "label_website_checked:264-1241:website",
      "label_website_checked:264-1241:website:2026-08-01",
    ]);
    expect(new Set(questions.flatMap(({ effects }) => effects.yes.settles)).size).toBe(1);
    expect(left(both, [])).toEqual(UNSAID);
  });

  it("stays broken where the other entry is taken out", () => {
    expect(left(laterAlone, [said(both, 1, "no")])).toEqual({ left: [0], open: [0], blocking: [0] });
  });

  it("stays broken where the entries are sent the other way round", () => {
    expect(left(turned, [said(both, 1, "no")])).toEqual(BLOCKED);
  });

  it("is not kept by a yes to the other label", () => {
    expect(left(both, [said(both, 0, "yes"), said(both, 1, "no", 1)])).toEqual(BLOCKED);
    expect(left(both, [said(both, 0, "no"), said(both, 1, "yes", 1)])).toEqual(BLOCKED);
  });

  it("is not kept while one of the two is not answered, or no one can tell", () => {
    expect(left(both, [said(both, 0, "yes")])).toEqual(UNSAID);
    expect(left(both, [said(both, 1, "yes")])).toEqual(UNSAID);
    expect(left(both, [said(both, 0, "yes"), said(both, 1, "unknown")])).toEqual(UNSAID);
  });

  it("is kept once both are answered so", () => {
    expect(left(both, [said(both, 0, "yes"), said(both, 1, "yes")])).toEqual(KEPT);
    const afterNo = [said(both, 1, "no"), said(turned, 0, "yes", 1), said(turned, 1, "yes", 1)];
    expect(left(turned, afterNo)).toEqual(KEPT);
  });

  it("is kept by a yes to that label alone", () => {
    expect(left(laterAlone, [said(both, 0, "yes")])).toEqual({ left: [0], open: [], blocking: [] });
    expect(left(turned, [said(both, 0, "yes"), said(both, 1, "yes")])).toEqual(UNSAID);
  });

  it("is broken where a later word on the same label says so, whatever it was asked under", () => {
    const kept = said(both, 1, "yes");
    const broken = said(laterAlone, 0, "no", 1);
    expect(left(both, [kept, broken, said(both, 0, "yes", 2)])).toEqual(BLOCKED);
    const replaced = { ...broken, isReplaced: true } as const;
    expect(left(both, [kept, said(both, 0, "yes", 2), replaced])).toEqual(BLOCKED);
    expect(left(both, [{ ...kept, attestedAt: at(3) }, said(both, 0, "yes", 2), replaced])).toEqual(KEPT);
  });
});

describe("a direction of two editions that an answer is a violation of", () => {
  const [first, later] = entriesOf("sensitive-plants");
  const [both, turned, laterAlone] = [mixOf([first, later]), mixOf([later, first]), mixOf([later])];
  const said = sayOf("sensitive-plants");
  const brokenBy = (found: AssessmentResult, given: readonly Attestation[]): (number | null)[] =>
    attest(found, askedOf(found.assessment.questions, given, hash), { counts: true }).assessment.issues.flatMap(
      ({ code, productIndex }) => (code === "WIND_OUTSIDE_LABEL_RANGE" ? [productIndex] : []),
    );

  it("is broken still where the other entry is taken out, or stands behind it", () => {
    expect(brokenBy(both, [])).toEqual([]);
    const broken = said(both, 1, "yes");
    expect(brokenBy(both, [broken])).toEqual([1]);
    expect(brokenBy(laterAlone, [broken])).toEqual([0]);
    expect(brokenBy(turned, [broken])).toEqual([0]);
    expect(brokenBy(laterAlone, [broken, said(laterAlone, 0, "no", 1)])).toEqual([]);
  });

  it("is left to be checked until both are answered", () => {
    expect(left(both, [said(both, 0, "no")], "sensitive-plants").left).toEqual([0, 1]);
    expect(left(both, [said(both, 0, "no"), said(both, 1, "no")], "sensitive-plants").left).toEqual([]);
  });
});

describe("a direction that one of two editions leaves to the applicator without a question", () => {
  it.each([
    ["in the same words", (said: string) => said],
    ["in other words", (said: string) => `${said} And once more on the day.`],
  ])("%s stays on the list whatever is said of the other", (_, text) => {
    const website = withoutItsQuestion("website", text);
    expect(questionsOf(website, "website").map(({ productIndex }) => productIndex)).toEqual([0]);
    const said = sayOf("website");
    expect(left(website, [said(website, 0, "yes")])).toEqual({ left: [1], open: [], blocking: [] });
    expect(left(website, [said(website, 0, "no")])).toEqual(BLOCKED);
    const crops = withoutItsQuestion("sensitive-plants", text);
    for (const answer of ["yes", "no"] as const) {
      const given = [sayOf("sensitive-plants")(crops, 0, answer)];
      expect(left(crops, given, "sensitive-plants").left, answer).toEqual([1]);
    }
  });
});
