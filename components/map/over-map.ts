import type { GeoJSONSource, Map as MapLibreMap, SymbolLayerSpecification } from "maplibre-gl";
import type { FeatureCollection, Point, Position } from "geojson";
import type { PatternImage } from "@/components/map/patterns";

/** What stands on the map, in pixels of the screen from the map's upper left corner. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const OVER_SOURCE = "over";
const PREFIX = "over:";
/** So many pixels stay free round a button; sizes are whole steps of it, so that few pictures are made. */
const STEP_PX = 4;

/**
 * Buttons, scale and arrows as symbols that no one sees: names on the map give way to them, as to each other. The layer comes
 * after all names, because of two that meet the later one stays.
 */
export const overLayer: SymbolLayerSpecification = {
  id: "over",
  type: "symbol",
  source: OVER_SOURCE,
  layout: {
    "icon-image": ["get", "image"],
    "icon-anchor": "top-left",
    "icon-overlap": "always",
    "icon-padding": 0,
    "icon-rotation-alignment": "viewport",
    "icon-pitch-alignment": "viewport",
  },
};

export const NOTHING_OVER: FeatureCollection<Point> = { type: "FeatureCollection", features: [] };

/** The boxes where they lie now. `placeOf`: what of the earth is under a pixel. */
export const overFeatures = (
  boxes: readonly Box[],
  placeOf: (x: number, y: number) => Position,
): FeatureCollection<Point> => ({
  type: "FeatureCollection",
  features: boxes.map((box) => {
    const { left, top, width, height } = spread(box);
    return {
      type: "Feature",
      properties: { image: `${PREFIX}${width}x${height}` },
      geometry: { type: "Point", coordinates: placeOf(left, top) },
    };
  }),
});

const spread = ({ left, top, width, height }: Box): Box => {
  const whole = (length: number): number => STEP_PX * Math.ceil(length / STEP_PX + 2);
  return { left: left - STEP_PX, top: top - STEP_PX, width: whole(width), height: whole(height) };
};

/** The picture with a name of the above: nothing, and as large as its box. Null for any other name. */
export function overImageOf(id: string): PatternImage | null {
  const [, width, height] = /^over:(\d{1,4})x(\d{1,4})$/.exec(id)?.map(Number) ?? [];
  if (width === undefined || height === undefined) return null;
  return { width, height, data: new Uint8ClampedArray(width * height * 4) };
}

/** What of the page stands on the map: the library's controls, and what is marked so. */
const STANDS_ON_MAP = ".maplibregl-ctrl, [data-over-map] > *";

export function boxesOver(container: HTMLElement): Box[] {
  const frame = container.getBoundingClientRect();
  const standing = container.parentElement?.querySelectorAll(STANDS_ON_MAP) ?? [];
  return [...standing]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, width, height }) => ({ left: left - frame.left, top: top - frame.top, width, height }));
}

/** Keeps names clear of what stands on the map, wherever the map is moved. */
export function keepNamesClear(map: MapLibreMap): void {
  let before = "";
  map.on("idle", () => {
    const over = overFeatures(boxesOver(map.getContainer()), (x, y) => map.unproject([x, y]).toArray());
    const now = JSON.stringify(over);
    if (now === before) return;
    before = now;
    void map.getSource<GeoJSONSource>(OVER_SOURCE)?.setData(over);
  });
}
