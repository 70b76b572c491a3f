import type { Polygon, Position } from "geojson";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    noCorner: (line: number) => `Line ${line} is no corner. Write latitude and longitude, such as 42.0123, -93.4567.`,
    tooFew: "An area needs at least three corners.",
  },
  es: {
    noCorner: (line) => `La línea ${line} no es una esquina. Escriba latitud y longitud, como 42.0123, -93.4567.`,
    tooFew: "Un área necesita al menos tres esquinas.",
  },
});

const NUMBER = /^[+-]?\d{1,3}(?:\.\d+)?$/;

/**
 * Corners as someone writes them: one to a line, latitude and then longitude, with a comma or blanks between. Three at
 * least; the outline closes itself.
 */
export function polygonOfCorners(text: string): { polygon: Polygon } | { fault: string } {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const corners: Position[] = [];
  for (const [index, line] of lines.entries()) {
    const corner = cornerOf(line);
    if (corner === null) {
      return { fault: words().noCorner(index + 1) };
    }
    corners.push(corner);
  }
  const [first] = corners;
  if (first === undefined || corners.length < 3) return { fault: words().tooFew };
  return { polygon: { type: "Polygon", coordinates: [[...corners, first]] } };
}

/** Nine decimals are a tenth of a millimeter, and what the pen keeps. */
const DECIMALS = 9;

/** An outline as its corners are written, to be changed and read again. */
export const cornersInWords = ({ coordinates: [ring = []] }: Polygon): string =>
  ring
    .slice(0, -1)
    .map(([lon = 0, lat = 0]) => [lat, lon].map((degrees) => Number(degrees.toFixed(DECIMALS))).join(", "))
    .join("\n");

function cornerOf(line: string): Position | null {
  const parts = line.split(/[\s,;]+/).filter((part) => part !== "");
  const [latitude, longitude] = parts;
  if (parts.length !== 2 || latitude === undefined || longitude === undefined) return null;
  if (!NUMBER.test(latitude) || !NUMBER.test(longitude)) return null;
  const [lat, lon] = [Number(latitude), Number(longitude)];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lon, lat] : null;
}
