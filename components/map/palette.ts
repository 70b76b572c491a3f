/** The page's themes as the map knows them; `auto` is one of the first two by then. */
export const MAP_THEMES = ["light", "dark", "sunlight"] as const;
export type MapTheme = (typeof MAP_THEMES)[number];

/** Everything the map colors. Patterns tell the same apart without color (patterns.ts). */
export interface MapPalette {
  ground: string;
  /** The ground of the field itself. */
  inside: string;
  field: string;
  treatable: string;
  buffer: string;
  pula: string;
  county: string;
  water: string;
  managed: string;
  drawn: string;
  soil: string;
  /** Ground under the map: quieter than anything that a rule speaks of. */
  baseRoad: string;
  baseSection: string;
  baseWater: string;
  edge: string;
  downslope: string;
  highlight: string;
  /** Beside a line, so that it stands out on whatever lies under it. */
  halo: string;
}

/** Each color has at least 3:1 against its ground, as WCAG 1.4.11 asks of what carries meaning (tests/unit/components/map). */
export const PALETTES: Readonly<Record<MapTheme, MapPalette>> = {
  light: {
    ground: "#f0efe4",
    inside: "#ffffff",
    field: "#1c2418",
    treatable: "#2f6b2a",
    buffer: "#b3261e",
    pula: "#8a4b00",
    county: "#4a5544",
    water: "#0b5fa5",
    managed: "#6a4a9c",
    drawn: "#8f1d78",
    soil: "#6b5b1f",
    baseRoad: "#66645a",
    baseSection: "#6f6d62",
    baseWater: "#356f9f",
    edge: "#b3261e",
    downslope: "#00616b",
    highlight: "#c2005f",
    halo: "#ffffff",
  },
  dark: {
    ground: "#1f261d",
    inside: "#0e120c",
    field: "#eef2ea",
    treatable: "#8fd080",
    buffer: "#ff8a80",
    pula: "#f0b060",
    county: "#a9b4a1",
    water: "#7cc0ff",
    managed: "#c3a8f5",
    drawn: "#f29ade",
    soil: "#d8c77a",
    baseRoad: "#a3ab9d",
    baseSection: "#8e9887",
    baseWater: "#6aa0cc",
    edge: "#ff8a80",
    downslope: "#6fd8e2",
    highlight: "#ff7ab8",
    halo: "#000000",
  },
  sunlight: {
    ground: "#ffffff",
    inside: "#ffffff",
    field: "#000000",
    treatable: "#00501a",
    buffer: "#a00000",
    pula: "#6b2d00",
    county: "#333333",
    water: "#003c8a",
    managed: "#43208a",
    drawn: "#6e005c",
    soil: "#4a3b00",
    baseRoad: "#4d4d4d",
    baseSection: "#5c5c5c",
    baseWater: "#275d8e",
    edge: "#a00000",
    downslope: "#00444c",
    highlight: "#b00050",
    halo: "#ffffff",
  },
};

export type Rgb = readonly [red: number, green: number, blue: number];

/** `#rrggbb` as numbers. Throws RangeError on anything else. */
export function rgbOf(hex: string): Rgb {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = (digits ?? [])
    .slice(1)
    .map((part) => parseInt(part, 16));
  if (digits === null) throw new RangeError(`not a color: ${hex}`);
  return [red, green, blue];
}
