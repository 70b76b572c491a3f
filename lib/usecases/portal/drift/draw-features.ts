import type { MultiPolygon, Polygon } from "geojson";
import { v7 as uuidv7 } from "uuid";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { FEATURE_REACH_FT } from "@/lib/data/drift/features-near";
import {
  findDrawable,
  isNearField,
  putDrawing,
  raiseFieldRevision,
  removeDrawing,
  type DrawableField,
} from "@/lib/data/drift/portal-edits";
import { recordChange } from "@/lib/data/portal/changes";
import { isFieldYearLocked } from "@/lib/data/portal/locks";
import type { FieldYear } from "@/lib/data/portal/selections";
import { areSameDrawings } from "@/lib/domain/drift-portal";
import type { DrawnFeature } from "@/lib/domain/drift-saved";
import { kindOfCategory, type FeatureCategory } from "@/lib/domain/feature-categories";
import { PortalRefusal } from "@/lib/domain/portal";
import { M_PER_FT } from "@/lib/domain/units";
import type { PortalPass } from "@/lib/usecases/portal/change-selection";

/** As many drawings as a field can have, and positions as one of them can have. */
export const MOST_DRAWINGS = 100;
export const MOST_DRAWN_POSITIONS = 1000;

/** A drawing as it was made on the map. Its category says whether the ground may carry a buffer. */
export interface Drawing {
  category: FeatureCategory;
  label: string | null;
  geometry: Polygon | MultiPolygon;
}

/** The year is that of the page: the history of a field stands by year, and a lock of that year closes the field. */
export interface DrawingChange extends FieldYear {
  /** Chosen by the page, so that an edit that is sent twice is made once. */
  featureId: string;
  drawing: Drawing;
  /** What the editor saw there; null: nothing. Left out does not ask. */
  replaces?: DrawnFeature | null;
}

/**
 * Saves a drawing for the present boundary, or changes one. Refused while an application of the field and year is locked,
 * for a shape that crosses itself, has too many positions or lies nowhere near the field, and past the number that a
 * field can have.
 */
export const saveDrawnFeature = (pass: PortalPass, change: DrawingChange): Promise<{ changeId: string }> =>
  asProvider(pass.deps.db, pass.providerId, (tx) =>
    applyDrawings(tx, pass, change, async (field) => {
      const { featureId, replaces } = change;
      const before = field.drawings.filter((each) => each.featureId === featureId);
      refuseStale(before, replaces);
      if (before.length === 0 && field.drawings.length >= MOST_DRAWINGS) throw new PortalRefusal("too_many");
      const after = drawn(pass, change, field);
      const isNear = await isNearField(tx, pass.providerId, change.fieldId, {
        geometry: after.geometry,
        withinM: FEATURE_REACH_FT * M_PER_FT,
      });
      if (!isNear) throw new PortalRefusal("invalid_shape");
      return { before, after: [after] };
    }),
  );

export const removeDrawnFeature = (
  pass: PortalPass,
  change: Omit<DrawingChange, "drawing">,
): Promise<{ changeId: string }> =>
  asProvider(pass.deps.db, pass.providerId, (tx) =>
    applyDrawings(tx, pass, change, (field) => {
      const before = field.drawings.filter(({ featureId }) => featureId === change.featureId);
      if (before.length === 0) throw new PortalRefusal("not_found");
      refuseStale(before, change.replaces);
      return { before, after: [] };
    }),
  );

/**
 * Says that drawings made on an earlier boundary hold for the present one; all of them, or those named. One change, which
 * one undo takes back. Refused when there is nothing to confirm, or the boundary is another than the editor saw.
 */
export const confirmDrawnFeatures = (
  pass: PortalPass,
  change: FieldYear & { boundaryHash: string; featureIds?: readonly string[] },
): Promise<{ changeId: string }> =>
  asProvider(pass.deps.db, pass.providerId, (tx) =>
    applyDrawings(tx, pass, change, ({ drawings, boundaryHash }) => {
      if (boundaryHash !== change.boundaryHash) throw new PortalRefusal("changed");
      const before = drawings.filter(
        (each) => each.boundaryHash !== boundaryHash && (change.featureIds?.includes(each.featureId) ?? true),
      );
      if (before.length === 0) throw new PortalRefusal("not_found");
      return { before, after: before.map((each) => ({ ...each, boundaryHash })) };
    }),
  );

type Drawings = Record<"before" | "after", DrawnFeature[]>;

/** Puts drawings in place of others, as one change, inside a transaction that is open already. */
export async function applyDrawings(
  tx: ProviderTx,
  { deps, providerId, actor }: PortalPass,
  { fieldId, year }: FieldYear,
  choose: (field: DrawableField) => Drawings | Promise<Drawings>,
): Promise<{ changeId: string }> {
  const field = await findDrawable(tx, providerId, fieldId);
  if (field === null) throw new PortalRefusal("not_found");
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
  const changeId = uuidv7();
  await recordChange(tx, providerId, {
    changeId,
    fieldId,
    year,
    applicationEventId: null,
    kind: "drawn_feature",
    actor,
    changedAt: deps.clock(),
    before: before.length === 0 ? null : { drawings: before },
    after: after.length === 0 ? null : { drawings: after },
  });
  return { changeId };
}

function drawn(
  { deps }: PortalPass,
  { featureId, drawing }: DrawingChange,
  { boundaryHash }: DrawableField,
): DrawnFeature {
  const { category, label, geometry } = drawing;
  const kind = kindOfCategory(category);
  const coordinates = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const positions = coordinates.flat(2).length;
  const shape: MultiPolygon = { type: "MultiPolygon", coordinates };
  if (kind === null || positions > MOST_DRAWN_POSITIONS || !deps.geos.isValidDetail(shape).valid) {
    throw new PortalRefusal("invalid_shape");
  }
  return { featureId, kind, category, label, geometry: shape, boundaryHash };
}

function refuseStale(before: readonly DrawnFeature[], replaces: DrawnFeature | null | undefined): void {
  if (replaces === undefined || areSameDrawings(before, replaces === null ? [] : [replaces])) return;
  throw new PortalRefusal("changed");
}
