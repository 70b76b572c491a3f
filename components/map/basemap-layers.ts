import type { ExpressionSpecification } from "maplibre-gl";
import type { BasemapLayer } from "@/lib/domain/basemap";
import type { GroupedLayer } from "@/components/map/grouped-layer";
import type { MapPalette } from "@/components/map/palette";

/** What of the ground under the map a layer draws: `rank` 0 stands out most (lib/imports/basemap/standing.ts). */
export const ofBasemap = (layer: BasemapLayer): ExpressionSpecification => ["==", ["get", "layer"], layer];

/** Layers of lines that a finger asks for. */
export const BASEMAP_LINES = ["basemap-road", "basemap-stream"] as const;

const isShape = (shape: "Polygon" | "LineString"): ExpressionSpecification => ["==", ["geometry-type"], shape];
const SOURCE = { source: "basemap", "source-layer": "basemap" };
/** Highways twice as wide as streets, and drives thinner. */
const ROAD_WIDTH: ExpressionSpecification = ["match", ["get", "rank"], [0, 1], 3, 4, 1, 1.75];

const scaled = (width: ExpressionSpecification, wide: number): ExpressionSpecification =>
  wide === 1 ? width : ["*", wide, width];

/** Roads, section lines, and waters below everything that a rule speaks of: thin, without a pattern, in quiet colors. */
export const basemap = (palette: MapPalette, wide: number): GroupedLayer[] => [
  {
    group: "basemap",
    layer: {
      id: "basemap-lake",
      type: "fill",
      ...SOURCE,
      filter: ["all", ofBasemap("water"), isShape("Polygon")],
      // A large lake comes in pieces, whose borders smoothing would show.
      paint: { "fill-color": palette.baseWater, "fill-opacity": 0.25, "fill-antialias": false },
    },
  },
  {
    group: "basemap",
    layer: {
      id: "basemap-stream",
      type: "line",
      ...SOURCE,
      filter: ["all", ofBasemap("water"), isShape("LineString")],
      paint: { "line-color": palette.baseWater, "line-width": 1.5 * wide, "line-opacity": 0.75 },
    },
  },
  {
    group: "basemap",
    layer: {
      id: "basemap-section",
      type: "line",
      ...SOURCE,
      filter: ofBasemap("section"),
      paint: { "line-color": palette.baseSection, "line-width": 1 * wide, "line-opacity": 0.5 },
    },
  },
  {
    group: "basemap",
    layer: {
      id: "basemap-road",
      type: "line",
      ...SOURCE,
      filter: ofBasemap("road"),
      layout: { "line-cap": "round" },
      paint: { "line-color": palette.baseRoad, "line-width": scaled(ROAD_WIDTH, wide), "line-opacity": 0.75 },
    },
  },
];
