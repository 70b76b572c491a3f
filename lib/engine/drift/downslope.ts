import type { LineString, MultiPolygon, Position } from "geojson";
import { oncePer } from "@/lib/domain/once-per";
import type { FieldEdge } from "@/lib/engine/drift/edges";

/** Which edges count as downslope, and whether some are marked on every part of the field. */
export interface DownslopeEdges {
  isMarked: boolean;
  /** Whether a mark runs along an edge. */
  isOnMark: (edge: EdgeAt) => boolean;
  isDownslope: (edge: EdgeAt) => boolean;
}

type EdgeAt = Pick<FieldEdge, "partIndex" | "ringIndex" | "edgeIndex">;

const keyOf = (from: Position | undefined, to: Position | undefined): string =>
  `${from?.[0]} ${from?.[1]} ${to?.[0]} ${to?.[1]}`;

/** A week of hours asks of the same boundary in each of them. */
const sidesOf = oncePer(({ coordinates }: MultiPolygon): readonly ReadonlySet<string>[] =>
  coordinates.map(
    (rings) => new Set(rings.flatMap((ring) => ring.slice(1).map((to, index) => keyOf(ring[index], to)))),
  ),
);

/**
 * The edges that an applicator marked as downslope. A mark is a line that runs along the boundary from position to
 * position, in either direction; the caller leaves out marks made on another boundary.
 *
 * Units: degrees, to the last digit. Source: docs/rules.md, Drift.
 * Missing data: of a part on which no line fits an edge every edge counts, for all ground has a lower side, and `isMarked`
 * is false. Throws: never.
 */
export function downslopeEdges(boundary: MultiPolygon, lines: readonly LineString[]): DownslopeEdges {
  const segments = new Set(
    lines.flatMap(({ coordinates }) =>
      coordinates.slice(1).flatMap((to, index) => [keyOf(coordinates[index], to), keyOf(to, coordinates[index])]),
    ),
  );
  const isOnMark = ({ partIndex, ringIndex, edgeIndex }: EdgeAt): boolean => {
    const ring = boundary.coordinates[partIndex]?.[ringIndex];
    return segments.has(keyOf(ring?.[edgeIndex], ring?.[edgeIndex + 1]));
  };
  const markedParts = sidesOf(boundary).map((sides) => [...segments].some((segment) => sides.has(segment)));
  return {
    isMarked: markedParts.every((isMarked) => isMarked),
    isOnMark,
    isDownslope: (edge) => markedParts[edge.partIndex] !== true || isOnMark(edge),
  };
}
