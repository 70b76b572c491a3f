import { z } from "zod";
import { boundaryHash, drawingMembers } from "@/lib/contracts/portal/edits/drawing";
import { placeMembers, toPlace } from "@/lib/contracts/portal/edits/place";
import type { DrawnFeatureEdit } from "@/lib/domain/portal-edit";

/** `base` is the drawing that the editor saw, null for a new one; `drawing` null takes it away. */
export const drawnFeatureEdit = z
  .strictObject({
    kind: z.literal("drawn_feature"),
    ...placeMembers,
    feature_id: z.uuid(),
    base: z.strictObject({ ...drawingMembers, boundary_hash: boundaryHash }).nullable(),
    drawing: z.strictObject(drawingMembers).nullable(),
  })
  .transform(({ base, ...wire }): DrawnFeatureEdit => ({
    kind: wire.kind,
    ...toPlace(wire),
    featureId: wire.feature_id,
    base:
      base === null
        ? null
        : { category: base.category, label: base.label, geometry: base.geometry, boundaryHash: base.boundary_hash },
    drawing: wire.drawing,
  }));
