import type { EdgeKey } from "@/lib/views/portal/field-map";
import type { FieldYearPlace } from "@/lib/views/portal/field-year";
import type { Drawing } from "@/lib/usecases/portal/drift/draw-features";

/** Saves a drawing, changes one, or takes one away. */
export interface DrawnFeatureEdit extends FieldYearPlace {
  kind: "drawn_feature";
  /** Chosen by the page, so that an edit that is sent twice is made once. */
  featureId: string;
  /** What the editor saw there; null: nothing. */
  base: (Drawing & { boundaryHash: string }) | null;
  /** Null takes it away. */
  drawing: Drawing | null;
}

/** Says that drawings of an earlier boundary hold for the present one. */
export interface ConfirmFeaturesEdit extends FieldYearPlace {
  kind: "confirm_features";
  featureIds: string[];
  boundaryHash: string;
}

/** Marks all downslope edges of a field. */
export interface DownslopeEdit extends FieldYearPlace {
  kind: "downslope";
  edges: EdgeKey[];
  boundaryHash: string;
}

export type MapEdit = DrawnFeatureEdit | ConfirmFeaturesEdit | DownslopeEdit;
