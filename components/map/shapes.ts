import type { Feature, FeatureCollection, LineString, MultiPolygon, Polygon, Position } from "geojson";
import type { DrawnArea } from "@/lib/views/portal/field-map";
import type { DriftOnMap } from "@/lib/domain/field-map";
import { edgeName, type EdgeKey } from "@/lib/domain/drift";
import { EDGE_ROLES, type EdgeRole } from "@/components/map/edge-layers";

/** An edge as the map holds it: its place in the boundary. */
export type EdgeFeature = Feature<LineString, EdgeKey>;

export type EdgeMarks = Readonly<Record<EdgeRole, readonly EdgeKey[]>>;

const lines = <P extends object>(features: Feature<LineString, P>[]): FeatureCollection<LineString, P> => ({
  type: "FeatureCollection",
  features,
});

/** Every segment of the boundary as a line of its own, in the order of its positions. */
export const edgeFeatures = (boundary: MultiPolygon): FeatureCollection<LineString, EdgeKey> =>
  lines(
    boundary.coordinates.flatMap((rings, partIndex) =>
      rings.flatMap((ring, ringIndex) =>
        ring.slice(1).flatMap((_, edgeIndex) => edgeOf(boundary, { partIndex, ringIndex, edgeIndex })),
      ),
    ),
  );

/** The edges that are marked, each once with all its marks: a boundary may have thousands that are not. */
export function markFeatures(boundary: MultiPolygon, marks: EdgeMarks): FeatureCollection<LineString> {
  const marked = new Map<string, { edge: EdgeKey; roles: Record<EdgeRole, boolean> }>();
  for (const role of EDGE_ROLES) {
    for (const edge of marks[role]) {
      const name = edgeName(edge);
      const known = marked.get(name) ?? { edge, roles: { hasBuffer: false, isDownslope: false } };
      known.roles[role] = true;
      marked.set(name, known);
    }
  }
  return lines(
    [...marked.values()].flatMap(({ edge, roles }) =>
      edgeOf(boundary, edge).map(({ geometry, properties }) => ({
        type: "Feature" as const,
        geometry,
        properties: { ...properties, ...roles },
      })),
    ),
  );
}

/** What stands out now: edges, and a line that is being given its width. */
export const litFeatures = (
  boundary: MultiPolygon,
  edges: readonly EdgeKey[],
  line: readonly Position[] | null = null,
): FeatureCollection<LineString, object> =>
  lines<object>([
    ...edges.flatMap((edge) => edgeOf(boundary, edge)),
    ...(line === null
      ? []
      : [
          {
            type: "Feature" as const,
            geometry: { type: "LineString" as const, coordinates: [...line] },
            properties: {},
          },
        ]),
  ]);

/** One edge, or none where the boundary has no such edge. */
function edgeOf({ coordinates }: MultiPolygon, { partIndex, ringIndex, edgeIndex }: EdgeKey): EdgeFeature[] {
  const ring = coordinates[partIndex]?.[ringIndex];
  const [from, to] = [ring?.[edgeIndex], ring?.[edgeIndex + 1]];
  if (from === undefined || to === undefined) return [];
  return [
    {
      type: "Feature",
      geometry: { type: "LineString", coordinates: [from, to] },
      properties: { partIndex, ringIndex, edgeIndex },
    },
  ];
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
