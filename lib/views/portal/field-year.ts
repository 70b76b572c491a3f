import type { CreditSource } from "@/lib/domain/mitigation";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type { RunoffSystem } from "@/lib/domain/product";

/** Where a figure or a text stands, as a page shows it. */
export interface CitationView {
  title: string;
  locator: string;
  url: string | null;
}

export const TALLY_STATES = ["met", "not_met", "indeterminate", "exempt", "not_asked", "no_application"] as const;
export type TallyState = (typeof TALLY_STATES)[number];

/** Earned against required in one runoff system. */
export interface TallyView {
  system: string;
  title: string;
  state: TallyState;
  /** The state in words: "4 points short". */
  headline: string;
  earned: number;
  /** Null: nothing is asked, or how much is asked is not known. */
  required: number | null;
  gap: number | null;
  /** What stands in the way of an answer, and what helps. */
  notes: string[];
}

/** How a measure stands now. Its texts are in the menu. */
export interface MeasureState {
  system: RunoffSystem;
  id: number;
  isSelected: boolean;
  /** Null when it is not selected. */
  source: CreditSource | null;
  /** The ground gives it or no one does: it is not the applicator's to tick. */
  isAutomatic: boolean;
  /** It counts, or would. */
  counts: boolean;
  /** What it counts, or why it does not, in words. */
  verdict: string;
  /** Where an automatic credit comes from. */
  origin: string | null;
  /** By how much the tally changes when it is ticked, or taken back. */
  pointsChange: number;
  /** Only the ground could give it, and this ground does not. */
  isOutOfReach: boolean;
  implementationDate: string | null;
  notes: string | null;
}

/** A set of measures that closes a gap. */
export interface AdvisedSetView {
  measures: { id: number; label: string; points: number | null }[];
  /** What the application would earn with them. */
  earned: number;
  /** "9 of 9 points" */
  result: string;
  /** Why it stands where it does: "In place on other fields of this account"; null where nothing speaks for it. */
  why: string | null;
  /** It gives up rate or ground: never the first thing to offer. */
  isCostly: boolean;
}

export interface AdviceView {
  system: RunoffSystem;
  sets: AdvisedSetView[];
}

/** An application that shares the selections of the field and year. */
export interface SharingApplicationView {
  applicationEventId: string;
  /** `YYYY-MM-DD` */
  applicationDate: string;
  title: string;
  isShown: boolean;
  isLocked: boolean;
  tallies: { title: string; headline: string }[];
}

export interface ChangeView {
  changeId: string;
  changedAt: string;
  actor: string;
  text: string;
  undoneAt: string | null;
  /** Nothing later stands on top of it, and editing is open. */
  canUndo: boolean;
  /** It took back another change: who goes on undoing means the change before that one, not this. */
  isUndo: boolean;
  /** The undo that took it back, where that can be reversed now; null: there is nothing to make again. */
  redoId: string | null;
}

export interface LockView {
  isLocked: boolean;
  /** Which application's lock it is and who can take it away; null when nothing is locked. */
  text: string | null;
}

/** The saved answer to the exemption questions of one application. */
export interface ExemptionState {
  answer: "unanswered" | "none_apply" | "exempt";
  /** Reasons as saved; an old record may have none. */
  reasons: string[];
  /** What was said to be treated, where a reason asks for it. */
  treatedAcres: number | null;
  /** When it was answered: what an edit names as the answer it saw. */
  answeredAt: string | null;
  /** A saved exemption that the application's present method does not support. */
  isOutOfForce: boolean;
  lock: LockView;
  withExemption: TallyView;
  withoutExemption: TallyView;
}

/** Everything about a field and year that an edit can change. An edit answers with it, so one round trip is enough. */
export interface FieldYearLive {
  place: FieldYearRef;
  /** What the next edit names as the state it saw. */
  revision: number;
  readAt: string;
  lock: LockView;
  tallies: TallyView[];
  measures: MeasureState[];
  advice: AdviceView[];
  applications: SharingApplicationView[];
  /** Null: no application, or one without an EPA runoff requirement. */
  exemption: ExemptionState | null;
  changes: ChangeView[];
}
