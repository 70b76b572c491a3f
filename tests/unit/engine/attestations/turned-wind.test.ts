import { expect, test } from "vitest";
import type { Attestation } from "@/lib/domain/attestation";
import type { Answer } from "@/lib/domain/question-kinds";
import { assess, type AssessmentResult } from "@/lib/engine/assess";
import { attest } from "@/lib/engine/attestations/attest";
import { askedOf } from "@/lib/engine/attestations/saved";
import { factsOf, NOW, submittedOf } from "../facts";

/** An answer about what lies downwind, after the wind has turned. */
const KIND = "sensitive_crop_downwind";
const hash = (text: string): string => text;

const STRYAX = "264-1241";
/** No one has read its direction about sensitive plants: a yes blocks a pass, and is no violation. */
const ENGENIA = "7969-507";

const inWind = (
  windDirectionDeg: number,
  { boundaryHash = "as planted", applicationDate = "2026-05-01", registration = STRYAX } = {},
): AssessmentResult =>
  assess(
    factsOf([submittedOf(registration, { rate: 22 })], {
      boundaryHash,
      application: { applicationDate },
      weather: { windDirectionDeg, windSpeedMph: 8, temperatureF: 70, humidityPercent: 50 },
    }),
  );

function answered(windDirectionDeg: number, answer: Answer, registration = STRYAX, asks = KIND): Attestation {
  const { questions } = inWind(windDirectionDeg, { registration }).assessment;
  const question = questions.find(({ kind }) => kind === asks);
  if (question === undefined) throw new Error(`the label asks no ${asks}`);
  const { questionId, kind, version, subject, labelDate, restsOn } = question;
  const said = { answer, attestedBy: "Jo Field", attestedAt: NOW, applicationRevision: 1 };
  return { questionId, kind, version, subject, labelDate, fingerprint: hash(restsOn), ...said };
}

/** What the label's conditions come to in one wind, with an answer that was given in another. */
function conditionsIn(
  windDirectionDeg: number,
  given: Attestation | readonly Attestation[],
  more: Parameters<typeof inWind>[1] = {},
): { broken: boolean; blocks: boolean | undefined } {
  const found = inWind(windDirectionDeg, more);
  const asked = askedOf(found.assessment.questions, [given].flat(), hash);
  const { issues } = attest(found, asked, { counts: true }).assessment;
  return {
    broken: issues.some(({ code }) => code === "WIND_OUTSIDE_LABEL_RANGE"),
    blocks: issues.find(({ code }) => code === "LABEL_CONDITIONS_NOT_CHECKED")?.blocks,
  };
}

test.each<[string, number, Answer, { broken: boolean; blocks: boolean }]>([
  ["is a violation in the wind it was given in", 235, "yes", { broken: true, blocks: false }],
  ["still blocks where the wind has turned by two degrees", 237, "yes", { broken: false, blocks: true }],
  [
    "still blocks where the wind has turned around, until it is asked again",
    55,
    "yes",
    { broken: false, blocks: true },
  ],
  ["blocks nothing where it was no, and is asked again", 55, "no", { broken: false, blocks: false }],
  ["blocks nothing where no one could tell", 55, "unknown", { broken: false, blocks: false }],
])("an answer about a sensitive crop downwind %s", (_, windDirectionDeg, answer, expected) => {
  expect(conditionsIn(windDirectionDeg, answered(235, answer))).toEqual(expected);
});

/** Answers of an applicator, each in place of the one before it; the last is kept. */
const oneAfterTheOther = (...given: readonly Attestation[]): Attestation[] =>
  given.map((each, index) => (index === given.length - 1 ? each : { ...each, isReplaced: true }));

test.each<[string, number, number, Answer, boolean]>([
  ["in the wind of the yes, after a no about the other side", 235, 55, "no", true],
  ["two degrees from the yes, after a no about the other side", 237, 55, "no", true],
  ["in the wind of the no", 55, 55, "no", false],
  ["where no one could tell", 237, 237, "unknown", true],
  ["two degrees on from where no one could tell", 240, 237, "unknown", true],
])(
  "after a yes about a sensitive crop downwind, whether it blocks %s",
  (_, windDirectionDeg, answeredDeg, answer, blocks) => {
    const given = oneAfterTheOther(answered(235, "yes"), answered(answeredDeg, answer));
    expect(conditionsIn(windDirectionDeg, given)).toEqual({ broken: false, blocks });
  },
);

test.each([
  ["in the wind it was given in", 235],
  ["where the wind has turned by two degrees", 237],
  ["where the wind has turned around, until it is asked again", 55],
])("a yes about a sensitive crop downwind leaves a direction open that no one has read, %s", (_, windDirectionDeg) => {
  const found = inWind(windDirectionDeg, { registration: ENGENIA });
  const asked = askedOf(found.assessment.questions, [answered(235, "yes", ENGENIA)], hash);
  const { unjudged } = attest(found, asked, { counts: true }).assessment;
  expect(unjudged.find(({ ruleId }) => ruleId.endsWith(":sensitive-plants"))?.isOpen).toBe(true);
});

test.each<[string, string, Answer, boolean]>([
  ["a no", "2026-05-01", "no", true],
  ["a no for the day before", "2026-05-02", "no", true],
  ["a yes for the day before", "2026-05-02", "yes", false],
])("%s about the label's website, on %s", (_, applicationDate, answer, blocks) => {
  const given = answered(235, answer, STRYAX, "label_website_checked");
  expect(conditionsIn(235, given, { applicationDate })).toEqual({ broken: false, blocks });
});

test.each([
  ["stays where nothing has changed", {}, true],
  ["falls with the boundary", { boundaryHash: "enlarged from the same corner" }, false],
  ["falls with the day", { applicationDate: "2026-05-02" }, false],
])("an answer about a sensitive crop downwind %s", (_, later, isInForce) => {
  const asked = askedOf(inWind(235, later).assessment.questions, [answered(235, "no")], hash);
  const found = asked.find(({ question }) => question.kind === KIND);
  expect(found?.attestation != null).toBe(isInForce);
});

test.each([
  ["as it was", 235, true],
  ["turned by a sixteenth of the compass", 258, false],
  ["turned by as much the other way", 212, false],
])(
  "a no about a sensitive crop downwind, in a wind %s, is in force: %s degrees, %s",
  (_, windDirectionDeg, isInForce) => {
    const asked = askedOf(inWind(windDirectionDeg).assessment.questions, [answered(235, "no")], hash);
    expect(asked.find(({ question }) => question.kind === KIND)?.attestation != null).toBe(isInForce);
  },
);
