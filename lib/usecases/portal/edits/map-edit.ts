import type { MultiPolygon } from "geojson";
import { asProvider } from "@/lib/data/db";
import { findDrawable, type DrawableField } from "@/lib/data/drift/portal-edits";
import type { DrawnFeature } from "@/lib/domain/drift-saved";
import { areSameDrawings, isSameDownslope } from "@/lib/domain/drift-portal";
import { kindOfCategory } from "@/lib/domain/feature-categories";
import { PortalRefusal } from "@/lib/domain/portal";
import type { PortalPass } from "@/lib/usecases/portal/change-selection";
import {
  confirmDrawnFeatures,
  removeDrawnFeature,
  saveDrawnFeature,
  type Drawing,
} from "@/lib/usecases/portal/drift/draw-features";
import { lineOf, markDownslope } from "@/lib/usecases/portal/drift/mark-downslope";
import type { DrawnFeatureEdit, MapEdit } from "@/lib/usecases/portal/edits/drift-edit";
import type { EditSaved } from "@/lib/usecases/portal/edits/field-year";
import { readFieldYear } from "@/lib/pages/portal/field-year/live";

/** Makes an edit of what lies around a field. What is so already is saved: a lost answer makes a client send it again. */
export async function editMap(pass: PortalPass, edit: MapEdit): Promise<EditSaved> {
  const savedAt = pass.deps.clock();
  // The application has to be one of the field and year, before anything is written in its name.
  const { live } = await readFieldYear(pass, edit);
  if (await isSoAlready(pass, edit)) return { changeId: null, savedAt, live };
  const { changeId } = await make(pass, edit);
  return { changeId, savedAt, live: (await readFieldYear(pass, edit)).live };
}

function make(pass: PortalPass, edit: MapEdit): Promise<{ changeId: string }> {
  switch (edit.kind) {
    case "drawn_feature":
      return draw(pass, edit);
    case "confirm_features":
      return confirmDrawnFeatures(pass, edit);
    case "downslope":
      return markDownslope(pass, edit);
  }
}

function draw(pass: PortalPass, edit: DrawnFeatureEdit): Promise<{ changeId: string }> {
  const { fieldId, year, featureId, drawing, base } = edit;
  const replaces = base === null ? null : featureOf(featureId, base, base.boundaryHash);
  const change = { fieldId, year, featureId, replaces };
  return drawing === null ? removeDrawnFeature(pass, change) : saveDrawnFeature(pass, { ...change, drawing });
}

async function isSoAlready({ deps, providerId }: PortalPass, edit: MapEdit): Promise<boolean> {
  const field = await asProvider(deps.db, providerId, (tx) => findDrawable(tx, providerId, edit.fieldId));
  if (field === null) throw new PortalRefusal("not_found");
  switch (edit.kind) {
    case "drawn_feature":
      return isDrawn(field, edit);
    case "confirm_features":
      return edit.featureIds.every((id) =>
        field.drawings.some(({ featureId, boundaryHash }) => featureId === id && boundaryHash === field.boundaryHash),
      );
    case "downslope": {
      if (edit.boundaryHash !== field.boundaryHash) return false;
      const lines = edit.edges.map((edge) => lineOf(field.boundary, edge));
      return isSameDownslope(field.downslope, lines.length === 0 ? null : { boundaryHash: field.boundaryHash, lines });
    }
  }
}

function isDrawn({ drawings, boundaryHash }: DrawableField, { featureId, drawing }: DrawnFeatureEdit): boolean {
  const now = drawings.filter((each) => each.featureId === featureId);
  return areSameDrawings(now, drawing === null ? [] : [featureOf(featureId, drawing, boundaryHash)]);
}

function featureOf(featureId: string, { category, label, geometry }: Drawing, boundaryHash: string): DrawnFeature {
  const shape: MultiPolygon =
    geometry.type === "Polygon" ? { type: "MultiPolygon", coordinates: [geometry.coordinates] } : geometry;
  return { featureId, kind: kindOfCategory(category) ?? "managed", category, label, geometry: shape, boundaryHash };
}
