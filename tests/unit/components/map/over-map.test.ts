import { describe, expect, it } from "vitest";
import { TILE_LAYERS } from "@/lib/domain/field-map";
import { mapStyle } from "@/components/map/layers";
import { overFeatures, overImageOf, overLayer } from "@/components/map/over-map";

const BUTTONS = { left: 290, top: 10, width: 46, height: 187.5 };

describe("what stands on the map", () => {
  it("is a symbol after all names, so that every name gives way to it", () => {
    const style = mapStyle("light", { tiles: TILE_LAYERS, hasImagery: true, onDate: "2026-05-20", pulaIds: [] }, {});
    const symbols = style.layers.filter(({ type }) => type === "symbol");
    expect(symbols.length).toBeGreaterThan(5);
    expect(symbols.at(-1)).toBe(overLayer);
  });

  it("is taken at its place, a little larger than it is, with a picture of its size that shows nothing", () => {
    const { features } = overFeatures([BUTTONS], (x, y) => [x, y]);
    expect(features).toEqual([
      { type: "Feature", properties: { image: "over:56x196" }, geometry: { type: "Point", coordinates: [286, 6] } },
    ]);
    const image = overImageOf("over:56x196");
    expect(image).toMatchObject({ width: 56, height: 196 });
    expect(image?.data).toHaveLength(56 * 196 * 4);
    expect(image?.data.some((each) => each !== 0)).toBe(false);
  });

  it("has no picture for other names", () => {
    for (const id of ["light:buffer", "over:", "over:0", "over:10x", "over:99999x1", ""])
      expect(overImageOf(id)).toBeNull();
  });
});
