import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** What pages ask for. The modules that the bundler puts among the media files are asked for by no one. */
const TEXTS = /\.(?:css|js|json|svg)$/;
const SMALLEST_BYTES = 1024;

/** What every packed folder has, so that a folder of `next build` alone is known. */
export const PACKED_MARK = ".packed";

/** How each form that a browser may take is made, and what its file's name ends in. The best is first. */
export const PACKED_FORMS = [
  {
    encoding: "br",
    suffix: ".br",
    pack: (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  {
    encoding: "gzip",
    suffix: ".gz",
    pack: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  },
];

/**
 * Packs the scripts and styles of a build once, as small as they get. Next packs each again for every reader, quickly
 * and so less, and knows gzip alone.
 *
 * @param {string} folder `static` of a build
 */
export async function packStaticFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && TEXTS.test(entry.name));
  await Promise.all(texts.map((entry) => packFile(join(entry.parentPath, entry.name))));
  await writeFile(join(folder, PACKED_MARK), "");
}

async function packFile(path) {
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST_BYTES) return;
  await Promise.all(PACKED_FORMS.map(async ({ suffix, pack }) => writeFile(path + suffix, await pack(bytes))));
}
