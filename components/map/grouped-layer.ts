import type { LayerSpecification } from "maplibre-gl";
import type { MapGroup } from "@/components/map/legend-groups";

/** A layer of the map with the switch it answers to. */
export interface GroupedLayer {
  group: MapGroup;
  layer: LayerSpecification;
}

/** Sources that hold GeoJSON; the others are tiles. */
export const SHAPE_SOURCES = ["field", "drift", "drawn", "edges", "marks", "lit"] as const;
export type ShapeSource = (typeof SHAPE_SOURCES)[number];
