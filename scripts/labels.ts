import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { LABEL_GAP_WORDS } from "@/lib/domain/label-gap";
import { scanLabels } from "@/lib/imports/labels/scan";
import { isReadTwice } from "@/lib/rulebook/label-files/evidence";
import { daysToCome, importEditions, importRows, type LabelImport } from "@/lib/rulebook/label-files/import-labels";
import { LABEL_SCHEMA_DIRECTORY, labelJsonSchemas } from "@/lib/rulebook/label-files/json-schema";
import { parseLabelFiles, type LabelFolder, type ParsedLabels } from "@/lib/rulebook/label-files/parse-labels";
import { withSecondReaders } from "@/lib/rulebook/label-files/second-readers";
import { diffWords, factWords } from "@/lib/rulebook/label-files/words";
import { writeEdition, writeLabelFile, writeProduct } from "@/lib/rulebook/label-files/write-labels";
import { readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import type { RuleFault } from "@/lib/rulebook/schema-shared";
import { listLabelsToRead } from "@/lib/usecases/labels/list-unread";
import { exportSignatures } from "@/lib/usecases/labels/export-signatures";
import { asOperator } from "@/scripts/operator/open-database";

/**
 * The day where it is latest on Earth: people who fill in a sheet write the day of their place, which may be ahead of this machine's, and
 * what this program writes has the UTC day.
 */
const today = (): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Pacific/Kiritimati", dateStyle: "short" }).format(new Date());
const say = (line: string): void => console.log(line);
const faultLine = ({ file, path, reason }: RuleFault): string => `FAULT  ${file}: ${path}: ${reason}`;

function fail(lines: readonly string[]): void {
  lines.forEach(say);
  process.exitCode = 1;
}

async function readLabels(rulebook: string): Promise<ParsedLabels> {
  const read = await readRuleFiles(rulebook);
  const parsed = parseLabelFiles(read.files);
  const editions = parsed.folders.flatMap((folder) => folder.editions);
  const early = editions.flatMap(({ file, content }) => daysToCome(file, content, today()));
  return { ...parsed, faults: [...read.faults, ...parsed.faults, ...early] };
}

const folderOf = ({ folders }: ParsedLabels, registration: string): LabelFolder => {
  const found = folders.find(({ product }) => product.registration === registration);
  if (found === undefined) throw new Error(`labels/${registration} does not exist or has a fault; run check`);
  return found;
};

async function check({ rulebook }: { rulebook: string }): Promise<void> {
  const { folders, products, faults } = await readLabels(rulebook);
  const facts = folders.flatMap(({ editions }) => editions.flatMap(({ content }) => content.facts));
  const read = facts.filter(({ evidence }) => evidence === "read");
  say(`${folders.length} products, ${products.length} of them in the catalogue, ${facts.length} facts`);
  say(
    `${read.filter(isReadTwice).length} facts read by two people, ${read.filter((f) => !isReadTwice(f)).length} by one`,
  );
  if (faults.length > 0) fail(faults.map(faultLine));
}

async function diff(
  registration: string,
  from: string | undefined,
  to: string | undefined,
  { rulebook }: { rulebook: string },
): Promise<void> {
  const { editions } = folderOf(await readLabels(rulebook), registration);
  const newest = to === undefined ? editions.at(-1) : editions.find(({ content }) => content.labelDate === to);
  const before = from === undefined ? editions.at(-2) : editions.find(({ content }) => content.labelDate === from);
  if (newest === undefined) throw new Error(`${registration} has no such edition`);
  say(`${registration}: ${before?.content.labelDate ?? "nothing"} -> ${newest.content.labelDate}`);
  diffWords(before?.content ?? null, newest.content).forEach(say);
}

async function apply(found: LabelImport, rulebook: string, write: boolean | undefined): Promise<void> {
  if (found.rowFaults.length > 0 || found.faults.length > 0) {
    fail([
      ...found.rowFaults.map(({ row, column, reason }) => `FAULT  row ${row}, column ${column}: ${reason}`),
      ...found.faults.map(faultLine),
      "Nothing was changed.",
    ]);
    return;
  }
  for (const { edition, product, changes } of found.editions) {
    say(`${edition.registration} ${edition.labelDate}${changes.length === 0 ? ": no change" : ""}`);
    changes.forEach((line) => say(`  ${line}`));
    if (write !== true) continue;
    await writeEdition(rulebook, edition);
    if (product !== null) await writeProduct(rulebook, product);
  }
  if (write !== true) say("Nothing was written. Run it again with --write to keep these changes.");
}

async function importLabels(source: string, options: { rulebook: string; write?: boolean }): Promise<void> {
  const { files } = await readRuleFiles(options.rulebook);
  const text = await readFile(source, "utf8");
  const found = source.endsWith(".json")
    ? importEditions(files, [{ file: source, json: JSON.parse(text) as unknown }])
    : importRows(files, text, today());
  const early = found.editions.flatMap(({ edition }) => daysToCome(source, edition, today()));
  await apply({ ...found, faults: [...found.faults, ...early] }, options.rulebook, options.write);
}

async function stale({ rulebook }: { rulebook: string }): Promise<void> {
  const { folders } = await readLabels(rulebook);
  for (const { product, editions } of folders) {
    const newest = editions.at(-1)?.content.labelDate ?? "no edition";
    if (product.newestLabelDate === null || product.newestLabelDate === newest) continue;
    say(`${product.registration}  ${product.name}: newest label ${product.newestLabelDate}, entered ${newest}`);
  }
}

const missing = ({ limit, rulebook }: { limit: string; rulebook: string }): Promise<void> =>
  asOperator(async (db) => {
    const { folders } = await readLabels(rulebook);
    const clock = () => new Date();
    for (const { registration, asked, lastAskedOn, gap } of await listLabelsToRead({ db, clock }, Number(limit))) {
      const folder = folders.find(({ product }) => product.registration === registration);
      const name = folder?.product.name ?? "no product file";
      const isWaiting = gap === "no_edition" && folder !== undefined && folder.editions.length > 0;
      const missing = isWaiting ? "entered in these files: load and switch the catalog" : LABEL_GAP_WORDS[gap];
      say(`${asked} times, last ${lastAskedOn}  ${registration}  ${name}: ${missing}`);
    }
  });

async function schema({ write }: { write?: boolean }): Promise<void> {
  for (const [name, content] of Object.entries(labelJsonSchemas())) {
    const text = `${JSON.stringify(content, null, 2)}\n`;
    if (write !== true) say(text);
    else {
      await mkdir(LABEL_SCHEMA_DIRECTORY, { recursive: true });
      await writeFile(join(LABEL_SCHEMA_DIRECTORY, name), text);
    }
  }
}

const signatures = ({ rulebook, write }: { rulebook: string; write?: boolean }): Promise<void> =>
  asOperator(async (db) => {
    const { files } = await readRuleFiles(rulebook);
    const { readers, disputed, fallen } = await exportSignatures(db, await readLabels(rulebook));
    const { changed, faults } = withSecondReaders(files, readers);
    if (faults.length > 0) {
      fail([...faults.map(faultLine), "Nothing was changed."]);
      return;
    }
    for (const { file, checkedBy, checkedOn, row } of readers) {
      say(`${file}  ${factWords(row.fact)}: second reader ${checkedBy}, ${checkedOn}`);
    }
    for (const { file, fact } of disputed) say(`DISPUTED  ${file}  ${factWords(fact)}`);
    for (const { file, fact } of fallen) say(`CHANGED SINCE IT WAS SIGNED  ${file}  ${factWords(fact)}`);
    if (write === true) for (const file of changed) await writeLabelFile(rulebook, file);
    else say(`${readers.length} facts get a second reader. Run it again with --write to keep that.`);
  });

interface ScanFlags {
  rulebook: string;
  write?: boolean;
  only?: string;
  labelBase: string;
  listBase: string;
  delayMs: string;
  state: string;
}

async function scan(flags: ScanFlags): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const { files } = await readRuleFiles(flags.rulebook);
  const found = await scanLabels(files, {
    labelBase: flags.labelBase,
    listBase: flags.listBase,
    delayMs: Number(flags.delayMs),
    stateFile: flags.state,
    only: flags.only?.split(",") ?? null,
    signal: stop.signal,
    today: new Date().toISOString().slice(0, 10),
    note: say,
  });
  await apply(importEditions(files, found), flags.rulebook, flags.write);
}

const program = new Command("labels").description("Label facts: check, compare, enter and look for new ones.");
const rulebook = ["--rulebook <folder>", "folder with labels and label-parts", RULEBOOK_DIRECTORY] as const;

program
  .command("check")
  .description("every fault by file and place")
  .option(...rulebook)
  .action(check);
program
  .command("diff <registration> [from] [to]")
  .description("what changed between two label dates, in words (default: the last two)")
  .option(...rulebook)
  .action(diff);
program
  .command("import <file>")
  .description("an edition file (.json) or a spreadsheet of facts (.csv); shows the changes, --write keeps them")
  .option(...rulebook)
  .option("--write", "keep the changes")
  .action(importLabels);
program
  .command("signatures")
  .description("second readers who signed in the console, for the files; shows them, --write keeps them")
  .option(...rulebook)
  .option("--write", "keep the changes")
  .action(signatures);
program
  .command("stale")
  .description("products of which a newer label exists than was entered")
  .option(...rulebook)
  .action(stale);
program
  .command("missing")
  .description("the labels that callers ask about most and that a check of today does not find")
  .option("--limit <count>", "how many", "50")
  .option(...rulebook)
  .action(missing);
program
  .command("schema")
  .description("the JSON Schema of the files")
  .option("--write", `write them to ${LABEL_SCHEMA_DIRECTORY}`)
  .action(schema);
program
  .command("scan")
  .description("read the stamped labels whose date moved for ESA language; shows the changes, --write keeps them")
  .option(...rulebook)
  .option("--write", "keep the changes")
  .option("--only <registrations>", "comma-separated registration numbers")
  .option("--label-base <url>", "where label PDFs lie", "https://www3.epa.gov/pesticides/chem_search/ppls/")
  .option("--list-base <url>", "where the label lists lie", "https://ordspub.epa.gov/ords/pesticides/cswu/ppls/")
  .option("--delay-ms <ms>", "pause between two requests", "2000")
  .option("--state <file>", "what was scanned already; a stopped scan goes on from there", ".data/label-scan.json")
  .action(scan);

/** One line for the person who keeps the files; a trace of the program tells them nothing. */
function failureWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ENOENT" && "path" in error) return `There is no file ${String(error.path)}.`;
  return error instanceof SyntaxError ? `The file is no JSON: ${error.message}` : error.message;
}

await program.parseAsync().catch((error: unknown) => {
  console.error(failureWords(error));
  process.exitCode = 1;
});
