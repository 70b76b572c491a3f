import type { MultiPolygon, Position } from "geojson";
import { localPlane, type PlanePoint } from "@/lib/geo/plane";

/**
 * How far a place is from some ground: 0 inside it and on its edge.
 *
 * Units: meters, degrees. Measured in the azimuthal plane around the place, where distances from the place are true.
 * Edges are taken as straight in that plane, which a field's edges are to less than a foot.
 * Source: none, plain geometry. Missing data: Infinity for ground without a position.
 * Throws RangeError as `localPlane`.
 */
export function distanceToGroundM(
  [lon = Number.NaN, lat = Number.NaN]: Position,
  { coordinates }: MultiPolygon,
): number {
  const plane = localPlane({ lon, lat });
  return Math.min(
    ...coordinates.map((rings) => distanceToPart(rings.map((ring) => ring.map((at) => plane.toPlane(at))))),
    Number.POSITIVE_INFINITY,
  );
}

function distanceToPart(rings: readonly (readonly PlanePoint[])[]): number {
  let crossings = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of rings) {
    for (const [index, to] of ring.entries()) {
      const from = ring[index - 1];
      if (from === undefined) continue;
      if (crossesNorth(from, to)) crossings += 1;
      nearest = Math.min(nearest, distanceToLine(from, to));
    }
  }
  // A place inside the outer ring and outside the holes crosses an odd number of edges on its way north.
  return crossings % 2 === 1 ? 0 : nearest;
}

function crossesNorth([x1, y1]: PlanePoint, [x2, y2]: PlanePoint): boolean {
  if (x1 > 0 === x2 > 0) return false;
  return y1 - (x1 * (y2 - y1)) / (x2 - x1) > 0;
}

function distanceToLine([x1, y1]: PlanePoint, [x2, y2]: PlanePoint): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const lengthSq = dx * dx + dy * dy;
  const along = lengthSq === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / lengthSq));
  return Math.hypot(x1 + along * dx, y1 + along * dy);
}
