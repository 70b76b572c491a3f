import { ImportFailure } from "@/lib/imports/failure";
import { openBytes } from "@/lib/imports/read/bytes";

/** Larger than any outline or topology this reads whole; what is larger goes through the record splitter. */
const LIMIT = 200 << 20;

/** A JSON file that is read whole, packed or not. */
export async function readSmallJson(path: string, onDigest?: (digest: string) => void): Promise<unknown> {
  const source = await openBytes(path);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source.chunks) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LIMIT) throw new ImportFailure(`${path} is larger than 200 MB, too large for what it is given as`);
  }
  onDigest?.(source.digest());
  try {
    return JSON.parse(
      Buffer.concat(chunks)
        .toString("utf8")
        .replace(/^\uFEFF/, ""),
    ) as unknown;
  } catch (error) {
    throw new ImportFailure(`${path} is not JSON`, { cause: error });
  }
}
