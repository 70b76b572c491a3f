import type { ExpressionSpecification } from "maplibre-gl";
import type { GroupedLayer } from "@/components/map/grouped-layer";
import type { MapPalette } from "@/components/map/palette";

/** The property of a marked edge that a layer picks by. */
export const EDGE_ROLES = ["hasBuffer", "isDownslope"] as const;
export type EdgeRole = (typeof EDGE_ROLES)[number];

/** The layer that answers to clicks on edges. */
export const EDGE_TARGET = "edge-target";

/** The outline stands outside the field, so that a narrow buffer along its edge is not hidden under it. */
export const outline = (palette: MapPalette, wide: number): GroupedLayer[] => [
  {
    group: "field",
    layer: {
      id: "field-halo",
      type: "line",
      source: "field",
      paint: { "line-color": palette.halo, "line-width": 3.5 * wide, "line-offset": -1.5 * wide },
    },
  },
  {
    group: "field",
    layer: {
      id: "field-line",
      type: "line",
      source: "field",
      paint: { "line-color": palette.field, "line-width": 2.5 * wide, "line-offset": -1.25 * wide },
    },
  },
];

const withRole = (role: EdgeRole): ExpressionSpecification => ["==", ["get", role], true];

/** Marked edges, lit edges, and the target that a finger has to hit. */
export const edges = (palette: MapPalette, wide: number): GroupedLayer[] => [
  {
    group: "edges",
    layer: {
      id: "edge-buffer",
      type: "line",
      source: "marks",
      filter: withRole("hasBuffer"),
      paint: { "line-color": palette.edge, "line-width": 6 * wide },
    },
  },
  {
    group: "downslope",
    layer: {
      id: "edge-downslope",
      type: "line",
      source: "marks",
      filter: withRole("isDownslope"),
      paint: { "line-color": palette.downslope, "line-width": 7 * wide, "line-dasharray": [0.4, 0.8] },
    },
  },
  {
    group: "field",
    layer: {
      id: "edge-highlight",
      type: "line",
      source: "lit",
      layout: { "line-cap": "round" },
      paint: { "line-color": palette.highlight, "line-width": 10 * wide, "line-opacity": 0.85 },
    },
  },
  {
    group: "field",
    // Not seen: what a finger has to hit. A thumb is about 24 px of certainty.
    layer: { id: EDGE_TARGET, type: "line", source: "edges", paint: { "line-opacity": 0, "line-width": 24 } },
  },
];
