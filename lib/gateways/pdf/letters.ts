import { Font } from "@react-pdf/renderer";
import { LRUCache } from "lru-cache";
import { FONT } from "@/lib/gateways/pdf/styles";

/** How a text is set. */
export interface Type {
  sizePt: number;
  isBold?: boolean;
}

/** What the report's font knows of its letters. */
export interface Letters {
  hasShape: (codePoint: number) => boolean;
  /** Of a text on one line, points. */
  widthPt: (text: string, type: Type) => number;
}

/** What is used of fontkit's font, which the library loads and whose type it leaves open. */
interface Face extends Readonly<Record<(typeof FIGURES)[number], unknown>> {
  unitsPerEm: number;
  name: { records: object };
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  glyphForCodePoint: (codePoint: number) => { advanceWidth: number };
  /** Shapes a text: letters become glyphs with their places. */
  layout: (text: string, features?: unknown, script?: unknown, language?: unknown, direction?: string) => GlyphRun;
}

/** A shaped text. */
interface GlyphRun {
  positions: GlyphPosition[];
}

let letters: Letters | null = null;

/** Reads the font once in a thread. */
export async function loadLetters(): Promise<Letters> {
  letters ??= lettersOf(await faceOf(400), await faceOf(700));
  return letters;
}

/** Once `loadLetters` has been waited for; throws before. */
export function knownLetters(): Letters {
  if (letters === null) throw new Error("the report's font has not been read yet");
  return letters;
}

async function faceOf(fontWeight: number): Promise<Face> {
  const descriptor = { fontFamily: FONT, fontWeight };
  await Font.load(descriptor);
  const { data } = Font.getFont(descriptor) as { data: Face | null };
  if (data === null) throw new Error("the report's font could not be read");
  rememberShapes(data);
  rememberFigures(data);
  return data;
}

/** Labels, heads and the like: whole paragraphs do not come again. */
const REMEMBERED = { texts: 4000, longest: 120 };

/** What a font's getters read from its tables at every call. */
const FIGURES = [
  "postscriptName",
  "unitsPerEm",
  "ascent",
  "descent",
  "lineGap",
  "capHeight",
  "xHeight",
  "bbox",
] as const;

/**
 * What writes the PDF opens the font again for each run of letters, and tells by the whole table of names, license and
 * all, written as JSON, that it has it already: a tenth of the time that a report takes.
 */
function rememberFigures(face: Face): void {
  for (const name of FIGURES) Object.defineProperty(face, name, { value: face[name] });
  Object.defineProperty(face.name.records, "toJSON", { value: () => face.postscriptName });
}

/** Where a letter stands beside its place in the line; in the font's units. */
type GlyphPosition = Record<string, number>;

/**
 * Shaping is a third of the time that a report takes, and most of its texts stand in every report. The layout engine
 * only reads what the font gives and is given the same again. What writes the PDF names no features by an empty list,
 * and scales the places of the letters where they are: it is given places of its own.
 */
function rememberShapes(face: Face): void {
  const shape = face.layout.bind(face);
  const known = new LRUCache<string, GlyphRun>({ max: REMEMBERED.texts });
  face.layout = (text, features, script, language, direction) => {
    const isForPaper = Array.isArray(features) && features.length === 0;
    const isPlain = (features === undefined || isForPaper) && script === undefined && direction === "ltr";
    if (!isPlain || text.length > REMEMBERED.longest) return shape(text, features, script, language, direction);
    const run = known.get(text) ?? shape(text, undefined, script, language, direction);
    known.set(text, run);
    return isForPaper ? withOwnPlaces(run) : run;
  };
}

const withOwnPlaces = (run: GlyphRun): GlyphRun =>
  copied(run, { positions: run.positions.map((place) => copied(place, {})) });

/** Another object of the same class. */
const copied = <T extends object>(from: T, changes: Partial<T>): T =>
  Object.assign(Object.create(Object.getPrototypeOf(from) as object) as T, from, changes);

/** How far a letter reaches, in ems; null without a shape. */
type Advance = (codePoint: number) => number | null;

function advancesOf(face: Face): Advance {
  const known = new Map<number, number | null>();
  return (codePoint) => {
    const seen = known.get(codePoint);
    if (seen !== undefined) return seen;
    const found = face.hasGlyphForCodePoint(codePoint)
      ? face.glyphForCodePoint(codePoint).advanceWidth / face.unitsPerEm
      : null;
    known.set(codePoint, found);
    return found;
  };
}

function lettersOf(regular: Face, bold: Face): Letters {
  const [ofRegular, ofBold] = [advancesOf(regular), advancesOf(bold)];
  return {
    hasShape: (codePoint) => ofRegular(codePoint) !== null,
    widthPt: (text, { sizePt, isBold = false }) => {
      const advance = isBold ? ofBold : ofRegular;
      return sizePt * Array.from(text).reduce((sum, letter) => sum + (advance(letter.codePointAt(0) ?? 0) ?? 1), 0);
    },
  };
}

/** Rounding of the layout. */
const SLACK_PT = 0.5;

/**
 * A text for lines of a given width. A word that is longer than a line is separated by spaces into pieces that each fill
 * one, so that every blank falls where a line ends; other words are left whole. The layout engine would put a hyphen
 * where it parts a word, and codes are to be copied as they stand.
 */
export function fitted(text: string, lineWidthPt: number, type: Type): string {
  const { widthPt } = knownLetters();
  const mostPt = lineWidthPt - SLACK_PT;
  if (widthPt(text, type) <= mostPt) return text;
  return text
    .split(" ")
    .map((word) => (widthPt(word, type) <= mostPt ? word : parted(word, mostPt, type).join(" ")))
    .join(" ");
}

/** A letter stays with the marks that are set over or under it. */
const CLUSTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

function parted(word: string, mostPt: number, type: Type): string[] {
  const { widthPt } = knownLetters();
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of CLUSTERS.segment(word)) {
    if (piece !== "" && widthPt(piece + segment, type) > mostPt) {
      pieces.push(piece);
      piece = segment;
    } else piece += segment;
  }
  return [...pieces, piece];
}
