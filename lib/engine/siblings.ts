import type { SubmittedProduct } from "@/lib/domain/application";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { CatalogueProduct } from "@/lib/domain/product";
import { registrantRegistration } from "@/lib/domain/registration";
import { isUsedUnknown, usedBefore, type RatedProduct } from "@/lib/engine/rated-product";
import type { NormalizedRate } from "@/lib/domain/compliance";

/** Another saved application of the field, of the year or of the months before it. */
export interface Sibling {
  applicationDate: string;
  /** Spray volume, US gallons per acre. */
  gpa: number | null;
  /** Each at the higher of the rates that it was checked and computed with. */
  products: readonly RatedProduct[];
}

/** Limits that the other applications of a year bear on. */
const OF_YEAR: ReadonlySet<LabelCondition["kind"]> = new Set([
  "annual_rate",
  "annual_ingredient",
  "applications_per_year",
  "days_between",
] as const);

/** Whether a condition says how much, or how often, a year may have. */
export const isOfYear = ({ kind }: LabelCondition): boolean => OF_YEAR.has(kind);

/** Whether a label of a mix says how much, or how often, a year may have: other applications bear on it then. */
export const asksOfYear = (products: readonly Recorded[]): boolean =>
  products.some((product) => isOfTraitProgram(product) || product.record?.rules?.conditions.some(isOfYear) === true);

interface Recorded {
  record: CatalogueProduct | null;
}

/** Whether a label asks for points of the trait program, whose menu counts its applications in a year. */
export const isOfTraitProgram = ({ record }: Recorded): boolean =>
  record?.rules?.runoff?.some(({ system }) => system === "trait_runoff") === true;

/** Whether two entries are one product, a distributor's name for it included. */
export const isSameProduct = ({ record: one }: RatedProduct, { record: other }: RatedProduct): boolean =>
  one !== null &&
  other !== null &&
  registrantRegistration(one.registration) === registrantRegistration(other.registration);

/**
 * How many applications of the year before this one a request tells of: as many as it counts, and one at least where it names a day
 * of the year on which the field had the product, or an amount that it had.
 */
export function timesSaid(
  {
    applicationsThisYear,
    rateUsedThisYear,
    lastAppliedOn,
  }: Pick<SubmittedProduct, "applicationsThisYear" | "rateUsedThisYear" | "lastAppliedOn">,
  applicationDate: string,
): number {
  const isOneTold = (rateUsedThisYear ?? 0) > 0 || lastAppliedOn?.slice(0, YEAR) === applicationDate.slice(0, YEAR);
  return Math.max(applicationsThisYear ?? 0, isOneTold ? 1 : 0);
}

const YEAR = "YYYY".length;

/** The application that siblings are counted for. */
interface Counted {
  applicationDate: string;
  mix: readonly RatedProduct[];
}

/**
 * What the year has of its products beside an application, by saved application: what the request says of the year is of the days
 * before it, and stands in place of what is saved of that product for them.
 *
 * Units: as rated. Source: none. Missing data: an application that was not saved is not counted. Throws: never.
 */
export const besideWhatWasSaid = ({ applicationDate, mix }: Counted, siblings: readonly Sibling[]): Sibling[] =>
  siblings.map((sibling) => ({
    ...sibling,
    products: sibling.products.filter(
      (product) =>
        sibling.applicationDate > applicationDate ||
        !mix.some((entry) => entry.submitted.rateUsedThisYear != null && isSameProduct(entry, product)),
    ),
  }));

/** Those of an application's own year: what a year may have is counted for each by itself. */
export const ofItsYear = (applicationDate: string, siblings: readonly Sibling[]): Sibling[] =>
  siblings.filter((sibling) => sibling.applicationDate.slice(0, YEAR) === applicationDate.slice(0, YEAR));

/**
 * Those of the days before an application and of its own day: what the year may have had by then, if they were made. Which of two of
 * one day comes first no one says, so each counts beside the other.
 */
export const ofDaysUntil = (applicationDate: string, siblings: readonly Sibling[]): Sibling[] =>
  siblings.filter((sibling) => sibling.applicationDate <= applicationDate);

/** What one application of a year brings of something, and what it says that the year had before; null: it says nothing. */
export interface PassOfYear {
  applicationDate: string;
  said: number | null;
  now: number;
}

/**
 * The least that a year comes to by its saved applications, in the order of their days: what one of them says of the year before
 * it counts where that is more than those before it come to. Of several of one day the one that says most comes first.
 *
 * Units: as the passes say. `before`: what the year has ahead of them. Source: none. Missing data: what no one says is not
 * counted. Throws: never.
 */
export const sumOfYear = (passes: readonly PassOfYear[], before = 0): number =>
  passes.toSorted(byDay).reduce((sum, { said, now }) => Math.max(sum, said ?? 0) + now, before);

const byDay = (one: PassOfYear, other: PassOfYear): number =>
  one.applicationDate === other.applicationDate
    ? (other.said ?? 0) - (one.said ?? 0)
    : one.applicationDate < other.applicationDate
      ? -1
      : 1;

/** Those of the days until one and those after it, each summed up by itself. */
export const splitAt = <Dated extends { applicationDate: string }>(
  applicationDate: string,
  all: readonly Dated[],
): { until: Dated[]; later: Dated[] } => ({
  until: all.filter((each) => each.applicationDate <= applicationDate),
  later: all.filter((each) => each.applicationDate > applicationDate),
});

/**
 * The rates of a product in the applications that have it, in one unit. Entries of one product all have the rate that they come to
 * together; of what they say of the year the most counts.
 */
export const passesOf = (
  product: RatedProduct,
  others: readonly Sibling[],
  unit: NormalizedRate["unit"],
): PassOfYear[] =>
  others.flatMap(({ applicationDate, gpa, products }) => {
    const entries = products.filter((each) => isSameProduct(each, product));
    const inUnit = (rate: NormalizedRate | null | undefined): number[] => (rate?.unit === unit ? [rate.value] : []);
    const [now] = inUnit(entries[0]?.rate.normalized);
    const said = entries.flatMap((entry) => inUnit(usedBefore(entry, gpa)));
    if (now === undefined && said.length === 0) return [];
    return [{ applicationDate, said: said.length === 0 ? null : Math.max(...said), now: now ?? 0 }];
  });

/** Whether one of the applications has the product at a rate that is not known in a unit, or says so of the year before it. */
export const hasUnknownRate = (
  product: RatedProduct,
  others: readonly Sibling[],
  unit: NormalizedRate["unit"],
): boolean =>
  others.some(({ products, gpa }) =>
    products.some(
      (each) =>
        isSameProduct(each, product) && (each.rate.normalized?.unit !== unit || isUsedUnknown(each, { gpa, unit })),
    ),
  );

/** Applications of some products, each as one, with how many the year had before by what their entries say. */
export const timesPassed = (others: readonly Sibling[], isMeant: (product: RatedProduct) => boolean): PassOfYear[] =>
  others.flatMap(({ applicationDate, products }) => {
    const entries = products.filter(isMeant);
    const said = Math.max(0, ...entries.map(({ submitted }) => timesSaid(submitted, applicationDate)));
    return entries.length === 0 ? [] : [{ applicationDate, said, now: 1 }];
  });
