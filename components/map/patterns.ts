import { PALETTES, rgbOf, type MapPalette, type MapTheme } from "@/components/map/palette";

/** Ways to fill ground that differ in shape, so that color alone never carries a meaning. */
export const HATCHES = [
  "back_diagonal",
  "dense_diagonal",
  "horizontal",
  "vertical",
  "grid",
  "cross",
  "dots",
  "waves",
] as const;
export type Hatch = (typeof HATCHES)[number];

/** A picture as MapLibre and a canvas take it: RGBA, not premultiplied. */
export interface PatternImage {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

/** Pictures are made for screens of two dots to the pixel. */
export const PATTERN_RATIO = 2;
const SIZE = 32;
const GROUND_ALPHA = 40;

/** How a pattern is drawn: its hatch, and the color of the palette it has. */
interface PatternStyle {
  hatch: Hatch;
  color: keyof MapPalette;
}

/** Every pattern the map uses. Soils differ by their group: the better the water soaks in, the lighter the pattern. */
export const PATTERNS = {
  water_habitat: { hatch: "waves", color: "water" },
  managed: { hatch: "grid", color: "managed" },
  drawn: { hatch: "cross", color: "drawn" },
  buffer: { hatch: "dense_diagonal", color: "buffer" },
  soil_a: { hatch: "dots", color: "soil" },
  soil_b: { hatch: "horizontal", color: "soil" },
  soil_c: { hatch: "vertical", color: "soil" },
  soil_d: { hatch: "grid", color: "soil" },
  soil_dual: { hatch: "cross", color: "soil" },
  soil_none: { hatch: "back_diagonal", color: "soil" },
} as const satisfies Record<string, PatternStyle>;
export type PatternName = keyof typeof PATTERNS;

/** The name of a picture in the map. The theme is part of it, so that a change of theme asks for new ones. */
export const imageId = (theme: MapTheme, name: PatternName): string => `${theme}:${name}`;

/** The picture with a name that `imageId` made; null for any other name. */
export function imageOf(id: string): PatternImage | null {
  const [theme, name] = id.split(":");
  const pattern = Object.entries(PATTERNS).find(([known]) => known === name)?.[1];
  const palette = Object.entries(PALETTES).find(([known]) => known === theme)?.[1];
  if (pattern === undefined || palette === undefined) return null;
  return patternImage(pattern.hatch, palette[pattern.color]);
}

/** One tile of a hatch; laid side by side the tiles have no seam. */
export function patternImage(hatch: Hatch, color: string): PatternImage {
  const [red, green, blue] = rgbOf(color);
  const data = new Uint8ClampedArray(SIZE * SIZE * 4);
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      data.set([red, green, blue, Math.max(GROUND_ALPHA, Math.round(255 * INK[hatch](x, y)))], (y * SIZE + x) * 4);
    }
  }
  return { width: SIZE, height: SIZE, data };
}

/** How far a place is from the nearest of lines that lie `step` apart. */
const toLine = (place: number, step: number): number => {
  const rest = ((place % step) + step) % step;
  return Math.min(rest, step - rest);
};
/** From 1 on the line to 0 beside it, with one dot between, so that slanted lines are smooth. */
const ink = (distance: number, halfWidth: number): number => Math.min(1, Math.max(0, halfWidth + 0.5 - distance));
const SLANT = Math.SQRT1_2;

const INK: Record<Hatch, (x: number, y: number) => number> = {
  back_diagonal: (x, y) => ink(toLine(x - y, 16) * SLANT, 1),
  dense_diagonal: (x, y) => ink(toLine(x - y, 8) * SLANT, 1.2),
  horizontal: (_, y) => ink(toLine(y, 16), 1),
  vertical: (x) => ink(toLine(x, 16), 1),
  grid: (x, y) => ink(Math.min(toLine(x, 16), toLine(y, 16)), 1),
  cross: (x, y) => ink(Math.min(toLine(x + y, 16), toLine(x - y, 16)) * SLANT, 1),
  dots: (x, y) => ink(Math.hypot(toLine(x, 16), toLine(y, 16)), 2.5),
  waves: (x, y) => ink(toLine(y + 2.5 * Math.sin((2 * Math.PI * x) / SIZE), 16), 1.2),
};
