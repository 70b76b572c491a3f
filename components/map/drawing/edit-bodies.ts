import type { MultiPolygon, Polygon } from "geojson";
import type { EdgeKey } from "@/lib/domain/drift";
import { kindOfCategory, type FeatureCategory } from "@/lib/domain/feature-categories";
import { fieldYearRef, type FieldYearRef } from "@/lib/domain/field-year";
import type { DrawnFeatureEdit, PortalEdit } from "@/lib/domain/portal-edit";
import type { QueuedBody } from "@/lib/portal-client/queue";
import { itemOf } from "@/lib/portal-client/items";
import type { DrawnArea } from "@/lib/views/portal/field-map";
import { wordsIn } from "@/lib/views/language";

/** An area as its maker wants it. */
export interface Draft {
  featureId: string;
  /** What is saved; null: a new area. */
  base: DrawnArea | null;
  /** Null until its maker has said what lies there: a wrong kind would earn credit that is not due. */
  category: FeatureCategory | null;
  label: string;
  geometry: Polygon | MultiPolygon;
}

/** A draft that can be saved. */
export type FinishedDraft = Draft & { category: FeatureCategory };
export const isFinished = (draft: Draft): draft is FinishedDraft => draft.category !== null;

/** Whether a draft is another than what is saved; a new area is. Text that its form cuts off at the ends makes no other. */
export function isChanged({ base, category, label, geometry }: Draft): boolean {
  if (base === null || category !== base.category || label.trim() !== (base.label ?? "")) return true;
  return JSON.stringify(geometry) !== JSON.stringify(base.geometry);
}

/** An area of one part, which is what can be reshaped by its corners. */
export function outlineOf(geometry: Polygon | MultiPolygon): Polygon | null {
  if (geometry.type === "Polygon") return geometry;
  const [only, ...more] = geometry.coordinates;
  return only === undefined || more.length > 0 ? null : { type: "Polygon", coordinates: only };
}

export interface NewEdit {
  item: string;
  /** What is edited, for people. */
  label: string;
  body: PortalEdit;
}

const newEdit = (label: string, body: PortalEdit): NewEdit => ({ item: itemOf(body), label, body });

const baseOf = (area: DrawnArea | null): DrawnFeatureEdit["base"] => {
  if (area === null) return null;
  const { category, label, geometry, boundaryHash } = area;
  return { category, label, geometry, boundaryHash };
};

const words = wordsIn({
  en: {
    unnamed: "Area beside the field",
    confirm: "Areas drawn on an earlier boundary",
    downslope: "Downslope edges",
  },
  es: {
    unnamed: "Área junto al campo",
    confirm: "Áreas dibujadas sobre un límite anterior",
    downslope: "Bordes pendiente abajo",
  },
});

export function saveEdit(
  fieldYear: FieldYearRef,
  { featureId, base, category, label, geometry }: FinishedDraft,
): NewEdit {
  const name = label.trim() === "" ? null : label.trim();
  return newEdit(name ?? words().unnamed, {
    kind: "drawn_feature",
    ...fieldYearRef(fieldYear),
    featureId,
    base: baseOf(base),
    drawing: { category, label: name, geometry },
  });
}

export const removeEdit = (fieldYear: FieldYearRef, area: DrawnArea): NewEdit =>
  newEdit(area.label ?? words().unnamed, {
    kind: "drawn_feature",
    ...fieldYearRef(fieldYear),
    featureId: area.featureId,
    base: baseOf(area),
    drawing: null,
  });

export const confirmEdit = (fieldYear: FieldYearRef, featureIds: string[], boundaryHash: string): NewEdit =>
  newEdit(words().confirm, {
    kind: "confirm_features",
    ...fieldYearRef(fieldYear),
    featureIds,
    boundaryHash,
  });

export const downslopeEdit = (fieldYear: FieldYearRef, edges: readonly EdgeKey[], boundaryHash: string): NewEdit =>
  newEdit(words().downslope, {
    kind: "downslope",
    ...fieldYearRef(fieldYear),
    edges: edges.map(({ partIndex, ringIndex, edgeIndex }) => ({ partIndex, ringIndex, edgeIndex })),
    boundaryHash,
  });

/** The area that an edit would make; null for an edit that takes one away, and for any other kind. */
export function areaOf(edit: QueuedBody): DrawnArea | null {
  if (edit.kind !== "drawn_feature" || edit.drawing === null) return null;
  const { category, label, geometry } = edit.drawing;
  const kind = kindOfCategory(category);
  return { featureId: edit.featureId, kind, category, label, geometry, boundaryHash: "", isConfirmed: false };
}
