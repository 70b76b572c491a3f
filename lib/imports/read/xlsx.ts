import { createHash } from "node:crypto";
import { basename } from "node:path";
import { promisify } from "node:util";
import { type Entry, open, type ZipFile } from "yauzl";
import { ImportFailure, reasonOf } from "@/lib/imports/failure";
import type { ByteSource } from "@/lib/imports/read/bytes";
import type { TableRow } from "@/lib/imports/read/records";
import { attribute, readRow, sharedString, tagBodies } from "@/lib/imports/read/xlsx-markup";

/**
 * Rows of the first sheet of a workbook. Only the shared strings are held in memory; the sheet is unpacked and read
 * row by row. Of the readers that exist for npm, those that stream lose empty cells or rich text, and the others
 * hold the whole workbook (docs/data-sets.md).
 */
export async function openXlsxRows(
  path: string,
): Promise<{ measure: Omit<ByteSource, "chunks">; rows: AsyncIterable<TableRow> }> {
  const book = await Workbook.open(path);
  const sheet = await book.firstSheet();
  const hash = createHash("sha256");
  let digest: string | null = null;
  let read = 0;
  const count = (text: string) => {
    read += text.length;
    hash.update(text);
  };
  return {
    measure: {
      name: basename(path),
      totalBytes: sheet.uncompressedSize + book.sharedStringsSize,
      readBytes: () => read,
      digest: () => (digest ??= hash.digest("hex")),
    },
    rows: sheetRows(book, sheet, count),
  };
}

async function* sheetRows(book: Workbook, sheet: Entry, count: (text: string) => void): AsyncGenerator<TableRow> {
  try {
    const strings = await book.sharedStrings(count);
    let line = 0;
    for await (const row of tagBodies(book.text(sheet, count), "row")) {
      line = Number(attribute(row.attributes, "r") ?? line + 1);
      yield { line, cells: readRow(row.body, strings) };
    }
  } finally {
    book.close();
  }
}

/** The parts of a workbook: a zip archive of XML files. */
class Workbook {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(path: string): Promise<Workbook> {
    try {
      const zip = await promisify<string, { lazyEntries: boolean; autoClose: boolean }, ZipFile>(open)(path, {
        lazyEntries: true,
        autoClose: false,
      });
      return new Workbook(zip, await listEntries(zip));
    } catch (error) {
      throw new ImportFailure(`cannot read ${path} as XLSX: ${reasonOf(error)}`, { cause: error });
    }
  }

  close = (): void => this.zip.close();

  async firstSheet(): Promise<Entry> {
    const workbook = await this.whole("xl/workbook.xml");
    const links = await this.whole("xl/_rels/workbook.xml.rels");
    const first = /<(?:\w+:)?sheet\s([^>]*)>/.exec(workbook)?.[1] ?? "";
    const id = attribute(first, "r:id") ?? attribute(first, "id");
    for (const [, attributes = ""] of links.matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)) {
      if (attribute(attributes, "Id") !== id) continue;
      const target = (attribute(attributes, "Target") ?? "").replace(/^\//, "");
      const entry = this.entries.get(target.startsWith("xl/") ? target : `xl/${target}`);
      if (entry !== undefined) return entry;
    }
    throw new ImportFailure("the workbook has no sheet");
  }

  get sharedStringsSize(): number {
    return this.entries.get("xl/sharedStrings.xml")?.uncompressedSize ?? 0;
  }

  /** Texts that cells refer to by number, in the order of the file. */
  async sharedStrings(count: (text: string) => void): Promise<string[]> {
    const entry = this.entries.get("xl/sharedStrings.xml");
    const strings: string[] = [];
    if (entry === undefined) return strings;
    for await (const { body } of tagBodies(this.text(entry, count), "si")) strings.push(sharedString(body));
    return strings;
  }

  async *text(entry: Entry, count: (text: string) => void): AsyncGenerator<string> {
    const stream = await this.zip.openReadStreamPromise(entry);
    const decoder = new TextDecoder();
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const text = decoder.decode(chunk, { stream: true });
      count(text);
      yield text;
    }
  }

  private async whole(name: string): Promise<string> {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new ImportFailure(`the workbook has no ${name}`);
    let text = "";
    for await (const part of this.text(entry, () => undefined)) text += part;
    return text;
  }
}

const listEntries = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on("entry", (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on("end", () => resolve(entries));
    zip.on("error", reject);
    zip.readEntry();
  });
