import type { MultiPolygon, Polygon } from "geojson";
import type { DrawnArea } from "@/lib/views/portal/field-map";
import type { EdgeKey } from "@/lib/domain/drift";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { kindOfCategory } from "@/lib/domain/feature-categories";
import type { EditBody } from "@/lib/portal-client/bodies";

/** An area as its maker wants it. */
export interface Draft {
  featureId: string;
  /** What is saved; null: a new area. */
  base: DrawnArea | null;
  category: string;
  label: string;
  geometry: Polygon | MultiPolygon;
}

export interface NewEdit {
  item: string;
  /** What is edited, for people. */
  label: string;
  body: EditBody;
}

const placeOf = ({ fieldId, year, applicationEventId }: FieldYearRef) => ({
  field_id: fieldId,
  year,
  application_event_id: applicationEventId,
});

const baseOf = (base: DrawnArea | null) =>
  base === null
    ? null
    : { category: base.category, label: base.label, geometry: base.geometry, boundary_hash: base.boundaryHash };

export const itemOfArea = (featureId: string): string => `drawn_feature:${featureId}`;
export const itemOfDownslope = (fieldId: string): string => `downslope:${fieldId}`;
export const itemOfConfirming = (fieldId: string): string => `confirm_features:${fieldId}`;

export function saveEdit(place: FieldYearRef, { featureId, base, category, label, geometry }: Draft): NewEdit {
  const name = label.trim();
  return {
    item: itemOfArea(featureId),
    label: name === "" ? "Area beside the field" : name,
    body: {
      kind: "drawn_feature",
      ...placeOf(place),
      feature_id: featureId,
      base: baseOf(base),
      drawing: { category, label: name === "" ? null : name, geometry },
    },
  };
}

export const removeEdit = (place: FieldYearRef, area: DrawnArea): NewEdit => ({
  item: itemOfArea(area.featureId),
  label: area.label ?? "Area beside the field",
  body: { kind: "drawn_feature", ...placeOf(place), feature_id: area.featureId, base: baseOf(area), drawing: null },
});

export const confirmEdit = (place: FieldYearRef, ids: string[], boundaryHash: string): NewEdit => ({
  item: itemOfConfirming(place.fieldId),
  label: "Areas drawn on an earlier boundary",
  body: { kind: "confirm_features", ...placeOf(place), feature_ids: ids, boundary_hash: boundaryHash },
});

export const downslopeEdit = (place: FieldYearRef, edges: readonly EdgeKey[], boundaryHash: string): NewEdit => ({
  item: itemOfDownslope(place.fieldId),
  label: "Downslope edges",
  body: {
    kind: "downslope",
    ...placeOf(place),
    edges: edges.map(({ partIndex, ringIndex, edgeIndex }) => ({
      part_index: partIndex,
      ring_index: ringIndex,
      edge_index: edgeIndex,
    })),
    boundary_hash: boundaryHash,
  },
});

interface SentDrawing {
  category: string;
  label: string | null;
  geometry: Polygon | MultiPolygon;
}

/** The area that an edit would make; null for an edit that takes one away, and for any other kind. */
export function areaOf(body: EditBody): DrawnArea | null {
  if (body.kind !== "drawn_feature" || typeof body.feature_id !== "string" || body.drawing === null) return null;
  const { category, label, geometry } = body.drawing as SentDrawing;
  const kind = kindOfCategory(category) ?? "managed";
  return { featureId: body.feature_id, kind, category, label, geometry, boundaryHash: "", isConfirmed: false };
}
