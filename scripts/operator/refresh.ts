import { type Command, InvalidArgumentError, Option } from "commander";
import { listRefreshes } from "@/lib/data/imports/refreshes";
import { REFRESH_KINDS, type RefreshKind } from "@/lib/domain/data-refresh";
import type { Progress } from "@/lib/imports/progress";
import { withClient } from "@/lib/imports/switch";
import { refreshData, type RefreshSources } from "@/lib/usecases/data-sets/refresh-data";
import type { RefreshEnd } from "@/lib/usecases/data-sets/refresh-run";

interface RefreshFlags {
  source?: string;
  limitations?: string;
  dryRun?: boolean;
  switch?: boolean;
  force?: boolean;
}

interface Shared {
  databaseUrl: () => string;
  progress: Progress;
  signal: AbortSignal;
  say: (line: string) => unknown;
}

function refreshKind(text: string): RefreshKind {
  const kind = REFRESH_KINDS.find((known) => known === text);
  if (kind === undefined) throw new InvalidArgumentError(`must be one of ${REFRESH_KINDS.join(", ")}`);
  return kind;
}

/** An empty variable is an unset one. */
export const orUnset = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

const sourcesFrom = ({ source, limitations }: RefreshFlags, env = process.env): RefreshSources => ({
  pulaLayer: source ?? orUnset(env.REFRESH_PULA_URL),
  limitations: limitations ?? orUnset(env.REFRESH_LIMITATIONS_URL),
  countyLayer: source ?? orUnset(env.REFRESH_COUNTY_URL),
  labelList: source ?? orUnset(env.REFRESH_LABEL_LIST_URL),
  soilSurvey: source ?? orUnset(env.SOIL_URL),
});

function linesOf(kind: RefreshKind, { outcome, version, detail, report }: RefreshEnd, isDryRun: boolean): string[] {
  const shown = Object.entries(report).filter(([name]) => name !== "counts" && name !== "checks");
  return [
    `${kind}: ${outcome}${version === null ? "" : ` ${version}`}${isDryRun ? " (dry run)" : ""}`,
    JSON.stringify(Object.fromEntries(shown), null, 2),
    ...(detail === null ? [] : [detail]),
  ];
}

/** `data refresh` and `data refreshes`. The addresses come from the environment unless they are given. */
export function addRefreshCommands(program: Command, { databaseUrl, progress, signal, say }: Shared): void {
  program
    .command("refresh")
    .description("ask a publisher for newer data, compare it with what is in force, and say what differs")
    .argument("<kind>", REFRESH_KINDS.join(", "), refreshKind)
    .option("--source <address>", "the layer or list to ask (default: REFRESH_*_URL; soil: SOIL_URL)")
    .option("--limitations <address>", "pula: the limitations to ask (default: REFRESH_LIMITATIONS_URL)")
    .option("--dry-run", "load, check and compare, and keep nothing")
    .addOption(new Option("--switch", "put a sound set in force").conflicts("dryRun"))
    .addOption(new Option("--force", "labels, soil: note what would be held for a person").conflicts("dryRun"))
    .action(async (kind: RefreshKind, flags: RefreshFlags) => {
      const { dryRun, switch: switchWhenSound, force } = flags;
      const end = await refreshData(kind, sourcesFrom(flags), {
        dryRun,
        switchWhenSound,
        force,
        databaseUrl: databaseUrl(),
        workFolder: orUnset(process.env.IMPORT_FOLDER),
        askedBy: "operator",
        signal,
        progress,
      });
      for (const line of linesOf(kind, end, dryRun === true)) say(line);
      if (end.outcome === "failed" || end.outcome === "held") process.exitCode = 1;
    });

  program
    .command("refreshes")
    .description("the last looks at publishers and what came of them")
    .option("--most <number>", "how many", "20")
    .action(async ({ most }: { most: string }) => {
      const runs = await withClient(databaseUrl(), (client) => listRefreshes(client, Number(most)));
      for (const run of runs) {
        const words = [run.startedAt.toISOString(), run.kind, run.askedBy, run.outcome, run.version, run.detail];
        say(words.filter((word) => word !== null).join("  "));
      }
      if (runs.length === 0) say("no refresh has run");
    });
}
