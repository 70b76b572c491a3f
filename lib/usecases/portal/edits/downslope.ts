import type { ProviderTx } from "@/lib/data/db";
import {
  findDrawable,
  putDownslope,
  raiseFieldRevision,
  removeDownslope,
  type DrawableField,
} from "@/lib/data/drift/portal-edits";
import { isFieldYearLocked } from "@/lib/data/portal/locks";
import { isSameDownslope, type RememberedDownslope } from "@/lib/domain/drift-portal";
import type { FieldYear } from "@/lib/domain/field-year";
import { PortalRefusal } from "@/lib/domain/portal";
import type { DownslopeEdit } from "@/lib/domain/portal-edit";
import { edgeLine } from "@/lib/usecases/portal/edge-line";
import type { EditKind, Made } from "@/lib/usecases/portal/edits/edit-kind";
import { remember } from "@/lib/usecases/portal/edits/history";
import type { PortalPass } from "@/lib/usecases/portal/pass";

/** The mark that an edit wants; refused where the boundary is another than the editor saw. */
function wantedMark({ boundary, boundaryHash }: DrawableField, edit: DownslopeEdit): RememberedDownslope | null {
  if (boundaryHash !== edit.boundaryHash) throw new PortalRefusal("changed");
  const lines = edit.edges.map((edge) => edgeLine(boundary, edge));
  return lines.length === 0 ? null : { boundaryHash, lines };
}

/** Puts a mark in place of the saved one. Where `isSaved` says so, nothing is written, also under a lock. */
export async function putMark(
  tx: ProviderTx,
  pass: PortalPass,
  {
    fieldId,
    year,
    choose,
    isSaved = () => false,
  }: FieldYear & {
    choose: (field: DrawableField) => RememberedDownslope | null;
    isSaved?: (field: DrawableField) => boolean;
  },
): Promise<Made> {
  const { providerId } = pass;
  const field = await findDrawable(tx, providerId, fieldId);
  if (field === null) throw new PortalRefusal("not_found");
  if (isSaved(field)) return { changeId: null };
  if (await isFieldYearLocked(tx, providerId, { fieldId, year })) throw new PortalRefusal("locked");
  const after = choose(field);
  if (after === null && field.downslope === null) throw new PortalRefusal("not_found");
  if (after === null) await removeDownslope(tx, providerId, fieldId);
  else await putDownslope(tx, providerId, fieldId, after);
  await raiseFieldRevision(tx, providerId, fieldId);
  const made = { fieldId, year, applicationEventId: null, kind: "downslope" } as const;
  return remember(tx, pass, { ...made, before: field.downslope, after });
}

export const downslopeKind: EditKind<DownslopeEdit> = {
  make: (tx, pass, edit) =>
    putMark(tx, pass, {
      fieldId: edit.fieldId,
      year: edit.year,
      choose: (field) => wantedMark(field, edit),
      isSaved: (field) =>
        field.boundaryHash === edit.boundaryHash && isSameDownslope(field.downslope, wantedMark(field, edit)),
    }),
  isSaved: () => false,
};
