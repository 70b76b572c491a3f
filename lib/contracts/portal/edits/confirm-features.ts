import { z } from "zod";
import { boundaryHash } from "@/lib/contracts/portal/edits/drawing";
import { placeMembers, toPlace } from "@/lib/contracts/portal/edits/place";
import type { ConfirmFeaturesEdit } from "@/lib/domain/portal-edit";

/** Says that drawings made on an earlier boundary hold for the present one. */
export const confirmFeaturesEdit = z
  .strictObject({
    kind: z.literal("confirm_features"),
    ...placeMembers,
    feature_ids: z.array(z.uuid()).min(1).max(100),
    boundary_hash: boundaryHash,
  })
  .transform((wire): ConfirmFeaturesEdit => ({
    kind: wire.kind,
    ...toPlace(wire),
    featureIds: wire.feature_ids,
    boundaryHash: wire.boundary_hash,
  }));
