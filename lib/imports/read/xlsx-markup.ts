/**
 * The little of SpreadsheetML that tables need: rows, cells, shared and inline strings. Its XML is written by
 * programs and has no comments or character data sections, so tags are found by their names.
 */

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decodeText = (text: string): string =>
  text.includes("&") || text.includes("_x")
    ? text
        .replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
          if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
          if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
          return ENTITIES[name ?? ""] ?? whole;
        })
        .replaceAll(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;

export function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return found === undefined ? null : decodeText(found);
}

/** Elements of one name, which do not nest, out of a text that arrives in pieces. */
export async function* tagBodies(
  pieces: AsyncIterable<string>,
  tag: string,
): AsyncGenerator<{ attributes: string; body: string }> {
  const element = new RegExp(`<(?:\\w+:)?${tag}(\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${tag}>)`, "g");
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    let end = 0;
    element.lastIndex = 0;
    for (let found = element.exec(text); found !== null; found = element.exec(text)) {
      end = element.lastIndex;
      yield { attributes: found[1] ?? "", body: found[2] ?? "" };
    }
    text = text.slice(end);
  }
}

/** All runs of a string; readings in another script (`rPh`) are not part of it. */
export function sharedString(body: string): string {
  const own = body.includes("rPh") ? body.replaceAll(/<(?:\w+:)?rPh[\s>][\s\S]*?<\/(?:\w+:)?rPh>/g, "") : body;
  let text = "";
  for (const [, run] of own.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g)) text += run ?? "";
  return decodeText(text);
}

const CELL = /<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g;
const VALUE = /<(?:\w+:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?v>/;
const REFERENCE = /\sr="([A-Z]+)/;
const KIND = /\st="(\w+)"/;

/** Cells by column: empty cells are left out of the markup, and those after them must not move up. */
export function readRow(body: string, strings: readonly string[]): (string | undefined)[] {
  const cells: (string | undefined)[] = [];
  for (const [, attributes = "", content = ""] of body.matchAll(CELL)) {
    const letters = REFERENCE.exec(attributes)?.[1];
    const column = letters === undefined ? cells.length : columnNumber(letters);
    cells[column] = cellText(KIND.exec(attributes)?.[1], content, strings);
  }
  return cells;
}

function cellText(kind: string | undefined, content: string, strings: readonly string[]): string | undefined {
  if (kind === "inlineStr") return sharedString(content);
  const value = VALUE.exec(content)?.[1];
  if (value === undefined || kind === "e") return undefined;
  return kind === "s" ? strings[Number(value)] : decodeText(value);
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + (letter.charCodeAt(0) - 64);
  return number - 1;
}
