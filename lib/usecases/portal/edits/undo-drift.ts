import type { ProviderTx } from "@/lib/data/db";
import {
  areSameDrawings,
  DRIFT_CHANGES,
  isSameDownslope,
  type RememberedClaim,
  type RememberedDownslope,
  type RememberedDrawings,
} from "@/lib/domain/drift-portal";
import { PortalRefusal, type ChangeRecord } from "@/lib/domain/portal";
import { putMark } from "@/lib/usecases/portal/edits/downslope";
import { putDrawings } from "@/lib/usecases/portal/edits/drawings";
import { claimPractice } from "@/lib/usecases/portal/edits/drift-claim";
import type { Made } from "@/lib/usecases/portal/edits/edit-kind";
import type { PortalPass } from "@/lib/usecases/portal/pass";

export type DriftChange = ChangeRecord & { kind: (typeof DRIFT_CHANGES)[number] };

export const isDriftChange = (change: ChangeRecord): change is DriftChange =>
  (DRIFT_CHANGES as readonly string[]).includes(change.kind);

/** Takes a drift edit back inside a transaction that is open already. Refused where a later one stands on top of it. */
export function undoDrift(tx: ProviderTx, pass: PortalPass, change: DriftChange): Promise<Made> {
  switch (change.kind) {
    case "drift_claim":
      return undoClaim(tx, pass, change);
    case "drawn_feature":
      return undoDrawings(tx, pass, change);
    case "downslope":
      return undoDownslope(tx, pass, change);
  }
}

function undoClaim(tx: ProviderTx, pass: PortalPass, change: DriftChange): Promise<Made> {
  const [before, after] = [change.before as RememberedClaim | null, change.after as RememberedClaim | null];
  return claimPractice(tx, pass, {
    applicationEventId: change.applicationEventId ?? "",
    subOptionId: (before ?? after)?.subOptionId ?? 0,
    claim: before === null ? null : { customValue: before.customValue, notes: before.notes },
    replaces: after,
  });
}

function undoDrawings(tx: ProviderTx, pass: PortalPass, change: DriftChange): Promise<Made> {
  const was = (change.before as RememberedDrawings | null)?.drawings ?? [];
  const is = (change.after as RememberedDrawings | null)?.drawings ?? [];
  const touched = new Set([...was, ...is].map(({ featureId }) => featureId));
  const { fieldId, year } = change;
  return putDrawings(tx, pass, {
    fieldId,
    year,
    choose: ({ drawings }) => {
      const now = drawings.filter(({ featureId }) => touched.has(featureId));
      if (!areSameDrawings(now, is)) throw new PortalRefusal("changed");
      return { before: now, after: was };
    },
  });
}

/** Marks of an earlier boundary do not come back. */
function undoDownslope(tx: ProviderTx, pass: PortalPass, change: DriftChange): Promise<Made> {
  const [before, after] = [change.before as RememberedDownslope | null, change.after as RememberedDownslope | null];
  const { fieldId, year } = change;
  return putMark(tx, pass, {
    fieldId,
    year,
    choose: ({ downslope, boundaryHash }) => {
      const isOther = before !== null && before.boundaryHash !== boundaryHash;
      if (isOther || !isSameDownslope(downslope, after)) throw new PortalRefusal("changed");
      return before;
    },
  });
}
