import type { ExpressionSpecification, SymbolLayerSpecification } from "maplibre-gl";
import { FEATURE_CATEGORIES } from "@/lib/domain/feature-categories";
import { categoryInWords } from "@/lib/views/ground";
import { wordsIn } from "@/lib/views/language";
import type { BasemapLayer } from "@/lib/domain/basemap";
import type { TileLayer } from "@/lib/domain/field-map";
import { ofBasemap } from "@/components/map/basemap-layers";
import type { GroupedLayer } from "@/components/map/grouped-layer";
import type { MapPalette } from "@/components/map/palette";

type Text = ExpressionSpecification;

/** The device's own letters: without a host of glyphs MapLibre draws them itself. `Bold` in the name makes them so. */
const FONT = ["Noto Sans Bold", "sans-serif"];
/** Below this zoom names of small things would only hide them. */
const NEAR = 14;
/** Roads are long and many: their names wait until one looks at the field's edge. */
const VERY_NEAR = 15.5;
/** From here on a county fills the screen, and its name would stand among those of the field. */
const COUNTY_UP_TO = 12;

interface LabelStyle {
  color: string;
  halo: string;
  sizePx?: number;
  minZoom?: number;
  maxZoom?: number;
  filter?: Text;
  /** Along its outline, so that it is there wherever a piece of the outline is seen. */
  isOnLine?: boolean;
}

const label = (
  place: Pick<SymbolLayerSpecification, "id" | "source"> & { "source-layer"?: string },
  text: Text,
  { color, halo, sizePx = 14, minZoom = 0, maxZoom = 24, filter, isOnLine = false }: LabelStyle,
): SymbolLayerSpecification => ({
  ...place,
  type: "symbol",
  minzoom: minZoom,
  maxzoom: maxZoom,
  ...(filter === undefined ? {} : { filter }),
  layout: {
    "text-field": text,
    "text-font": FONT,
    "text-size": sizePx,
    "text-max-width": 9,
    "text-padding": 6,
    ...(isOnLine
      ? { "symbol-placement": "line" as const, "symbol-spacing": 200 }
      : { "text-variable-anchor": ["center" as const, "top" as const, "bottom" as const], "text-radial-offset": 0.8 }),
  },
  paint: { "text-color": color, "text-halo-color": halo, "text-halo-width": 2 },
});

const categoryText = (): Text =>
  [
    "match",
    ["get", "category"],
    ...FEATURE_CATEGORIES.flatMap((category) => [category, categoryInWords(category)]),
    ["get", "category"],
  ] as unknown as Text;
const words = wordsIn<{ county: Text; section: Text }>({
  en: { county: ["concat", ["get", "name"], " County"], section: ["concat", "Sec. ", ["get", "name"]] },
  es: { county: ["concat", "Condado de ", ["get", "name"]], section: ["concat", "Secc. ", ["get", "name"]] },
});
const NAME: Text = ["get", "name"];

/** Names of the ground under the map. They give way to every other name, and the smallest to the larger. */
function basemapLabels({ baseRoad, baseSection, baseWater, county, halo }: MapPalette): GroupedLayer[] {
  const of = (kind: BasemapLayer, text: Text, { isOnLine = false, ...style }: LabelStyle): GroupedLayer => ({
    group: "basemap",
    layer: label(
      { id: `basemap-${kind}${isOnLine ? "-line" : ""}-label`, source: "basemap", "source-layer": "basemap" },
      text,
      {
        sizePx: 12,
        ...style,
        isOnLine,
        // What is ground has a place of its own for its name, which is then written once and not in every tile.
        filter: ["all", ofBasemap(kind), ["has", "name"], ["==", ["geometry-type"], isOnLine ? "LineString" : "Point"]],
      },
    ),
  });
  return [
    of("section", words().section, { color: baseSection, halo, minZoom: NEAR - 1 }),
    of("road", NAME, { color: baseRoad, halo, isOnLine: true, minZoom: NEAR - 2 }),
    of("water", NAME, { color: baseWater, halo, isOnLine: true, minZoom: NEAR - 2 }),
    of("water", NAME, { color: baseWater, halo, minZoom: NEAR - 2 }),
    of("place", NAME, { color: county, halo, sizePx: 13 }),
  ];
}

const NAMED: Text = ["has", "label"];
const PULA: Text = ["concat", "PULA ", ["to-string", ["id"]]];
const placeOf = (layer: TileLayer, { isOnLine }: LabelStyle) => ({
  id: isOnLine === true ? `${layer}-line-label` : `${layer}-label`,
  source: layer,
  "source-layer": layer,
});

/** Names on the map, each switched with what it names. Where two would meet, the one that is listed first gives way. */
export function labels(palette: MapPalette, present: ReadonlySet<TileLayer>, inForce: Text): GroupedLayer[] {
  const { halo } = palette;
  const tile = (layer: TileLayer, text: Text, style: LabelStyle): GroupedLayer[] =>
    present.has(layer) ? [{ group: layer, layer: label(placeOf(layer, style), text, style) }] : [];
  return [
    ...(present.has("basemap") ? basemapLabels(palette) : []),
    ...tile("county", words().county, { color: palette.county, halo, maxZoom: COUNTY_UP_TO }),
    ...tile("soil", ["get", "symbol"], { color: palette.soil, halo }),
    ...tile("managed", ["get", "label"], { color: palette.managed, halo, minZoom: VERY_NEAR, filter: NAMED }),
    ...tile("water_habitat", ["get", "label"], { color: palette.water, halo, minZoom: NEAR, filter: NAMED }),
    ...tile("pula", PULA, { color: palette.pula, halo, filter: inForce }),
    ...tile("pula", PULA, { color: palette.pula, halo, filter: inForce, isOnLine: true }),
    {
      group: "drawn",
      layer: label({ id: "drawn-label", source: "drawn" }, ["coalesce", ["get", "label"], categoryText()], {
        color: palette.drawn,
        halo,
        minZoom: NEAR,
      }),
    },
  ];
}
