import type { ProviderTx } from "@/lib/data/db";
import {
  findClaimable,
  putClaim,
  raiseApplicationRevision,
  removeClaim,
  type ClaimableApplication,
} from "@/lib/data/drift/portal-edits";
import { isSameClaim, type RememberedClaim } from "@/lib/domain/drift-portal";
import { PortalRefusal } from "@/lib/domain/portal";
import type { ClaimText, DriftClaimEdit } from "@/lib/domain/portal-edit";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { EditKind } from "@/lib/usecases/portal/edits/edit-kind";
import { remember } from "@/lib/usecases/portal/edits/history";
import type { PortalPass } from "@/lib/usecases/portal/pass";

export interface PracticeChange {
  applicationEventId: string;
  subOptionId: number;
  /** Null takes the claim back. */
  claim: ClaimText | null;
  /** What the editor saw there, or what an undo depends on; left out does not ask. */
  replaces?: RememberedClaim | null;
}

/**
 * Records that a drift practice is in place for one application, or takes that back. A practice that a product of the
 * mix forbids is recorded as well: the assessment then says so, and nothing is hidden.
 *
 * Refused on an application that is locked or absent, for a practice that the menu of the day does not let anyone claim,
 * for a claim to take back that is not there, and where someone else changed it since.
 */
export async function claimPractice(
  tx: ProviderTx,
  pass: PortalPass,
  change: PracticeChange,
): Promise<{ changeId: string }> {
  const application = await findClaimable(tx, pass.providerId, change.applicationEventId);
  if (application === null) throw new PortalRefusal("not_found");
  return putPractice(tx, pass, application, change);
}

const claimOf = ({ claims }: ClaimableApplication, subOptionId: number): RememberedClaim | null =>
  claims.find((each) => each.subOptionId === subOptionId) ?? null;

async function putPractice(
  tx: ProviderTx,
  pass: PortalPass,
  application: ClaimableApplication,
  { applicationEventId, subOptionId, claim, replaces }: PracticeChange,
): Promise<{ changeId: string }> {
  const { providerId } = pass;
  if (application.isLocked) throw new PortalRefusal("locked");
  const before = claimOf(application, subOptionId);
  if (replaces !== undefined && !isSameClaim(before, replaces)) throw new PortalRefusal("changed");
  if (before === null && claim === null) throw new PortalRefusal("not_found");
  const after = claim === null ? null : { subOptionId, ...claim };
  if (after === null) await removeClaim(tx, providerId, applicationEventId, subOptionId);
  else {
    refuseUnclaimable(application.applicationDate, subOptionId);
    await putClaim(tx, providerId, applicationEventId, after);
  }
  await raiseApplicationRevision(tx, providerId, applicationEventId);
  const { fieldId, year } = application;
  return remember(tx, pass, { fieldId, year, applicationEventId, kind: "drift_claim", before, after });
}

/** What the setup shows by itself needs no claim. */
function refuseUnclaimable(applicationDate: string, subOptionId: number): void {
  const row = rulebookAsOf(applicationDate).driftPractices.rows.find(({ id }) => id === subOptionId);
  if (row?.basis !== "claim") throw new PortalRefusal("unknown_measure");
}

const withId = ({ subOptionId }: DriftClaimEdit, claim: ClaimText | null): RememberedClaim | null =>
  claim === null ? null : { subOptionId, ...claim };

/** What is so already is saved, also under a lock: a lost answer makes a client send an edit again. */
export const driftClaimKind: EditKind<DriftClaimEdit> = {
  make: async (tx, pass, edit) => {
    const application = await findClaimable(tx, pass.providerId, edit.applicationEventId);
    const isThere = application?.fieldId === edit.fieldId && application.year === edit.year;
    if (application === null || !isThere) throw new PortalRefusal("not_found");
    const now = claimOf(application, edit.subOptionId);
    if (isSameClaim(now, withId(edit, edit.claim))) return { changeId: null };
    return putPractice(tx, pass, application, { ...edit, replaces: withId(edit, edit.base) });
  },
  isSaved: () => false,
};
