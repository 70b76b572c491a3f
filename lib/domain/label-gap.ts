/**
 * What a check of today lacks of a label. `no_edition`: nothing of it is entered. `no_edition_today`: editions are, and none of
 * them holds today. `newer_label`: EPA has a newer label than the one that was entered.
 */
export type LabelGap = "no_edition" | "no_edition_today" | "newer_label";

export const LABEL_GAP_WORDS: Record<LabelGap, string> = {
  no_edition: "no edition in the catalog in force",
  no_edition_today: "no edition that holds today",
  newer_label: "EPA has a newer label than the one entered",
};
