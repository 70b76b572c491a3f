/** How a row of a rule table stands. A row may be in several of these states. */
export const RULE_STATES = ["disputed", "unverified", "unchecked"] as const;
export type RuleState = (typeof RULE_STATES)[number];

export const RULE_STATE_WORDS: Record<RuleState, string> = {
  disputed: "Sources differ",
  unverified: "Not verified",
  unchecked: "Not compared with its source",
};

export const RULE_STATE_NOTES: Record<RuleState, string> = {
  disputed: "The lowest of the figures counts, and a result that hangs on it stays open.",
  unverified: "No one read it in a document. It earns nothing, and a requirement that rests on it is unresolved.",
  unchecked: "The source is named; no one has entered the day on which the figure was compared with it.",
};

export interface RulesQuery {
  text: string;
  table: string;
  state: RuleState | null;
}

export interface RulesView extends RulesQuery {
  page: number;
  pages: number;
  /** Rows that the search found, and the figures they stand for. */
  found: number;
  tables: string[];
  rows: {
    id: string;
    name: string;
    table: string;
    figures: string;
    evidence: string;
    states: string[];
    note: string | null;
    settledBy: string | null;
    sources: { words: string; url: string | null }[];
  }[];
}
