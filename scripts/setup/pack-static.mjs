import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { root } from "./run.mjs";

const compress = promisify(brotliCompress);
/** What packing makes smaller. Pictures and fonts are packed already. */
const TEXTS = /\.(js|css|svg|json|map)$/;

/**
 * Packs the scripts and styles of a build once, as small as they get, beside each of them: `chunk.js.br`. Packing this
 * tightly takes too long while someone waits; what Next packs as it answers is a seventh larger.
 *
 * @param {string} folder the build's static files, such as `.next/static`
 * @returns {Promise<number>} how many files were packed
 */
export async function packStatic(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // A build leaves nothing else here, but an earlier packing may have.
  await Promise.all(paths.filter((path) => path.endsWith(".br")).map((path) => rm(path)));
  const texts = paths.filter((path) => TEXTS.test(path));
  await Promise.all(
    texts.map(async (path) => {
      const bytes = await readFile(path);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await writeFile(`${path}.br`, await compress(bytes, { params }));
    }),
  );
  return texts.length;
}

/** `next build && node scripts/setup/pack-static.mjs` */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await packStatic(join(root, process.env.HEDGEROW_DIST_DIR ?? ".next", "static"));
}
