import type { ApplicationMethod, SubmittedProduct } from "@/lib/domain/application";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { MeasureClaims } from "@/lib/domain/mitigation";
import { canonicalRegistration, limitableNumbers } from "@/lib/domain/registration";
import type { ExemptionReasonRow } from "@/lib/domain/tables";
import { HA_PER_ACRE, SQM_PER_HA } from "@/lib/domain/units";
import { isUsedUnknown, usedBefore, type RatedProduct } from "@/lib/engine/rated-product";
import {
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
  ofItsYear,
  passesOf,
  splitAt,
  sumOfYear,
  timesPassed,
  timesSaid,
  type PassOfYear,
  type Sibling,
} from "@/lib/engine/siblings";

/** Methods that treat the whole of what they go over. */
const WHOLE_FIELD: readonly ApplicationMethod[] = [
  "Broadcast-Ground",
  "Broadcast-Air",
  "Airblast",
  "Chemigation",
  "Granular-Air",
];
/** Methods that may treat a small spot of a large field. */
const SPOT: readonly ApplicationMethod[] = ["Spot-Ground", "Handheld", "Directed-Ground", "Drone"];

/** What an application says of itself, as far as a measure may say otherwise. */
export interface ApplicationFacts {
  treatsWholeField: boolean;
  /**
   * The most that this pass and what else the year has are of what a label of the mix allows in a year, of the product or of
   * an ingredient in all products; null where no label states it. Infinity where the pass, or another application of the year, has
   * an amount that no one knows: it may be all that the label allows.
   */
  annualShare: number | null;
  /**
   * Applications of the year with this one, of a product that is in a trait program: as the request says, with those saved for
   * later days, or else as many as are saved; null where no one said and no other is.
   */
  traitApplications: number | null;
}

/**
 * What measures are compared with: how much of the field the method treats, how much of the yearly maximum the year has with this
 * pass, and how many applications of the year this one makes. `saved`: the field's other applications; those of another year count for none of it.
 *
 * Units: a share from 0. Source: the label's yearly maximums. Missing data: a label without a yearly maximum, or with one
 * in a unit that the rate cannot be brought to, says nothing; a pass that no one sent and that is not saved is not counted. A
 * sibling's rate that is not known may be all of the year's. Throws: never.
 */
export function applicationFacts(
  { method, gpa, applicationDate }: { method: ApplicationMethod; gpa: number | null; applicationDate: string },
  rated: readonly RatedProduct[],
  saved: readonly Sibling[],
): ApplicationFacts {
  const siblings = ofItsYear(applicationDate, saved);
  const others = besideWhatWasSaid({ applicationDate, mix: rated }, siblings);
  const shares = rated.flatMap((product) =>
    (product.record?.rules?.conditions ?? []).flatMap(
      (condition) => shareOf(condition, { applicationDate, product, rated, gpa, others }) ?? [],
    ),
  );
  const applications = rated
    .filter(isOfTraitProgram)
    .flatMap((product) => timesOf(product, { applicationDate, siblings }));
  return {
    treatsWholeField: WHOLE_FIELD.includes(method),
    annualShare: shares.length === 0 ? null : Math.max(...shares),
    traitApplications: applications.length === 0 ? null : Math.max(...applications),
  };
}

/**
 * With this one; none where nothing is known of others. What the request says is of its product and the days before; an application
 * of another product of the program is one of the year's as well.
 */
function timesOf(
  { submitted, record }: RatedProduct,
  { applicationDate, siblings }: { applicationDate: string; siblings: readonly Sibling[] },
): number[] {
  const numbers = new Set(limitableNumbers(null, record));
  const isSame = ({ epaNumber }: SubmittedProduct): boolean => {
    const sent = epaNumber === null ? null : canonicalRegistration(epaNumber);
    return limitableNumbers(sent, null).some((number) => numbers.has(number));
  };
  const said = submitted.applicationsThisYear ?? null;
  const isOfProduct = (product: RatedProduct): boolean => isSame(product.submitted);
  const { until, later } = splitAt(applicationDate, timesPassed(siblings, isOfProduct));
  const ofOthers = siblings.filter(({ products }) => !products.some(isOfProduct));
  const earlier = Math.max(said ?? sumOfYear(until), timesSaid(submitted, applicationDate));
  const times = sumOfYear(later, earlier + 1) + sumOfYear(timesPassed(ofOthers, isOfTraitProgram));
  return said === null && times === 1 ? [] : [times];
}

interface OfYear {
  applicationDate: string;
  product: RatedProduct;
  rated: readonly RatedProduct[];
  gpa: number | null;
  /** What the year has beside this pass and what the request says of it. */
  others: readonly Sibling[];
}

/** What the year has of one yearly maximum, Infinity where no one knows; null where the condition is none, or nothing is known in its unit. */
function shareOf(condition: LabelCondition, { applicationDate, product, rated, gpa, others }: OfYear): number | null {
  const withOthers = (own: number, passes: readonly PassOfYear[]): number => {
    const { until, later } = splitAt(applicationDate, passes);
    return sumOfYear(later, own + sumOfYear(until));
  };
  if (condition.kind === "annual_ingredient") {
    const { ingredient, atMostLb } = condition;
    if (hasUnknownAmount(ingredient, [{ applicationDate, gpa, products: rated }, ...others])) {
      return Number.POSITIVE_INFINITY;
    }
    const { lbPerAcre: own } = lbOfIngredient(ingredient, rated, amountsOfYear(gpa));
    return withOthers(own, ingredientPasses(ingredient, others)) / (atMostLb * (1 + STRENGTH_ROUNDING));
  }
  if (condition.kind !== "annual_rate") return null;
  const isUnknown = isUsedUnknown(product, { gpa, unit: condition.unit });
  if (isUnknown || hasUnknownRate(product, others, condition.unit)) return Number.POSITIVE_INFINITY;
  const own = [product.rate.normalized, usedBefore(product, gpa)].flatMap((each) =>
    each?.unit === condition.unit ? [each.value] : [],
  );
  const passes = passesOf(product, others, condition.unit);
  if (own.length + passes.length === 0) return null;
  return (
    withOthers(
      own.reduce((sum, each) => sum + each, 0),
      passes,
    ) / condition.atMost
  );
}

/** 30.8 of 44 fl oz are 70 % to the digit, and a little more once divided. */
const isOverShare = (share: number, atMost: number): boolean => share > atMost * (1 + RATE_ROUNDING);

/** Whether the application itself says that a measure cannot be in place. */
export const contradictsApplication = (claims: MeasureClaims | null, facts: ApplicationFacts): boolean =>
  claims !== null &&
  ((claims.partialTreatment === true && facts.treatsWholeField) ||
    (claims.annualShareAtMost !== undefined && isOverShare(facts.annualShare ?? 0, claims.annualShareAtMost)) ||
    (claims.applicationsAtMost !== undefined && (facts.traitApplications ?? 0) > claims.applicationsAtMost));

/** A reason for small areas alone asks how much is treated. */
export const asksTreatedArea = ({ acresBelow }: Pick<ExemptionReasonRow, "acresBelow">): boolean => acresBelow !== null;

/** Whether what someone treats is not the small area that a reason is for. Missing data: what was not said is not judged. */
export const isTreatedTooLarge = (
  { acresBelow }: Pick<ExemptionReasonRow, "acresBelow">,
  treatedAcres: number | null,
): boolean => acresBelow !== null && treatedAcres !== null && treatedAcres >= acresBelow;

/** Whether more is treated than the field has. Missing data: an unknown area is not judged. */
export const isBeyondField = (treatedAcres: number, areaSqm: number | null): boolean =>
  areaSqm !== null && treatedAcres * HA_PER_ACRE * SQM_PER_HA > areaSqm;

/** Whether a field is too large for a reason that holds for small areas alone. Missing data: an unknown area is not judged. */
export const isTooLarge = (row: Pick<ExemptionReasonRow, "acresBelow">, facts: TreatedWhole): boolean =>
  facts.areaSqm !== null && mayBeTooLarge(row, facts);

/** The same, where an unknown area may be too large. */
export const mayBeTooLarge = (
  { acresBelow }: Pick<ExemptionReasonRow, "acresBelow">,
  { method, areaSqm }: TreatedWhole,
): boolean =>
  acresBelow !== null &&
  !SPOT.includes(method) &&
  (areaSqm === null || areaSqm >= acresBelow * HA_PER_ACRE * SQM_PER_HA);

/** How a field is treated; a method that does not treat spots goes over all of it. */
interface TreatedWhole {
  method: ApplicationMethod;
  areaSqm: number | null;
}
