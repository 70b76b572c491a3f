import type { Position } from "geojson";
import { findCrop, type CropTable } from "@/lib/domain/crops";
import type { BufferFeature, FeatureFacts, FeatureScope } from "@/lib/domain/drift";
import type { DriftRule } from "@/lib/domain/product";
import { M_PER_FT } from "@/lib/domain/units";
import type { LocalPlane } from "@/lib/geo/plane";
import type { Shape, Shapes } from "@/lib/geo/shapes";

/** The features that count, and what the answer says of them. */
export interface CountedFeatures {
  managed: BufferFeature[];
  nonManaged: BufferFeature[];
  scope: FeatureScope;
}

/**
 * Which features count: those of the loaded set, and drawings of this field that hold for its present boundary.
 *
 * Units: none. Source: docs/rules.md, Drift. Missing data: without a feature set its features count for nothing,
 * because their absence says nothing; managed ground drawn on an earlier boundary counts once it is confirmed, and water
 * and habitat at once, because they only take credit away. A field whose crop is not known carries no buffer.
 * Throws: never.
 */
export function countFeatures({ hasGlobalSet, features }: FeatureFacts, crops: CropTable): CountedFeatures {
  const counted = features
    .filter(({ origin, kind, isConfirmed }) =>
      origin === "global" ? hasGlobalSet : isConfirmed || kind === "non_managed",
    )
    .map((feature) => ({ ...feature, category: groundOf(feature, crops) }));
  return {
    managed: counted.filter(({ kind }) => kind === "managed"),
    nonManaged: counted.filter(({ kind }) => kind === "non_managed"),
    scope: counted.some(({ origin }) => origin === "field") ? "global_and_field" : "global_only",
  };
}

const FIELD = "agricultural_field";
const fieldWith = (crop: string): string => `${FIELD}:${crop}`;

/** A neighboring field goes by its crop: which crops may lie in a buffer differs between labels. */
function groundOf({ category, label }: BufferFeature, crops: CropTable): string {
  if (category !== FIELD) return category;
  return fieldWith(findCrop(crops, label ?? "")?.id ?? "unknown");
}

/** The kinds of ground that may lie in a rule's buffer: of fields, those with a crop that the label does not call sensitive. */
export const toleratedGround = ({ buffersEsa, toleratedCrops }: DriftRule): string[] =>
  buffersEsa.exclusionCategories.flatMap((category) =>
    category === FIELD ? (toleratedCrops ?? []).map(fieldWith) : [category],
  );

/**
 * Two outlines of one line never agree to the last digit: without this a road drawn along a field's edge would leave a
 * hair of protected ground between them, and lose all its credit. Half a foot is what a width is held to.
 */
const SNAP_M = 0.1 * M_PER_FT;
const SNAP_CHORDS = 4;

/**
 * Ground that may lie inside a buffer without being protected: managed areas of the categories a requirement lists,
 * less water and habitat where they overlap. Null where there is none.
 *
 * Units: meters of the plane. Source: docs/rules.md, Drift; the categories are the requirement's.
 * Missing data: no features, no credit. A managed area whose outline crosses itself is left out, since what it covers
 * is not established; water and habitat are repaired, so that they still cancel credit.
 * Throws Error as the kernel does.
 */
export function managedGround(
  shapes: Shapes,
  { plane, counted }: { plane: LocalPlane; counted: CountedFeatures },
  categories: readonly string[],
): Shape | null {
  const drawn = counted.managed
    .filter(({ category }) => categories.includes(category))
    .map((feature) => shapes.polygons(flat(feature, plane)))
    .filter((shape) => shapes.isValid(shape));
  if (drawn.length === 0) return null;
  const managed = shapes.buffer(shapes.unite(drawn), SNAP_M, SNAP_CHORDS);
  const protectedGround = counted.nonManaged.map((feature) => {
    const shape = shapes.polygons(flat(feature, plane));
    return shapes.isValid(shape) ? shape : shapes.repaired(shape);
  });
  return protectedGround.length === 0 ? managed : shapes.difference(managed, shapes.unite(protectedGround));
}

const flat = ({ geometry }: BufferFeature, plane: LocalPlane): Position[][][] =>
  (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates).map((rings) =>
    rings.map((ring) => ring.map((position) => plane.toPlane(position))),
  );
