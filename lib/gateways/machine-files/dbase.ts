import { cutTo } from "@/lib/gateways/machine-files/text";

/** A column of a dBASE table: at most ten plain letters. A number has so many decimals. */
export interface Column {
  name: string;
  width: number;
  decimals?: number;
}
export type Cell = string | number | null;

const HEADER_BYTES = 32;
const COLUMN_BYTES = 32;
const DBASE_3 = 0x03;
const END_OF_COLUMNS = 0x0d;
const END_OF_FILE = 0x1a;
const SPACE = 0x20;

const utf8Bytes = (letter: string): number => Buffer.byteLength(letter, "utf8");

function cell(value: Cell, { name, width, decimals }: Column): Buffer {
  if (value === null) return Buffer.alloc(width, SPACE);
  if (typeof value === "number") {
    const text = value.toFixed(decimals ?? 0).padStart(width);
    if (text.length > width) throw new RangeError(`${name} has no room for ${value}`);
    return Buffer.from(text, "ascii");
  }
  const text = Buffer.from(cutTo(value, width, utf8Bytes), "utf8");
  return Buffer.concat([text, Buffer.alloc(width - text.length, SPACE)]);
}

/**
 * A dBASE III table, as shapefiles carry their attributes. Texts are UTF-8, which the `.cpg` beside it says.
 * Throws RangeError on a number that its column has no room for.
 */
export function writeDbase(columns: readonly Column[], rows: readonly Cell[][], on: Date): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt8(DBASE_3, 0);
  head.set([on.getUTCFullYear() - 1900, on.getUTCMonth() + 1, on.getUTCDate()], 1);
  head.writeUInt32LE(rows.length, 4);
  head.writeUInt16LE(HEADER_BYTES + columns.length * COLUMN_BYTES + 1, 8);
  head.writeUInt16LE(
    columns.reduce((sum, { width }) => sum + width, 1),
    10,
  );
  const described = columns.map(({ name, width, decimals }) => {
    const column = Buffer.alloc(COLUMN_BYTES);
    column.write(name, 0, 10, "ascii");
    column.write(decimals === undefined ? "C" : "N", 11, "ascii");
    column.set([width, decimals ?? 0], 16);
    return column;
  });
  const records = rows.flatMap((row) => [
    Buffer.of(SPACE),
    ...columns.map((column, index) => cell(row[index] ?? null, column)),
  ]);
  return Buffer.concat([head, ...described, Buffer.of(END_OF_COLUMNS), ...records, Buffer.of(END_OF_FILE)]);
}
