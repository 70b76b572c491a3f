import { findChange, listChanges, markUndone } from "@/lib/data/portal/changes";
import { asProvider } from "@/lib/data/db";
import type { FieldYear } from "@/lib/data/portal/selections";
import {
  PortalRefusal,
  type ChangeRecord,
  type RememberedExemption,
  type RememberedSelection,
} from "@/lib/domain/portal";
import type { RunoffSystem } from "@/lib/domain/product";
import { applyChange, type PortalPass } from "@/lib/usecases/portal/change-selection";
import { applyExemption } from "@/lib/usecases/portal/claim-exemption";

/**
 * Takes one change back: what it changed is as before, and the taking back stands in the history as well. Refused
 * where a later change stands on top of it: undoing the earlier one would lose what someone chose since.
 */
export function undoChange(pass: PortalPass, changeId: string): Promise<{ changeId: string }> {
  const { deps, providerId } = pass;
  return asProvider(deps.db, providerId, async (tx) => {
    const change = await findChange(tx, providerId, changeId);
    if (change === null) throw new PortalRefusal("not_found");
    if (!(await markUndone(tx, providerId, changeId, deps.clock()))) throw new PortalRefusal("already_undone");
    if (change.kind === "exemption") {
      const { before, after } = change as { before: RememberedExemption; after: RememberedExemption };
      return applyExemption(tx, pass, change.applicationEventId ?? "", ({ exemption }) => {
        if (!isSameAnswer(exemption, after)) throw new PortalRefusal("changed");
        return before;
      });
    }
    return applyChange(tx, pass, inverse(change));
  });
}

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

/** Times are compared as times: the database writes them in words of its own. */
const isSameAnswer = (a: RememberedExemption, b: RememberedExemption): boolean =>
  a.required === b.required &&
  timeOf(a.evaluatedAt) === timeOf(b.evaluatedAt) &&
  JSON.stringify(a.reasons) === JSON.stringify(b.reasons);

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** The changes of a field and year, newest first. */
export const readChanges = ({ deps, providerId }: PortalPass, place: FieldYear): Promise<ChangeRecord[]> =>
  asProvider(deps.db, providerId, (tx) => listChanges(tx, providerId, place));
