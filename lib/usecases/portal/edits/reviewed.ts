import type { FieldYearPlace } from "@/lib/views/portal/field-year";
import type { PortalPass } from "@/lib/usecases/portal/change-selection";
import type { EditSaved } from "@/lib/usecases/portal/edits/field-year";
import { readFieldYear } from "@/lib/pages/portal/field-year/live";
import { reviewLimitation, type LimitationReviewed } from "@/lib/usecases/portal/review-limitation";

/** Marks a limitation's text as read, or takes the mark back. */
export interface ReviewedEdit extends FieldYearPlace, LimitationReviewed {
  kind: "reviewed";
  fieldId: string;
  applicationEventId: string;
}

/** A mark has no history: the mark itself is what is kept. Marking what is marked already is saved. */
export async function editReviewed(pass: PortalPass, edit: ReviewedEdit): Promise<EditSaved> {
  const savedAt = pass.deps.clock();
  await reviewLimitation(pass, edit);
  return { changeId: null, savedAt, live: (await readFieldYear(pass, edit)).live };
}
