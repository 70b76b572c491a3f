import { Font } from "@react-pdf/renderer";
import type { ReportDocument } from "@/lib/domain/report";
import { FONT } from "@/lib/gateways/pdf/styles";

/** Stands where a letter of another script has no shape in the font: a gap would be read as nothing missing. */
const NO_SHAPE = "\u{FFFD}";

let hasShape: ((codePoint: number) => boolean) | null = null;

async function shapes(): Promise<(codePoint: number) => boolean> {
  if (hasShape !== null) return hasShape;
  const descriptor = { fontFamily: FONT, fontWeight: 400 };
  await Font.load(descriptor);
  // The library's types leave this open; what it loads is fontkit's font.
  const { data } = Font.getFont(descriptor) as {
    data: { hasGlyphForCodePoint: (codePoint: number) => boolean } | null;
  };
  if (data === null) throw new Error("the report's font could not be read");
  const known = new Map<number, boolean>();
  hasShape = (codePoint) => {
    const seen = known.get(codePoint);
    if (seen !== undefined) return seen;
    const has = data.hasGlyphForCodePoint(codePoint);
    known.set(codePoint, has);
    return has;
  };
  return hasShape;
}

/**
 * The report with every text as the page can show it: composed letters (NFC), single spaces, no control characters, and
 * a mark for what the font has no shape for. Names in any language written in Latin letters come through unchanged.
 */
export async function printable(report: ReportDocument): Promise<ReportDocument> {
  const has = await shapes();
  const clean = (text: string): string =>
    Array.from(text.normalize("NFC").replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, " "), (letter) =>
      has(letter.codePointAt(0) ?? 0) ? letter : NO_SHAPE,
    ).join("");
  return cleaned(report, clean) as ReportDocument;
}

/** Every text within a value; drawings and times stay as they are. */
function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, clean));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === "layers" ? member : cleaned(member, clean)]),
  );
}
