/** The parts of the shapefile reader that tests use; it brings no types. */
declare module "shapefile" {
  import type { Feature, MultiPolygon, Polygon } from "geojson";
  export function read(
    shp: Uint8Array,
    dbf: Uint8Array,
    options: { encoding: string },
  ): Promise<{ features: Feature<Polygon | MultiPolygon, Record<string, string | number | null>>[] }>;
}
