import type { ReportDocument } from "@/lib/domain/report";
import { loadLetters } from "@/lib/gateways/pdf/letters";

/** Stands where a letter of another script has no shape in the font: a gap would be read as nothing missing. */
const NO_SHAPE = "\u{FFFD}";

/**
 * The report with every text as the page can show it: composed letters (NFC), single spaces, no control characters, and
 * a mark for what the font has no shape for. Names in any language written in Latin letters come through unchanged.
 */
export async function printable(report: ReportDocument): Promise<ReportDocument> {
  const { hasShape } = await loadLetters();
  const clean = (text: string): string =>
    Array.from(text.normalize("NFC").replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, " "), (letter) =>
      hasShape(letter.codePointAt(0) ?? 0) ? letter : NO_SHAPE,
    ).join("");
  return cleaned(report, clean) as ReportDocument;
}

/** Every text within a value; drawings, pictures and times stay as they are. */
function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, clean));
  if (typeof value !== "object" || value === null || value instanceof Date || value instanceof Uint8Array) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === "layers" ? member : cleaned(member, clean)]),
  );
}
