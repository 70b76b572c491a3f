import type { RunoffSystem } from "@/lib/domain/product";
import type { FieldYearPlace } from "@/lib/views/portal/field-year";

/** What an applicator writes about a selected measure. */
export interface SelectionText {
  implementationDate: string | null;
  notes: string | null;
}

/** Selects a measure, changes what is written about it, or takes it back. */
export interface SelectionEdit extends FieldYearPlace {
  kind: "selection";
  system: RunoffSystem;
  subOptionId: number;
  /** What the editor saw there; null: not selected. */
  base: SelectionText | null;
  /** Null takes it back. */
  selection: SelectionText | null;
}

/** Selects a set of measures as one change. */
export interface AdviceEdit extends FieldYearPlace {
  kind: "advice";
  system: RunoffSystem;
  subOptionIds: number[];
  baseRevision: number;
}

/** Answers the exemption questions. No reason: none apply. */
export interface ExemptionEdit extends FieldYearPlace {
  kind: "exemption";
  applicationEventId: string;
  /** The time of the answer the editor saw; null: there was none. */
  baseAnsweredAt: Date | null;
  reasons: string[];
}

/** Takes a change back. */
export interface UndoEdit extends FieldYearPlace {
  kind: "undo";
  changeId: string;
}

/** Makes an undone change again. `changeId` is that of its undo. */
export interface RedoEdit extends FieldYearPlace {
  kind: "redo";
  changeId: string;
}

export type FieldYearEdit = SelectionEdit | AdviceEdit | ExemptionEdit | UndoEdit | RedoEdit;
