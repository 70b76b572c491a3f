import type { MultiPolygon } from "geojson";

/** The layers that come as vector tiles. */
export const TILE_LAYERS = ["pula", "county", "water_habitat", "managed", "soil", "basemap"] as const;
export type TileLayer = (typeof TILE_LAYERS)[number];

/**
 * Zoom levels at which tiles of a layer are made. Below the first nothing is drawn; above the last the map enlarges
 * what it has, so no more are asked for. A tile of level 14 is about 1.5 miles across at 40° N, its grid 2 ft.
 */
export const TILE_ZOOMS: Readonly<Record<TileLayer, { min: number; max: number }>> = {
  pula: { min: 8, max: 14 },
  county: { min: 8, max: 12 },
  water_habitat: { min: 11, max: 14 },
  managed: { min: 11, max: 14 },
  soil: { min: 11, max: 14 },
  basemap: { min: 9, max: 14 },
};

/** What a part of the map was drawn from. */
export interface MapDataSet {
  kind: "pula" | "county" | "features" | "soil" | "basemap";
  version: string;
  /** `YYYY-MM-DD`: loaded here, or asked of the soil survey. */
  since: string;
  isDemonstration: boolean;
  /** Who published it, and under what terms, where the map has to name them. */
  attribution: string | null;
  license: string | null;
}

/** The placed buffer, for one wind. */
export interface DriftOnMap {
  buffer: MultiPolygon | null;
  treatable: MultiPolygon | null;
  /** Degrees clockwise from north, where the wind comes from. Null: calm or not known. */
  windDirectionDeg: number | null;
  /** Ground in the buffer, square meters; left out where no one measured it. */
  bufferSqm?: number | null;
}
