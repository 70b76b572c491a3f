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
    document = await getDocumentProxy(bytes.slice(), { verbosity: 0 });
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
  const { fnArray } = await page.getOperatorList();
  page.cleanup();
  const outlines = fnArray.filter((operation) => operation === OUTLINE_OPERATION).length;
  return {
    text,
    hasImage: outlines >= FEWEST_OUTLINES || fnArray.some((operation) => IMAGE_OPERATIONS.has(operation)),
  };
}

/** pdf.js number for drawing an outline. */
const OUTLINE_OPERATION = 91;
/** A paragraph whose letters are outlines has more of them than a table has lines or a logo has parts. */
const FEWEST_OUTLINES = 250;

/** pdf.js numbers for painting a picture: JPEG, image object, inline image, and their masks and repeats. */
const IMAGE_OPERATIONS = new Set([82, 83, 84, 85, 86, 87, 88, 89]);
