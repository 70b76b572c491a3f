/** A part of a body that is parsed by itself, from its first byte to the one after its last. */
export interface Piece {
  start: number;
  end: number;
  /** Members of its objects, by its colons. */
  members: number;
}

export interface ScanLimits {
  /** Lists, objects and members that a body may have. */
  values: number;
  /** The same of one member of a list at the top, such as one field of a bulk submission. */
  valuesPerItem: number;
}

export type ScanFault = "too_deep" | "too_many_values";

/** Deeper than any request here needs. A parser's own recursion is what this guards. */
const MAX_DEPTH = 32;
/** Members of lists that lie in the object at the top: root 1, list 2, member 3. */
const ITEM_DEPTH = 3;
/** Smaller items stay in the rest of the body: cutting them out would cost more than it spares. */
const SMALLEST_PIECE_BYTES = 4_096;

const [QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 44, 58, 91, 92, 93, 123, 125,
];

/**
 * Looks at the bytes of a JSON text while they come in: how deep it nests and how many values it has, which is what its
 * parsing will cost, and where its large items lie. It judges no syntax; what is cut by it is parsed afterward.
 */
export class JsonScan {
  readonly pieces: Piece[] = [];
  readonly #limits: ScanLimits;
  #position = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #values = 0;
  #itemStart = 0;
  #valuesBeforeItem = 0;
  #members = 0;
  #membersBeforeItem = 0;

  constructor(limits: ScanLimits) {
    this.#limits = limits;
  }

  /** Members of all objects so far. */
  get members(): number {
    return this.#members;
  }

  /** What is wrong with the text so far; null when nothing is. */
  take(bytes: Uint8Array): ScanFault | null {
    for (const byte of bytes) {
      if (this.#isInString) this.#takeOfString(byte);
      else if (byte === QUOTE) this.#isInString = true;
      else if (byte === COMMA) this.#values += 1;
      else if (byte === COLON) this.#members += 1;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#open();
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#close();
      this.#position += 1;
      if (this.#depth > MAX_DEPTH) return "too_deep";
      if (this.#isTooMuch()) return "too_many_values";
    }
    return null;
  }

  #takeOfString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  #open(): void {
    this.#depth += 1;
    this.#values += 1;
    if (this.#depth !== ITEM_DEPTH) return;
    this.#itemStart = this.#position;
    this.#valuesBeforeItem = this.#values;
    this.#membersBeforeItem = this.#members;
  }

  #close(): void {
    if (this.#depth === ITEM_DEPTH && this.#position - this.#itemStart >= SMALLEST_PIECE_BYTES) {
      const members = this.#members - this.#membersBeforeItem;
      this.pieces.push({ start: this.#itemStart, end: this.#position + 1, members });
    }
    this.#depth -= 1;
  }

  #isTooMuch(): boolean {
    if (this.#values > this.#limits.values) return true;
    return this.#depth >= ITEM_DEPTH && this.#values - this.#valuesBeforeItem > this.#limits.valuesPerItem;
  }
}
