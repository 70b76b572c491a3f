import type { ProviderTx } from "@/lib/data/db";
import { findChange, linkUndo, markUndone } from "@/lib/data/portal/changes";
import type { FieldYear } from "@/lib/domain/field-year";
import {
  isSameExemption,
  PortalRefusal,
  selectionsOf,
  type ChangeRecord,
  type RememberedExemption,
  type RememberedSelection,
} from "@/lib/domain/portal";
import type { RedoEdit, UndoEdit } from "@/lib/domain/portal-edit";
import type { RunoffSystem } from "@/lib/domain/product";
import { undoAttestation } from "@/lib/usecases/portal/edits/attestation";
import type { EditKind, Made } from "@/lib/usecases/portal/edits/edit-kind";
import { putAnswer } from "@/lib/usecases/portal/edits/exemption";
import { putInPlace, type SelectionChange } from "@/lib/usecases/portal/edits/selection";
import { changeSet } from "@/lib/usecases/portal/edits/selection-set";
import { isDriftChange, undoDrift } from "@/lib/usecases/portal/edits/undo-drift";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import type { FieldYearFacts } from "@/lib/usecases/portal/read-field-year";

/**
 * Takes one change back: what it changed is as before, and the taking back stands in the history as well. Refused
 * where a later change stands on top of it: undoing the earlier one would lose what someone chose since. Refused for an
 * undo too: who presses twice means the change before, never the change just taken back.
 */
export async function undoChange(
  tx: ProviderTx,
  pass: PortalPass,
  changeId: string,
  /** The field and year whose history it has to stand in; left out does not ask. */
  within?: FieldYear,
): Promise<Made> {
  const change = await changeWithin(tx, pass, changeId, within);
  if (change.undoesChangeId !== null) throw new PortalRefusal("is_undo");
  const undo = await takeBack(tx, pass, change);
  if (undo.changeId !== null) {
    await linkUndo(tx, pass.providerId, { changeId: undo.changeId, undoesChangeId: changeId });
  }
  return undo;
}

/** Makes a change again that was undone. `changeId` is that of its undo; the change that comes of it is one like any other. */
export async function redoChange(
  tx: ProviderTx,
  pass: PortalPass,
  changeId: string,
  within?: FieldYear,
): Promise<Made> {
  const undo = await changeWithin(tx, pass, changeId, within);
  if (undo.undoesChangeId === null) throw new PortalRefusal("not_found");
  return takeBack(tx, pass, undo);
}

async function changeWithin(
  tx: ProviderTx,
  { providerId }: PortalPass,
  changeId: string,
  within: FieldYear | undefined,
): Promise<ChangeRecord> {
  const change = await findChange(tx, providerId, changeId);
  if (change === null || !isWithin(change, within)) throw new PortalRefusal("not_found");
  return change;
}

async function takeBack(tx: ProviderTx, pass: PortalPass, change: ChangeRecord): Promise<Made> {
  const isMarked = await markUndone(tx, pass.providerId, change.changeId, pass.deps.clock());
  if (!isMarked) throw new PortalRefusal("already_undone");
  if (isDriftChange(change)) return undoDrift(tx, pass, change);
  if (change.kind === "attestation") return undoAttestation(tx, pass, change);
  if (change.kind === "exemption") {
    const { before, after } = change as { before: RememberedExemption; after: RememberedExemption };
    return putAnswer(tx, pass, change.applicationEventId ?? "", ({ exemption, year }) => {
      // An exemption is of one year: an application that was sent again for another has none to bring back.
      if (year !== change.year || !isSameExemption(exemption, after)) throw new PortalRefusal("changed");
      return before;
    });
  }
  if (isSet(change)) {
    const { fieldId, year } = change;
    const [replaces, selections] = [selectionsOf(change.after), selectionsOf(change.before)];
    return changeSet(tx, pass, { fieldId, year, replaces, selections, expectedRevision: null });
  }
  return putInPlace(tx, pass, inverse(change));
}

const isUndone = ({ changeId }: UndoEdit | RedoEdit, { record }: FieldYearFacts): boolean =>
  record.changes.some((change) => change.changeId === changeId && change.undoneAt !== null);

export const undoKind: EditKind<UndoEdit> = {
  make: (tx, pass, edit) => undoChange(tx, pass, edit.changeId, edit),
  isSaved: isUndone,
};

export const redoKind: EditKind<RedoEdit> = {
  make: (tx, pass, edit) => redoChange(tx, pass, edit.changeId, edit),
  isSaved: isUndone,
};

const isWithin = (change: ChangeRecord, within: FieldYear | undefined): boolean =>
  within === undefined || (change.fieldId === within.fieldId && change.year === within.year);

const isSet = ({ before, after }: ChangeRecord): boolean =>
  [before, after].some((state) => state !== null && "selections" in state);

function inverse({ fieldId, year, before, after }: ChangeRecord): SelectionChange {
  const was = before as RememberedSelection | null;
  const is = (was ?? after) as RememberedSelection;
  return {
    fieldId,
    year,
    system: is.system as RunoffSystem,
    subOptionId: is.subOptionId,
    selection: was === null ? null : { implementationDate: was.implementationDate, notes: was.notes },
    expectedRevision: null,
    replaces: after as RememberedSelection | null,
  };
}
