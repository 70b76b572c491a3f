import { findSavedApplication } from "@/lib/data/compliance-reads";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { findClaimable } from "@/lib/data/drift/portal-edits";
import { tellOfApplication } from "@/lib/data/webhooks/tell";
import { putReview, removeReview, type ReviewKey } from "@/lib/data/portal/reviews";
import { PortalRefusal } from "@/lib/domain/portal";
import type { ReviewedEdit } from "@/lib/domain/portal-edit";
import { bindingLimitations, hashOfText } from "@/lib/usecases/portal/binding-limitations";
import type { EditKind } from "@/lib/usecases/portal/edits/edit-kind";
import type { PortalPass } from "@/lib/usecases/portal/pass";

type Mark = Omit<ReviewedEdit, "kind" | "year">;

/**
 * Keeps that someone read a limitation's text, or takes that back. It changes nothing of the application's status: a
 * text that was read is still to be followed. Refused while the application is locked, and for a text that is not the
 * one of the last check any more.
 */
async function markText(tx: ProviderTx, { deps, providerId }: PortalPass, mark: Mark): Promise<void> {
  const { applicationEventId, product, pulaId, limitationId, textHash } = mark;
  const key: ReviewKey = { product, pulaId, limitationId };
  // Held until the end, so that no lock is answered between this look at it and the mark.
  const held = await findClaimable(tx, providerId, applicationEventId);
  const saved = held === null ? null : await findSavedApplication(tx, providerId, applicationEventId);
  if (saved?.fieldId !== mark.fieldId) throw new PortalRefusal("not_found");
  if (saved.portalLockedAt !== null) throw new PortalRefusal("locked");
  const texts = bindingLimitations(saved, [])
    .filter((each) => isSameKey(each.key, key))
    .map(({ limitation }) => hashOfText(limitation.text));
  if (texts.length === 0) throw new PortalRefusal("not_found");
  if (!texts.includes(textHash)) throw new PortalRefusal("changed");
  const marked = mark.reviewed
    ? await putReview(tx, providerId, applicationEventId, { ...key, textHash, reviewedAt: deps.clock() })
    : await removeReview(tx, providerId, applicationEventId, { ...key, textHash });
  if (marked > 0) await tellOfApplication(tx, providerId, applicationEventId, "limitation");
}

/** The mark of a form, whose page is loaded again: nothing is read back. */
export const reviewLimitation = (pass: PortalPass, mark: Mark): Promise<void> =>
  asProvider(pass.deps.db, pass.providerId, (tx) => markText(tx, pass, mark));

/** A mark has no history: the mark itself is what is kept. Marking what is marked already is saved. */
export const reviewedKind: EditKind<ReviewedEdit> = {
  make: async (tx, pass, edit) => {
    await markText(tx, pass, edit);
    return { changeId: null };
  },
  isSaved: () => false,
};

const isSameKey = (a: ReviewKey, b: ReviewKey): boolean =>
  a.product === b.product && a.pulaId === b.pulaId && a.limitationId === b.limitationId;
