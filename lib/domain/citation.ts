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
