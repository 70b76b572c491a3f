/** Why a portal edit was refused; nothing was changed. */
export const PORTAL_REFUSALS = [
  "locked",
  "changed",
  "not_found",
  "unknown_measure",
  "automatic_credit",
  "reason_needs_other_method",
  "unknown_reason",
  "already_undone",
] as const;
export type PortalRefusalReason = (typeof PORTAL_REFUSALS)[number];

/** A portal edit that cannot be made, in a word the page turns into a sentence. */
export class PortalRefusal extends Error {
  readonly reason: PortalRefusalReason;

  constructor(reason: PortalRefusalReason) {
    super(`portal edit refused: ${reason}`);
    this.name = "PortalRefusal";
    this.reason = reason;
  }
}

/** A selection as a change remembers it. */
export interface RememberedSelection {
  system: string;
  subOptionId: number;
  implementationDate: string | null;
  notes: string | null;
}

/** An answer to the exemption questions as a change remembers it. */
export interface RememberedExemption {
  required: boolean;
  evaluatedAt: string | null;
  reasons: string[] | null;
}

/** One change in the history of a field and year: by whom, when, from what to what. */
export interface ChangeRecord {
  changeId: string;
  fieldId: string;
  applicationEventId: string | null;
  year: number;
  kind: "selection" | "exemption";
  actor: string;
  changedAt: Date;
  before: RememberedSelection | RememberedExemption | null;
  after: RememberedSelection | RememberedExemption | null;
  undoneAt: Date | null;
}
