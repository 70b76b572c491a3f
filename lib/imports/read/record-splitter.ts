import { ImportFailure } from "@/lib/imports/failure";

/** One element of the list in a JSON text, still as text, with its place. */
export interface RawRecord {
  number: number;
  /** Line of the text its first character is on. */
  line: number;
  text: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What stands around the list is small; more means that the list asked for is not the one that is large. */
const OUTLINE_LIMIT = 16 << 20;
/** Past this a record would not fit into a string, and no single polygon is that large. */
const RECORD_LIMIT = 256 << 20;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const opens = (byte: number): boolean => byte === OPEN_LIST || byte === OPEN_OBJECT;
const closes = (byte: number): boolean => byte === CLOSE_LIST || byte === CLOSE_OBJECT;

/**
 * Cuts a JSON text into the elements of one list in it, without building anything: the list that is the whole text,
 * or the first one that a member of the outermost object holds under one of `keys`. Each element is then parsed by
 * itself, so memory is that of one record however long the file, and every record knows its line.
 *
 * Preferred to stream-json, which makes an object of every number and bracket and knows no lines
 * (docs/data-sets.md has the measurement).
 */
export class RecordSplitter {
  private phase: "before" | "inside" | "after" = "before";
  private depth = 0;
  private inString = false;
  private escaped = false;
  private line = 1;
  /** Text outside the list, in which `[]` stands for it. */
  private outlineText: Buffer[] = [];
  private outlineBytes = 0;
  /** The last complete string at depth one before the list, and the key it turned out to be. */
  private word: number[] | null = null;
  private key = "";
  private listDepth = 0;
  private expecting: "first" | "comma" | "value" = "first";
  private number = 0;
  private recordLine = 0;
  private parts: Buffer[] = [];
  private partBytes = 0;
  private recordStart = -1;

  constructor(
    private readonly name: string,
    private readonly keys: readonly string[],
  ) {}

  /** The records that end in this piece of the text. */
  push(chunk: Buffer): RawRecord[] {
    const records: RawRecord[] = [];
    let outlineStart = this.phase === "inside" ? -1 : 0;
    this.recordStart = this.isInRecord() ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) this.line += 1;
      if (this.phase === "inside") {
        this.inside(chunk, at, byte, records);
        if (this.hasLeftList()) outlineStart = at;
      } else if (this.before(byte)) {
        this.keepOutline(chunk.subarray(outlineStart, at + 1));
        outlineStart = -1;
      }
    }
    if (outlineStart >= 0) this.keepOutline(chunk.subarray(outlineStart));
    if (this.recordStart >= 0) this.keepPart(chunk.subarray(this.recordStart));
    return records;
  }

  /** What stood around the list, with an empty list in its place. */
  end(): unknown {
    if (this.phase === "inside") {
      throw new ImportFailure(`${this.name} ends inside record ${this.number + 1} (line ${this.line}): it was cut off`);
    }
    const wanted = this.keys.length === 0 ? "list" : `list under ${this.keys.map((key) => `"${key}"`).join(" or ")}`;
    const text = Buffer.concat(this.outlineText)
      .toString("utf8")
      .replace(/^\uFEFF/, "");
    let outline: unknown;
    try {
      outline = JSON.parse(text);
    } catch {
      throw new ImportFailure(`${this.name} is not JSON, or was cut off (line ${this.line})`);
    }
    if (this.phase === "before") throw new ImportFailure(`${this.name} has no ${wanted}${faultIn(outline)}`);
    return outline;
  }

  private isInRecord = (): boolean => this.partBytes > 0;

  /** True once, when the list has just ended. */
  private hasLeftList(): boolean {
    return this.depth < this.listDepth;
  }

  /** Text outside the list. True when this byte opens the list. */
  private before(byte: number): boolean {
    if (this.inString) {
      this.stringByte(byte);
      return false;
    }
    if (byte === QUOTE) {
      this.inString = true;
      this.word = this.depth === 1 ? [] : null;
    } else if (byte === COLON && this.depth === 1) {
      this.key = Buffer.from(this.word ?? []).toString("utf8");
    } else if (opens(byte)) {
      this.depth += 1;
      if (byte === OPEN_LIST && this.phase === "before" && this.isWanted()) {
        this.phase = "inside";
        this.listDepth = this.depth;
        return true;
      }
    } else if (closes(byte)) {
      this.depth -= 1;
    }
    return false;
  }

  private isWanted = (): boolean => this.depth === 1 || (this.depth === 2 && this.keys.includes(this.key));

  private stringByte(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) {
      this.inString = false;
      return;
    }
    if (this.phase === "before" && this.word !== null && this.word.length < 200) this.word.push(byte);
  }

  private inside(chunk: Buffer, at: number, byte: number, records: RawRecord[]): void {
    if (this.inString) {
      this.stringByte(byte);
      return;
    }
    if (this.recordStart < 0) {
      this.between(at, byte);
      return;
    }
    if (this.depth === this.listDepth && (byte === COMMA || byte === CLOSE_LIST)) {
      records.push(this.finish(chunk.subarray(this.recordStart, at)));
      this.expecting = byte === COMMA ? "value" : "comma";
      if (byte === CLOSE_LIST) this.leave();
      return;
    }
    this.recordByte(byte);
  }

  private recordByte(byte: number): void {
    if (byte === QUOTE) this.inString = true;
    else if (opens(byte)) this.depth += 1;
    else if (closes(byte)) this.depth -= 1;
  }

  /** A byte of the list between two elements. */
  private between(at: number, byte: number): void {
    if (isSpace(byte)) return;
    if (byte === CLOSE_LIST && this.expecting !== "value") {
      this.leave();
      return;
    }
    if (byte === COMMA || byte === CLOSE_LIST) {
      throw new ImportFailure(`${this.name}, line ${this.line}: a comma or bracket stands where a record should`);
    }
    this.recordStart = at;
    this.recordLine = this.line;
    this.recordByte(byte);
  }

  private leave(): void {
    this.depth -= 1;
    this.phase = "after";
  }

  private finish(last: Buffer): RawRecord {
    this.keepPart(last);
    const text = Buffer.concat(this.parts).toString("utf8").trimEnd();
    this.parts = [];
    this.partBytes = 0;
    this.recordStart = -1;
    this.number += 1;
    return { number: this.number, line: this.recordLine, text };
  }

  private keepPart(part: Buffer): void {
    this.parts.push(part);
    this.partBytes += part.length;
    if (this.partBytes > RECORD_LIMIT) {
      throw new ImportFailure(`${this.name}, line ${this.recordLine}: record ${this.number + 1} is larger than 256 MB`);
    }
  }

  private keepOutline(part: Buffer): void {
    this.outlineText.push(part);
    this.outlineBytes += part.length;
    if (this.outlineBytes > OUTLINE_LIMIT) {
      throw new ImportFailure(`${this.name} does not begin with a list of ${this.keys.join(" or ") || "records"}`);
    }
  }
}

/** A service's own error message, which comes in place of the list. */
export function faultIn(outline: unknown): string {
  if (typeof outline !== "object" || outline === null || !("error" in outline)) return "";
  return `; it says: ${JSON.stringify(outline.error).slice(0, 300)}`;
}
