import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { RuleFile } from "@/lib/rulebook/catalogue";
import type { RuleFault } from "@/lib/rulebook/schema-shared";

/** The project's own rule and label files, from the project's root. */
export const RULEBOOK_DIRECTORY = "lib/rulebook";
/** Made-up products: no production import reads them. */
export const DEMONSTRATION_DIRECTORY = "lib/rulebook/demonstration";

/** The folders of a rulebook that hold what a catalogue is made of. `labels` has one folder a product. */
const PARTS = ["catalogue", "label-parts", "labels"] as const;

/** Files read at a time. */
const READS_AT_ONCE = 64;

/**
 * The JSON files of a rulebook, of a plain directory of rule files, or the one file named; sorted by name. A file that
 * is no JSON is a fault and does not stop the others.
 */
export async function readRuleFiles(...places: string[]): Promise<{ files: RuleFile[]; faults: RuleFault[] }> {
  const found = (await Promise.all(places.map(listFiles))).flat();
  const files: RuleFile[] = [];
  const faults: RuleFault[] = [];
  for (let from = 0; from < found.length; from += READS_AT_ONCE) {
    const texts = await Promise.all(
      found
        .slice(from, from + READS_AT_ONCE)
        .map(async ({ file, path }) => ({ file, text: await readFile(path, "utf8") })),
    );
    for (const { file, text } of texts) {
      try {
        files.push({ file, json: JSON.parse(text) as unknown });
      } catch (error) {
        faults.push({ file, path: "(file)", reason: `is not JSON: ${String(error)}` });
      }
    }
  }
  return { files, faults };
}

interface FoundFile {
  /** Below the rulebook: `labels/264-1241/2026-02-06.json`; a rule file is named without its folder. */
  file: string;
  path: string;
}

async function listFiles(place: string): Promise<FoundFile[]> {
  if (place.endsWith(".json")) return [{ file: basename(place), path: place }];
  const parts: (typeof PARTS)[number][] = [];
  for (const part of PARTS) if (await isDirectory(join(/* turbopackIgnore: true */ place, part))) parts.push(part);
  if (parts.length === 0) return (await jsonIn(place)).map((name) => ({ file: name, path: join(place, name) }));
  const lists = await Promise.all(parts.map((part) => listPart(place, part)));
  return lists.flat();
}

async function listPart(place: string, part: (typeof PARTS)[number]): Promise<FoundFile[]> {
  const folder = join(place, part);
  if (part === "catalogue") return (await jsonIn(folder)).map((name) => ({ file: name, path: join(folder, name) }));
  if (part === "label-parts") {
    return (await jsonIn(folder)).map((name) => ({ file: `${part}/${name}`, path: join(folder, name) }));
  }
  const products = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const lists = await Promise.all(
    products.map(async ({ name: product }) =>
      (await jsonIn(join(folder, product))).map((name) => ({
        file: `${part}/${product}/${name}`,
        path: join(folder, product, name),
      })),
    ),
  );
  return lists.flat().toSorted((a, b) => a.file.localeCompare(b.file));
}

const jsonIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".json")).toSorted();

const isDirectory = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() === true;
