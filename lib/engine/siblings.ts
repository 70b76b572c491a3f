import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { CatalogueProduct } from "@/lib/domain/product";
import { registrantRegistration } from "@/lib/domain/registration";
import type { RatedProduct } from "@/lib/engine/rated-product";
import type { NormalizedRate } from "@/lib/domain/compliance";

/** Another saved application of the field and year. */
export interface Sibling {
  applicationDate: string;
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

/**
 * Those of the days before an application and of its own day: what the year may have had by then, if they were made. Which of two of
 * one day comes first no one says, so each counts beside the other.
 */
export const ofDaysUntil = (applicationDate: string, siblings: readonly Sibling[]): Sibling[] =>
  siblings.filter((sibling) => sibling.applicationDate <= applicationDate);

/**
 * The rate of a product in each of several applications that have it; null where it has no number. Entries of one product all have the
 * rate that they come to together.
 */
export const ratesElsewhere = (product: RatedProduct, others: readonly Sibling[]): (NormalizedRate | null)[] =>
  others.flatMap(({ products }) => {
    const found = products.find((each) => isSameProduct(each, product));
    return found === undefined ? [] : [found.rate.normalized];
  });
