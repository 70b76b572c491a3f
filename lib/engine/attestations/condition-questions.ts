import { effectOf, type AnswerEffect, type AttestationQuestion } from "@/lib/domain/attestation";
import { daysAfter } from "@/lib/domain/calendar";
import { countsTowardPass } from "@/lib/domain/citation";
import { issue, type Issue } from "@/lib/domain/issues";
import { UNREAD_GEO_ID } from "@/lib/domain/unread-county";
import { QUESTION_VERSION, type ConditionQuestion } from "@/lib/domain/question-kinds";
import type { ConditionFacts } from "@/lib/engine/conditions/facts";
import { conditionSource, isForApplicator } from "@/lib/engine/conditions/issues";
import type { JudgedCondition } from "@/lib/engine/conditions/judge";
import { dropletsUnsettled } from "@/lib/engine/drift/intake";
import { labelDateOf, restsOn } from "@/lib/engine/attestations/rests-on";

/** What an answer to each kind rests on beside product and label, and which answer keeps the condition. */
interface ConditionAsked {
  keeps: "yes" | "no";
  facts: (known: ConditionFacts) => Record<string, string | number | null>;
  subject: (judged: JudgedCondition, known: ConditionFacts) => string;
  /** What the other answer is a violation of; null: the condition is not kept yet, and blocks until it is. */
  violation: ((judged: JudgedCondition, known: ConditionFacts) => Issue) | null;
  /** Whether the facts it is about are there to be asked about. */
  isReady: (known: ConditionFacts) => boolean;
  /** How many days before the application what was done still counts; left out: at any time. */
  withinDays?: number;
}

const nameOf = ({ product }: JudgedCondition): string => product.registration ?? product.submitted.productName;
const nozzleOf = ({ application }: ConditionFacts): string | null => application.details?.nozzle ?? null;
/** A wind that turns by less than this still blows toward the same neighbor. */
const SECTOR_DEG = 22.5;
const sectorOf = ({ weather }: ConditionFacts): number | null =>
  weather === null ? null : Math.round(weather.windDirectionDeg / SECTOR_DEG) % (360 / SECTOR_DEG);

const ASKED: Record<ConditionQuestion, ConditionAsked> = {
  nozzle_on_list: {
    keeps: "yes",
    facts: (known) => ({
      nozzle: nozzleOf(known),
      pressure: known.application.details?.nozzlePressurePsi ?? null,
      method: known.application.method,
    }),
    subject: (judged, known) => nozzleOf(known) ?? nameOf(judged),
    violation: ({ product, ruleId }, known) =>
      issue("METHOD_NOT_PERMITTED", {
        productIndex: product.productIndex,
        ruleId,
        particulars: { productName: product.submitted.productName, nozzle: nozzleOf(known) ?? "the nozzle in use" },
      }),
    isReady: () => true,
  },
  sensitive_crop_downwind: {
    keeps: "no",
    facts: (known) => ({
      windSector: sectorOf(known),
      boundary: known.boundaryHash,
      applicationDate: known.application.applicationDate,
    }),
    subject: nameOf,
    violation: ({ product, ruleId }) =>
      issue("WIND_OUTSIDE_LABEL_RANGE", {
        productIndex: product.productIndex,
        ruleId,
        particulars: { productName: product.submitted.productName, towardSensitiveCrop: true },
      }),
    isReady: ({ weather }) => weather !== null,
  },
  label_website_checked: {
    keeps: "yes",
    facts: ({ application }) => ({ applicationDate: application.applicationDate }),
    subject: nameOf,
    violation: null,
    isReady: () => true,
    // Stryax label of 2026-02-06, page 9: "no more than 7 days before application of this product".
    withinDays: 7,
  },
  county_forbidden_by_label: {
    keeps: "no",
    // With a county that could not be read it is another question: what was said of its neighbor does not settle it.
    facts: ({ geoIds }) => ({
      counties:
        geoIds === null ? null : [...geoIds.possible, ...(geoIds.isWhole ? [] : [UNREAD_GEO_ID])].toSorted().join(" "),
    }),
    subject: nameOf,
    violation: ({ product, ruleId }, { counties }) =>
      issue("STATE_NOT_ON_LABEL", {
        productIndex: product.productIndex,
        ruleId,
        particulars: { productName: product.submitted.productName, places: counties },
      }),
    isReady: ({ counties }) => counties.length > 0,
  },
};

/** What the labels leave to the applicator, where the application does not say it. */
export const conditionQuestions = (judged: readonly JudgedCondition[], known: ConditionFacts): AttestationQuestion[] =>
  judged.filter(isForApplicator).flatMap((each) => {
    const kind = each.condition.asks;
    if (kind === undefined || !ASKED[kind].isReady(known)) return [];
    return [conditionQuestion(each, kind, known)];
  });

function conditionQuestion(
  judged: JudgedCondition,
  kind: ConditionQuestion,
  known: ConditionFacts,
): AttestationQuestion {
  const { product, condition, ruleId } = judged;
  const { facts, keeps, subject, withinDays } = ASKED[kind];
  const windDirectionDeg = kind === "sensitive_crop_downwind" ? known.weather?.windDirectionDeg : undefined;
  const kept = effectOf({ settles: [ruleId], lifts: kind === "nozzle_on_list" ? dropletsByList(product) : [] });
  const against = effectAgainst(judged, kind, known);
  return {
    questionId: `${kind}:${nameOf(judged)}:${condition.id}`,
    kind,
    version: QUESTION_VERSION,
    productIndex: product.productIndex,
    subject: subject(judged, known),
    labelDate: labelDateOf(product),
    restsOn: restsOn(kind, product, {
      ...facts(known),
      condition: condition.text,
      crop: known.application.crop,
    }),
    particulars: {
      productName: product.submitted.productName,
      condition: condition.text,
      source: conditionSource(judged),
      ...(kind === "nozzle_on_list" ? { nozzle: nozzleOf(known) } : {}),
      ...(windDirectionDeg === undefined ? {} : { windDirectionDeg }),
      ...(kind === "county_forbidden_by_label" ? { counties: known.counties } : {}),
    },
    ...(withinDays === undefined ? {} : { keptFrom: daysAfter(known.application.applicationDate, -withinDays) }),
    effects: keeps === "yes" ? { yes: kept, no: against } : { yes: against, no: kept },
  };
}

/** A label that sets its droplets by a list of nozzles asks for no more of a nozzle that is on it. */
const dropletsByList = (product: JudgedCondition["product"]): Issue[] =>
  product.record?.rules?.drift?.minDropletSize === "nozzle_list" ? [dropletsUnsettled(product, "nozzle_list")] : [];

/**
 * A direction that is known to bind and is said to be broken is a violation. One that no one has read for sure, or that
 * may not bind, leaves the answer open.
 */
function effectAgainst(judged: JudgedCondition, kind: ConditionQuestion, known: ConditionFacts): AnswerEffect {
  const { violation } = ASKED[kind];
  const isSure = judged.binding === "yes" && countsTowardPass(judged.condition.evidence);
  if (violation === null || !isSure || judged.condition.disputed === true) return effectOf({ opens: [judged.ruleId] });
  return effectOf({ settles: [judged.ruleId], finds: [violation(judged, known)] });
}
