import type { MultiPolygon, Position } from "geojson";
import { asProvider } from "@/lib/data/db";
import { findDrawable } from "@/lib/data/drift/portal-edits";
import { edgeName, type EdgeKey } from "@/lib/domain/drift";
import { PortalRefusal } from "@/lib/domain/portal";
import { M_PER_FT } from "@/lib/domain/units";
import { layOut, type PlacementField } from "@/lib/engine/drift/placement";
import { outwardStrips } from "@/lib/engine/drift/strips";
import { lineStrip } from "@/lib/geo/line-strip";
import type { PortalPass } from "@/lib/usecases/portal/pass";

/** Along edges of the field, outward from it; or along a line, half to each side. */
export type StripRequest = { fieldId: string; widthFt: number } & (
  | { edges: readonly EdgeKey[] }
  | { line: readonly Position[] }
);

/** Nine decimals are a tenth of a millimetre. */
const DECIMALS = 1e9;

/**
 * The ground along some edges of a field or along a line, as wide as asked and less the field itself: how an area is
 * drawn by someone who cannot drag, or who knows how wide the road is.
 */
export async function buildStrip({ deps, providerId }: PortalPass, asked: StripRequest): Promise<MultiPolygon> {
  const field = await asProvider(deps.db, providerId, (tx) => findDrawable(tx, providerId, asked.fieldId));
  if (field === null) throw new PortalRefusal("not_found");
  const strip = deps.geos.withShapes((shapes) => {
    const counted = { managed: [], nonManaged: [], scope: "global_only" as const };
    const ground = layOut(shapes, { boundary: field.boundary, counted, isDownslope: () => false });
    const rings = stripsOf(asked, ground);
    if (rings.length === 0) return [];
    const outside = shapes.difference(shapes.dissolve(rings), ground.field);
    return shapes.read(outside).map((polygon) => polygon.map((ring) => ring.map(toGround(ground.plane))));
  });
  if (strip.length === 0) throw new PortalRefusal("invalid_shape");
  return { type: "MultiPolygon", coordinates: strip };
}

/** Polygons that may overlap. Those along edges are the ones that buffers are made of. */
function stripsOf(asked: StripRequest, { rings, plane }: Pick<PlacementField, "rings" | "plane">): Position[][][] {
  const widthM = asked.widthFt * M_PER_FT;
  if ("line" in asked) {
    return lineStrip(
      asked.line.map((position) => plane.toPlane(position)),
      widthM / 2,
    );
  }
  const wanted = new Set(asked.edges.map(edgeName));
  return [...outwardStrips(rings, (edge) => (wanted.has(edgeName(edge)) ? 1 : 0), widthM).values()].flat();
}

const toGround =
  (plane: { toGround: (point: readonly [number, number]) => [number, number] }) =>
  ([east = Number.NaN, north = Number.NaN]: Position): Position =>
    plane.toGround([east, north]).map((degrees) => Math.round(degrees * DECIMALS) / DECIMALS);
