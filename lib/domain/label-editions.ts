import type { CatalogueProduct, LabelEdition } from "@/lib/domain/product";

/** A product as the label that binds an application describes it. */
export interface BindingLabel {
  record: CatalogueProduct;
  /** The edition used; null when none is known for this application. */
  labelDate: string | null;
  /** A label newer than the one used, where the caller named the older one. */
  newerLabelDate: string | null;
}

/**
 * A label without a date says nothing of a day before the rules that it speaks of: what bound then, no one has on file.
 *
 * `firstRulesDay`: the first day of the oldest edition of the mitigation menu (`YYYY-MM-DD`).
 */
export const asOfRules = (found: BindingLabel, applicationDate: string, firstRulesDay: string): BindingLabel => {
  const { record } = found;
  const isUndated = (record.editions ?? []).length === 0;
  return isUndated && applicationDate < firstRulesDay
    ? { ...found, record: { ...record, rules: null, esaLabelLanguage: null } }
    : found;
};

/**
 * The product as its binding label describes it on an application date.
 *
 * The label that the caller holds binds, where the caller names it; otherwise the edition in force on the date. A
 * product without edition files (EPA's register, the demonstration) has one undated description.
 *
 * Missing data: a label date that is not in the files, one after the application, one of a label that has ended by then, or a
 * date that no edition covers gives a record without rules and with unknown ESA language, and so does a newer label that no one has
 * entered. The newest label never stands in for an unknown one. That a label has no ESA language says nothing of the one after its
 * last day.
 * Throws: never.
 */
export function bindingLabel(
  product: CatalogueProduct,
  applicationDate: string,
  heldLabelDate: string | null,
): BindingLabel {
  const found = labelOn(product, applicationDate, heldLabelDate);
  const { rules, esaLabelLanguage } = found.record;
  const hasEnded = rules?.expiresOn !== undefined && rules.expiresOn < applicationDate;
  return hasEnded && esaLabelLanguage === false
    ? { ...found, record: { ...found.record, esaLabelLanguage: null } }
    : found;
}

function labelOn(product: CatalogueProduct, applicationDate: string, heldLabelDate: string | null): BindingLabel {
  const editions = product.editions ?? [];
  if (editions.length === 0 && heldLabelDate === null) {
    return { record: product, labelDate: null, newerLabelDate: null };
  }
  const edition = editionOn(product, applicationDate, heldLabelDate);
  const newerLabelDate = newerThan(product, heldLabelDate);
  if (edition === undefined)
    return { record: { ...product, rules: null, esaLabelLanguage: null }, labelDate: null, newerLabelDate };
  if (heldLabelDate === null && isReplaced(product, edition, applicationDate)) {
    // Directions of ESA stay on a label once they are there; which ones the newer label has, no one has read.
    const esaLabelLanguage = edition.esaLabelLanguage === true ? true : null;
    return { record: { ...product, rules: null, esaLabelLanguage }, labelDate: null, newerLabelDate };
  }
  return {
    record: {
      ...product,
      ...describedBy(product, edition),
      esaLabelLanguage: languageOf(product, edition, heldLabelDate),
    },
    labelDate: edition.labelDate,
    newerLabelDate,
  };
}

/**
 * The same where a newer label that no one has read took the place of the edition on file: the directions are still that edition's, for what
 * was saved and is scored again by them. Directions that were read speak against points; an unread label says nothing of them, and that
 * must give none back. Null: no newer label took its place.
 *
 * The first: what `bindingLabel` gives. Missing data and what is thrown: as there.
 */
export function asLastRead(
  { record }: BindingLabel,
  product: CatalogueProduct,
  applicationDate: string,
  heldLabelDate: string | null,
): CatalogueProduct | null {
  if (record.rules !== null || heldLabelDate !== null) return null;
  const edition = editionOn(product, applicationDate, heldLabelDate);
  if (edition === undefined || !isReplaced(product, edition, applicationDate)) return null;
  return { ...record, ...describedBy(product, edition) };
}

/**
 * Whether anyone has read the label that a product is described by on a date: its directions, or that it has none of ESA. A newer label that
 * no one has read does not take away what was read of the one before it.
 *
 * `record`: as `bindingLabel` or `asLastRead` gives it. Missing data: a date that no edition covers is of no label that was read. Throws: never.
 */
export function isLabelRead(record: CatalogueProduct, applicationDate: string, heldLabelDate: string | null): boolean {
  if (record.rules !== null) return true;
  const { esaLabelLanguage } = editionOn(record, applicationDate, heldLabelDate) ?? record;
  return esaLabelLanguage === false;
}

const describedBy = (product: CatalogueProduct, { rules, formulation, ingredients }: LabelEdition) => ({
  rules,
  formulation: formulation ?? product.formulation,
  ingredients: ingredients ?? product.ingredients,
});

/** The edition on file for a date: of the label that is held, where the caller names it. */
export const editionOn = (
  { editions = [] }: CatalogueProduct,
  applicationDate: string,
  heldLabelDate: string | null,
): LabelEdition | undefined =>
  editions.findLast(
    ({ labelDate, from, until }) =>
      from <= applicationDate &&
      (until === null || applicationDate <= until) &&
      (heldLabelDate === null || labelDate === heldLabelDate),
  );

/**
 * The first day of the first edition on file, or of the one that is held, where the application is before it; null: it is not.
 * What bound on that day no one has on file.
 */
export function firstDayAfter(
  { editions = [] }: CatalogueProduct,
  applicationDate: string,
  heldLabelDate: string | null,
): string | null {
  const [first] = editions
    .filter(({ labelDate }) => heldLabelDate === null || labelDate === heldLabelDate)
    .map(({ from }) => from)
    .toSorted();
  return first !== undefined && first > applicationDate ? first : null;
}

/** A newer label is known to be in force and has no edition file. */
const isReplaced = (
  { newestLabelDate }: CatalogueProduct,
  { labelDate }: LabelEdition,
  applicationDate: string,
): boolean => newestLabelDate != null && newestLabelDate > labelDate && newestLabelDate <= applicationDate;

/** A "no" holds for the label that was read. Once a newer label is known, it is unknown unless the caller holds the old one. */
function languageOf(
  { newestLabelDate }: CatalogueProduct,
  { labelDate, esaLabelLanguage }: LabelEdition,
  heldLabelDate: string | null,
): boolean | null {
  const isOutdated = heldLabelDate === null && (newestLabelDate ?? labelDate) > labelDate;
  return esaLabelLanguage === false && isOutdated ? null : esaLabelLanguage;
}

function newerThan({ editions = [], newestLabelDate }: CatalogueProduct, heldLabelDate: string | null): string | null {
  if (heldLabelDate === null) return null;
  const newest = [...editions.map(({ labelDate }) => labelDate), newestLabelDate ?? ""].toSorted().at(-1) ?? "";
  return newest > heldLabelDate ? newest : null;
}
