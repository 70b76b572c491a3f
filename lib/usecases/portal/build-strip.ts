import type { MultiPolygon, Position } from "geojson";
import { asProvider } from "@/lib/data/db";
import { findDrawable } from "@/lib/data/drift/portal-edits";
import { edgeName, type EdgeKey } from "@/lib/domain/drift";
import { PortalRefusal } from "@/lib/domain/portal";
import { M_PER_FT } from "@/lib/domain/units";
import { layOut } from "@/lib/engine/drift/placement";
import { outwardStrips } from "@/lib/engine/drift/strips";
import type { PortalPass } from "@/lib/usecases/portal/pass";

export interface StripRequest {
  fieldId: string;
  edges: readonly EdgeKey[];
  widthFt: number;
}

/** Nine decimals are a tenth of a millimetre. */
const DECIMALS = 1e9;

/**
 * The ground outside some edges of a field, as wide as asked: how an area is drawn by someone who cannot drag, or who
 * knows how wide the road is. Made of the same strips that buffers are made of, less the field itself.
 */
export async function buildStrip({ deps, providerId }: PortalPass, asked: StripRequest): Promise<MultiPolygon> {
  const field = await asProvider(deps.db, providerId, (tx) => findDrawable(tx, providerId, asked.fieldId));
  if (field === null) throw new PortalRefusal("not_found");
  const wanted = new Set(asked.edges.map(edgeName));
  const strip = deps.geos.withShapes((shapes) => {
    const counted = { managed: [], nonManaged: [], scope: "global_only" as const };
    const ground = layOut(shapes, { boundary: field.boundary, counted, isDownslope: () => false });
    const strips = outwardStrips(
      ground.rings,
      (edge) => (wanted.has(edgeName(edge)) ? 1 : 0),
      asked.widthFt * M_PER_FT,
    );
    const rings = [...strips.values()].flat();
    if (rings.length === 0) return [];
    const outside = shapes.difference(shapes.dissolve(rings), ground.field);
    return shapes.read(outside).map((polygon) => polygon.map((ring) => ring.map(toGround(ground.plane))));
  });
  if (strip.length === 0) throw new PortalRefusal("invalid_shape");
  return { type: "MultiPolygon", coordinates: strip };
}

const toGround =
  (plane: { toGround: (point: readonly [number, number]) => [number, number] }) =>
  ([east = Number.NaN, north = Number.NaN]: Position): Position =>
    plane.toGround([east, north]).map((degrees) => Math.round(degrees * DECIMALS) / DECIMALS);
