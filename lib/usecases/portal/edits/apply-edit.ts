import { asProvider, type ProviderTx } from "@/lib/data/db";
import { takeEditKey } from "@/lib/data/portal/edit-keys";
import { PortalRefusal, type PortalRefusalReason } from "@/lib/domain/portal";
import type { PortalEdit } from "@/lib/domain/portal-edit";
import { attestationKind } from "@/lib/usecases/portal/edits/attestation";
import { downslopeKind } from "@/lib/usecases/portal/edits/downslope";
import { confirmFeaturesKind, drawnFeatureKind } from "@/lib/usecases/portal/edits/drawings";
import { driftClaimKind } from "@/lib/usecases/portal/edits/drift-claim";
import type { EditKind, EditOf } from "@/lib/usecases/portal/edits/edit-kind";
import { exemptionKind } from "@/lib/usecases/portal/edits/exemption";
import { recordEntryKind, recordPhotoKind, recordSignKind } from "@/lib/usecases/portal/edits/record";
import { reviewedKind } from "@/lib/usecases/portal/edits/reviewed";
import { selectionKind } from "@/lib/usecases/portal/edits/selection";
import { adviceKind } from "@/lib/usecases/portal/edits/selection-set";
import { redoKind, undoKind } from "@/lib/usecases/portal/edits/undo";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import {
  getFieldYear,
  readFieldYear,
  scoreFieldYear,
  type FieldYearFacts,
} from "@/lib/usecases/portal/read-field-year";
import { openField, type PortalSession } from "@/lib/usecases/portal/session";

/** An edit that is saved. */
export interface EditSaved {
  /** Null: it was so already, as when a lost answer makes a client send it again, or the kind has no history. */
  changeId: string | null;
  savedAt: Date;
  /** The field and year as they are now, so that the page needs no second request. */
  facts: FieldYearFacts;
}

/** An edit that was refused, with what is saved instead, so that the page can show it. */
export class EditRefused extends PortalRefusal {
  readonly facts: FieldYearFacts;

  constructor(reason: PortalRefusalReason, facts: FieldYearFacts) {
    super(reason);
    this.facts = facts;
  }
}

const KINDS: { [K in PortalEdit["kind"]]: EditKind<EditOf<K>> } = {
  selection: selectionKind,
  advice: adviceKind,
  exemption: exemptionKind,
  undo: undoKind,
  redo: redoKind,
  reviewed: reviewedKind,
  drift_claim: driftClaimKind,
  drawn_feature: drawnFeatureKind,
  confirm_features: confirmFeaturesKind,
  downslope: downslopeKind,
  attestation: attestationKind,
  record_entry: recordEntryKind,
  record_photo: recordPhotoKind,
  record_sign: recordSignKind,
};

/**
 * Any edit of the portal: one transaction that holds what is edited, refuses an edit of something newer, saves, and reads
 * the field and year back; then one scoring. A field that the session does not open is refused like one that does not
 * exist, and so is an edit in the name of an application that is not of that field and year. `key` names the edit: one
 * that was made is answered as saved and not made again.
 */
export async function applyEdit<K extends PortalEdit["kind"]>(
  session: PortalSession,
  edit: EditOf<K> & { kind: K },
  key: string | null = null,
): Promise<EditSaved> {
  const { pass } = session;
  const kind: EditKind<EditOf<K>> = KINDS[edit.kind];
  if ((await openField(session, edit.fieldId)) === null) throw new PortalRefusal("not_found");
  const savedAt = pass.deps.clock();
  try {
    const { changeId, record } = await asProvider(pass.deps.db, pass.providerId, (tx) =>
      makeAndRead(tx, pass, kind, { edit, key }),
    );
    return { changeId, savedAt, facts: await scoreFieldYear(pass, edit, record, pass.deps.clock()) };
  } catch (error) {
    if (!(error instanceof PortalRefusal) || error.reason === "not_found") throw error;
    // The refused transaction has left nothing behind: what stands there now is read again.
    const facts = await readFieldYear(pass, edit);
    if (kind.isSaved(edit, facts)) return { changeId: null, savedAt, facts };
    throw new EditRefused(error.reason, facts);
  }
}

async function makeAndRead<E extends PortalEdit>(
  tx: ProviderTx,
  pass: PortalPass,
  kind: EditKind<E>,
  { edit, key }: { edit: E; key: string | null },
) {
  // Noted before it is made: an edit whose answer was lost is not made again over what others did since.
  const isNew = key === null || (await takeEditKey(tx, pass.providerId, { fieldId: edit.fieldId, key }));
  const { changeId } = isNew ? await kind.make(tx, pass, edit) : { changeId: null };
  // Throws, and so takes the edit back, where the page's application is not one of the field and year.
  return { changeId, record: await getFieldYear(tx, pass.providerId, edit) };
}
