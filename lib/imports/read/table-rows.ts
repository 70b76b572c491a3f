import { parse } from "csv-parse";
import { Readable } from "node:stream";
import { ImportFailure } from "@/lib/imports/failure";
import { openBytes } from "@/lib/imports/read/bytes";
import { measuredBy, type RecordSource, type SourceRecord, type TableRow } from "@/lib/imports/read/records";
import { openXlsxRows } from "@/lib/imports/read/xlsx";

/** `EPA Reg. Num` and `epa_reg_num` are the same column. */
const columnName = (header: string | undefined): string =>
  (header ?? "")
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");

/** Rows of a CSV or XLSX file as objects under their column names. The first row holds the names. */
export async function openTable(path: string, required: readonly string[]): Promise<RecordSource> {
  const { measure, rows } = /\.xlsx$/i.test(path) ? await openXlsxRows(path) : await openCsvRows(path);
  return { ...measuredBy(measure), records: asObjects(rows, measure.name, required), outline: () => null };
}

async function openCsvRows(path: string) {
  const measure = await openBytes(path);
  return { measure, rows: csvRows(measure.chunks) };
}

async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<TableRow> {
  const parser = parse({ bom: true, relax_column_count: true, relax_quotes: true });
  const source = Readable.from(chunks);
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let line = 1;
  for await (const cells of parser as AsyncIterable<string[]>) {
    const isBlank = cells.length === 1 && cells[0] === "";
    if (!isBlank) yield { line, cells };
    // Counted here, since the parser counts a line break inside quotes twice when it is written with two characters.
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
  }
}

async function* asObjects(
  rows: AsyncIterable<TableRow>,
  name: string,
  required: readonly string[],
): AsyncGenerator<SourceRecord> {
  let columns: string[] | null = null;
  let number = 0;
  for await (const { line, cells } of rows) {
    if (columns === null) {
      columns = cells.map(columnName);
      refuseMissing(columns, required, name);
      continue;
    }
    number += 1;
    const value = Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? null]));
    yield { number, line, value, fault: null };
  }
}

function refuseMissing(columns: readonly string[], required: readonly string[], name: string): void {
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length === 0) return;
  throw new ImportFailure(`${name} has no column ${missing.join(", ")}; it has ${columns.slice(0, 40).join(", ")}`);
}
