import type { MultiPolygon, Position } from "geojson";
import type { EdgeKey } from "@/lib/domain/drift";
import { PortalRefusal } from "@/lib/domain/portal";

/** The segment of the boundary that an edge names; a name that is none refuses the edit. */
export function edgeLine(boundary: MultiPolygon, { partIndex, ringIndex, edgeIndex }: EdgeKey): [Position, Position] {
  const ring = boundary.coordinates[partIndex]?.[ringIndex];
  const [from, to] = [ring?.[edgeIndex], ring?.[edgeIndex + 1]];
  if (from === undefined || to === undefined) throw new PortalRefusal("not_found");
  return [from, to];
}
