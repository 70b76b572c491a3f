import { describe, expect, it, test } from "vitest";
import { TILE_LAYERS } from "@/lib/domain/field-map";
import { EDGE_TARGET } from "@/components/map/edge-layers";
import { groupedLayers, mapStyle, type LayerFacts } from "@/components/map/layers";
import { SHAPE_SOURCES } from "@/components/map/grouped-layer";
import { keyOf, legendOf, MAP_GROUPS } from "@/components/map/legend-groups";
import { MAP_THEMES, PALETTES, rgbOf } from "@/components/map/palette";
import { HATCHES, imageOf, PATTERNS, patternImage } from "@/components/map/patterns";
import { inSpanish } from "@/tests/support/spanish";

const ALL: LayerFacts = { tiles: TILE_LAYERS, hasImagery: true, onDate: "2026-05-20", pulaIds: [121] };

/** Every text in a value, however deep. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

describe("the map's style", () => {
  it("needs no sprite and no glyphs though it has names on it, so that no host is asked for either", () => {
    const style = mapStyle("light", ALL, {});
    expect(Object.keys(style).sort()).toEqual(["layers", "sources", "version"]);
    expect(style.layers.filter(({ type }) => type === "symbol")).not.toEqual([]);
    expect(textsIn(style).filter((text) => text.includes("//"))).toEqual([]);
  });

  it("has each layer once, and a switch for each", () => {
    const layers = groupedLayers("light", ALL);
    const ids = layers.map(({ layer }) => layer.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(layers.map(({ group }) => group))).toEqual(new Set(MAP_GROUPS));
  });

  it("draws nothing of a layer that there are no tiles of", () => {
    const sources = groupedLayers("light", { ...ALL, tiles: [], hasImagery: false }).map(({ layer }) =>
      "source" in layer ? layer.source : null,
    );
    expect(new Set(sources)).toEqual(new Set(SHAPE_SOURCES));
  });

  test.each(MAP_THEMES)("has every pattern it names in the theme %s", (theme) => {
    const named = groupedLayers(theme, ALL).flatMap(({ layer }) =>
      layer.type === "fill" ? textsIn(layer.paint?.["fill-pattern"]).filter((text) => text.includes(":")) : [],
    );
    expect(named.length).toBeGreaterThan(5);
    for (const id of named) expect(imageOf(id), id).not.toBeNull();
  });

  it("takes the same layers in every theme, so that a change of theme recolours and takes nothing away", () => {
    const [light, ...others] = MAP_THEMES.map((theme) => groupedLayers(theme, ALL).map(({ layer }) => layer.id));
    for (const other of others) expect(other).toEqual(light);
  });

  it("lets edges be hit with a thumb, above everything else", () => {
    const last = groupedLayers("light", ALL).at(-1)?.layer;
    expect(last).toMatchObject({ id: EDGE_TARGET, paint: { "line-width": 24 } });
  });
});

describe("what carries meaning", () => {
  const luminance = (hex: string): number => {
    const [red, green, blue] = rgbOf(hex).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  };
  const contrast = (a: string, b: string): number => {
    const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
    return (light + 0.05) / (dark + 0.05);
  };

  test.each(MAP_THEMES)("stands out from the ground by 3:1 in the theme %s", (theme) => {
    const { ground, inside, halo, ...colors } = PALETTES[theme];
    for (const [name, color] of Object.entries(colors)) {
      expect(contrast(color, ground), name).toBeGreaterThanOrEqual(3);
      expect(contrast(color, inside), `${name} in the field`).toBeGreaterThanOrEqual(3);
      // Names have a halo round them.
      expect(contrast(color, halo), `${name} as text`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("is named on the map, and its name goes with its switch", () => {
    const layers = groupedLayers("light", ALL);
    const names = layers.filter(({ layer }) => layer.type === "symbol");
    expect(names.map(({ group, layer }) => [group, layer.id])).toEqual([
      ...["section", "road-line", "water-line", "water", "place"].map((name) => ["basemap", `basemap-${name}-label`]),
      ...["county", "soil", "managed", "water_habitat", "pula"].map((group) => [group, `${group}-label`]),
      ["pula", "pula-line-label"],
      ["drawn", "drawn-label"],
    ]);
  });

  it("differs by pattern as well as by color: no two hatches are the same drawing", () => {
    const drawings = HATCHES.map((hatch) => patternImage(hatch, "#000000").data.join());
    expect(new Set(drawings).size).toBe(HATCHES.length);
  });

  it("differs by pattern within one color: soil groups differ without it", () => {
    const soils = Object.entries(PATTERNS).filter(([name]) => name.startsWith("soil_"));
    expect(new Set(soils.map(([, { hatch }]) => hatch)).size).toBe(soils.length);
  });

  it.each(HATCHES)("%s joins its neighbor without a seam", (hatch) => {
    const { width, height, data } = patternImage(hatch, "#123456");
    const alpha = (x: number, y: number): number => data[((y % height) * width + (x % width)) * 4 + 3] ?? -1;
    const step = (from: [number, number], to: [number, number]) => Math.abs(alpha(...from) - alpha(...to));
    const insideX = Math.max(
      ...pairs(width - 1).map((x) => Math.max(...pairs(height).map((y) => step([x, y], [x + 1, y])))),
    );
    const seamX = Math.max(...pairs(height).map((y) => step([width - 1, y], [0, y])));
    expect(seamX).toBeLessThanOrEqual(insideX);
  });
  const pairs = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
});

describe("the legend", () => {
  it("says what a box with a dashed edge is where there is one, and with its group alone", () => {
    const [box] = keyOf("water_habitat", { hasRefused: true });
    expect(box).toEqual({
      swatch: { kind: "box", color: "water" },
      label: "Box with a dashed edge: could not be loaded, counts as protected",
    });
    expect(keyOf("water_habitat", { hasRefused: false })).toEqual([]);
    expect(MAP_GROUPS.filter((group) => keyOf(group, { hasRefused: true }).length > 0)).toEqual([
      "water_habitat",
      "soil",
    ]);
  });

  const nothing = { tiles: [], drift: false, edges: false, downslope: false, drawn: false, imagery: false };

  it("lists what the map has, from the top down", () => {
    expect(legendOf(nothing).map(({ group }) => group)).toEqual(["field"]);
    const all = legendOf({ tiles: TILE_LAYERS, drift: true, edges: true, downslope: true, drawn: true, imagery: true });
    expect(all.map(({ group }) => group)).toEqual([...MAP_GROUPS]);
  });

  it("calls nothing cleared, compliant or safe", () => {
    const all = { tiles: TILE_LAYERS, drift: true, edges: true, downslope: true, drawn: true, imagery: true };
    for (const { label } of legendOf(all)) expect(label).not.toMatch(/clear|complian|safe|allowed/i);
    for (const { label } of inSpanish(() => legendOf(all))) expect(label).not.toMatch(/autoriza|segur|cumpl|permit/i);
  });
});
