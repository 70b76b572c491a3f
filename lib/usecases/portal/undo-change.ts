import { findChange, linkUndo, listChanges, markUndone } from "@/lib/data/portal/changes";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import type { FieldYear } from "@/lib/data/portal/selections";
import {
  isSameExemption,
  PortalRefusal,
  selectionsOf,
  type ChangeRecord,
  type RememberedExemption,
  type RememberedSelection,
} from "@/lib/domain/portal";
import type { RunoffSystem } from "@/lib/domain/product";
import { applyChange, type PortalPass } from "@/lib/usecases/portal/change-selection";
import { applyExemption } from "@/lib/usecases/portal/claim-exemption";
import { isDriftChange, undoDrift } from "@/lib/usecases/portal/drift/undo-drift";
import { applySet } from "@/lib/usecases/portal/select-set";

type Undone = Promise<{ changeId: string }>;

/**
 * Takes one change back: what it changed is as before, and the taking back stands in the history as well. Refused
 * where a later change stands on top of it: undoing the earlier one would lose what someone chose since. Refused for an
 * undo too: who presses twice means the change before, never the change just taken back.
 */
export function undoChange(
  pass: PortalPass,
  changeId: string,
  /** The field and year whose history it has to stand in; left out does not ask. */
  within?: FieldYear,
): Undone {
  const { db } = pass.deps;
  return asProvider(db, pass.providerId, async (tx) => {
    const change = await changeWithin(tx, pass, changeId, within);
    if (change.undoesChangeId !== null) throw new PortalRefusal("is_undo");
    const undo = await takeBack(tx, pass, change);
    await linkUndo(tx, pass.providerId, { changeId: undo.changeId, undoesChangeId: changeId });
    return undo;
  });
}

/** Makes a change again that was undone. `changeId` is that of its undo; the change that comes of it is one like any other. */
export function redoChange(pass: PortalPass, changeId: string, within?: FieldYear): Undone {
  return asProvider(pass.deps.db, pass.providerId, async (tx) => {
    const undo = await changeWithin(tx, pass, changeId, within);
    if (undo.undoesChangeId === null) throw new PortalRefusal("not_found");
    return takeBack(tx, pass, undo);
  });
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

async function takeBack(tx: ProviderTx, pass: PortalPass, change: ChangeRecord): Undone {
  const isMarked = await markUndone(tx, pass.providerId, change.changeId, pass.deps.clock());
  if (!isMarked) throw new PortalRefusal("already_undone");
  if (isDriftChange(change)) return undoDrift(tx, pass, change);
  if (change.kind === "exemption") {
    const { before, after } = change as { before: RememberedExemption; after: RememberedExemption };
    return applyExemption(tx, pass, change.applicationEventId ?? "", ({ exemption }) => {
      if (!isSameExemption(exemption, after)) throw new PortalRefusal("changed");
      return before;
    });
  }
  if (isSet(change)) {
    const { fieldId, year } = change;
    const [replaces, selections] = [selectionsOf(change.after), selectionsOf(change.before)];
    return applySet(tx, pass, { fieldId, year, replaces, selections, expectedRevision: null });
  }
  return applyChange(tx, pass, inverse(change));
}

const isWithin = (change: ChangeRecord, within: FieldYear | undefined): boolean =>
  within === undefined || (change.fieldId === within.fieldId && change.year === within.year);

const isSet = ({ before, after }: ChangeRecord): boolean =>
  [before, after].some((state) => state !== null && "selections" in state);

function inverse({ fieldId, year, before, after }: ChangeRecord): Parameters<typeof applyChange>[2] {
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

/** The changes of a field and year, newest first. */
export const readChanges = ({ deps, providerId }: PortalPass, place: FieldYear): Promise<ChangeRecord[]> =>
  asProvider(deps.db, providerId, (tx) => listChanges(tx, providerId, place));
