import { findChange, listChanges, markUndone } from "@/lib/data/portal/changes";
import { asProvider } from "@/lib/data/db";
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

/**
 * Takes one change back: what it changed is as before, and the taking back stands in the history as well. Refused
 * where a later change stands on top of it: undoing the earlier one would lose what someone chose since.
 */
export function undoChange(
  pass: PortalPass,
  changeId: string,
  /** The field and year whose history it has to stand in; left out does not ask. */
  within?: FieldYear,
): Promise<{ changeId: string }> {
  const { deps, providerId } = pass;
  return asProvider(deps.db, providerId, async (tx) => {
    const change = await findChange(tx, providerId, changeId);
    if (change === null || !isWithin(change, within)) throw new PortalRefusal("not_found");
    if (!(await markUndone(tx, providerId, changeId, deps.clock()))) throw new PortalRefusal("already_undone");
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
  });
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
