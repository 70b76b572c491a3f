import { type Command, InvalidArgumentError, Option } from "commander";
import { listRefreshes } from "@/lib/data/imports/refreshes";
import { REFRESH_KINDS, type RefreshKind } from "@/lib/domain/data-refresh";
import type { Progress } from "@/lib/imports/progress";
import { withClient } from "@/lib/imports/switch";
import { refreshData } from "@/lib/usecases/data-sets/refresh-data";

interface RefreshFlags {
  source?: string;
  limitations?: string;
  dryRun?: boolean;
  switch?: boolean;
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

const orUnset = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

/** `data refresh` and `data refreshes`. The addresses come from the environment unless they are given. */
export function addRefreshCommands(program: Command, { databaseUrl, progress, signal, say }: Shared): void {
  program
    .command("refresh")
    .description("ask a publisher for newer data, compare it with what is in force, and say what differs")
    .argument("<kind>", REFRESH_KINDS.join(", "), refreshKind)
    .option("--source <address>", "the layer or list to ask (default: REFRESH_*_URL)")
    .option("--limitations <address>", "pula: the limitations to ask (default: REFRESH_LIMITATIONS_URL)")
    .option("--dry-run", "load, check and compare, and keep nothing")
    .addOption(new Option("--switch", "put a sound set in force").conflicts("dryRun"))
    .action(async (kind: RefreshKind, { source, limitations, dryRun, switch: switchWhenSound }: RefreshFlags) => {
      const env = process.env;
      const sources = {
        pulaLayer: source ?? orUnset(env.REFRESH_PULA_URL),
        limitations: limitations ?? orUnset(env.REFRESH_LIMITATIONS_URL),
        countyLayer: source ?? orUnset(env.REFRESH_COUNTY_URL),
        labelList: source ?? orUnset(env.REFRESH_LABEL_LIST_URL),
      };
      const end = await refreshData(kind, sources, {
        databaseUrl: databaseUrl(),
        askedBy: "operator",
        dryRun,
        switchWhenSound,
        signal,
        progress,
      });
      const shown = Object.entries(end.report).filter(([name]) => name !== "counts" && name !== "checks");
      say(
        `${kind}: ${end.outcome}${end.version === null ? "" : ` ${end.version}`}${dryRun === true ? " (dry run)" : ""}`,
      );
      say(JSON.stringify(Object.fromEntries(shown), null, 2));
      if (end.detail !== null) say(end.detail);
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
