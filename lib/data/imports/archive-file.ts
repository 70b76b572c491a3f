import { createHash } from "node:crypto";
import { open, rename, stat, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Ground of one area of an archived set. Shapes are WKB in hexadecimal. */
const blockSchema = z.object({
  /** Search pieces: id, shape, and its box as west, south, east, north. */
  pieces: z.array(z.tuple([z.string(), z.string(), z.tuple([z.number(), z.number(), z.number(), z.number()])])),
  /** Whole outlines: object id and shape. */
  features: z.array(z.tuple([z.int(), z.string()])),
});
export type ArchivedArea = z.output<typeof blockSchema>;

/** Where each area's block lies: offset, length, and the SHA-256 of its bytes. */
const indexSchema = z.record(z.string(), z.tuple([z.int(), z.int(), z.string()]));
type Index = z.output<typeof indexSchema>;

/** The last bytes of a file say how long the index before them is. */
const TRAILER_BYTES = 8;

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Writes a set area by area, each packed by itself so that one can be read alone. The file has its name only when it is whole. */
export async function writeArchive(
  file: string,
  areas: AsyncIterable<{ pulaId: number; area: ArchivedArea }>,
): Promise<{ bytes: number }> {
  const pending = `${file}.pending`;
  const handle = await open(pending, "w");
  let offset = 0;
  const index: Index = {};
  try {
    for await (const { pulaId, area } of areas) {
      const block = await zip(JSON.stringify(area));
      await handle.write(block);
      index[pulaId] = [offset, block.length, sha256(block)];
      offset += block.length;
    }
    const packed = await zip(JSON.stringify(index));
    const trailer = Buffer.alloc(TRAILER_BYTES);
    trailer.writeBigUInt64BE(BigInt(packed.length));
    await handle.write(packed);
    await handle.write(trailer);
    await handle.sync();
    offset += packed.length + TRAILER_BYTES;
  } finally {
    await handle.close();
  }
  await rename(pending, file);
  return { bytes: offset };
}

async function readBytes(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
  if (bytesRead !== length) throw new Error("cut off");
  return buffer;
}

/** What says where everything lies is at the end: a file that lacks its end has none. */
async function readIndex(handle: FileHandle, file: string): Promise<Index> {
  try {
    const { size } = await handle.stat();
    const length = Number((await readBytes(handle, size - TRAILER_BYTES, TRAILER_BYTES)).readBigUInt64BE());
    if (length > size - TRAILER_BYTES) throw new Error("cut off");
    const packed = await readBytes(handle, size - TRAILER_BYTES - length, length);
    return indexSchema.parse(JSON.parse((await unzip(packed)).toString("utf8")));
  } catch (error) {
    throw new Error(`${file} is incomplete or not a data set archive: ${BRING_IT_BACK}`, { cause: error });
  }
}

const BRING_IT_BACK = "restore it from the backup";

const openArchive = (file: string): Promise<FileHandle> =>
  open(file, "r").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new Error(
      `${file} cannot be opened (${code}): ${BRING_IT_BACK}, or give this account permission to read it`,
      {
        cause: error,
      },
    );
  });

/** Whether this process finds the file of a set and no byte of it is missing. What the bytes are is judged when they are read. */
export async function findsArchive({ file, bytes }: { file: string; bytes: number }): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.size === bytes;
}

const notWhatWasArchived = (id: string, file: string, cause?: unknown): Error =>
  new Error(`area ${id} of ${file} is not what was archived: ${BRING_IT_BACK}`, { cause });

/** Some areas of an archived set, or all of them. Throws where a byte is not what was written. */
export async function* readArchive(
  file: string,
  only: ReadonlySet<number> | null = null,
): AsyncGenerator<{ pulaId: number; area: ArchivedArea }> {
  const handle = await openArchive(file);
  try {
    for (const [id, [offset, length, digest]] of Object.entries(await readIndex(handle, file))) {
      const pulaId = Number(id);
      if (only !== null && !only.has(pulaId)) continue;
      const block = await readBytes(handle, offset, length).catch((error: unknown) => {
        throw notWhatWasArchived(id, file, error);
      });
      if (sha256(block) !== digest) throw notWhatWasArchived(id, file);
      yield { pulaId, area: blockSchema.parse(JSON.parse((await unzip(block)).toString("utf8"))) };
    }
  } finally {
    await handle.close();
  }
}
