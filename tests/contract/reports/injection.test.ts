import { beforeAll, describe, expect, it } from "vitest";
import { PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString, type PDFObject } from "@cantoo/pdf-lib";
import type { ReportBlock } from "@/lib/domain/report";
import { renderPdf } from "@/lib/gateways/pdf/render-pdf";
import { registerFonts } from "@/lib/gateways/pdf/styles";
import { hasPoppler, infoOf, wordsOf } from "@/tests/support/poppler";
import { reportFilesFor, reportFor } from "@/tests/support/report-record";

registerFonts(process.cwd());
const SLOW_MS = 600_000;

/** What someone may send as a name, hoping that a reader of the PDF does more than read it. */
const HOSTILE: [string, string][] = [
  ["operators of a page", "x) Tj ET Q BT (owned"],
  ["an object of its own", "\nendstream endobj 99 0 obj << /S /JavaScript /JS (app.alert\\(1\\)) >> endobj"],
  ["the end of the file", "%%EOF\r\ntrailer << /Root 1 0 R /OpenAction << /S /Launch /F (calc.exe) >> >>"],
  ["brackets and escapes", "))))\\\\\\((((<</AA<</O<</S/URI/URI(https://evil.example)>>>>>>"],
  ["an address with a script", "javascript:alert(1)"],
  ["an address of someone else", "see https://evil.example/login"],
  ["a turned reading order", "\u202Efdp.exe\u202C \u2066x\u2069"],
  ["a very long word", "W".repeat(500)],
  ["letters of four bytes", "\u{1F33D}\u{1F69C}\u{10FFFF} \u{1D4D0}"],
  ["a mark of XML", `]]><x:evil xmlns:x="y"/><!-- & "'`],
];

/** Bold or italic letters of a name bring another subset of a font. */
const OF_FONTS = /^(?:F\d+|[A-Z]{6}\+NotoSans-\w+)$/;

const NAMES_OF_ACTIONS = new Set([
  "JavaScript",
  "JS",
  "Launch",
  "OpenAction",
  "AA",
  "SubmitForm",
  "ImportData",
  "GoToR",
  "GoToE",
]);

/** Every object of a file with what it holds, by its dictionaries' names. */
async function lookInto(pdf: Buffer): Promise<{ objects: number; names: Set<string>; addresses: string[] }> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const [names, addresses] = [new Set<string>(), [] as string[]];
  const look = (found: PDFObject): void => {
    if (found instanceof PDFRawStream) {
      look(found.dict);
      return;
    }
    if (!(found instanceof PDFDict)) return;
    for (const [key, value] of found.entries()) {
      names.add(key.decodeText());
      if (value instanceof PDFName) names.add(value.decodeText());
      if (key.decodeText() === "URI" && value instanceof PDFString) addresses.push(value.decodeText());
      look(value);
    }
  };
  const all = context.enumerateIndirectObjects();
  for (const [, found] of all) look(found);
  return { objects: all.length, names, addresses };
}

const made = (name: string): Promise<Buffer> => {
  const wish = { fieldName: name, providerName: name, notes: name, productName: () => name };
  const report = reportFor(wish);
  const told: ReportBlock = { kind: "text", text: `Application ${name}, as a sentence names it.`, tone: "plain" };
  const section = { id: "told", heading: name, blocks: [told] };
  return renderPdf({
    report: { ...report, sections: [...report.sections, section] },
    logo: null,
    files: reportFilesFor(wish),
  });
};

describe("names in a report's PDF", () => {
  let harmless: Awaited<ReturnType<typeof lookInto>>;
  beforeAll(async () => {
    harmless = await lookInto(await made("DEMO Field 1"));
  }, SLOW_MS);

  it.each(HOSTILE)("that are %s do nothing, and lead nowhere", { timeout: SLOW_MS }, async (_what, name) => {
    const pdf = await made(name);
    const found = await lookInto(pdf);
    for (const action of NAMES_OF_ACTIONS) expect([...found.names]).not.toContain(action);
    for (const address of found.addresses)
      expect(address).toMatch(/^https:\/\/esa\.example\.com\/verify\/[0-9a-f]{64}(?:\/report)?$/);
    // Names and their kinds are those of any report: nothing that was sent became a part of the file's structure.
    const others = [...found.names].filter((each) => !harmless.names.has(each));
    expect(others.filter((each) => !OF_FONTS.test(each))).toEqual([]);
    if (!hasPoppler) return;
    expect(infoOf(pdf)).toMatch(/JavaScript:\s+no/);
    const visible = /[a-z]{4,40}/i.exec(name)?.[0];
    if (visible !== undefined) expect(wordsOf(pdf).replaceAll(" ", "")).toContain(visible);
    expect(wordsOf(pdf)).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  });
});
