import { writeFileSync } from "node:fs";
import { crc32, deflateRawSync } from "node:zlib";

/** Writes a small workbook of one sheet, with empty cells left out of the markup as spreadsheet programs do. */
export function writeXlsx(path: string, rows: readonly (readonly (string | number | null)[])[]): void {
  const strings: string[] = [];
  const cell = (value: string | number | null, column: number, row: number): string => {
    if (value === null || value === "") return "";
    const reference = `${String.fromCharCode(65 + column)}${row}`;
    if (typeof value === "number") return `<c r="${reference}"><v>${value}</v></c>`;
    return `<c r="${reference}" t="s"><v>${strings.push(value) - 1}</v></c>`;
  };
  const sheet = rows
    .map(
      (values, index) =>
        `<row r="${index + 1}">${values.map((value, column) => cell(value, column, index + 1)).join("")}</row>`,
    )
    .join("");
  const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  // Every string in two runs, as a text with two fonts is written.
  const shared = strings
    .map(
      (text) =>
        `<si><r><t xml:space="preserve">${escape(text.slice(0, 2))}</t></r><r><t xml:space="preserve">${escape(text.slice(2))}</t></r></si>`,
    )
    .join("");
  writeFileSync(
    path,
    zip({
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="Products" sheetId="1" r:id="rId7"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId7" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      "xl/sharedStrings.xml": `<sst>${shared}</sst>`,
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    }),
  );
}

function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from("PK\x03\x04", "latin1"), head, Buffer.from(name), packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, tail, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}
