import { findSavedApplication } from "@/lib/data/compliance-reads";
import { asProvider } from "@/lib/data/db";
import { findClaimable } from "@/lib/data/drift/portal-edits";
import { putReview, removeReview, type ReviewKey } from "@/lib/data/portal/reviews";
import { PortalRefusal } from "@/lib/domain/portal";
import type { PortalPass } from "@/lib/usecases/portal/change-selection";
import { bindingLimitations, hashOfText } from "@/lib/usecases/portal/binding-limitations";

export interface LimitationReviewed {
  fieldId: string;
  applicationEventId: string;
  key: ReviewKey;
  /** Of the text that was on the page: another text was not read. */
  textHash: string;
  /** False takes the mark back. */
  isReviewed: boolean;
}

/**
 * Keeps that someone read a limitation's text, or takes that back. It changes nothing of the application's status: a
 * text that was read is still to be followed. Refused while the application is locked, and for a text that is not the
 * one of the last check any more.
 */
export async function reviewLimitation(pass: PortalPass, reviewed: LimitationReviewed): Promise<void> {
  const { deps, providerId } = pass;
  const { applicationEventId, key, textHash } = reviewed;
  await asProvider(deps.db, providerId, async (tx) => {
    // Held until the end, so that no lock is answered between this look at it and the mark.
    const held = await findClaimable(tx, providerId, applicationEventId);
    const saved = held === null ? null : await findSavedApplication(tx, providerId, applicationEventId);
    if (saved?.fieldId !== reviewed.fieldId) throw new PortalRefusal("not_found");
    if (saved.portalLockedAt !== null) throw new PortalRefusal("locked");
    const texts = bindingLimitations(saved, [])
      .filter((each) => isSameKey(each.key, key))
      .map(({ limitation }) => hashOfText(limitation.text));
    if (texts.length === 0) throw new PortalRefusal("not_found");
    if (!texts.includes(textHash)) throw new PortalRefusal("changed");
    if (reviewed.isReviewed) {
      await putReview(tx, providerId, applicationEventId, { ...key, textHash, reviewedAt: deps.clock() });
    } else {
      await removeReview(tx, providerId, applicationEventId, key);
    }
  });
}

const isSameKey = (a: ReviewKey, b: ReviewKey): boolean =>
  a.product === b.product && a.pulaId === b.pulaId && a.limitationId === b.limitationId;
