import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JsonFile } from "@/lib/rulebook/label-files/parse-labels";
import type { EditionFile, ProductFile } from "@/lib/rulebook/label-files/schema-files";

/** Writes a file whole or not at all: a stopped command leaves no half label. */
async function writeJson(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.draft`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`);
  await rename(draft, path);
}

export const writeEdition = (rulebook: string, edition: EditionFile): Promise<void> =>
  writeJson(join(rulebook, "labels", edition.registration, `${edition.labelDate}.json`), edition);

export const writeProduct = (rulebook: string, product: ProductFile): Promise<void> =>
  writeJson(join(rulebook, "labels", product.registration, "product.json"), product);

/** A label file as it was read and changed, at its place below the rulebook. */
export const writeLabelFile = (rulebook: string, { file, json }: JsonFile): Promise<void> =>
  writeJson(join(rulebook, file), json);
