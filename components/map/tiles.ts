import { TILE_ZOOMS } from "@/lib/domain/field-map";
import type { FieldMapModel, TileSource } from "@/lib/views/portal/field-map";

/** Raised when the tiles of a set hold other things than before: a browser keeps those it has for a day. */
const FORM_OF_TILES = 2;

/** Where the tiles of a layer are, with places for zoom, column and row. */
export function tileAddress(tilesPath: string, fieldId: string, { layer, version }: TileSource): string {
  const query = layer === "soil" ? `field=${fieldId}&v=${version}` : `v=${version}&form=${FORM_OF_TILES}`;
  return `${tilesPath}/${layer}/{z}/{x}/{y}?${query}`;
}

/** From the narrowest map of a phone to a wide one, pixels: the field is shown as a whole in either. */
const WIDTHS_PX = { least: 200, most: 1000 };
const TILE_PX = 512;
/** Of a field that is so large that more tiles lie around it, the rest is kept as it is seen. */
const MOST_TILES = 200;

/** The tiles that the map of a field asks for when it opens, and a step nearer: the field with as much ground around it. */
export function tilesAround(model: Pick<FieldMapModel, "fieldId" | "bounds" | "tiles">, tilesPath: string): string[] {
  const { bounds, tiles, fieldId } = model;
  const [west, north] = toWorld(bounds[0], bounds[3]);
  const [east, south] = toWorld(bounds[2], bounds[1]);
  const size = Math.max(east - west, south - north);
  const zoomAt = (px: number): number => Math.floor(Math.log2(px / (TILE_PX * size)));
  const addresses = tiles.flatMap((source) => {
    const { min, max } = TILE_ZOOMS[source.layer];
    const address = tileAddress(tilesPath, fieldId, source);
    const from = Math.min(Math.max(zoomAt(WIDTHS_PX.least), min), max);
    const to = Math.min(Math.max(zoomAt(WIDTHS_PX.most) + 1, min), max);
    return numbers(from, to).flatMap((zoom) => {
      const across = numbers(...cells(west - size / 2, east + size / 2, zoom));
      const along = numbers(...cells(north - size / 2, south + size / 2, zoom));
      return across.flatMap((x) =>
        along.map((y) => address.replace("{z}", `${zoom}`).replace("{x}", `${x}`).replace("{y}", `${y}`)),
      );
    });
  });
  return addresses.slice(0, MOST_TILES);
}

/** Web Mercator, the world as a square of side 1 with its corner in the northwest. */
function toWorld(lon: number, lat: number): [number, number] {
  const sine = Math.sin((lat * Math.PI) / 180);
  return [lon / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

const cells = (from: number, to: number, zoom: number): [number, number] => {
  const count = 2 ** zoom;
  const cell = (at: number): number => Math.min(Math.max(Math.floor(at * count), 0), count - 1);
  return [cell(from), cell(to)];
};

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_unused, index) => from + index);
