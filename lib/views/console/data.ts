export const KIND_NAMES: Record<string, string> = {
  pula: "Areas with limitations (PULAs)",
  county: "Counties",
  soil: "Soil survey",
  catalogue: "Products and rules",
  features: "Roads, water, and habitat",
  basemap: "Ground under the map",
  labels: "Label dates",
  tables: "Rule tables",
};

export const OUTCOME_WORDS: Record<string, string> = {
  running: "Under way",
  unchanged: "Nothing new",
  waiting: "A sound new set waits for you",
  switched: "Switched",
  noted: "What is newer is marked",
  held: "Held back: not plausible",
  failed: "Failed",
};

export const SWITCH_WORDS: Record<string, string> = {
  waiting: "Waits for the worker",
  running: "Under way",
  done: "Done",
  refused: "Refused",
};

export const CHANGE_WORDS: Record<string, string> = {
  added: "new",
  removed: "gone",
  outline: "other outline",
  dates: "other dates",
  codes: "other codes",
  limitations: "other limitations",
  refusals: "other refused rows",
};

export const CHECK_OUTCOMES = ["failed", "not_checked", "passed", "not_applicable"] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];
export const CHECK_WORDS: Record<CheckOutcome, string> = {
  failed: "Failed",
  not_checked: "Not checked",
  passed: "Passed",
  not_applicable: "Does not apply",
};

export const OTHER_SET_WORDS = {
  replaced: "No longer in force. A rollback returns to it.",
  kept: "No rollback leads to it any more. It stays for the reports of what it judged.",
  removed: "Removed for good: no application was judged by it.",
} as const;

export interface DataSetView {
  kind: string;
  version: string;
  /**
   * `archived`: its outlines lie in a file, for reports. `withdrawn`: a rollback took it out of force. `perhaps_withdrawn`: it
   * is newer than the set in force, and from before rollbacks left a mark.
   */
  state: "in_force" | "previous" | "perhaps_withdrawn" | "withdrawn" | "loaded" | "failed" | "archived";
  /** Names of checks that failed at the import. */
  failedChecks: string[];
  /** Where the file of its outlines should be and is not, whole, for this process. */
  missingFile: string | null;
  compared: string;
  loadedAt: string;
  source: string;
  figures: string[];
  /** Where the switch to this set is looked at; null: it cannot be switched to. */
  switchHref: string | null;
}

export interface ComparisonView {
  kind: string;
  version: string;
  /** Empty: none is in force. */
  from: string;
  isRollback: boolean;
  isInForce: boolean;
  /** No one knows whether the set was rolled back. */
  isPerhapsWithdrawn: boolean;
  facts: { label: string; value: string }[];
  figures: { name: string; before: string; after: string; change: string }[];
  /** Failed ones first. */
  checks: { name: string; outcome: CheckOutcome; detail: string }[];
  /** Such as "Failed checks: drop, location"; null: none failed. */
  failure: string | null;
  /** What the switch does to other sets. */
  others: { version: string; loadedAt: string; what: string }[];
  /** How many sets the switch removes for good. */
  removed: number;
  /** Null: sets of this kind are compared by their figures alone. */
  areas: { summary: string; rows: { id: string; name: string; changes: string }[]; more: number } | null;
  figure: AreaFigure | null;
}

export interface AreaFigure {
  viewBox: string;
  /** Such as "2 areas new, 1 gone". */
  label: string;
  before: { id: number; path: string }[];
  after: { id: number; path: string }[];
}
