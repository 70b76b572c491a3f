import type { Edits } from "@/components/portal/edits/edits-provider";
import type { MeasureState, SharingApplicationView } from "@/lib/views/portal/field-year";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type { SelectionText } from "@/lib/domain/portal-edit";

/** What every part of the list gets. */
export interface Shared {
  place: FieldYearRef;
  /** By measure: as shown, with what is not saved yet. */
  states: ReadonlyMap<number, MeasureState>;
  /** By measure: as the server has it. */
  savedStates: ReadonlyMap<number, MeasureState>;
  /** Those that share what is ticked here, and which of them is shown. */
  applications: readonly SharingApplicationView[];
  edits: Edits;
  canEdit: boolean;
}

/** Where the points stand on the page, and the ways to more of them. */
export const TALLY_ID = "points-so-far";
export const gapId = (system: string): string => `gap-${system}`;

/** What is written about a measure, or null where it is not selected: what an edit is based on. */
export const textOf = (state: MeasureState | undefined): SelectionText | null =>
  state?.isSelected === true ? { implementationDate: state.implementationDate, notes: state.notes } : null;
