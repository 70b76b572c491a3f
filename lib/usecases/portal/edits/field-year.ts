import { isSameSelection, PortalRefusal, type RememberedSelection } from "@/lib/domain/portal";
import type { FieldYearLive } from "@/lib/views/portal/field-year";
import { changeSelection, type PortalPass } from "@/lib/usecases/portal/change-selection";
import { claimExemption } from "@/lib/usecases/portal/claim-exemption";
import type {
  AdviceEdit,
  ExemptionEdit,
  FieldYearEdit,
  RedoEdit,
  SelectionEdit,
  SelectionText,
  UndoEdit,
} from "@/lib/usecases/portal/edits/edit";
import { readFieldYear } from "@/lib/pages/portal/field-year/live";
import { selectSet } from "@/lib/usecases/portal/select-set";
import { redoChange, undoChange } from "@/lib/usecases/portal/undo-change";

/** An edit that is saved. `changeId` null: it was so already, as when a lost answer makes a client send it again. */
export interface EditSaved {
  changeId: string | null;
  savedAt: Date;
  /** The field and year as they are now, so that the page needs no second request. */
  live: FieldYearLive;
}

type Making = Promise<{ changeId: string | null }>;

/** Makes an edit of a field and year. A refusal carries what is saved now, so that the page can show it. */
export async function editFieldYear(pass: PortalPass, edit: FieldYearEdit): Promise<EditSaved> {
  const savedAt = pass.deps.clock();
  try {
    // The application has to be one of the field and year, before anything is written in its name.
    const { live } = await readFieldYear(pass, edit);
    const { changeId } = isIdle(edit) ? { changeId: null } : await make(pass, edit);
    return { changeId, savedAt, live: changeId === null ? live : await liveNow(pass, edit) };
  } catch (error) {
    if (!(error instanceof PortalRefusal) || error.reason === "not_found") throw error;
    const live = await liveNow(pass, edit);
    if (isSoAlready(edit, live)) return { changeId: null, savedAt, live };
    throw new PortalRefusal(error.reason, live);
  }
}

const liveNow = async (pass: PortalPass, edit: FieldYearEdit): Promise<FieldYearLive> =>
  (await readFieldYear(pass, edit)).live;

function make(pass: PortalPass, edit: FieldYearEdit): Making {
  switch (edit.kind) {
    case "selection":
      return changeSelection(pass, { ...edit, expectedRevision: null, replaces: remembered(edit, edit.base) });
    case "advice":
      return selectAdvised(pass, edit);
    case "exemption":
      return claimExemption(pass, edit.applicationEventId, edit.reasons, { answeredAt: edit.baseAnsweredAt });
    case "undo":
      return undoChange(pass, edit.changeId, edit);
    case "redo":
      return redoChange(pass, edit.changeId, edit);
  }
}

const remembered = (
  { system, subOptionId }: Pick<SelectionEdit, "system" | "subOptionId">,
  text: SelectionText | null,
): RememberedSelection | null => (text === null ? null : { system, subOptionId, ...text });

const selectAdvised = (pass: PortalPass, { fieldId, year, system, subOptionIds, baseRevision }: AdviceEdit): Making =>
  selectSet(pass, {
    fieldId,
    year,
    selections: subOptionIds.map((subOptionId) => ({ system, subOptionId, implementationDate: null, notes: null })),
    expectedRevision: baseRevision,
  });

/** Nothing to save: what is wanted is what the editor saw. */
const isIdle = (edit: FieldYearEdit): boolean =>
  edit.kind === "selection" &&
  isSameSelection(remembered(edit, edit.base), remembered(edit, edit.selection)) &&
  edit.base !== null;

/** What is wanted is saved already: by this very edit, whose answer was lost, or by someone who wanted the same. */
function isSoAlready(edit: FieldYearEdit, live: FieldYearLive): boolean {
  switch (edit.kind) {
    case "selection":
      return isSelectionSo(edit, live);
    case "advice":
      return edit.subOptionIds.every((id) => selectedNow(live, edit.system, id) !== null);
    case "exemption":
      return isAnswerSo(edit, live);
    case "undo":
    case "redo":
      return isUndone(edit, live);
  }
}

const selectedNow = (live: FieldYearLive, system: string, id: number): RememberedSelection | null => {
  const found = live.measures.find((each) => each.system === system && each.id === id);
  return found === undefined || !found.isSelected || found.isAutomatic
    ? null
    : { system, subOptionId: id, implementationDate: found.implementationDate, notes: found.notes };
};

const isSelectionSo = (edit: SelectionEdit, live: FieldYearLive): boolean =>
  live.measures.some(
    ({ system, id, isAutomatic }) => system === edit.system && id === edit.subOptionId && !isAutomatic,
  ) && isSameSelection(selectedNow(live, edit.system, edit.subOptionId), remembered(edit, edit.selection));

function isAnswerSo({ reasons }: ExemptionEdit, { exemption }: FieldYearLive): boolean {
  if (exemption === null || exemption.answer === "unanswered") return false;
  const isSame = JSON.stringify([...reasons].sort()) === JSON.stringify([...exemption.reasons].sort());
  return isSame && (exemption.answer === "none_apply") === (reasons.length === 0);
}

const isUndone = ({ changeId }: UndoEdit | RedoEdit, { changes }: FieldYearLive): boolean =>
  changes.some((change) => change.changeId === changeId && change.undoneAt !== null);
