import type { MultiPolygon, Position } from "geojson";
import { esriRings } from "@/lib/imports/read/esri-rings";
import { isRecord } from "@/lib/imports/read/values";

/** The polygons of a record, ready for the database, or why there are none. */
export type ReadPolygons =
  | { ok: true; shape: MultiPolygon; vertices: number; droppedRings: number; closedRings: number }
  | { ok: false; reason: string };

type Ring = Position[];

/** Fewer positions make no ring, and PostGIS refuses to read them: what collapsed to a point or a line is left out. */
const FEWEST_POSITIONS = 4;

interface Tally {
  vertices: number;
  droppedRings: number;
  closedRings: number;
}

/**
 * Polygon ground of a GeoJSON or an ArcGIS geometry as one MultiPolygon in longitude and latitude.
 *
 * Rings that are not closed are closed, rings without area are dropped, heights are dropped. Positions that are no
 * degrees refuse the record: they come from an export in meters, or with latitude first. Validity is PostGIS's business.
 */
export function readPolygons(geometry: unknown): ReadPolygons {
  if (!isRecord(geometry)) return { ok: false, reason: "has no geometry" };
  const polygons = polygonsOf(geometry);
  if (typeof polygons === "string") return { ok: false, reason: polygons };
  const tally: Tally = { vertices: 0, droppedRings: 0, closedRings: 0 };
  const kept: Ring[][] = [];
  for (const polygon of polygons) {
    const rings = readRings(polygon, tally);
    if (typeof rings === "string") return { ok: false, reason: rings };
    if (rings.length > 0) kept.push(rings);
  }
  if (kept.length === 0) return { ok: false, reason: "has no polygon with an area" };
  return { ok: true, shape: { type: "MultiPolygon", coordinates: kept }, ...tally };
}

/** The lists of rings, one a polygon, still unchecked; or what the geometry is instead. */
function polygonsOf(geometry: Record<string, unknown>): unknown[] | string {
  if (Array.isArray(geometry.rings)) return esriRings(geometry.rings);
  if (geometry.curveRings !== undefined) return "has curves, which are not supported";
  switch (geometry.type) {
    case "Polygon":
      return [geometry.coordinates];
    case "MultiPolygon":
      return Array.isArray(geometry.coordinates) ? geometry.coordinates : "has no coordinates";
    case "GeometryCollection":
      return collected(geometry.geometries);
    default:
      return `is a ${typeof geometry.type === "string" ? geometry.type : "geometry of no known type"}, not a polygon`;
  }
}

function collected(members: unknown): unknown[] | string {
  if (!Array.isArray(members)) return "has no geometries";
  return members.filter(isRecord).flatMap((member) => {
    const found = polygonsOf(member);
    return typeof found === "string" ? [] : found;
  });
}

/** The usable rings of one polygon; none when its outer ring has no area. */
function readRings(polygon: unknown, tally: Tally): Ring[] | string {
  if (!Array.isArray(polygon)) return "has a polygon without rings";
  const rings: Ring[] = [];
  for (const [index, raw] of polygon.entries()) {
    const ring = readRing(raw, tally);
    if (typeof ring === "string") return ring;
    if (ring === null && index === 0) return [];
    if (ring !== null) rings.push(ring);
  }
  for (const ring of rings) tally.vertices += ring.length;
  return rings;
}

function readRing(raw: unknown, tally: Tally): Ring | string | null {
  if (!Array.isArray(raw)) return "has a ring that is no list";
  const ring: Ring = [];
  for (const position of raw as unknown[]) {
    const checked = readPosition(position);
    if (typeof checked === "string") return checked;
    ring.push(checked);
  }
  const first = ring[0];
  const last = ring.at(-1);
  if (first !== undefined && last !== undefined && (first[0] !== last[0] || first[1] !== last[1])) {
    ring.push(first);
    tally.closedRings += 1;
  }
  if (ring.length >= FEWEST_POSITIONS) return ring;
  tally.droppedRings += 1;
  return null;
}

function readPosition(position: unknown): Position | string {
  if (!Array.isArray(position)) return "has a position that is no list";
  const [lon, lat] = position as unknown[];
  if (typeof lon !== "number" || typeof lat !== "number" || !Number.isFinite(lon) || !Number.isFinite(lat)) {
    return "has a position without two numbers";
  }
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90) {
    return `has the position ${lon}, ${lat}, which is not longitude and latitude in degrees`;
  }
  return [lon, lat];
}
