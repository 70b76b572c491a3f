import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { TILE_LAYERS } from "@/lib/domain/field-map";
import { SHAPE_SOURCES } from "@/components/map/grouped-layer";
import { inForceOn, mapStyle } from "@/components/map/layers";
import { MAP_THEMES } from "@/components/map/palette";

interface Filter {
  filter: (globals: { zoom: number }, feature: { type: number; properties: Record<string, number> }) => boolean;
}
// MapLibre's own evaluator, so that the filter means what the map makes of it.
const { featureFilter, validateStyleMin } = createRequire(
  createRequire(import.meta.url).resolve("maplibre-gl/package.json"),
)("@maplibre/maplibre-gl-style-spec") as {
  featureFilter: (filter: unknown, place: string) => Filter;
  validateStyleMin: (style: unknown) => unknown[];
};

const isShown = (day: string, properties: Record<string, number>): boolean =>
  featureFilter(inForceOn(day), "layers[0].filter").filter({ zoom: 12 }, { type: 3, properties });

describe("areas on a day", () => {
  it.each([
    { day: "2026-05-19", properties: { from_day: 20260520 }, shown: false, title: "the day before it begins" },
    { day: "2026-05-20", properties: { from_day: 20260520 }, shown: true, title: "the day it begins" },
    { day: "2030-01-01", properties: { from_day: 20260520 }, shown: true, title: "without an end" },
    { day: "2026-08-31", properties: { from_day: 20260520, to_day: 20260831 }, shown: true, title: "the last day" },
    { day: "2026-09-01", properties: { from_day: 20260520, to_day: 20260831 }, shown: false, title: "the day after" },
  ])("$title: $shown", ({ day, properties, shown }) => {
    expect(isShown(day, properties)).toBe(shown);
  });
});

it.each(MAP_THEMES)("the style of the theme %s is one that MapLibre takes", (theme) => {
  const vector = (layer: string) => [
    layer,
    { type: "vector" as const, tiles: [`https://map.test/${layer}/{z}/{x}/{y}`] },
  ];
  const empty = { type: "FeatureCollection" as const, features: [] };
  const lines = (name: string) => [name, { type: "geojson" as const, data: empty }];
  const sources = Object.fromEntries([...TILE_LAYERS.map(vector), ...SHAPE_SOURCES.map(lines)]) as Record<
    string,
    { type: "geojson"; data: typeof empty }
  >;
  const facts = { tiles: TILE_LAYERS, hasImagery: false, onDate: "2026-05-20", pulaIds: [121, 122] };
  expect(validateStyleMin(mapStyle(theme, facts, sources))).toEqual([]);
});
