import type { ExtentDeg } from "@/lib/data/imports/unloaded";
import { isRecord } from "@/lib/imports/read/values";

/** Wider by this much on each side, so that a line or a point has a box, too. */
const MARGIN_DEG = 1e-6;

/**
 * Boxes around the rings of a GeoJSON or Esri geometry that was refused as a polygon. Null where one of its positions
 * is no longitude and latitude, or where there are none: then nothing is known of where it lies.
 */
export function extentsOf(geometry: unknown): ExtentDeg[] | null {
  const boxes: ExtentDeg[] = [];
  return isRecord(geometry) && collect(partsOf(geometry), boxes) && boxes.length > 0 ? boxes : null;
}

/** Everything in a geometry that may hold positions; a member of another name would be ground that no one sees. */
function partsOf(geometry: Record<string, unknown>): unknown {
  if (Array.isArray(geometry.geometries)) return geometry.geometries.filter(isRecord).map(partsOf);
  // Curves bulge beyond their ends.
  return geometry.curveRings === undefined ? (geometry.coordinates ?? geometry.rings) : null;
}

/** False: something in it is neither a list of positions nor a list of such lists. */
function collect(value: unknown, boxes: ExtentDeg[]): boolean {
  if (!Array.isArray(value)) return false;
  if (value.length === 0) return true;
  if (isPosition(value)) return addBox([value], boxes);
  if (value.every(isPosition)) return addBox(value, boxes);
  return value.every((part) => collect(part, boxes));
}

const isPosition = (value: unknown): value is [number, number] =>
  Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "number";

function addBox(positions: readonly [number, number][], boxes: ExtentDeg[]): boolean {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lon, lat] of positions) {
    if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) return false;
    [west, south, east, north] = [Math.min(west, lon), Math.min(south, lat), Math.max(east, lon), Math.max(north, lat)];
  }
  boxes.push([west - MARGIN_DEG, south - MARGIN_DEG, east + MARGIN_DEG, north + MARGIN_DEG]);
  return true;
}
