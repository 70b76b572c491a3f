import type { MultiPolygon, Position } from "geojson";
import type { Geos } from "@/lib/geo/kernel";

/** Parts of a field that meet in one place: more than these are not compared with each other. */
const MOST_PARTS = 12;
/** The place is computed, and may lie beside the corner that it means. Degrees. */
const NEAR_DEG = 1e-9;

/** A part that is wrong by itself, or two that are right by themselves and not together. */
export type InvalidParts = { alone: number } | { together: [number, number] };

/**
 * Which parts of an invalid boundary are at fault, by their place in `coordinates`; null for a boundary of one part, and where that
 * is not found.
 *
 * Units: degrees. Source: GEOS, which names a place and no part. Missing data: a place that is no number finds no part.
 * Throws: what the kernel throws.
 */
export function invalidParts(geos: Geos, { coordinates }: MultiPolygon, place: Position): InvalidParts | null {
  if (coordinates.length < 2) return null;
  const there = coordinates.flatMap((part, index) => (holds(part, place) ? [index] : [])).slice(0, MOST_PARTS);
  const isValid = (...parts: number[]): boolean =>
    geos.isValidDetail({ type: "MultiPolygon", coordinates: parts.map((index) => coordinates[index] ?? []) }).valid;
  const alone = there.find((index) => !isValid(index));
  if (alone !== undefined) return { alone };
  for (const [at, first] of there.entries()) {
    const second = there.slice(at + 1).find((other) => !isValid(first, other));
    if (second !== undefined) return { together: [first, second] };
  }
  return null;
}

/** Whether the box of a part holds a place. */
const holds = ([outer = []]: Position[][], place: Position): boolean =>
  [0, 1].every((axis) => {
    const along = outer.map((position) => position[axis] ?? Number.NaN);
    const at = place[axis] ?? Number.NaN;
    return at >= Math.min(...along) - NEAR_DEG && at <= Math.max(...along) + NEAR_DEG;
  });
