import type { ProviderTx } from "@/lib/data/db";
import { tellOfApplication } from "@/lib/data/webhooks/tell";
import { PortalRefusal } from "@/lib/domain/portal";
import type { RecordEntryEdit, RecordPhotoEdit, RecordSignEdit } from "@/lib/domain/portal-edit";
import type { EditKind, Made } from "@/lib/usecases/portal/edits/edit-kind";
import { holdAttestable } from "@/lib/usecases/portal/edits/put-answer";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import { keepPhoto } from "@/lib/usecases/records/keep-photo";
import { addEntries, RecordRefusal, signOff } from "@/lib/usecases/records/keep-record";
import type { RecordContext } from "@/lib/usecases/records/read-record";

/** Holds the application that a page writes about, and does the work of its record. Records keep a history of their own. */
async function atRecord(
  tx: ProviderTx,
  pass: PortalPass,
  edit: RecordEntryEdit | RecordPhotoEdit | RecordSignEdit,
  work: (context: RecordContext) => Promise<unknown>,
): Promise<Made> {
  const application = await holdAttestable(tx, pass, edit.applicationEventId);
  if (application.fieldId !== edit.fieldId || application.year !== edit.year) throw new PortalRefusal("not_found");
  try {
    await work({
      deps: pass.deps,
      provider: { providerId: pass.providerId },
      onWritten: (change) => tellOfApplication(tx, pass.providerId, edit.applicationEventId, change),
    });
  } catch (error) {
    throw error instanceof RecordRefusal ? new PortalRefusal("changed") : error;
  }
  return { changeId: null };
}

// An entry and a signature that are there already are made again without a refusal, so none is to be found saved.
const isSaved = (): boolean => false;

export const recordEntryKind: EditKind<RecordEntryEdit> = {
  make: (tx, pass, edit) =>
    atRecord(tx, pass, edit, (context) => addEntries(tx, context, edit.applicationEventId, [edit.entry])),
  isSaved,
};

export const recordPhotoKind: EditKind<RecordPhotoEdit> = {
  make: (tx, pass, edit) =>
    atRecord(tx, pass, edit, (context) => keepPhoto(tx, context, edit.applicationEventId, edit.photo)),
  isSaved,
};

export const recordSignKind: EditKind<RecordSignEdit> = {
  make: (tx, pass, edit) => {
    const { applicationEventId, entriesSeen } = edit;
    const sent = { signedBy: edit.signedBy.trim(), entriesSeen };
    return atRecord(tx, pass, edit, (context) => signOff(tx, context, applicationEventId, sent));
  },
  isSaved,
};
