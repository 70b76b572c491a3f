import type { Feature, FeatureCollection, LineString, MultiPolygon, Polygon } from "geojson";
import { edgeName, type DrawnArea, type DriftOnMap, type EdgeKey } from "@/lib/domain/portal-views/field-map";
import type { EdgeRole } from "@/components/map/layers";

/** An edge as the map holds it: its place in the boundary, and why it stands out. */
export type EdgeFeature = Feature<LineString, EdgeKey & { name: string } & Record<EdgeRole, boolean>>;

export interface EdgeMarks {
  /** Edges that keep a distance, by `edgeName`. */
  buffered: ReadonlySet<string>;
  downslope: ReadonlySet<string>;
  highlighted: ReadonlySet<string>;
}

export const namesOf = (edges: readonly EdgeKey[]): ReadonlySet<string> => new Set(edges.map(edgeName));

/** Every segment of the boundary as a line of its own, in the order of its positions. */
export function edgeFeatures(boundary: MultiPolygon, marks: EdgeMarks): FeatureCollection<LineString> {
  const features: EdgeFeature[] = boundary.coordinates.flatMap((rings, partIndex) =>
    rings.flatMap((ring, ringIndex) =>
      ring.slice(1).map((to, edgeIndex): EdgeFeature => {
        const key = { partIndex, ringIndex, edgeIndex };
        const name = edgeName(key);
        return {
          type: "Feature",
          geometry: { type: "LineString", coordinates: [ring[edgeIndex] ?? to, to] },
          properties: {
            ...key,
            name,
            hasBuffer: marks.buffered.has(name),
            isDownslope: marks.downslope.has(name),
            isHighlighted: marks.highlighted.has(name),
          },
        };
      }),
    ),
  );
  return { type: "FeatureCollection", features };
}

export function driftFeatures(drift: DriftOnMap | null): FeatureCollection<MultiPolygon> {
  const part = (name: "buffer" | "treatable", geometry: MultiPolygon | null | undefined): Feature<MultiPolygon>[] =>
    geometry == null ? [] : [{ type: "Feature", geometry, properties: { part: name } }];
  return {
    type: "FeatureCollection",
    features: [...part("treatable", drift?.treatable), ...part("buffer", drift?.buffer)],
  };
}

export const drawnFeatures = (areas: readonly DrawnArea[]): FeatureCollection<Polygon | MultiPolygon> => ({
  type: "FeatureCollection",
  features: areas.map(({ geometry, ...properties }) => ({ type: "Feature", geometry, properties })),
});

export const fieldFeature = (boundary: MultiPolygon): Feature<MultiPolygon> => ({
  type: "Feature",
  geometry: boundary,
  properties: {},
});
