import type { NormalizedRate } from "@/lib/domain/compliance";
import type { AmountCondition } from "@/lib/domain/label-conditions";
import type { ProductFacts } from "@/lib/engine/conditions/facts";
import { broken, KEPT, open, UNJUDGED, type Outcome } from "@/lib/engine/conditions/outcome";
import { isUsedUnknown, usedBefore, type RatedProduct } from "@/lib/engine/rated-product";
import {
  amountNow,
  amountsOfYear,
  hasUnknownAmount,
  ingredientPasses,
  lbOfIngredient,
  STRENGTH_ROUNDING,
} from "@/lib/engine/rates/ingredient-amounts";
import { RATE_ROUNDING } from "@/lib/engine/rates/normalize";
import {
  besideWhatWasSaid,
  hasUnknownRate,
  isOfTraitProgram,
  isSameProduct,
  ofItsYear,
  passesOf,
  sumOfYear,
  timesPassed,
  timesSaid,
  type Sibling,
} from "@/lib/engine/siblings";

type Of<K extends AmountCondition["kind"]> = Extract<AmountCondition, { kind: K }>;

/**
 * How much of a product, how often and in how much water.
 *
 * Units: rates in the limit's own unit; gallons and pounds per acre; days. Missing data: a rate of another kind, or a
 * spray volume that was not sent, leaves the limit open and blocks a pass; what the year has had already is judged only
 * where it was sent, except that one application can break the year's limit by itself. Where it was not sent, and saved
 * applications of earlier days would break a limit together with this one, the limit is open: no one says whether they were
 * made. So it is where one of them has an amount that is not known. Throws: never.
 */
export function judgeAmount(condition: AmountCondition, facts: ProductFacts): Outcome {
  switch (condition.kind) {
    case "single_rate":
      return judgeSingleRate(condition, facts);
    case "annual_rate":
      return judgeAnnualRate(condition, facts);
    case "single_ingredient":
      return judgeSingleIngredient(condition, facts);
    case "annual_ingredient":
      return judgeAnnualIngredient(condition, facts);
    case "applications_per_year":
      return judgeCount(condition, facts);
    case "days_between":
      return judgeInterval(condition, facts);
    case "volume":
      return judgeVolume(condition, facts);
  }
}

const isOver = (value: number, limit: number): boolean => value > limit * (1 + RATE_ROUNDING);

const over = (what: string, sent: number, atMost: number): Outcome =>
  broken("LABEL_LIMIT_EXCEEDED", { limits: [{ what, sent, atLeast: null, atMost }] });

function judgeSingleRate({ atMost, unit }: Of<"single_rate">, { product: { rate } }: ProductFacts): Outcome {
  // A rate without any number has an issue of its own.
  if (rate.normalized === null) return UNJUDGED;
  if (rate.normalized.unit !== unit) return inOtherUnit(unit);
  const sent = rate.normalized.value;
  return isOver(sent, atMost) ? over(unit, sent, atMost) : KEPT;
}

const inOtherUnit = (limitUnit: NormalizedRate["unit"]): Outcome =>
  open("UNRESOLVED_RATE", { problems: [{ kind: "other_unit_than_limit", limitUnit }] });

/** What was said of the year before cannot be compared with the limit: the rate of this application can. */
const UNKNOWN_SAID: Outcome = open("LABEL_CONDITIONS_NOT_CHECKED", {});

/** What is broken if the saved applications of earlier days were made. */
const BROKEN_WITH_SAVED: Outcome = open("LABEL_CONDITIONS_NOT_CHECKED", { withSaved: 1 });

/** What is saved of earlier days is an amount that is not known, which may be all that the year may have. */
const UNKNOWN_WITH_SAVED: Outcome = open("LABEL_CONDITIONS_NOT_CHECKED", { unknownSaved: 1 });

/** Saved applications of earlier days of the year, of which the request says nothing. */
const savedBefore = ({ application: { applicationDate }, mix, earlier }: ProductFacts): Sibling[] =>
  besideWhatWasSaid({ applicationDate, mix }, ofItsYear(applicationDate, earlier));

function judgeAnnualRate({ atMost, unit }: Of<"annual_rate">, facts: ProductFacts): Outcome {
  const { product, application } = facts;
  const now = product.rate.normalized;
  if (now?.unit !== unit) return now === null ? UNJUDGED : inOtherUnit(unit);
  const before = usedBefore(product, application.gpa);
  const sent = now.value + (before?.unit === unit ? before.value : 0);
  if (isOver(sent, atMost)) return over(`${unit}_per_year`, sent, atMost);
  if (isUsedUnknown(product, { gpa: application.gpa, unit })) return UNKNOWN_SAID;
  const saved = savedBefore(facts);
  if (isOver(sumOfYear(passesOf(product, saved, unit)) + sent, atMost)) return BROKEN_WITH_SAVED;
  if (hasUnknownRate(product, saved, unit)) return UNKNOWN_WITH_SAVED;
  return before?.unit === unit ? KEPT : UNJUDGED;
}

/** What is known may be over the limit by itself. A product of the mix that brings the ingredient in an unknown amount, or may, leaves it open. */
function judgeSingleIngredient({ ingredient, atMostLb }: Of<"single_ingredient">, { mix }: ProductFacts): Outcome {
  const { lbPerAcre: lb, isWhole } = lbOfIngredient(ingredient, mix, amountNow);
  if (lb > atMostLb * (1 + STRENGTH_ROUNDING)) return over("lb_ingredient_per_acre", lb, atMostLb);
  if (!isWhole) return open("LABEL_CONDITIONS_NOT_CHECKED", {});
  return mix.every(({ record }) => record !== null) ? KEPT : UNJUDGED;
}

/** Products that are not in this mix may have brought the ingredient too, so that the limit is never known to be kept. */
function judgeAnnualIngredient({ ingredient, atMostLb }: Of<"annual_ingredient">, facts: ProductFacts): Outcome {
  const { mix, application } = facts;
  const most = atMostLb * (1 + STRENGTH_ROUNDING);
  const { lbPerAcre: lb, isWhole } = lbOfIngredient(ingredient, mix, amountsOfYear(application.gpa));
  if (lb > most) return over("lb_ingredient_per_year", lb, atMostLb);
  const saved = savedBefore(facts);
  if (sumOfYear(ingredientPasses(ingredient, saved)) + lb > most) return BROKEN_WITH_SAVED;
  if (hasUnknownAmount(ingredient, saved)) return UNKNOWN_WITH_SAVED;
  return isWhole ? UNJUDGED : open("LABEL_CONDITIONS_NOT_CHECKED", {});
}

const earlierOf = ({ product, earlier }: ProductFacts): Sibling[] =>
  earlier.filter(({ products }) => products.some((each) => isSameProduct(each, product)));

function judgeCount({ atMost }: Of<"applications_per_year">, { product, application, earlier }: ProductFacts): Outcome {
  const { submitted } = product;
  const sent = timesSaid(submitted, application.applicationDate) + 1;
  if (sent > atMost) return over("applications_per_year", sent, atMost);
  if (submitted.applicationsThisYear != null) return KEPT;
  const ofYear = ofItsYear(application.applicationDate, earlier);
  const saved = timesPassed(ofYear, (each) => isSameProduct(each, product));
  return sumOfYear(saved) + 1 > atMost ? BROKEN_WITH_SAVED : UNJUDGED;
}

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/**
 * The days between two applications, also of two years. Those of a trait program are between its applications, whichever of its products
 * each was of.
 */
function judgeInterval(condition: Of<"days_between">, facts: ProductFacts): Outcome {
  const own = judgeOwnInterval(condition, facts);
  if (own.result === "broken" || !isOfTraitProgram(facts.product)) return own;
  const isOther = (each: RatedProduct): boolean => isOfTraitProgram(each) && !isSameProduct(each, facts.product);
  const isTooSoon = facts.earlier.some(
    ({ applicationDate, products }) =>
      daysBetween(applicationDate, facts.application.applicationDate) < condition.atLeast && products.some(isOther),
  );
  return isTooSoon ? BROKEN_WITH_SAVED : own;
}

function judgeOwnInterval({ atLeast }: Of<"days_between">, facts: ProductFacts): Outcome {
  const { lastAppliedOn } = facts.product.submitted;
  if (lastAppliedOn == null) return judgeBySaved(atLeast, facts);
  const days = daysBetween(lastAppliedOn, facts.application.applicationDate);
  if (Math.abs(days) < atLeast) {
    return broken("LABEL_LIMIT_EXCEEDED", { limits: [{ what: "days_between", sent: days, atLeast, atMost: null }] });
  }
  // One of a later day says nothing of the days before.
  return days >= 0 ? KEPT : judgeBySaved(atLeast, facts);
}

/** Where the request does not say of which day the last one before was. */
function judgeBySaved(atLeast: number, facts: ProductFacts): Outcome {
  const { applicationDate } = facts.application;
  const { submitted } = facts.product;
  const firstDay = `${applicationDate.slice(0, 4)}-01-01`;
  const isNoneSaid = submitted.applicationsThisYear != null && timesSaid(submitted, applicationDate) === 0;
  if (isNoneSaid && daysBetween(firstDay, applicationDate) >= atLeast) return KEPT;
  // None this year may still be a few days ago, at the turn of the year.
  const saved = earlierOf(facts).filter((each) => !isNoneSaid || each.applicationDate < firstDay);
  const isTooSoon = saved.some((each) => daysBetween(each.applicationDate, applicationDate) < atLeast);
  return isTooSoon ? BROKEN_WITH_SAVED : UNJUDGED;
}

function judgeVolume({ atLeastGpa, atMostGpa }: Of<"volume">, { application: { gpa } }: ProductFacts): Outcome {
  if (gpa === null) return open("UNRESOLVED_RATE", { problems: [{ kind: "no_volume_for_limit" }] });
  return gpa >= (atLeastGpa ?? 0) && gpa <= (atMostGpa ?? Infinity)
    ? KEPT
    : broken("LABEL_LIMIT_EXCEEDED", {
        limits: [{ what: "gallons_per_acre", sent: gpa, atLeast: atLeastGpa, atMost: atMostGpa }],
      });
}
