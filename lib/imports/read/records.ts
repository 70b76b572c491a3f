import { createHash } from "node:crypto";
import { type ByteSource, openBytes } from "@/lib/imports/read/bytes";
import { ImportFailure } from "@/lib/imports/failure";
import { saysMoreFollow } from "@/lib/imports/read/partial-list";
import { RecordSplitter } from "@/lib/imports/read/record-splitter";

/** One record of a source: parsed, or with the reason why it could not be. */
export interface SourceRecord {
  number: number;
  line: number | null;
  value: unknown;
  fault: string | null;
}

/** A row of a table as text, with the line (or the sheet's row) it stands on. */
export interface TableRow {
  line: number;
  cells: (string | undefined)[];
}

/** Records one after another, and how far the reading is. */
export interface RecordSource {
  name: string;
  unit: "bytes" | "records";
  total: number | null;
  done: () => number;
  records: AsyncIterable<SourceRecord>;
  /** Hash of the content; asked for after the last record. */
  digest: () => string;
  /** What stood around the list, once the last record has been read; null where there is nothing around. */
  outline: () => unknown;
}

/** Records given by a program instead of a file: the seeds and the tests. */
export interface GivenRecords {
  name: string;
  records: Iterable<unknown> | AsyncIterable<unknown>;
}

/** The list of a JSON file under one of `keys` (or the file's own list), or one JSON text a line. */
export async function openJsonRecords(path: string, keys: readonly string[]): Promise<RecordSource> {
  const bytes = await openBytes(path);
  const byLine = /\.(ndjson|jsonl|geojsonl|geojsons)(\.gz)?$/i.test(path);
  let outline: unknown = null;
  const records = byLine ? linesOf(bytes) : listOf(bytes, keys, (found) => (outline = found));
  return { ...measuredBy(bytes), records, outline: () => outline };
}

export const measuredBy = (
  bytes: Omit<ByteSource, "chunks">,
): Pick<RecordSource, "name" | "unit" | "total" | "done" | "digest"> => ({
  name: bytes.name,
  unit: "bytes",
  total: bytes.totalBytes,
  done: bytes.readBytes,
  digest: bytes.digest,
});

async function* listOf(
  bytes: ByteSource,
  keys: readonly string[],
  setOutline: (outline: unknown) => void,
): AsyncGenerator<SourceRecord> {
  const splitter = new RecordSplitter(bytes.name, keys);
  let given = 0;
  for await (const chunk of bytes.chunks) {
    for (const record of splitter.push(chunk)) {
      given += 1;
      yield parse(record.number, record.line, record.text);
    }
  }
  const outline = splitter.end();
  if (saysMoreFollow(outline, given))
    throw new ImportFailure(
      `${bytes.name} is a part of a list: it says that more follow than its ${given} records. Save the whole list.`,
    );
  setOutline(outline);
}

async function* linesOf(bytes: ByteSource): AsyncGenerator<SourceRecord> {
  let number = 0;
  for await (const { line, text } of textLines(bytes.chunks)) {
    if (text.trim() === "") continue;
    number += 1;
    yield parse(number, line, text);
  }
}

/** Lines of a text, cut at line feeds whatever the pieces it arrives in. */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; text: string }> {
  let parts: Buffer[] = [];
  let line = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
      parts.push(chunk.subarray(from, at));
      line += 1;
      yield { line, text: Buffer.concat(parts).toString("utf8") };
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield { line: line + 1, text: Buffer.concat(parts).toString("utf8") };
}

function parse(number: number, line: number, text: string): SourceRecord {
  try {
    return { number, line, value: JSON.parse(text) as unknown, fault: null };
  } catch {
    return { number, line, value: null, fault: "is not JSON" };
  }
}

export function givenRecords({ name, records }: GivenRecords): RecordSource {
  const hash = createHash("sha256");
  let digest: string | null = null;
  let done = 0;
  async function* numbered(): AsyncGenerator<SourceRecord> {
    for await (const value of records) {
      done += 1;
      hash.update(JSON.stringify(value));
      yield { number: done, line: null, value, fault: null };
    }
  }
  return {
    name,
    unit: "records",
    total: null,
    done: () => done,
    records: numbered(),
    digest: () => (digest ??= hash.digest("hex")),
    outline: () => null,
  };
}
