import { z } from "zod";
import { definePortalContract } from "@/lib/contracts/portal/contract";
import { adviceEdit } from "@/lib/contracts/portal/edits/advice";
import { confirmFeaturesEdit } from "@/lib/contracts/portal/edits/confirm-features";
import { downslopeEdit } from "@/lib/contracts/portal/edits/downslope";
import { driftClaimEdit } from "@/lib/contracts/portal/edits/drift-claim";
import { drawnFeatureEdit } from "@/lib/contracts/portal/edits/drawn-feature";
import { exemptionEdit } from "@/lib/contracts/portal/edits/exemption";
import { reviewedEdit } from "@/lib/contracts/portal/edits/reviewed";
import { selectionEdit } from "@/lib/contracts/portal/edits/selection";
import { redoEdit, undoEdit } from "@/lib/contracts/portal/edits/undo";
import { fieldYearLiveSchema } from "@/lib/contracts/portal/field-year";
import { timestamp } from "@/lib/contracts/shared/text";
import type { FieldYearLive } from "@/lib/views/portal/field-year";

/** One file for each kind. A new kind joins here, in `lib/usecases/portal/edits/apply-edit.ts` and in the pages that send it. */
const editSchema = z.discriminatedUnion("kind", [
  selectionEdit,
  adviceEdit,
  exemptionEdit,
  undoEdit,
  redoEdit,
  reviewedEdit,
  driftClaimEdit,
  drawnFeatureEdit,
  confirmFeaturesEdit,
  downslopeEdit,
]);

export const editSaved = z.strictObject({
  /** Null: it was saved already, and nothing was written. */
  change_id: z.uuid().nullable(),
  /** What the next edit of this field and year names as the state it saw. */
  revision: z.int().positive(),
  saved_at: timestamp,
  live: fieldYearLiveSchema,
});

interface EditSavedView {
  changeId: string | null;
  savedAt: Date;
  live: FieldYearLive;
}

/** One edit of the portal. Edits are sent one by one, in the order they were made, also those made without a network. */
export const portalEdit = definePortalContract({
  method: "POST",
  path: "/portal/g/{grant}/api/edits",
  body: () => editSchema,
  query: z.strictObject({}),
  params: z.strictObject({ grant: z.string() }),
  response: editSaved,
  present: ({ changeId, savedAt, live }: EditSavedView): z.input<typeof editSaved> => ({
    change_id: changeId,
    revision: live.revision,
    saved_at: savedAt.toISOString(),
    live,
  }),
});
