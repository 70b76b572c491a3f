/** What the ground under the map is made of. It says where one is, and judges nothing. */
export const BASEMAP_LAYERS = ["road", "section", "water", "place"] as const;
export type BasemapLayer = (typeof BASEMAP_LAYERS)[number];

export const isBasemapLayer = (text: string): text is BasemapLayer => BASEMAP_LAYERS.some((layer) => layer === text);
