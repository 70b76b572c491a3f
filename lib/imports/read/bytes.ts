import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import { ImportFailure, reasonOf } from "@/lib/imports/failure";

/** A file being read: its unpacked bytes, how far the reading of the file itself is, and the hash of what was read. */
export interface ByteSource {
  name: string;
  totalBytes: number;
  readBytes: () => number;
  /** Hash of the file, complete once it has been read to its end. */
  digest: () => string;
  chunks: AsyncIterable<Buffer>;
}

const GZIP_MAGIC = 0x1f8b;

/** Opens a file for streaming; gzip is recognised by its first bytes, whatever the name says. */
export async function openBytes(path: string): Promise<ByteSource> {
  const size = await sizeOf(path);
  const hash = createHash("sha256");
  let read = 0;
  const counter = countingStream(hash, (bytes) => (read += bytes));
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  file.on("error", (error) => counter.destroy(error));
  file.pipe(counter);
  let digest: string | null = null;
  return {
    name: basename(path),
    totalBytes: size,
    readBytes: () => read,
    digest: () => (digest ??= hash.digest("hex")),
    chunks: translateErrors(path, (await isGzip(path)) ? counter.pipe(gunzipOf(counter)) : counter),
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error("it is not a file");
    return found.size;
  } catch (error) {
    throw new ImportFailure(`cannot read ${path}: ${reasonOf(error)}`, { cause: error });
  }
}

async function isGzip(path: string): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE(0) === GZIP_MAGIC;
  } finally {
    await handle.close();
  }
}

const countingStream = (hash: Hash, count: (bytes: number) => void): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      count(chunk.length);
      done(null, chunk);
    },
  });

function gunzipOf(from: Transform): Transform {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  from.on("error", (error) => gunzip.destroy(error));
  return gunzip;
}

async function* translateErrors(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw new ImportFailure(`cannot read ${path} to its end: ${reasonOf(error)}`, { cause: error });
  }
}
