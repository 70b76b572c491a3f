import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type BodyLimit, SMALL_BODY } from "@/lib/contracts/shared/body-limit";
import { ServiceError, type Fault } from "@/lib/domain/errors";
import { decimalText } from "@/lib/domain/numbers";
import type { ApiRequest } from "@/lib/http/api/request";
import type { BodyMemory } from "@/lib/http/body-memory";
import { countMembers, duplicateKeys, MOST_SEARCHED_BYTES, syntaxFault } from "@/lib/http/json-places";
import { JsonScan, type ScanFault } from "@/lib/http/json-scan";
import { shownValue } from "@/lib/views/sent-values";

export interface ReadOptions {
  limit?: BodyLimit | undefined;
  /** Counts bytes against the caller's limit; throws when it is spent. */
  count?: (bytes: number) => Promise<void>;
  /** What all bodies of the process may take while they are read. */
  memory: BodyMemory;
}

/** So many bytes are looked at before other requests have their turn. */
const SLICE_BYTES = 131_072;
/** Enough to mend a body by. */
const MOST_DUPLICATES = 50;

/**
 * A request's JSON body, in the documented order: content type, size, syntax. Refused while it is read: a body over the
 * limit of its route, in bytes or in values, is never buffered whole and never parsed. Large items are parsed one by
 * one, between which other requests have their turn. `undefined` for an empty body.
 */
export async function readJson(request: Pick<ApiRequest, "headers" | "body">, options: ReadOptions): Promise<unknown> {
  const { limit = SMALL_BODY, memory } = options;
  const contentType = request.headers.get("content-type");
  const declared = Number(request.headers.get("content-length") ?? "0");
  if (request.headers.get("content-encoding") !== null) {
    throw new ServiceError("unsupportedMediaType", "A compressed body (Content-Encoding) is not supported.");
  }
  if (contentType !== null && !isJson(contentType)) {
    throw new ServiceError("unsupportedMediaType", "The body has to be application/json, in UTF-8.");
  }
  if (declared > limit.bytes) throw tooLarge(limit);
  const share = memory.open();
  try {
    const { bytes, scan } = await readBytes(request, limit, async (more) => {
      await options.count?.(more);
      if (!share.take(more)) throw new ServiceError("capacityExceeded", "Too many large bodies are being read.");
    });
    if (bytes.length === 0) return undefined;
    if (contentType === null) {
      throw new ServiceError("unsupportedMediaType", "The body has no Content-Type; it has to be application/json.");
    }
    return await parse(bytes, scan);
  } finally {
    share.giveBack();
  }
}

function isJson(contentType: string): boolean {
  const [type = "", ...parameters] = contentType
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charsets = parameters.filter((parameter) => parameter.startsWith("charset="));
  return type === "application/json" && charsets.every((charset) => /^charset="?utf-?8"?$/.test(charset));
}

const tooLarge = ({ bytes }: BodyLimit): ServiceError =>
  new ServiceError("bodyTooLarge", `The body is larger than ${decimalText(bytes)} bytes.`);

const notJson = (message: string, cause?: unknown): ServiceError =>
  new ServiceError("bodyNotJson", message, cause === undefined ? {} : { cause });

function refusalOf(fault: ScanFault, { values, valuesPerItem }: BodyLimit): ServiceError {
  if (fault === "too_deep") return notJson("The body is not valid JSON: it nests too deeply.");
  const most =
    values === valuesPerItem
      ? `${decimalText(values)} values`
      : `${decimalText(values)} values, or ${decimalText(valuesPerItem)} in one field`;
  return new ServiceError("bodyTooLarge", `The body has more than ${most}, counting lists, objects and their members.`);
}

async function readBytes(
  { body }: Pick<ApiRequest, "body">,
  limit: BodyLimit,
  count: (bytes: number) => Promise<void>,
): Promise<{ bytes: Buffer; scan: JsonScan }> {
  const chunks: Uint8Array[] = [];
  const scan = new JsonScan(limit);
  if (body === null) return { bytes: Buffer.alloc(0), scan };
  let size = 0;
  // A refusal within the loop ends the reading: the rest is of no use.
  for await (const chunk of whileSent(body as AsyncIterable<Uint8Array>)) {
    size += chunk.byteLength;
    if (size > limit.bytes) throw tooLarge(limit);
    await count(chunk.byteLength);
    await scanInSlices(scan, chunk, limit);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), scan };
}

/** What is sent, until the client goes away. */
async function* whileSent(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new ServiceError("requestCancelled", "The client went away while it was sending.", { cause: error });
  }
}

async function scanInSlices(scan: JsonScan, bytes: Uint8Array, limit: BodyLimit): Promise<void> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (start > 0) await nextTurn();
    const fault = scan.take(bytes.subarray(start, start + SLICE_BYTES));
    if (fault !== null) throw refusalOf(fault, limit);
  }
}

/** Large items are cut out, each with a name in its place that no sender can know, and parsed one by one. */
async function parse(bytes: Buffer, { pieces, members }: JsonScan): Promise<unknown> {
  const mark = randomUUID();
  let rest = "";
  let from = 0;
  pieces.forEach(({ start, end }, index) => {
    rest += `${decode(bytes.subarray(from, start))}"${mark}:${index}"`;
    from = end;
  });
  rest += decode(bytes.subarray(from));
  const root = parseText(rest, bytes);
  let counted = countMembers(root);
  for (const { holder, name, value: item } of itemsOf(root)) {
    const isCut = typeof item === "string" && item.startsWith(mark);
    const piece = isCut ? pieces[Number(item.slice(mark.length + 1))] : undefined;
    if (piece === undefined) continue;
    await nextTurn();
    const text = decode(bytes.subarray(piece.start, piece.end));
    const value = parseText(text, bytes);
    const own = countMembers(value);
    if (own !== piece.members) throw duplicates(bytes, text);
    counted += own;
    // A plain assignment to a member called __proto__ would change what the object is.
    Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
  }
  if (counted !== members) throw duplicates(bytes, rest);
  return root;
}

/** What lies in the lists and objects at the top of a body, which is where large items are. */
function* itemsOf(root: unknown): Generator<{ holder: object; name: string; value: unknown }> {
  if (typeof root !== "object" || root === null) return;
  for (const holder of Object.values(root) as unknown[]) {
    if (typeof holder !== "object" || holder === null) continue;
    for (const [name, value] of Object.entries(holder)) yield { holder, name, value };
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw notJson("The body is not valid UTF-8.", error);
  }
}

/** `whole`: the body that the text is a part of, to say where in it a fault is. */
function parseText(text: string, whole: Uint8Array): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const fault = whole.length > MOST_SEARCHED_BYTES ? null : syntaxFault(decode(whole));
    const where = fault === null ? "" : ` At line ${fault.line}, column ${fault.column}: ${fault.words}.`;
    throw notJson(`The body is not valid JSON.${where}`, error);
  }
}

/**
 * A member that stands twice in an object is refused: parsers differ on which of the two they keep, and a rate must not
 * depend on that. `part`: the text that has it, which is searched where the whole is too long.
 */
function duplicates(whole: Uint8Array, part: string): ServiceError {
  const isSearched = whole.length <= MOST_SEARCHED_BYTES;
  const found = duplicateKeys(isSearched ? decode(whole) : part.slice(0, MOST_SEARCHED_BYTES));
  const faults = found.map(({ path, line, column }): Fault => {
    const where = isSearched ? `, the second time at line ${line}, column ${column}` : "";
    return {
      path: isSearched ? path : path.slice(-1),
      code: "duplicate_key",
      message: `${shownValue(path.at(-1))} stands twice in one object${where}. Send each member once.`,
    };
  });
  const [first] = faults;
  const message = first?.message ?? "A member stands twice in one object. Send each member once.";
  return new ServiceError("invalidRequest", message, {
    faults: faults.length > 0 ? faults.slice(0, MOST_DUPLICATES) : [{ path: [], code: "duplicate_key", message }],
  });
}
