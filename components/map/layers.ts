import type { ExpressionSpecification, StyleSpecification } from "maplibre-gl";
import type { TileLayer } from "@/lib/domain/field-map";
import { basemap } from "@/components/map/basemap-layers";
import { edges, outline } from "@/components/map/edge-layers";
import type { GroupedLayer } from "@/components/map/grouped-layer";
import { labels } from "@/components/map/label-layers";
import { PALETTES, type MapPalette, type MapTheme } from "@/components/map/palette";
import { NOTHING_OVER, OVER_SOURCE, overLayer } from "@/components/map/over-map";
import { imageId, type PatternName } from "@/components/map/patterns";

type Filter = ExpressionSpecification;

/** What the layers depend on beside the theme. */
export interface LayerFacts {
  tiles: readonly TileLayer[];
  hasImagery: boolean;
  /** `YYYY-MM-DD`: areas that are not in force on this day are not drawn. */
  onDate: string;
  /** PULAs that meet the field; their outline is stronger. */
  pulaIds: readonly number[];
}

/** No one reads 20260131 off a map, but two of them compare as the days do. */
const dayNumber = (day: string): number => Number(day.replaceAll("-", ""));

/** In force on a day: begun, and not over. A PULA without an end has no `to_day`. */
export const inForceOn = (day: string): Filter => [
  "all",
  ["<=", ["get", "from_day"], dayNumber(day)],
  ["any", ["!", ["has", "to_day"]], [">=", ["get", "to_day"], dayNumber(day)]],
];

/** All layers of the map, from the ground up. */
export function groupedLayers(theme: MapTheme, facts: LayerFacts): GroupedLayer[] {
  const palette = PALETTES[theme];
  const present = new Set(facts.tiles);
  const wide = theme === "sunlight" ? 1.5 : 1;
  return [
    inside(palette),
    ...(facts.hasImagery ? [imagery] : []),
    ...(present.has("basemap") ? basemap(palette, wide) : []),
    ...(present.has("soil") ? soil(theme, palette, wide) : []),
    ...(present.has("pula") ? pulas(palette, { ...facts, wide }) : []),
    ...(present.has("water_habitat") ? ground("water_habitat", { theme, color: palette.water, wide }) : []),
    ...(present.has("managed") ? ground("managed", { theme, color: palette.managed, wide }) : []),
    ...(present.has("county") ? [county(palette, wide)] : []),
    ...drift(theme, palette),
    ...drawn(theme, palette, wide),
    ...outline(palette, wide),
    ...labels(palette, present, inForceOn(facts.onDate)),
    ...edges(palette, wide),
  ];
}

/** The field's own ground, so that it stands out as a whole before anything is read off it. */
const inside = ({ inside: color }: MapPalette): GroupedLayer => ({
  group: "field",
  layer: { id: "field-fill", type: "fill", source: "field", paint: { "fill-color": color } },
});

const imagery: GroupedLayer = {
  group: "imagery",
  layer: { id: "imagery", type: "raster", source: "imagery", paint: { "raster-fade-duration": 0 } },
};

const patterned = (theme: MapTheme, pattern: PatternName): { "fill-pattern": string; "fill-antialias": false } => ({
  "fill-pattern": imageId(theme, pattern),
  // Smoothed edges would show the tiles' borders as hairlines.
  "fill-antialias": false,
});

function soil(theme: MapTheme, palette: MapPalette, wide: number): GroupedLayer[] {
  const source = { source: "soil", "source-layer": "soil" };
  return [
    {
      group: "soil",
      layer: {
        id: "soil-fill",
        type: "fill",
        ...source,
        paint: {
          "fill-pattern": [
            "match",
            ["get", "soil_group"],
            "A",
            imageId(theme, "soil_a"),
            "B",
            imageId(theme, "soil_b"),
            "C",
            imageId(theme, "soil_c"),
            "D",
            imageId(theme, "soil_d"),
            ["A/B", "A/D", "B/D", "C/D"],
            imageId(theme, "soil_dual"),
            imageId(theme, "soil_none"),
          ],
          "fill-antialias": false,
        },
      },
    },
    {
      group: "soil",
      layer: {
        id: "soil-line",
        type: "line",
        ...source,
        paint: { "line-color": palette.soil, "line-width": 1 * wide },
      },
    },
  ];
}

function pulas(palette: MapPalette, facts: LayerFacts & { wide: number }): GroupedLayer[] {
  const source = { source: "pula", "source-layer": "pula" };
  const filter = inForceOn(facts.onDate);
  const meets: Filter = ["all", filter, ["in", ["id"], ["literal", [...facts.pulaIds]]]];
  const line = { "line-color": palette.pula };
  return [
    // A tint: an area may cover the whole screen, and a hatch would cover what else is on it.
    {
      group: "pula",
      layer: {
        id: "pula-fill",
        type: "fill",
        ...source,
        filter,
        paint: { "fill-color": palette.pula, "fill-opacity": 0.08, "fill-antialias": false },
      },
    },
    {
      group: "pula",
      layer: { id: "pula-line", type: "line", ...source, filter, paint: { ...line, "line-width": 1 * facts.wide } },
    },
    {
      group: "pula",
      layer: {
        id: "pula-hit",
        type: "line",
        ...source,
        filter: meets,
        paint: { ...line, "line-width": 2.5 * facts.wide },
      },
    },
  ];
}

function ground(
  layer: "water_habitat" | "managed",
  { theme, color, wide }: { theme: MapTheme; color: string; wide: number },
): GroupedLayer[] {
  const source = { source: layer, "source-layer": layer };
  return [
    { group: layer, layer: { id: `${layer}-fill`, type: "fill", ...source, paint: patterned(theme, layer) } },
    {
      group: layer,
      layer: {
        id: `${layer}-line`,
        type: "line",
        ...source,
        filter: ["!", ["has", "is_refused"]],
        paint: { "line-color": color, "line-width": 1.5 * wide },
      },
    },
    ...(layer === "water_habitat" ? [refusedLine(source, color, wide)] : []),
  ];
}

/** Dashes: a box around what could not be loaded. */
const refusedLine = (
  source: { source: string; "source-layer": string },
  color: string,
  wide: number,
): GroupedLayer => ({
  group: "water_habitat",
  layer: {
    id: "water_habitat-line-refused",
    type: "line",
    ...source,
    filter: ["has", "is_refused"],
    paint: { "line-color": color, "line-width": 1.5 * wide, "line-dasharray": [3, 2] },
  },
});

const county = (palette: MapPalette, wide: number): GroupedLayer => ({
  group: "county",
  layer: {
    id: "county-line",
    type: "line",
    source: "county",
    "source-layer": "county",
    paint: { "line-color": palette.county, "line-width": 1.5 * wide, "line-dasharray": [6, 3] },
  },
});

const drift = (theme: MapTheme, palette: MapPalette): GroupedLayer[] => [
  {
    group: "treatable",
    layer: {
      id: "treatable-fill",
      type: "fill",
      source: "drift",
      filter: ["==", ["get", "part"], "treatable"],
      paint: { "fill-color": palette.treatable, "fill-opacity": 0.25 },
    },
  },
  {
    group: "buffer",
    layer: {
      id: "buffer-fill",
      type: "fill",
      source: "drift",
      filter: ["==", ["get", "part"], "buffer"],
      paint: { "fill-pattern": imageId(theme, "buffer") },
    },
  },
  {
    group: "buffer",
    layer: {
      id: "buffer-line",
      type: "line",
      source: "drift",
      filter: ["==", ["get", "part"], "buffer"],
      paint: { "line-color": palette.buffer, "line-width": 1.5 },
    },
  },
];

const drawn = (theme: MapTheme, palette: MapPalette, wide: number): GroupedLayer[] => [
  { group: "drawn", layer: { id: "drawn-fill", type: "fill", source: "drawn", paint: patterned(theme, "drawn") } },
  {
    group: "drawn",
    layer: {
      id: "drawn-line",
      type: "line",
      source: "drawn",
      // Dashes: drawn on an earlier boundary, and not yet confirmed.
      filter: ["get", "isConfirmed"],
      paint: { "line-color": palette.drawn, "line-width": 2 * wide },
    },
  },
  {
    group: "drawn",
    layer: {
      id: "drawn-line-unconfirmed",
      type: "line",
      source: "drawn",
      filter: ["!", ["get", "isConfirmed"]],
      paint: { "line-color": palette.drawn, "line-width": 2 * wide, "line-dasharray": [2, 2] },
    },
  },
];

/** The whole style: no sprite, no glyphs and no host but the ones of its sources. */
export function mapStyle(
  theme: MapTheme,
  facts: LayerFacts,
  sources: StyleSpecification["sources"],
): StyleSpecification {
  return {
    version: 8,
    sources: { ...sources, [OVER_SOURCE]: { type: "geojson", data: NOTHING_OVER } },
    layers: [
      { id: "ground", type: "background", paint: { "background-color": PALETTES[theme].ground } },
      ...groupedLayers(theme, facts).map(({ layer }) => layer),
      overLayer,
    ],
  };
}
