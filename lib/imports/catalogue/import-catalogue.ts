import { stat } from "node:fs/promises";
import { carryRegister, carryRules, makeStages, measureCatalogue, mergeStages } from "@/lib/data/imports/catalogue";
import { findActiveSet } from "@/lib/data/imports/sets";
import { catalogueDigest, RULE_FILES } from "@/lib/imports/catalogue/own-files";
import { loadRegister, openRegister } from "@/lib/imports/catalogue/load-register";
import { loadRulePart, readRulePart, type RulePart } from "@/lib/imports/catalogue/load-rules";
import { type Check, checkRefused } from "@/lib/imports/checks";
import type { ImportOptions } from "@/lib/imports/options";
import { type Progress, silentProgress } from "@/lib/imports/progress";
import { isAddress } from "@/lib/imports/read/http";
import type { HeldSource } from "@/lib/imports/read/open-source";
import { type ImportSummary, type LoadContext, type Loaded, runImport } from "@/lib/imports/run-import";
import type { Refusal } from "@/lib/imports/tally";

export interface CatalogueImportOptions extends ImportOptions {
  /** A rulebook, a directory of rule files or one of them; or EPA's register as CSV, XLSX, saved JSON or address. */
  source: string;
  /** The demonstration's folder of made-up products; left out, a made-up product stops the import. */
  demonstrationFiles?: string;
}

/** What one part brought: its share of the set's counts, checks and refusals. */
interface PartResult {
  counts: Record<string, unknown>;
  checks: Check[];
  refusals: Refusal[];
  digest: string;
}

/** Loads one part of a catalogue and carries the other forward; switches when asked and sound. */
export async function importCatalogue(
  url: string,
  options: CatalogueImportOptions,
  progress: Progress = silentProgress,
): Promise<ImportSummary> {
  if (await isRuleSource(options.source)) {
    const part = await readRulePart(options.source, options.demonstrationFiles ?? null);
    const load = (context: LoadContext) => loadWithRules(context, part);
    return runImport(url, { kind: "catalogue", source: `${RULE_FILES}${part.name}`, load }, options, progress);
  }
  const register = await openRegister(options.source, options, progress);
  const withMadeUp = options.isDemonstration === true;
  const load = (context: LoadContext) => loadWithRegister(context, register, { withMadeUp });
  const summary = await runImport(
    url,
    { kind: "catalogue", source: `register ${register.name}`, load },
    options,
    progress,
  );
  await register.release();
  return summary;
}

/** Rule files are a directory, or a JSON file that is not a saved answer of the register. */
async function isRuleSource(source: string): Promise<boolean> {
  if (isAddress(source)) return false;
  const found = await stat(source).catch(() => null);
  return found?.isDirectory() === true || (source.endsWith(".json") && !/register|appril/i.test(source));
}

async function loadWithRules(context: LoadContext, part: RulePart): Promise<Loaded> {
  await makeStages(context.client);
  await loadRulePart(context, part);
  const active = await findActiveSet(context.client, "catalogue");
  if (active !== null) await carryRegister(context.client, active.dataSetId);
  const refused = checkRefused("rule files", part.tally);
  const checks: Check[] = [part.tally.refused > 0 ? { ...refused, outcome: "failed" } : refused];
  const result = {
    counts: { rule_files: part.tally.counts },
    checks,
    refusals: part.tally.listed,
    digest: part.digest,
  };
  return finish(context, result, active?.version ?? null);
}

async function loadWithRegister(
  context: LoadContext,
  source: HeldSource,
  carried: { withMadeUp: boolean },
): Promise<Loaded> {
  await makeStages(context.client);
  const { tally, expected, repeats, unreadIngredients } = await loadRegister(context, source);
  const active = await findActiveSet(context.client, "catalogue");
  if (active !== null) await carryRules(context.client, active.dataSetId, carried);
  const counts = { ...tally.counts, repeated_numbers: repeats, ingredients_unread: unreadIngredients };
  const checks = [checkRefused("register rows", { read: tally.read, refused: tally.refused - expected })];
  const result = { counts: { register: counts }, checks, refusals: tally.listed, digest: source.digest() };
  return finish(context, result, active?.version ?? null);
}

async function finish(context: LoadContext, part: PartResult, carriedFrom: string | null): Promise<Loaded> {
  const { client, dataSetId, progress } = context;
  await mergeStages(client, dataSetId);
  const measures = await measureCatalogue(client, dataSetId);
  progress.note(
    `catalogue: ${measures.ruleProducts} products of rule files, ${measures.registerProducts} of the register, ${measures.both} of both`,
  );
  return {
    digest: catalogueDigest(part.digest, carriedFrom),
    figures: {
      rule_products: measures.ruleProducts,
      register_products: measures.registerProducts,
      limitation_rules: measures.limitationRules,
    },
    counts: {
      ...part.counts,
      products: measures.products,
      rule_products: measures.ruleProducts,
      register_products: measures.registerProducts,
      products_of_both: measures.both,
      active_products: measures.active,
      limitation_rules: measures.limitationRules,
      carried_from: carriedFrom,
    },
    checks: part.checks,
    refusals: part.refusals,
  };
}
