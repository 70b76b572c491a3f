import type { MultiLineString, Position } from "geojson";
import { isRecord } from "@/lib/imports/read/values";

/** The lines of a GeoJSON or an ArcGIS geometry; null where it is none, and a reason where they cannot be read. */
export function readLines(geometry: unknown): MultiLineString | string | null {
  if (!isRecord(geometry)) return null;
  const raw = Array.isArray(geometry.paths) ? geometry.paths : linesOf(geometry);
  if (raw === null) return null;
  const lines: Position[][] = [];
  for (const line of raw) {
    const read = readLine(line);
    if (typeof read === "string") return read;
    lines.push(read);
  }
  return lines.length === 0 ? "has no line" : { type: "MultiLineString", coordinates: lines };
}

function linesOf({ type, coordinates }: Record<string, unknown>): unknown[] | null {
  if (type === "LineString") return [coordinates];
  return type === "MultiLineString" ? (Array.isArray(coordinates) ? coordinates : []) : null;
}

function readLine(line: unknown): Position[] | string {
  if (!Array.isArray(line) || line.length < 2) return "has a line with fewer than two positions";
  const positions: Position[] = [];
  for (const raw of line as unknown[]) {
    const position = readPlace(raw);
    if (position === null) return "has a position that is not longitude and latitude in degrees";
    positions.push(position);
  }
  return positions;
}

/** A position in degrees, without its height; null where it is none. */
export function readPlace(position: unknown): Position | null {
  const [lon, lat] = Array.isArray(position) ? (position as unknown[]) : [];
  const isPlace = typeof lon === "number" && typeof lat === "number" && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
  return isPlace ? [lon, lat] : null;
}
