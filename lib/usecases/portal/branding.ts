/** Lightness is found by steps this small: 1/50 of the way to black or white. */
const STEPS = 50;
/** WCAG 2.2, 1.4.3 (AA) and 1.4.6 (AAA, for the theme that is read in the sun). */
const AA = 4.5;
const AAA = 7;

type Rgb = readonly [number, number, number];
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** The grounds that a provider's color is written on and filled beside, as app/globals.css sets them. */
export const THEME_GROUNDS = {
  light: { grounds: ["#f5f6f1", "#ffffff", "#ebeee5"], least: AA, towards: BLACK, softShare: 0.1 },
  dark: { grounds: ["#11150e", "#1a2017", "#0c0f0a"], least: AA, towards: WHITE, softShare: 0.18 },
  sunlight: { grounds: ["#ffffff"], least: AAA, towards: BLACK, softShare: 0 },
} as const satisfies Record<string, { grounds: string[]; least: number; towards: Rgb; softShare: number }>;
type ThemeName = keyof typeof THEME_GROUNDS;

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
const toHex = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

const linear = (channel: number): number => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** WCAG's contrast ratio of two colors (`#rrggbb`), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

export interface Accent {
  accent: string;
  onAccent: string;
  soft: string;
}

/** A provider's color as a theme can use it: moved towards black or white until it is legible on each ground and tint. */
export function legibleAccent(wanted: string, theme: ThemeName): Accent {
  const { grounds, least, towards, softShare } = THEME_GROUNDS[theme];
  const surface = parse(grounds[1] ?? grounds[0]);
  for (let step = 0; step <= STEPS; step += 1) {
    const color = mix(parse(wanted), towards, step / STEPS);
    const accent = toHex(color);
    const soft = toHex(mix(surface, color, softShare));
    const isLegible = [...grounds, soft].every((ground) => contrast(accent, ground) >= least);
    if (isLegible) return { accent, onAccent: legibleOn(accent), soft };
  }
  const end = toHex(towards);
  return { accent: end, onAccent: legibleOn(end), soft: toHex(surface) };
}

/** White or black, whichever is clearer: one of them always has 4.5 to 1 and more. */
const legibleOn = (ground: string): string =>
  contrast(toHex(WHITE), ground) >= contrast(toHex(BLACK), ground) ? "#ffffff" : "#000000";

const declarations = ({ accent, onAccent, soft }: Accent): string =>
  `--accent:${accent};--on-accent:${onAccent};--accent-soft:${soft}`;

/** The sheet that puts a provider's color in place of ours, in every theme; paper is never dark. */
export function brandSheet(wanted: string): string {
  const of = (theme: ThemeName): string => declarations(legibleAccent(wanted, theme));
  return [
    `:root:root{${of("light")}}`,
    `@media screen and (prefers-color-scheme:dark){:root:root[data-theme="auto"]{${of("dark")}}}`,
    `@media screen{:root:root[data-theme="dark"]{${of("dark")}}}`,
    `:root:root[data-theme="sunlight"]{${of("sunlight")}}`,
    "",
  ].join("\n");
}
