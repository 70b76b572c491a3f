import { getDocumentProxy } from "unpdf";
import { reasonOf } from "@/lib/imports/failure";

/** One page of a label. */
export interface LabelPage {
  text: string;
  /** Part of the page is a picture, or letters that are drawn as outlines: their words are in no text. */
  hasImage: boolean;
}

export type LabelText = { ok: true; pages: LabelPage[] } | { ok: false; reason: string };

/** More pages than any label has; a file with more is not read. */
const MOST_PAGES = 600;
/** Where a whole PDF has its end mark. */
const END_MARK_WITHIN = 2048;

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** The text of a PDF, page by page; a reason where the file cannot be read whole. */
export async function readLabelText(bytes: Uint8Array): Promise<LabelText> {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  if (!start.includes("%PDF-")) return { ok: false, reason: "the file is no PDF" };
  const end = Buffer.from(bytes.subarray(-END_MARK_WITHIN)).toString("latin1");
  if (!end.includes("%%EOF")) return { ok: false, reason: "the PDF is cut off" };
  let document: PdfDocument | null = null;
  try {
    // What pdf.js cannot read it leaves out of the page otherwise, and what is left may say nothing of endangered species.
    document = await getDocumentProxy(bytes.slice(), { verbosity: 0, stopAtErrors: true });
    if (document.numPages > MOST_PAGES) return { ok: false, reason: `the PDF has ${document.numPages} pages` };
    const pages: LabelPage[] = [];
    for (let number = 1; number <= document.numPages; number += 1) pages.push(await readPage(document, number));
    return { ok: true, pages };
  } catch (error) {
    return { ok: false, reason: `the PDF cannot be read: ${reasonOf(error)}` };
  } finally {
    await document?.destroy();
  }
}

async function readPage(document: PdfDocument, number: number): Promise<LabelPage> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  const text = items
    .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""))
    .join("")
    // A word broken over two lines is one word.
    .replaceAll(/(\p{L})-\n(\p{Ll})/gu, "$1$2")
    .replaceAll(/\s+/g, " ")
    .trim();
  const { fnArray, argsArray } = await page.getOperatorList();
  page.cleanup();
  const outlines = fnArray.reduce((sum, operation, index) => {
    return operation === PATH_OPERATION ? sum + outlinesIn(argsArray[index]) : sum;
  }, 0);
  return {
    text,
    hasImage: outlines >= FEWEST_OUTLINES || fnArray.some((operation) => IMAGE_OPERATIONS.has(operation)),
  };
}

/** pdf.js number for drawing a path: one outline, or all of a page. */
const PATH_OPERATION = 91;
/** A paragraph whose letters are outlines has more of them than a table has lines or a logo has parts. */
const FEWEST_OUTLINES = 250;

/** How many numbers follow each step of a path: to begin an outline, a line, two curves, the way back. */
const NUMBERS_OF_STEP = [2, 2, 6, 4, 0];

/** How many outlines one path has. For one of another form: as many as letters take. */
function outlinesIn(args: unknown): number {
  const steps: unknown = Array.isArray(args) && Array.isArray(args[1]) ? args[1][0] : undefined;
  // A path that draws nothing.
  if (steps === null) return 0;
  if (!(steps instanceof Float32Array)) return FEWEST_OUTLINES;
  let outlines = 0;
  for (let at = 0; at < steps.length;) {
    const step = steps[at] ?? Number.NaN;
    const numbers = NUMBERS_OF_STEP[step];
    if (numbers === undefined) return FEWEST_OUTLINES;
    if (step === 0) outlines += 1;
    at += 1 + numbers;
  }
  return outlines;
}

/** pdf.js numbers for painting a picture: JPEG, image object, inline image, and their masks and repeats. */
const IMAGE_OPERATIONS = new Set([82, 83, 84, 85, 86, 87, 88, 89]);

/**
 * pdf.js cuts its data of a font by a method that Node has from 21 on. Without it a page ends, for pdf.js, where it first names a font,
 * and what is drawn after that is not seen.
 */
if (!("transferToFixedLength" in ArrayBuffer.prototype)) {
  Object.defineProperty(ArrayBuffer.prototype, "transferToFixedLength", {
    configurable: true,
    writable: true,
    value(this: ArrayBuffer, length?: number): ArrayBuffer {
      return this.slice(0, length);
    },
  });
}
