import type { RememberedAttestation } from "@/lib/domain/attestation";
import type { RememberedDrift } from "@/lib/domain/drift-portal";

/** Why a portal edit was refused; nothing was changed. */
export const PORTAL_REFUSALS = [
  "locked",
  "changed",
  "basis_changed",
  "not_found",
  "unknown_measure",
  "automatic_credit",
  "reason_needs_other_method",
  "area_too_large",
  "treated_area_needed",
  "treated_area_too_large",
  "treated_area_beyond_field",
  "contradicts_tillage",
  "contradicts_method",
  "contradicts_rate",
  "contradicts_applications",
  "unknown_reason",
  "observed_later",
  "read_later",
  "already_undone",
  "is_undo",
  "invalid_shape",
  "too_many",
  "invalid_photo",
  "too_many_photos",
] as const;
export type PortalRefusalReason = (typeof PORTAL_REFUSALS)[number];

/** A portal edit that cannot be made, in a word the page turns into a sentence. */
export class PortalRefusal extends Error {
  readonly reason: PortalRefusalReason;
  /** What is saved now, in the words of the wire, where the edit met something newer. */
  readonly current: unknown;

  constructor(reason: PortalRefusalReason, current?: unknown) {
    super(`portal edit refused: ${reason}`);
    this.name = "PortalRefusal";
    this.reason = reason;
    this.current = current;
  }
}

/** A selection as a change remembers it. */
export interface RememberedSelection {
  system: string;
  subOptionId: number;
  implementationDate: string | null;
  notes: string | null;
}

/** Selections that were made as one change, and are taken back as one. */
export interface RememberedSet {
  selections: RememberedSelection[];
}

/** An answer to the exemption questions as a change remembers it. */
export interface RememberedExemption {
  required: boolean;
  evaluatedAt: string | null;
  reasons: string[] | null;
  /** The acres that are treated, for an exemption of small areas; left out by changes of an earlier version. */
  treatedAcres?: number | null;
}

export type RememberedState =
  | RememberedSelection
  | RememberedSet
  | RememberedExemption
  | RememberedDrift
  | RememberedAttestation;

/** One change in the history of a field and year: by whom, when, from what to what. */
export interface ChangeRecord {
  changeId: string;
  fieldId: string;
  applicationEventId: string | null;
  year: number;
  kind: "selection" | "exemption" | "drift_claim" | "drawn_feature" | "downslope" | "reviewed" | "attestation";
  actor: string;
  changedAt: Date;
  before: RememberedState | null;
  after: RememberedState | null;
  undoneAt: Date | null;
  /** The change this one took back; null: it is no undo. */
  undoesChangeId: string | null;
}

/** The selections that a remembered state holds: one, several made together, or none. */
export function selectionsOf(state: RememberedState | null): RememberedSelection[] {
  if (state === null) return [];
  if ("selections" in state) return state.selections;
  return "system" in state ? [state] : [];
}

/** Whether two selections of one measure say the same. Null: it is not selected. */
export const isSameSelection = (a: RememberedSelection | null, b: RememberedSelection | null): boolean =>
  a === null || b === null ? a === b : a.implementationDate === b.implementationDate && a.notes === b.notes;

/** Whether two answers are the same one. Times are compared as times: the database writes them in words of its own. */
export const isSameExemption = (a: RememberedExemption, b: RememberedExemption): boolean =>
  a.required === b.required &&
  timeOf(a.evaluatedAt) === timeOf(b.evaluatedAt) &&
  JSON.stringify(a.reasons) === JSON.stringify(b.reasons) &&
  (a.treatedAcres ?? null) === (b.treatedAcres ?? null);

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));
