import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { DataSetKind } from "@/lib/data/data-sets";
import { archiveSet, restoreVersion } from "@/lib/imports/archive";
import { importBasemap } from "@/lib/imports/basemap/import-basemap";
import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { describeChecks } from "@/lib/imports/checks";
import { importCounties } from "@/lib/imports/county/import-counties";
import { ImportInterrupted, reasonOf } from "@/lib/imports/failure";
import { importFeatures, type GroundSource } from "@/lib/imports/features/import-features";
import type { ImportOptions } from "@/lib/imports/options";
import { barProgress, lineProgress, type Progress } from "@/lib/imports/progress";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { checkLines, setLine, summaryLines } from "@/lib/imports/report";
import { removeSet } from "@/lib/imports/remove";
import type { ImportSummary } from "@/lib/imports/run-import";
import { importSoil } from "@/lib/imports/soil/import-soil";
import { activateSet, isDataSetKind, listDataSets, rollbackSet } from "@/lib/imports/switch";
import { verifySet } from "@/lib/imports/verify";
import { addPreviewCommand } from "@/scripts/operator/preview";
import { addRefreshCommands, orUnset } from "@/scripts/operator/refresh";
import { fallBackToDemonstration } from "@/scripts/operator/demonstration";
import { byCommandLine } from "@/scripts/operator/open-database";

/** `npm run data -- import|list|activate|rollback|remove|verify|refresh|refreshes|preview`: reference data in and out of force. docs/data-sets.md */

const USAGE = 2;
const INTERRUPTED = 130;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const progress: Progress = process.stdout.isTTY ? barProgress(say, process.stdout) : lineProgress(say);

class CommandFailure extends Error {}

function databaseUrl(): string {
  fallBackToDemonstration();
  const url = process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL ?? "";
  if (url === "")
    throw new CommanderError(USAGE, "no-database", "Set DATABASE_URL, or DATABASE_DIRECT_URL where that is a pooler.");
  return url;
}

/** The first Ctrl-C ends the import between two batches; the second ends the process at once. */
const stop = new AbortController();
process.once("SIGINT", () => {
  process.stderr.write("stopping after this batch; Ctrl-C again stops at once\n");
  stop.abort();
  process.once("SIGINT", () => process.exit(INTERRUPTED));
});
process.once("SIGTERM", () => stop.abort());

const KINDS = "pula, county, soil, features, basemap or catalogue";

function kind(text: string): DataSetKind {
  if (isDataSetKind(text)) return text;
  throw new InvalidArgumentError(`must be ${KINDS}`);
}

/** `water=lakes.geojson`, or the file alone where its records say what they are. */
function alsoSource(text: string, before: GroundSource[] = []): GroundSource[] {
  const [, category, file] = /^(?:([a-z_]+)=)?(.+)$/.exec(text) ?? [];
  return [...before, { source: file ?? text, category }];
}

function meters(text: string): number {
  const width = Number(text);
  if (!(width > 0 && width <= 5000)) throw new InvalidArgumentError("must be meters, above 0 and at most 5,000");
  return width;
}

interface ImportFlags extends ImportOptions {
  limitations?: string;
  coverage?: string;
  points?: string;
  precision?: "coarse" | "exact";
  mapunit?: string;
  muaggatt?: string;
  sacatalog?: string;
  category?: string;
  also?: GroundSource[];
  lineWidthM?: number;
  attribution?: string;
  license?: string;
  demonstration?: boolean;
}

async function runImport(what: DataSetKind, source: string, flags: ImportFlags): Promise<void> {
  const options = {
    ...flags,
    source,
    isDemonstration: flags.demonstration,
    signal: stop.signal,
    workFolder: orUnset(process.env.IMPORT_FOLDER),
  };
  const summary = await importKind(what, options);
  for (const line of summaryLines(summary)) say(line);
  if (flags.activate !== true || summary.dryRun) return;
  if (!summary.activated) {
    throw new CommandFailure(`not activated: ${describeChecks(summary.objections)}; --force activates in spite of it`);
  }
}

function importKind(what: DataSetKind, flags: ImportFlags & { source: string }): Promise<ImportSummary> {
  const url = databaseUrl();
  const options = { ...flags, by: byCommandLine() };
  switch (what) {
    case "pula":
      return importPulas(url, options, progress);
    case "county":
      return importCounties(url, options, progress);
    case "soil":
      if (options.mapunit === undefined || options.muaggatt === undefined) {
        throw new CommanderError(USAGE, "tables", "import soil needs --mapunit <csv> and --muaggatt <csv> as well");
      }
      return importSoil(url, options, progress);
    case "features":
      return importFeatures(url, options, progress);
    case "basemap":
      return importBasemap(url, options, progress);
    case "catalogue":
      return importCatalogue(url, options, progress);
  }
}

const program = new Command("data")
  .description("Reference data sets: import beside the set in force, check, switch, take back.")
  .exitOverride()
  .showHelpAfterError("(run with --help for the options)");

program
  .command("import")
  .description("load a set; with --activate put it in force when its checks pass")
  .argument("<kind>", KINDS, kind)
  .argument("<source>", "file, address, directory of rule files, or `us-atlas`")
  .option("--limitations <file-or-url>", "pula: EPA's limitation rows")
  .option("--coverage <geojson>", "pula: the ground the set speaks for (default: the lower 48 states)")
  .option("--points <csv>", "pula: places that must lie inside or outside a PULA")
  .addOption(
    new Option("--precision <precision>", "county: how exact its lines are (default: coarse)").choices([
      "coarse",
      "exact",
    ]),
  )
  .option("--mapunit <csv>", "soil: SSURGO's table of map units")
  .option("--muaggatt <csv>", "soil: SSURGO's table of their groups and slopes")
  .option("--sacatalog <csv>", "soil: SSURGO's table of survey areas, kept with the set's figures")
  .option(
    "--category <category>",
    "features: what its records are that do not say; basemap: road, section, water or place",
  )
  .option(
    "--also <[category=]file>",
    "features, basemap: a further file of the same set; may be given again",
    alsoSource,
  )
  .option("--line-width-m <meters>", "features: width of lines of water and habitat that do not say", meters)
  .option("--attribution <text>", "basemap: who published its files, shown on the map")
  .option("--license <text>", "basemap: the terms they are published under, shown with it")
  .option("--version <name>", "name of the set (default: the day and the content's hash)")
  .option("--activate", "put the set in force when it is sound")
  .option("--force", "activate in spite of failed checks")
  .option("--dry-run", "load and check, and keep nothing")
  .option("--demonstration", "mark the set as demonstration data")
  .action(runImport);

program
  .command("archive")
  .description(
    "move the outlines of a set of areas that is no longer in force into a file, from which reports are drawn",
  )
  .argument("<version>", "a set, as `data list` names it")
  .requiredOption("--to <folder>", "a folder that every process finds by this path")
  .action(async (version: string, { to }: { to: string }) => {
    const { file, bytes } = await archiveSet(databaseUrl(), { version, folder: to });
    say(`${version} lies in ${file} (${(bytes / 1e6).toFixed(1)} MB)`);
  });

program
  .command("restore")
  .description("read the outlines of an archived set of areas back into the database")
  .argument("<version>", "a set, as `data list` names it")
  .action(async (version: string) => {
    await restoreVersion(databaseUrl(), version);
    say(`${version} is in the database again`);
  });

program
  .command("list")
  .description("every stored set and its part in the switch")
  .action(async () => {
    const sets = await listDataSets(databaseUrl());
    for (const set of sets) say(setLine(set));
    if (sets.length === 0) say("no data sets");
  });

program
  .command("activate")
  .description("put a loaded set in force")
  .argument("<kind>", KINDS, kind)
  .argument("<version>", "as `data list` names it")
  .option("--force", "in spite of failed checks")
  .action(async (what: DataSetKind, version: string, { force }: { force?: boolean }) => {
    const objections = await activateSet(databaseUrl(), { kind: what, version, force, by: byCommandLine() }, progress);
    if (objections.length > 0)
      throw new CommandFailure(`not activated: ${describeChecks(objections)}; --force activates in spite of it`);
  });

program
  .command("rollback")
  .description("put the previous set in force again")
  .argument("<kind>", KINDS, kind)
  .option("--to <version>", "the previous set's name; needed where that set was itself rolled back")
  .action(async (what: DataSetKind, flags: { to?: string }) => {
    const { from, to } = await rollbackSet(databaseUrl(), what, { by: byCommandLine(), to: flags.to });
    say(from === to ? `${what} ${to} is in force` : `${what} ${to} is in force again, in place of ${from}`);
  });

program
  .command("remove")
  .description("end a loaded set that is not in force, that no rollback leads to, and that judged no application")
  .argument("<kind>", KINDS, kind)
  .argument("<version>", "as `data list` names it")
  .action(async (what: DataSetKind, version: string) => {
    await removeSet(databaseUrl(), { kind: what, version, by: byCommandLine() });
    say(`${what} ${version} is removed`);
  });

program
  .command("verify")
  .description("run the checks of the set in force again")
  .argument("<kind>", KINDS, kind)
  .action(async (what: DataSetKind) => {
    const { version, checks, isSound } = await verifySet(databaseUrl(), what);
    for (const line of checkLines(checks)) say(line);
    if (!isSound) throw new CommandFailure(`${what} ${version} failed its checks`);
    say(`${what} ${version} is verified`);
  });

addPreviewCommand(program, say, databaseUrl);
addRefreshCommands(program, { databaseUrl, progress, signal: stop.signal, say });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    if (error.exitCode !== 0 && error.exitCode === USAGE) process.stderr.write(`${error.message}\n`);
    process.exitCode = error.exitCode === 0 ? 0 : USAGE;
  } else {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = error instanceof ImportInterrupted ? INTERRUPTED : 1;
  }
}
