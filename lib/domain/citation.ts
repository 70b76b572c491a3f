/**
 * How far a rule or figure can be trusted. docs/contract.md, Issues.
 * `primary` was read in the label or EPA's own text, `secondary` in another party's coding of it. A requirement
 * resting on `unverified` is unresolved; an unverified point or percentage earns nothing.
 */
export const EVIDENCE = ["primary", "secondary", "computed", "specification", "unverified"] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Where a figure stands. `checkedOn` is the day someone compared it with the source, null until then. */
export interface Citation {
  title: string;
  locator: string;
  url: string | null;
  /** Stamp date of the document, where it has one (`YYYY-MM-DD`). */
  documentDate: string | null;
  checkedOn: string | null;
}

/** A figure together with what it rests on; the unit is in the member's name that holds it. */
export interface Cited {
  evidence: Evidence;
  cite: string[];
  note?: string | undefined;
}

export const countsTowardPass = (evidence: Evidence): boolean => evidence !== "unverified";

/** A place in a document as rules name it: a page by its number alone, anything else in words. */
export const placeOf = (page: string): string => (/^\d+$/.test(page) ? `page ${page}` : page);

const BEFORE_PLACE = ", page ";

/** A document and the place in it as one text, as label conditions are saved. */
export const sourceText = ({ title, locator }: Pick<Citation, "title" | "locator">, page: string | undefined): string =>
  page === undefined ? `${title}, ${locator}` : `${title}${BEFORE_PLACE}${page}`;

/** The parts of a source that is one text; null: nothing marks where its place begins. */
export function partsOfSource(source: string): { title: string; place: string } | null {
  const at = source.indexOf(BEFORE_PLACE);
  return at < 0 ? null : { title: source.slice(0, at), place: placeOf(source.slice(at + BEFORE_PLACE.length)) };
}

/** A source that is one text, as it is read: "page 5" is said once, and words are no page. */
export function readSource(source: string): string {
  const parts = partsOfSource(source);
  return parts === null ? source : `${parts.title}, ${parts.place}`;
}
