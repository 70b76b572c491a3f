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

export interface DataSetView {
  kind: string;
  version: string;
  /** `archived`: its outlines lie in a file, for reports. `withdrawn`: a roll-back took it out of force. */
  state: "in_force" | "previous" | "withdrawn" | "loaded" | "failed" | "archived";
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
  facts: { label: string; value: string }[];
  figures: { name: string; before: string; after: string; change: string }[];
  checks: { name: string; outcome: string; detail: string }[];
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
