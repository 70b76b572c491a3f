import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { OperatorRefusal } from "@/lib/domain/operator";

/** A password of 200 characters has at most 800 bytes; no list that is meant has a line of this length. */
const LONGEST_LINE_BYTES = 4096;
/** Lines that are read at the start to see that the file is in order: each costs one or two small reads. */
const SAMPLES = 1000;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * `hashes`: SHA-1 in hexadecimal, with or without `:count`, as Have I Been Pwned gives them out ordered by hash.
 * `words`: plain passwords in UTF-8, ordered by their bytes (`LC_ALL=C sort`).
 */
type ListForm = "hashes" | "words";

interface Line {
  bytes: Buffer;
  /** Where it begins, and where the next one does. */
  from: number;
  to: number;
}

/**
 * Looks at a file of passwords that were stolen: one a line, in ascending order. Throws an `OperatorRefusal` where it is none;
 * of a long one its order is sampled.
 */
export const checkBreachedPasswords = (path: string): Promise<void> =>
  reading(path, async (file, size) => {
    const first = await lineAt(file, size, 0);
    const form = formOf(first);
    let before = keyOf(form, first);
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      const line = await lineAt(file, size, Math.floor(((size - 1) * sample) / SAMPLES));
      const key = keyOf(form, line);
      if (Buffer.compare(before, key) > 0) {
        const order = form === "hashes" ? "by hash" : "by bytes, as LC_ALL=C sort does";
        throw new Error(`it is not in order at byte ${line.from}; sort it ${order}`);
      }
      before = key;
    }
  });

/**
 * Whether a password, as it was typed, is in such a file. The file is searched where it lies: it may have a billion lines, and
 * some thirty of them are read. Throws an `OperatorRefusal` where it cannot be read.
 */
export const isBreached = (path: string, password: string): Promise<boolean> =>
  reading(path, async (file, size) => {
    const form = formOf(await lineAt(file, size, 0));
    const text = password.normalize("NFC");
    const wanted = Buffer.from(form === "words" ? text : createHash("sha1").update(text).digest("hex").toUpperCase());
    let [from, to] = [0, size];
    while (from < to) {
      const line = await lineAt(file, size, Math.floor((from + to) / 2));
      const order = Buffer.compare(wanted, keyOf(form, line));
      if (order === 0) return true;
      if (order < 0) to = line.from;
      else from = line.to;
    }
    return false;
  });

function formOf({ bytes }: Line): ListForm {
  const text = bytes.toString("latin1");
  if (/^[0-9a-f]{32}(:\d+)?$/i.test(text)) throw new Error("its hashes have 32 digits; those of SHA-1 have 40");
  return HASH_LINE.test(text) ? "hashes" : "words";
}

const HASH_LINE = /^[0-9a-f]{40}(:\d+)?$/i;

/** What lines are ordered and compared by. */
function keyOf(form: ListForm, { bytes, from }: Line): Buffer {
  if (form === "words") return bytes;
  const text = bytes.toString("latin1");
  if (!HASH_LINE.test(text)) throw new Error(`its line at byte ${from} is no SHA-1 hash, as its first line is`);
  return Buffer.from(text.slice(0, 40).toUpperCase());
}

/** The line that a byte of the file belongs to; its own line feed is its last byte. */
async function lineAt(file: FileHandle, size: number, at: number): Promise<Line> {
  const windowFrom = Math.max(0, at - LONGEST_LINE_BYTES);
  const window = await readBytes(file, windowFrom, Math.min(size, at + LONGEST_LINE_BYTES + 1));
  const inWindow = at - windowFrom;
  const begin = inWindow === 0 ? 0 : window.lastIndexOf(LINE_FEED, inWindow - 1) + 1;
  const feed = window.indexOf(LINE_FEED, inWindow);
  const isCut = (begin === 0 && windowFrom > 0) || (feed === -1 && windowFrom + window.length < size);
  if (isCut) throw new Error(`its line at byte ${at} has more than ${LONGEST_LINE_BYTES} bytes`);
  const end = feed === -1 ? window.length : feed;
  const isReturned = end > begin && window[end - 1] === CARRIAGE_RETURN;
  return {
    bytes: window.subarray(begin, isReturned ? end - 1 : end),
    from: windowFrom + begin,
    to: windowFrom + end + (feed === -1 ? 0 : 1),
  };
}

async function readBytes(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
  if (bytesRead < to - from) throw new Error("it became shorter while it was read");
  return buffer;
}

async function reading<T>(path: string, work: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
  try {
    const file = await open(path, "r");
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new Error("it is no file");
      if (found.size === 0) throw new Error("it is empty");
      return await work(file, found.size);
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorRefusal(`CONSOLE_BREACHED_PASSWORDS names ${path}, which cannot be used: ${reason}.`);
  }
}
