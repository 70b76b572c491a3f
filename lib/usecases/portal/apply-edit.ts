import { PortalRefusal } from "@/lib/domain/portal";
import type { MapEdit } from "@/lib/usecases/portal/edits/drift-edit";
import type { FieldYearEdit } from "@/lib/usecases/portal/edits/edit";
import { editFieldYear, type EditSaved } from "@/lib/usecases/portal/edits/field-year";
import { editMap } from "@/lib/usecases/portal/edits/map-edit";
import { editReviewed, type ReviewedEdit } from "@/lib/usecases/portal/edits/reviewed";
import { openField, type PortalSession } from "@/lib/usecases/portal/session";

type AnyEdit = FieldYearEdit | MapEdit | ReviewedEdit;

/** Any edit of the portal. A field that the session does not open is refused like one that does not exist. */
export async function applyEdit(session: PortalSession, edit: AnyEdit): Promise<EditSaved> {
  if ((await openField(session, edit.fieldId)) === null) throw new PortalRefusal("not_found");
  if (edit.kind === "reviewed") return editReviewed(session.pass, edit);
  if (isMapEdit(edit)) return editMap(session.pass, edit);
  return editFieldYear(session.pass, edit);
}

const isMapEdit = (edit: AnyEdit): edit is MapEdit =>
  edit.kind === "drawn_feature" || edit.kind === "confirm_features" || edit.kind === "downslope";
