import { v7 as uuidv7 } from "uuid";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { findClaimable, putClaim, raiseApplicationRevision, removeClaim } from "@/lib/data/drift/portal-edits";
import { recordChange } from "@/lib/data/portal/changes";
import { isSameClaim, type RememberedClaim } from "@/lib/domain/drift-portal";
import { PortalRefusal } from "@/lib/domain/portal";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { PortalPass } from "@/lib/usecases/portal/change-selection";

export interface PracticeChange {
  applicationEventId: string;
  subOptionId: number;
  /** Null takes the claim back. */
  claim: { customValue: number | null; notes: string | null } | null;
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
export const claimPractice = (pass: PortalPass, change: PracticeChange): Promise<{ changeId: string }> =>
  asProvider(pass.deps.db, pass.providerId, (tx) => applyPractice(tx, pass, change));

/** The same inside a transaction that is open already. */
export async function applyPractice(
  tx: ProviderTx,
  { deps, providerId, actor }: PortalPass,
  { applicationEventId, subOptionId, claim, replaces }: PracticeChange,
): Promise<{ changeId: string }> {
  const application = await findClaimable(tx, providerId, applicationEventId);
  if (application === null) throw new PortalRefusal("not_found");
  if (application.isLocked) throw new PortalRefusal("locked");
  const before = application.claims.find((each) => each.subOptionId === subOptionId) ?? null;
  if (replaces !== undefined && !isSameClaim(before, replaces)) throw new PortalRefusal("changed");
  if (before === null && claim === null) throw new PortalRefusal("not_found");
  const after = claim === null ? null : { subOptionId, ...claim };
  if (after === null) await removeClaim(tx, providerId, applicationEventId, subOptionId);
  else {
    refuseUnclaimable(application.applicationDate, subOptionId);
    await putClaim(tx, providerId, applicationEventId, after);
  }
  await raiseApplicationRevision(tx, providerId, applicationEventId);
  const changeId = uuidv7();
  await recordChange(tx, providerId, {
    changeId,
    fieldId: application.fieldId,
    applicationEventId,
    year: application.year,
    kind: "drift_claim",
    actor,
    changedAt: deps.clock(),
    before,
    after,
  });
  return { changeId };
}

/** What the setup shows by itself needs no claim. */
function refuseUnclaimable(applicationDate: string, subOptionId: number): void {
  const row = rulebookAsOf(applicationDate).driftPractices.rows.find(({ id }) => id === subOptionId);
  if (row?.basis !== "claim") throw new PortalRefusal("unknown_measure");
}
