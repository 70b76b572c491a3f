import { createHash } from "node:crypto";
import { stageRules } from "@/lib/data/imports/catalogue";
import type { CatalogueProduct, LimitationRule } from "@/lib/domain/product";
import { ImportFailure, reasonOf } from "@/lib/imports/failure";
import type { LoadContext } from "@/lib/imports/run-import";
import { Tally } from "@/lib/imports/tally";
import { parseRuleFiles } from "@/lib/rulebook/catalogue";
import { readRuleFiles } from "@/lib/rulebook/read-rule-files";
import type { RuleFault } from "@/lib/rulebook/schema-shared";

/** What rule files hold, whichever way they came. */
export interface RulePart {
  name: string;
  products: CatalogueProduct[];
  limitationRules: LimitationRule[];
  tally: Tally;
  digest: string;
}

/**
 * Reads a rulebook, a directory of rule files, or one file. A file with a fault contributes nothing, and every fault is
 * listed. A made-up product is a fault unless the demonstration's own folder is named.
 */
export async function readRulePart(path: string, demonstration: string | null): Promise<RulePart> {
  const places = demonstration === null ? [path] : [path, demonstration];
  const read = await readRuleFiles(...places).catch((error: unknown) => {
    throw new ImportFailure(`cannot read rule files from ${path}: ${reasonOf(error)}`, { cause: error });
  });
  const parsed = parseRuleFiles(read.files);
  const tally = new Tally(path);
  const faults = [...read.faults, ...parsed.faults, ...(demonstration === null ? madeUp(parsed.products, path) : [])];
  const faulty = new Set(faults.map(({ file }) => file));
  tally.read = read.files.length + read.faults.length;
  tally.loaded = tally.read - faulty.size;
  const order = [...new Set([...read.files.map(({ file }) => file), ...faulty])].sort();
  for (const file of faulty) {
    const of = faults.filter((fault) => fault.file === file).map((fault) => `${fault.path}: ${fault.reason}`);
    tally.refuse({ number: order.indexOf(file) + 1, line: null }, "faulty rule file", `${file}: ${of.join("; ")}`);
  }
  return {
    name: path,
    // The fault stops the activation, which can be forced; the product stays out either way.
    products:
      demonstration === null ? parsed.products.filter(({ isDemonstration }) => !isDemonstration) : parsed.products,
    limitationRules: parsed.limitationRules,
    tally,
    digest: ruleFilesDigest(read.files),
  };
}

export const ruleFilesDigest = (files: Awaited<ReturnType<typeof readRuleFiles>>["files"]): string =>
  createHash("sha256").update(JSON.stringify(files)).digest("hex");

const madeUp = (products: readonly CatalogueProduct[], path: string): RuleFault[] =>
  products
    .filter(({ isDemonstration }) => isDemonstration)
    .map(({ registration }) => ({
      file: path,
      path: `product ${registration}`,
      reason: "is made up for the demonstration; only the demonstration loads it",
    }));

export async function loadRulePart({ client, progress }: LoadContext, part: RulePart): Promise<void> {
  await stageRules(client, part.products, part.limitationRules);
  progress.note(
    `${part.tally.loaded} rule files: ${part.products.length} products, ${part.limitationRules.length} limitation rules`,
  );
}
