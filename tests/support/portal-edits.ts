import { asProvider, type ProviderTx } from "@/lib/data/db";
import { listChanges } from "@/lib/data/portal/changes";
import type { FieldYear } from "@/lib/domain/field-year";
import type { ChangeRecord } from "@/lib/domain/portal";
import type { DownslopeEdit, Drawing } from "@/lib/domain/portal-edit";
import { downslopeKind } from "@/lib/usecases/portal/edits/downslope";
import * as drawings from "@/lib/usecases/portal/edits/drawings";
import * as driftClaim from "@/lib/usecases/portal/edits/drift-claim";
import * as exemption from "@/lib/usecases/portal/edits/exemption";
import * as selection from "@/lib/usecases/portal/edits/selection";
import * as undo from "@/lib/usecases/portal/edits/undo";
import type { PortalPass } from "@/lib/usecases/portal/pass";

/** Changes of the portal, each in a transaction of its own: without the session and the reading back of a whole edit. */

const inTransaction = <T>({ deps, providerId }: PortalPass, work: (tx: ProviderTx) => Promise<T>): Promise<T> =>
  asProvider(deps.db, providerId, work);

/** The number of a change that was made; every change here is new. */
async function made(change: Promise<{ changeId: string | null }>): Promise<{ changeId: string }> {
  const { changeId } = await change;
  if (changeId === null) throw new Error("nothing was changed");
  return { changeId };
}

export const changeSelection = (pass: PortalPass, change: selection.SelectionChange) =>
  inTransaction(pass, (tx) => selection.changeSelection(tx, pass, change));

export const claimExemption = (
  pass: PortalPass,
  applicationEventId: string,
  reasons: readonly string[],
  treatedAcres: number | null = null,
) => inTransaction(pass, (tx) => exemption.claimExemption(tx, pass, { applicationEventId, reasons, treatedAcres }));

export const claimPractice = (pass: PortalPass, change: driftClaim.PracticeChange) =>
  inTransaction(pass, (tx) => driftClaim.claimPractice(tx, pass, change));

export const saveDrawnFeature = (pass: PortalPass, change: drawings.DrawingChange & { drawing: Drawing }) =>
  made(inTransaction(pass, (tx) => drawings.changeDrawing(tx, pass, change)));

export const removeDrawnFeature = (pass: PortalPass, change: Omit<drawings.DrawingChange, "drawing">) =>
  made(inTransaction(pass, (tx) => drawings.changeDrawing(tx, pass, { ...change, drawing: null })));

export const confirmDrawnFeatures = (pass: PortalPass, change: Parameters<typeof drawings.confirmDrawings>[2]) =>
  made(inTransaction(pass, (tx) => drawings.confirmDrawings(tx, pass, change)));

export const markDownslope = (pass: PortalPass, change: Omit<DownslopeEdit, "kind" | "applicationEventId">) =>
  made(
    inTransaction(pass, (tx) =>
      downslopeKind.make(tx, pass, { kind: "downslope", applicationEventId: null, ...change }),
    ),
  );

export const undoChange = (pass: PortalPass, changeId: string) =>
  made(inTransaction(pass, (tx) => undo.undoChange(tx, pass, changeId)));

export const redoChange = (pass: PortalPass, changeId: string) =>
  made(inTransaction(pass, (tx) => undo.redoChange(tx, pass, changeId)));

/** The changes of a field and year, newest first. */
export const readChanges = (pass: PortalPass, fieldYear: FieldYear): Promise<ChangeRecord[]> =>
  inTransaction(pass, (tx) => listChanges(tx, pass.providerId, fieldYear));
