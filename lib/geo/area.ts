import type { MultiPolygon, Position } from "geojson";
import { SQM_PER_HA } from "@/lib/domain/units";

/** Mean radius of the WGS84 ellipsoid, meters (IUGG). */
const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * About how large a boundary is: good to half a percent, for limits. Areas that are stored or shown are PostGIS's.
 *
 * Units: degrees in, hectares out. Source: Chamberlain and Duquette, "Some algorithms for polygons on a sphere"
 * (JPL 07-03), as in @turf/area, which agrees to 1e-8 and takes 200 ms to load.
 * Missing data: an empty geometry has area 0. Holes are taken off. Throws: never.
 */
export function approximateAreaHa({ coordinates }: MultiPolygon): number {
  const squareMeters = coordinates
    .map(([shell = [], ...holes]) => holes.reduce((rest, hole) => rest - ringAreaSqm(hole), ringAreaSqm(shell)))
    .reduce((sum, part) => sum + part, 0);
  return squareMeters / SQM_PER_HA;
}

function ringAreaSqm(ring: Position[]): number {
  let sum = 0;
  let previous = ring.at(-2);
  let current = ring[0];
  for (let index = 1; index < ring.length; index += 1) {
    const next = ring[index];
    sum += ((next?.[0] ?? 0) - (previous?.[0] ?? 0)) * Math.sin((current?.[1] ?? 0) * RADIANS_PER_DEGREE);
    previous = current;
    current = next;
  }
  return Math.abs((sum * RADIANS_PER_DEGREE * EARTH_RADIUS_M * EARTH_RADIUS_M) / 2);
}
