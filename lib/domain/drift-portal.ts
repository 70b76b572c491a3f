import type { Position } from "geojson";
import type { ManualClaim } from "@/lib/domain/drift";
import type { DrawnFeature } from "@/lib/domain/drift-saved";

/** States of drift edits as the history remembers them. */

/** A claimed practice. */
export type RememberedClaim = ManualClaim;

/** Drawings that changed together: those there before, or those there after. */
export interface RememberedDrawings {
  drawings: DrawnFeature[];
}

/** The edges marked as downslope, as lines of one boundary. */
export interface RememberedDownslope {
  boundaryHash: string;
  lines: Position[][];
}

export type RememberedDrift = RememberedClaim | RememberedDrawings | RememberedDownslope;

export const DRIFT_CHANGES = ["drift_claim", "drawn_feature", "downslope"] as const;

/** Whether two claims say the same. Null: not claimed. */
export const isSameClaim = (a: RememberedClaim | null, b: RememberedClaim | null): boolean =>
  a === null || b === null ? a === b : a.customValue === b.customValue && a.notes === b.notes;

const drawingText = ({ featureId, kind, category, label, geometry, boundaryHash }: DrawnFeature): string =>
  JSON.stringify([featureId, kind, category, label, geometry.coordinates, boundaryHash]);

/** Whether two lists hold the same drawings, in whatever order. */
export const areSameDrawings = (a: readonly DrawnFeature[], b: readonly DrawnFeature[]): boolean =>
  JSON.stringify(a.map(drawingText).sort()) === JSON.stringify(b.map(drawingText).sort());

/** Whether two marks are of one boundary and of the same edges. Null: nothing is marked. */
export const isSameDownslope = (a: RememberedDownslope | null, b: RememberedDownslope | null): boolean =>
  a === null || b === null
    ? a === b
    : a.boundaryHash === b.boundaryHash && JSON.stringify(a.lines) === JSON.stringify(b.lines);
