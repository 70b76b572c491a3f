import { decimalText } from "@/lib/domain/numbers";

const COMPASS_WORDS = [
  "north",
  "north-northeast",
  "northeast",
  "east-northeast",
  "east",
  "east-southeast",
  "southeast",
  "south-southeast",
  "south",
  "south-southwest",
  "southwest",
  "west-southwest",
  "west",
  "west-northwest",
  "northwest",
  "north-northwest",
] as const;
export type CompassWord = (typeof COMPASS_WORDS)[number];

/**
 * The word for a bearing: the nearest of 16 compass points, or of 8.
 *
 * Units: degrees clockwise from north; any turn is taken into 0 to 360. A bearing half-way between two points takes
 * the next one clockwise. Source: none, plain geometry. Missing data: none.
 * Throws RangeError on a bearing that is not finite.
 */
export function compassWord(bearingDeg: number, points: 8 | 16 = 16): CompassWord {
  const step = COMPASS_WORDS.length / points;
  const turned = ((bearingDeg % 360) + 360) % 360;
  const nearest = Math.floor(turned / (360 / points) + 0.5) % points;
  const word = COMPASS_WORDS[nearest * step];
  if (word === undefined) throw new RangeError(`bearingDeg must be finite, got ${bearingDeg}`);
  return word;
}

/**
 * The letters for a bearing, as weather reports write it: `SW`, `NNW`. The nearest of 16 compass points.
 *
 * Units: degrees clockwise from north. Source: none, plain geometry. Missing data: none.
 * Throws RangeError on a bearing that is not finite.
 */
export const compassLetters = (bearingDeg: number): string =>
  compassWord(bearingDeg)
    .replaceAll("-", "")
    .replace(/north|east|south|west/g, (word) => word.charAt(0).toUpperCase());

const COMPASS_NAMES: ReadonlyMap<string, number> = new Map(
  COMPASS_WORDS.flatMap((word, index): [string, number][] => {
    const deg = (index * 360) / COMPASS_WORDS.length;
    return [
      [word.replaceAll("-", ""), deg],
      [compassLetters(deg).toLowerCase(), deg],
    ];
  }),
);

/**
 * The bearing that a compass point names, in letters or words: `SW`, `south-west`, `from the southwest`.
 *
 * Units: degrees clockwise from north, 0 up to but excluding 360. Source: none, plain geometry.
 * Missing data: null for anything that names none of the 16 points. Throws: never.
 */
export const bearingOfCompass = (text: string): number | null =>
  COMPASS_NAMES.get(
    text
      .toLowerCase()
      .replace(/^\s*(?:from\s+)?(?:the\s+)?/, "")
      .replace(/[\s.-]/g, ""),
  ) ?? null;

/**
 * A distance as people read it: `1,320 ft`, and tenths below ten feet.
 *
 * Units: feet. Source: none. Missing data: the caller decides what stands for none. Throws: never.
 */
export const formatFeet = (distanceFt: number): string =>
  `${decimalText(distanceFt, Math.abs(distanceFt) < 10 ? 1 : 0)} ft`;

/**
 * An area as people read it: `152.4 acres`, hundredths below one acre; a rest too small for that is still not `0`.
 *
 * Units: acres. Source: none. Missing data: the caller decides what stands for none. Throws: never.
 */
export function formatAcres(areaAcres: number): string {
  const text = decimalText(areaAcres, Math.abs(areaAcres) < 1 ? 2 : 1);
  if (text === "0" && areaAcres > 0) return "under 0.01 acres";
  return `${text} ${text === "1" ? "acre" : "acres"}`;
}
