import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AskedQuestion, Attestation, AttestationQuestion } from "@/lib/domain/attestation";
import { ANSWERS, type Answer } from "@/lib/domain/question-kinds";
import type { Assessment } from "@/lib/domain/compliance";
import { assess, type AssessmentResult } from "@/lib/engine/assess";
import { attest } from "@/lib/engine/attestations/attest";
import { effectsOf, freedBy } from "@/lib/engine/attestations/apply";
import { savedAsAttested } from "@/lib/engine/attestations/saved";
import type { AssessmentFacts } from "@/lib/engine/facts";
import { rateMix } from "@/lib/engine/rated-product";
import { applicationFacts } from "@/lib/engine/runoff/contradictions";
import { rescoreRunoff } from "@/lib/engine/runoff/rescore";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { standingNow } from "@/lib/usecases/portal/overall-standing";
import {
  areasOf,
  catalogue,
  factsOf,
  LEE,
  limitationOf,
  newestLabelOf,
  NO_SOIL,
  NOW,
  pulaOf,
  rulebook,
  selectionOf,
  soilOf,
  submittedOf,
  subOptionsOf,
} from "@/tests/unit/engine/facts";

/** Products whose labels no one has read, products that are free, and those with rules. */
const unread = catalogue.products
  .filter(({ esaLabelLanguage }) => esaLabelLanguage === null)
  .slice(0, 12)
  .map(({ registration }) => registration);
const LIBERTY = "7969-500";
const numbers = ["264-1241", "62719-695", LIBERTY, "7969-507", "99001-1", "99001-3", "1-1", ...unread, null];

const anyMix = fc.array(
  fc.record({
    number: fc.constantFrom(...numbers),
    name: fc.constantFrom("VRA", "Oil emulsion DRA", "Brand no one knows", "AMS"),
    rate: fc.constantFrom(0.3, 16, 40),
    rateUnit: fc.constantFrom("fl oz/ac", "% v/v", "packets"),
  }),
  { minLength: 1, maxLength: 4 },
);

const anyAreas = fc
  .record({
    isCovered: fc.boolean(),
    limitations: fc.array(
      fc.record({
        registration: fc.constantFrom("264-1241", "1-1", ...unread.slice(0, 3), null),
        activeIngredient: fc.constantFrom("dicamba", "2,4-D"),
        text: fc.constantFrom("6 points of the Mitigation Menu.", "Do not apply in this PULA.", "Keep off."),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ isCovered, limitations }) =>
    areasOf({
      pulaSet: { version: "pula-1", verifiedAt: NOW, isDemonstration: false, coversField: isCovered },
      counties: [LEE],
      pulas: limitations.length > 0 ? [pulaOf(121, ["DC125"])] : [],
      limitations: limitations.map((each, index) => limitationOf({ ...each, limitationId: index + 1 })),
    }),
  );

const measures = subOptionsOf(rulebook.menus.epa_runoff).map(({ id }) => selectionOf(rulebook.menus.epa_runoff, id));

const anyFacts: fc.Arbitrary<AssessmentFacts> = fc
  .record({
    mix: anyMix,
    areas: anyAreas,
    hasSoil: fc.boolean(),
    wind: fc.constantFrom(null, 5, 14),
    selections: fc.subarray(measures, { maxLength: 6 }),
    nozzle: fc.constantFrom(null, "TTI 11004"),
  })
  .map(({ mix, areas, hasSoil, wind, selections, nozzle }) => {
    const products = mix.map(({ number, name, ...rate }) =>
      submittedOf(number, { ...rate, ...(number === null ? { productName: name } : {}) }),
    );
    const facts = factsOf(products, {
      areas,
      selections,
      soil: hasSoil ? soilOf("B") : NO_SOIL,
      weather:
        wind === null ? null : { windDirectionDeg: 90, windSpeedMph: wind, temperatureF: 70, humidityPercent: 50 },
      application: { details: { nozzle } },
    });
    const resolved = facts.products.map((product, index) => {
      const sent = products[index];
      if (sent?.epaNumber === null && sent.productName === "Brand no one knows")
        return { ...product, kind: "unknown" as const, esaRequired: null };
      // The label that is held was read; the newest one is known from a coding, and its figures are asked about.
      return sent?.epaNumber === LIBERTY && sent.rate === 16 ? { ...product, record: newestLabelOf(LIBERTY) } : product;
    });
    return { ...facts, products: resolved };
  });

const saying = (question: AttestationQuestion, answer: Answer): Attestation => ({
  questionId: question.questionId,
  kind: question.kind,
  version: question.version,
  subject: question.subject,
  answer,
  attestedBy: "Jo Field",
  attestedAt: NOW,
  labelDate: question.labelDate,
  applicationRevision: 1,
  fingerprint: question.restsOn,
});

/** Answers drawn one by one; null leaves a question open. */
const answersFrom = (result: AssessmentResult, picks: readonly (Answer | null)[]): AskedQuestion[] =>
  result.assessment.questions.map((question, index) => {
    const answer = picks[index % Math.max(1, picks.length)] ?? null;
    return { question, attestation: answer === null ? null : saying(question, answer) };
  });

const anyPicks = fc.array(fc.constantFrom<Answer | null>(...ANSWERS, null), { minLength: 1, maxLength: 6 });
const attested = (result: AssessmentResult, asked: readonly AskedQuestion[]): Assessment =>
  attest(result, asked, { counts: true }).assessment;
const violations = ({ issues }: Assessment): string[] =>
  issues.filter(({ code }) => VIOLATIONS.has(code)).map(({ code, productIndex }) => `${code} ${productIndex ?? ""}`);
const VIOLATIONS = new Set<string>([
  "METHOD_NOT_PERMITTED",
  "WIND_OUTSIDE_LABEL_RANGE",
  "CROP_NOT_ON_LABEL",
  "STATE_NOT_ON_LABEL",
  "DATE_OUTSIDE_LABEL_WINDOW",
  "REGISTRATION_NOT_ACTIVE",
  "PROHIBITED_IN_AREA",
  "LABEL_LIMIT_EXCEEDED",
  "ADJUVANT_REQUIREMENT_UNMET",
]);

/** The base check as it is saved, with answers beside it. */
function savedOf(facts: AssessmentFacts, base: AssessmentResult, given: Attestation[]): SavedApplicationRecord {
  const { assessment, requirements, autoSelections, ground } = base;
  const chosen = facts.selections.filter(
    ({ subOptionId }) => !autoSelections.some((each) => each.subOptionId === subOptionId),
  );
  return {
    ...facts.application,
    applicationEventId: "event-1",
    providerFieldId: "field-1",
    fieldId: "field-1",
    fieldName: "Home quarter",
    gpa: facts.application.gpa,
    processingStatus: "completed",
    updatedAt: NOW,
    portalLockedAt: null,
    isOnChangedBoundary: false,
    ground,
    requirements: requirements.map((each) => ({
      ...each,
      exemptionEvaluatedAt: null,
      exemptionReasons: null,
      exemptionTreatedAcres: null,
      updatedAt: NOW,
    })),
    selections: [...autoSelections, ...chosen],
    siblingMixes: [],
    judgedBy: null,
    lastAssessment: { ...assessment, answered: null },
    drift: { weather: null, lastComputation: null, adjuvantResults: null, claims: [], drawnFeatures: [] },
    attestations: given,
    doAttestationsCount: true,
  };
}

/** Where a saved application stands, read back as the portal and the API read it. */
function readBack(facts: AssessmentFacts, saved: SavedApplicationRecord, asked: readonly AskedQuestion[]) {
  const attestedSaved = savedAsAttested(saved, asked);
  const freed = freedBy(effectsOf(asked));
  const rated = rateMix(facts.application.products, facts.products, facts.application.gpa);
  const runoff = rescoreRunoff(attestedSaved, {
    rulebook: facts.rulebook,
    disallowed: facts.products
      .filter(({ esaRequired }) => esaRequired === true)
      .flatMap(({ record }) => record?.rules?.disallowedMeasures ?? []),
    hasUnknownProduct: facts.products.some(({ kind }, index) => kind === "unknown" && !freed.has(index)),
    application: applicationFacts(facts.application, rated, facts.siblings ?? []),
  });
  return standingNow({ saved: attestedSaved, runoffAsComputed: runoff, yearIssues: [] }, null);
}

const allSaying = (result: AssessmentResult, answer: Answer): AskedQuestion[] =>
  result.assessment.questions.map((question) => ({ question, attestation: saying(question, answer) }));

describe("laws of attestations", () => {
  it("never turns a violation into anything better", () => {
    fc.assert(
      fc.property(anyFacts, anyPicks, (facts, picks) => {
        const base = assess(facts);
        const found = attested(base, answersFrom(base, picks));
        if (base.assessment.issues.some(({ code }) => VIOLATIONS.has(code))) expect(found.status).toBe("not_met");
        expect(violations(found)).toEqual(expect.arrayContaining(violations(base.assessment)));
      }),
    );
  });

  it("never turns a shortfall of points into a pass", () => {
    fc.assert(
      fc.property(anyFacts, anyPicks, (facts, picks) => {
        const base = assess(facts);
        const isShort = base.assessment.runoff.some(({ status }) => status === "not_met");
        if (isShort) expect(attested(base, answersFrom(base, picks)).status).toBe("not_met");
      }),
    );
  });

  it("asks nothing about a product that a limitation names, and no answer takes the limitation away", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const base = assess(facts);
        const named = base.assessment.products.flatMap(({ pulas }, index) => (pulas.length > 0 ? [index] : []));
        const frees = base.assessment.questions.flatMap(({ effects }) => effects.no.frees);
        expect(frees.filter((index) => named.includes(index))).toEqual([]);
        const found = attested(base, allSaying(base, "no"));
        expect(found.products).toEqual(base.assessment.products);
        for (const code of ["LIMITATIONS_REVIEW_REQUIRED", "UNSUPPORTED_MITIGATION", "PULA_COVERAGE_MISSING"]) {
          expect(found.issues.some((each) => each.code === code)).toBe(
            base.assessment.issues.some((each) => each.code === code),
          );
        }
      }),
    );
  });

  it("gives the earlier answer again once every answer is taken back, and for “I can't tell”", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const base = assess(facts);
        const open = base.assessment.questions.map((question) => ({ question, attestation: null }));
        expect(attested(base, open)).toEqual(base.assessment);
        const { attestations, ...unknown } = attested(base, allSaying(base, "unknown"));
        expect({ ...unknown, attestations: [] }).toEqual(base.assessment);
        expect(attestations).toHaveLength(base.assessment.questions.length);
      }),
    );
  });

  it("never makes a pass of “yes, it has directions”", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const base = assess(facts);
        const asked = base.assessment.questions.map((question) => ({
          question,
          attestation: question.kind === "label_has_esa_directions" ? saying(question, "yes") : null,
        }));
        expect(attested(base, asked).status).toBe(base.assessment.status);
      }),
    );
  });

  it("only shows answers where the provider does not count them", () => {
    fc.assert(
      fc.property(anyFacts, anyPicks, (facts, picks) => {
        const base = assess(facts);
        const asked = answersFrom(base, picks);
        const { attestations, ...shown } = attest(base, asked, { counts: false }).assessment;
        expect({ ...shown, attestations: [] }).toEqual(base.assessment);
        expect(attestations.every(({ counts }) => !counts)).toBe(true);
      }),
    );
  });

  it("names every answer that counts", () => {
    fc.assert(
      fc.property(anyFacts, anyPicks, (facts, picks) => {
        const base = assess(facts);
        const asked = answersFrom(base, picks);
        const given = asked.filter(({ attestation }) => attestation !== null && attestation.answer !== "unknown");
        const named = attested(base, asked).issues.flatMap((each) =>
          each.code === "ATTESTED" ? (each.particulars.attested ?? []) : [],
        );
        expect(new Set(named.map((each) => JSON.stringify(each)))).toEqual(
          new Set(
            given.map(({ question: { kind, subject }, attestation }) =>
              JSON.stringify({ kind, subject, answer: attestation?.answer, by: "Jo Field" }),
            ),
          ),
        );
      }),
    );
  });

  it("says the same of a saved application that is read back as of the check itself", () => {
    fc.assert(
      fc.property(anyFacts, anyPicks, (facts, picks) => {
        const base = assess(facts);
        const asked = answersFrom(base, picks);
        const given = asked.flatMap(({ attestation }) => attestation ?? []);
        const checked = attested(base, asked);
        const found = readBack(facts, savedOf(facts, base, given), asked);
        const codes = (issues: Assessment["issues"]): string[] =>
          issues
            .filter(({ code }) => code !== "UNKNOWN_PRODUCT" || checked.runoff.length === 0)
            .map(({ code, blocks }) => `${code} ${blocks}`)
            .toSorted();
        expect(new Set(codes(found.issues))).toEqual(new Set(codes(checked.issues)));
        expect(found.status).toBe(checked.status);
      }),
    );
  });
});
