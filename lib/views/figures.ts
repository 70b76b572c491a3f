import { decimalText } from "@/lib/domain/numbers";
import { wordsIn } from "@/lib/views/language";

/** The 16 points clockwise from north, by their letters in English weather reports. */
const COMPASS_POINTS = [
  "N",
  "NNE",
  "NE",
  "ENE",
  "E",
  "ESE",
  "SE",
  "SSE",
  "S",
  "SSW",
  "SW",
  "WSW",
  "W",
  "WNW",
  "NW",
  "NNW",
] as const;
export type CompassPoint = (typeof COMPASS_POINTS)[number];

const ENGLISH_WORDS: Record<CompassPoint, string> = {
  N: "north",
  NNE: "north-northeast",
  NE: "northeast",
  ENE: "east-northeast",
  E: "east",
  ESE: "east-southeast",
  SE: "southeast",
  SSE: "south-southeast",
  S: "south",
  SSW: "south-southwest",
  SW: "southwest",
  WSW: "west-southwest",
  W: "west",
  WNW: "west-northwest",
  NW: "northwest",
  NNW: "north-northwest",
};
const SPANISH_WORDS: Record<CompassPoint, string> = {
  N: "norte",
  NNE: "nornoreste",
  NE: "noreste",
  ENE: "estenoreste",
  E: "este",
  ESE: "estesureste",
  SE: "sureste",
  SSE: "sursureste",
  S: "sur",
  SSW: "sursuroeste",
  SW: "suroeste",
  WSW: "oestesuroeste",
  W: "oeste",
  WNW: "oestenoroeste",
  NW: "noroeste",
  NNW: "nornoroeste",
};

const words = wordsIn({
  en: {
    compass: ENGLISH_WORDS,
    letters: (point: CompassPoint): string => point,
    feet: "ft",
    underAcres: (least: string) => `under ${least} acres`,
  },
  es: {
    compass: SPANISH_WORDS,
    // West is "oeste".
    letters: (point) => point.replaceAll("W", "O"),
    feet: "pies",
    underAcres: (least) => `menos de ${least} acres`,
  },
});

/**
 * The compass point of a bearing: the nearest of 16, or of 8.
 *
 * Units: degrees clockwise from north; any turn is taken into 0 to 360. A bearing half-way between two points takes
 * the next one clockwise. Source: none, plain geometry. Missing data: none.
 * Throws RangeError on a bearing that is not finite.
 */
export function compassPoint(bearingDeg: number, points: 8 | 16 = 16): CompassPoint {
  const step = COMPASS_POINTS.length / points;
  const turned = ((bearingDeg % 360) + 360) % 360;
  const nearest = Math.floor(turned / (360 / points) + 0.5) % points;
  const point = COMPASS_POINTS[nearest * step];
  if (point === undefined) throw new RangeError(`bearingDeg must be finite, got ${bearingDeg}`);
  return point;
}

/** The word for a compass point, in the language at hand: `southwest`. */
export const pointWord = (point: CompassPoint): string => words().compass[point];

/** The word for a bearing, in the language at hand: `southwest`. As `compassPoint` in all else. */
export const compassWord = (bearingDeg: number, points: 8 | 16 = 16): string =>
  pointWord(compassPoint(bearingDeg, points));

/** The letters for a bearing, as weather reports of the language at hand write it: `SW`, in Spanish `SO`. */
export const compassLetters = (bearingDeg: number): string => words().letters(compassPoint(bearingDeg));

const bare = (text: string): string => text.toLowerCase().replace(/[\s.-]/g, "");

/** English and Spanish together: no name of the one means another point in the other. */
const COMPASS_NAMES: ReadonlyMap<string, number> = new Map(
  COMPASS_POINTS.flatMap((point, index): [string, number][] => {
    const deg = (index * 360) / COMPASS_POINTS.length;
    const names = [point, point.replaceAll("W", "O"), ENGLISH_WORDS[point], SPANISH_WORDS[point]];
    return names.map((name) => [bare(name), deg]);
  }),
);

/**
 * The bearing that a compass point names, in letters or words: `SW`, `south-west`, `from the southwest`, `del suroeste`.
 *
 * Units: degrees clockwise from north, 0 up to but excluding 360. Source: none, plain geometry.
 * Missing data: null for anything that names none of the 16 points. Throws: never.
 */
export const bearingOfCompass = (text: string): number | null =>
  COMPASS_NAMES.get(bare(text.toLowerCase().replace(/^\s*(?:del?\s+|(?:from\s+)?(?:the\s+)?)/, ""))) ?? null;

/**
 * A distance as people read it: `1,320 ft`, and tenths below ten feet.
 *
 * Units: feet. Source: none. Missing data: the caller decides what stands for none. Throws: never.
 */
export const formatFeet = (distanceFt: number): string =>
  `${decimalText(distanceFt, Math.abs(distanceFt) < 10 ? 1 : 0)} ${words().feet}`;

/**
 * An area as people read it: `152.4 acres`, hundredths below one acre; a rest too small for that is still not `0`.
 *
 * Units: acres, which Spanish calls so too. Source: none. Missing data: the caller decides what stands for none.
 * Throws: never.
 */
export function formatAcres(areaAcres: number): string {
  const text = decimalText(areaAcres, Math.abs(areaAcres) < 1 ? 2 : 1);
  if (text === "0" && areaAcres > 0) return words().underAcres("0.01");
  return `${text} ${text === "1" ? "acre" : "acres"}`;
}
