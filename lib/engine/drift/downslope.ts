import type { LineString, MultiPolygon, Position } from "geojson";
import { oncePer } from "@/lib/domain/once-per";
import type { FieldEdge } from "@/lib/engine/drift/edges";

/** Which edges count as downslope, and whether anybody marked them. */
export interface DownslopeEdges {
  isMarked: boolean;
  isDownslope: (edge: Pick<FieldEdge, "partIndex" | "ringIndex" | "edgeIndex">) => boolean;
}

const keyOf = (from: Position | undefined, to: Position | undefined): string =>
  `${from?.[0]} ${from?.[1]} ${to?.[0]} ${to?.[1]}`;

/** A week of hours asks of the same boundary in each of them. */
const sidesOf = oncePer(
  ({ coordinates }: MultiPolygon): ReadonlySet<string> =>
    new Set(coordinates.flat().flatMap((ring) => ring.slice(1).map((to, index) => keyOf(ring[index], to)))),
);

/**
 * The edges that an applicator marked as downslope. A mark is a line that runs along the boundary from position to
 * position, in either direction; the caller leaves out marks made on another boundary.
 *
 * Units: degrees, to the last digit. Source: docs/rules.md, Drift.
 * Missing data: where no line fits an edge, every edge counts and `isMarked` is false. Throws: never.
 */
export function downslopeEdges(boundary: MultiPolygon, lines: readonly LineString[]): DownslopeEdges {
  const segments = new Set(
    lines.flatMap(({ coordinates }) =>
      coordinates.slice(1).flatMap((to, index) => [keyOf(coordinates[index], to), keyOf(to, coordinates[index])]),
    ),
  );
  const isOn = ({ partIndex, ringIndex, edgeIndex }: Pick<FieldEdge, "partIndex" | "ringIndex" | "edgeIndex">) => {
    const ring = boundary.coordinates[partIndex]?.[ringIndex];
    return segments.has(keyOf(ring?.[edgeIndex], ring?.[edgeIndex + 1]));
  };
  const isMarked = segments.size > 0 && [...segments].some((segment) => sidesOf(boundary).has(segment));
  return { isMarked, isDownslope: isMarked ? isOn : () => true };
}
