import { Zip, ZipPassThrough } from "fflate";

/** A file of an archive. */
export interface ZipEntry {
  /** Unique within the archive. */
  name: string;
  bytes: Uint8Array;
}

/**
 * An archive that is sent while its files are made, one in memory at a time. Files are stored as they are: PDFs are
 * packed already. A reader who goes away ends the making of files. An error of `entries` breaks the answer off, so that
 * no one takes half an archive for a whole one.
 */
export function zipStream(entries: AsyncGenerator<ZipEntry, undefined>): ReadableStream<Uint8Array> {
  const waiting: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    waiting.push(chunk);
  });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await entries.next();
      if (next.done === true) zip.end();
      else add(zip, next.value);
      for (const chunk of waiting.splice(0)) controller.enqueue(chunk);
      if (next.done === true) controller.close();
    },
    async cancel() {
      await entries.return(undefined);
    },
  });
}

function add(zip: Zip, { name, bytes }: ZipEntry): void {
  const file = new ZipPassThrough(name);
  zip.add(file);
  file.push(bytes, true);
}
