import type { OverallStatus } from "@/lib/domain/compliance";

/** Why an application has to be checked again. */
export const RECHECK_REASONS = [
  "data_changed",
  "bulletin_ends",
  "label_ends",
  "registration_ends",
  "newer_label",
] as const;
export type RecheckReason = (typeof RECHECK_REASONS)[number];

/** Kinds of sets whose switch is looked at. `pula`: areas and limitations; `county`: county lines; `catalogue`: labels and the rules of limitations. */
export const LOOKED_AT_SETS = ["pula", "county", "catalogue"] as const;

/** The same with `tables`, the rule tables of a release. */
export const SWITCHED_KINDS = [...LOOKED_AT_SETS, "tables"] as const;
export type SwitchedKind = (typeof SWITCHED_KINDS)[number];

/** Something that a planned application rests on, and that ends before its day. */
export interface RecheckEnding {
  applicationEventId: string;
  reason: Exclude<RecheckReason, "data_changed">;
  /** Whose label or registration it is; null for a bulletin. */
  registration: string | null;
  /** The last day on which it holds, `YYYY-MM-DD`. */
  endsOn: string;
}

/** What another set of areas makes of one planned application. */
export interface RecheckChange {
  statusBefore: OverallStatus;
  statusAfter: OverallStatus;
  /** Issues by code that only one of the two answers has. */
  issuesAdded: string[];
  issuesRemoved: string[];
  /** Areas that bear on it in only one of the two, and those whose limitations differ. */
  pulasAdded: number[];
  pulasRemoved: number[];
  pulasChanged: number[];
}

/** What a switch makes of an answer: another one, the same, or no one can tell. */
export type Comparison = RecheckChange | "same" | "unknown";

/** What is kept of a switch and an application. */
export interface KeptChange extends Omit<RecheckChange, "statusBefore"> {
  /** Null: it could not be assessed by both sets, so that what it is now is open, and nothing is known to come or go. */
  statusBefore: OverallStatus | null;
}

/** Kept where an application could not be assessed by both sets. */
export const UNCOMPARED: KeptChange = {
  statusBefore: null,
  statusAfter: "indeterminate",
  issuesAdded: [],
  issuesRemoved: [],
  pulasAdded: [],
  pulasRemoved: [],
  pulasChanged: [],
};

/** A planned application whose answer changes, with what it takes to find it. */
export interface SuggestedRecheck {
  providerId: string;
  applicationEventId: string;
  applicationId: string;
  accountId: string;
  providerFieldId: string;
  fieldId: string;
  applicationDate: string;
  products: string[];
  counties: string[];
  /** A point of the field, longitude and latitude. */
  at: [number, number];
  change: RecheckChange;
}

/** A switch of data or rule tables, and what the radar found that it changes. */
export interface SwitchLookedAt {
  radarId: number;
  kind: SwitchedKind;
  fromVersion: string;
  toVersion: string;
  switchedAt: Date;
  /** Null: a worker has yet to look, or is at it. */
  finishedAt: Date | null;
  fields: number | null;
  /** Planned applications whose answer is another one, each announced. */
  rechecks: number | null;
  /** Planned applications that could not be assessed by both, each announced as `indeterminate`. */
  failed: number;
  /** Why the two could not be compared: nothing was announced. */
  problem: string | null;
}
