import { PortalRefusal } from "@/lib/domain/portal";
import type { MapEdit } from "@/lib/usecases/portal/edits/drift-edit";
import type { FieldYearEdit } from "@/lib/usecases/portal/edits/edit";
import { editClaim, type DriftClaimEdit } from "@/lib/usecases/portal/edits/claim-edit";
import { editFieldYear, type EditSaved } from "@/lib/usecases/portal/edits/field-year";
import { editMap } from "@/lib/usecases/portal/edits/map-edit";
import { editReviewed, type ReviewedEdit } from "@/lib/usecases/portal/edits/reviewed";
import { readFieldYear } from "@/lib/pages/portal/field-year/live";
import type { PortalPass } from "@/lib/usecases/portal/change-selection";
import { openField, type PortalSession } from "@/lib/usecases/portal/session";

type AnyEdit = FieldYearEdit | MapEdit | ReviewedEdit | DriftClaimEdit;

/**
 * Any edit of the portal. A field that the session does not open is refused like one that does not exist; any other
 * refusal carries what is saved now, so that the page can show it.
 */
export async function applyEdit(session: PortalSession, edit: AnyEdit): Promise<EditSaved> {
  if ((await openField(session, edit.fieldId)) === null) throw new PortalRefusal("not_found");
  try {
    return await make(session.pass, edit);
  } catch (error) {
    const isBare = error instanceof PortalRefusal && error.current === undefined;
    if (!isBare || error.reason === "not_found") throw error;
    throw new PortalRefusal(error.reason, (await readFieldYear(session.pass, edit)).live);
  }
}

function make(pass: PortalPass, edit: AnyEdit): Promise<EditSaved> {
  if (edit.kind === "reviewed") return editReviewed(pass, edit);
  if (edit.kind === "drift_claim") return editClaim(pass, edit);
  if (isMapEdit(edit)) return editMap(pass, edit);
  return editFieldYear(pass, edit);
}

const isMapEdit = (edit: AnyEdit): edit is MapEdit =>
  edit.kind === "drawn_feature" || edit.kind === "confirm_features" || edit.kind === "downslope";
