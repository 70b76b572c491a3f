import { z } from "zod";
import { boundaryHash } from "@/lib/contracts/portal/edits/drawing";
import { placeMembers, toPlace } from "@/lib/contracts/portal/edits/place";
import type { DownslopeEdit } from "@/lib/domain/portal-edit";

const place = z.int().min(0).max(5000);
export const edgeKey = z
  .strictObject({ part_index: place, ring_index: place, edge_index: place })
  .transform((wire) => ({ partIndex: wire.part_index, ringIndex: wire.ring_index, edgeIndex: wire.edge_index }));

/** All downslope edges, in place of what was marked. None: nothing is marked, and every edge counts. */
export const downslopeEdit = z
  .strictObject({
    kind: z.literal("downslope"),
    ...placeMembers,
    edges: z.array(edgeKey).max(5000),
    boundary_hash: boundaryHash,
  })
  .transform((wire): DownslopeEdit => ({
    kind: wire.kind,
    ...toPlace(wire),
    edges: wire.edges,
    boundaryHash: wire.boundary_hash,
  }));
