import type { MultiPolygon } from "geojson";
import type { ProviderTx } from "@/lib/data/db";
import { FEATURE_REACH_FT } from "@/lib/data/drift/features-near";
import {
  findDrawable,
  isNearField,
  putDrawing,
  raiseFieldRevision,
  removeDrawing,
  type DrawableField,
} from "@/lib/data/drift/portal-edits";
import { isFieldYearLocked } from "@/lib/data/portal/locks";
import { areSameDrawings } from "@/lib/domain/drift-portal";
import type { DrawnFeature } from "@/lib/domain/drift-saved";
import { kindOfCategory } from "@/lib/domain/feature-categories";
import type { FieldYear } from "@/lib/domain/field-year";
import { PortalRefusal } from "@/lib/domain/portal";
import type { ConfirmFeaturesEdit, Drawing, DrawnFeatureEdit } from "@/lib/domain/portal-edit";
import { M_PER_FT } from "@/lib/domain/units";
import type { EditKind, Made } from "@/lib/usecases/portal/edits/edit-kind";
import { remember } from "@/lib/usecases/portal/edits/history";
import type { PortalPass } from "@/lib/usecases/portal/pass";

/** As many drawings as a field can have, and positions as one of them can have. */
export const MOST_DRAWINGS = 100;
export const MOST_DRAWN_POSITIONS = 1000;

/** The year is that of the page: the history of a field stands by year, and a lock of that year closes the field. */
export interface DrawingChange extends FieldYear {
  featureId: string;
  /** Null takes it away. */
  drawing: Drawing | null;
  /** What the editor saw there; null: nothing. Left out does not ask. */
  replaces?: DrawnFeature | null;
}

/**
 * Saves a drawing for the present boundary, changes one, or takes one away. Refused while an application of the field and
 * year is locked, for a shape that crosses itself, has too many positions or lies nowhere near the field, and past the
 * number that a field can have.
 */
export const changeDrawing = (
  tx: ProviderTx,
  pass: PortalPass,
  change: DrawingChange,
  isSaved?: IsSaved,
): Promise<Made> => {
  const choose = async (field: DrawableField): Promise<Drawings> => {
    const { featureId, drawing, replaces } = change;
    const before = field.drawings.filter((each) => each.featureId === featureId);
    if (drawing === null && before.length === 0) throw new PortalRefusal("not_found");
    refuseStale(before, replaces);
    if (drawing === null) return { before, after: [] };
    if (before.length === 0 && field.drawings.length >= MOST_DRAWINGS) throw new PortalRefusal("too_many");
    const after = drawn(pass, { ...change, drawing }, field);
    const isNear = await isNearField(tx, pass.providerId, change.fieldId, {
      geometry: after.geometry,
      withinM: FEATURE_REACH_FT * M_PER_FT,
    });
    if (!isNear) throw new PortalRefusal("invalid_shape");
    return { before, after: [after] };
  };
  return putDrawings(tx, pass, { ...change, choose, isSaved });
};

/**
 * Says that drawings made on an earlier boundary hold for the present one; all of them, or those named. One change, which
 * one undo takes back. Refused when there is nothing to confirm, or the boundary is another than the editor saw.
 */
export const confirmDrawings = (
  tx: ProviderTx,
  pass: PortalPass,
  change: FieldYear & { boundaryHash: string; featureIds?: readonly string[] },
  isSaved?: IsSaved,
): Promise<Made> => {
  const choose = ({ drawings, boundaryHash }: DrawableField): Drawings => {
    if (boundaryHash !== change.boundaryHash) throw new PortalRefusal("changed");
    const before = drawings.filter(
      (each) => each.boundaryHash !== boundaryHash && (change.featureIds?.includes(each.featureId) ?? true),
    );
    if (before.length === 0) throw new PortalRefusal("not_found");
    return { before, after: before.map((each) => ({ ...each, boundaryHash })) };
  };
  return putDrawings(tx, pass, { ...change, choose, isSaved });
};

/** Whether what is wanted stands there already. */
type IsSaved = (field: DrawableField) => boolean;
type Drawings = Record<"before" | "after", DrawnFeature[]>;

/** Puts drawings in place of others, as one change. Where `isSaved` says so, nothing is written, also under a lock. */
export async function putDrawings(
  tx: ProviderTx,
  pass: PortalPass,
  {
    fieldId,
    year,
    choose,
    isSaved = () => false,
  }: FieldYear & { choose: (field: DrawableField) => Drawings | Promise<Drawings>; isSaved?: IsSaved | undefined },
): Promise<Made> {
  const { providerId } = pass;
  const field = await findDrawable(tx, providerId, fieldId);
  if (field === null) throw new PortalRefusal("not_found");
  if (isSaved(field)) return { changeId: null };
  if (await isFieldYearLocked(tx, providerId, { fieldId, year })) throw new PortalRefusal("locked");
  const { before, after } = await choose(field);
  for (const { featureId } of before) {
    if (!after.some((kept) => kept.featureId === featureId)) await removeDrawing(tx, providerId, fieldId, featureId);
  }
  for (const drawing of after) {
    // Another field has a drawing of that number: nothing was written.
    if ((await putDrawing(tx, providerId, fieldId, drawing)) === 0) throw new PortalRefusal("not_found");
  }
  await raiseFieldRevision(tx, providerId, fieldId);
  return remember(tx, pass, {
    fieldId,
    year,
    applicationEventId: null,
    kind: "drawn_feature",
    before: before.length === 0 ? null : { drawings: before },
    after: after.length === 0 ? null : { drawings: after },
  });
}

function drawn(
  { deps }: PortalPass,
  { featureId, drawing }: DrawingChange & { drawing: Drawing },
  { boundaryHash }: DrawableField,
): DrawnFeature {
  const { category, label, geometry } = drawing;
  const coordinates = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const positions = coordinates.flat(2).length;
  const shape: MultiPolygon = { type: "MultiPolygon", coordinates };
  if (positions > MOST_DRAWN_POSITIONS || !deps.geos.isValidDetail(shape).valid) {
    throw new PortalRefusal("invalid_shape");
  }
  return { featureId, kind: kindOfCategory(category), category, label, geometry: shape, boundaryHash };
}

function refuseStale(before: readonly DrawnFeature[], replaces: DrawnFeature | null | undefined): void {
  if (replaces === undefined || areSameDrawings(before, replaces === null ? [] : [replaces])) return;
  throw new PortalRefusal("changed");
}

/** A drawing as it would be saved, to compare with the saved ones. */
function featureOf(featureId: string, { category, label, geometry }: Drawing, boundaryHash: string): DrawnFeature {
  const shape: MultiPolygon =
    geometry.type === "Polygon" ? { type: "MultiPolygon", coordinates: [geometry.coordinates] } : geometry;
  return { featureId, kind: kindOfCategory(category), category, label, geometry: shape, boundaryHash };
}

export const drawnFeatureKind: EditKind<DrawnFeatureEdit> = {
  make: (tx, pass, { fieldId, year, featureId, drawing, base }) => {
    const replaces = base === null ? null : featureOf(featureId, base, base.boundaryHash);
    return changeDrawing(tx, pass, { fieldId, year, featureId, drawing, replaces }, ({ drawings, boundaryHash }) => {
      const now = drawings.filter((each) => each.featureId === featureId);
      return areSameDrawings(now, drawing === null ? [] : [featureOf(featureId, drawing, boundaryHash)]);
    });
  },
  isSaved: () => false,
};

export const confirmFeaturesKind: EditKind<ConfirmFeaturesEdit> = {
  make: (tx, pass, edit) =>
    confirmDrawings(tx, pass, edit, ({ drawings, boundaryHash }) =>
      edit.featureIds.every((id) =>
        drawings.some((each) => each.featureId === id && each.boundaryHash === boundaryHash),
      ),
    ),
  isSaved: () => false,
};
