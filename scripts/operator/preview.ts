import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { LOOKED_AT_SETS } from "@/lib/domain/recheck";
import { ImportFailure } from "@/lib/imports/failure";
import { createDeps, type Deps } from "@/lib/runtime/deps";
import { readEnvironment } from "@/lib/runtime/env";
import { previewTables } from "@/lib/usecases/radar/preview-tables";
import { previewSwitch, type SwitchPreview } from "@/lib/usecases/radar/sweep-radar";
import { csvLines, RECHECK_COLUMNS, recheckCells } from "@/lib/views/console/recheck-rows";

const FORMATS = ["csv", "geojson", "json"] as const;
type Format = (typeof FORMATS)[number];

/** How many each name has, the most first. */
function tallied(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]));
}

function textOf(format: Format, { fields, rechecks, failed }: SwitchPreview): string {
  if (format === "csv") return csvLines([RECHECK_COLUMNS, ...rechecks.map(recheckCells)]).trimEnd();
  if (format === "geojson") {
    const features = rechecks.map((found) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: found.at },
      properties: Object.fromEntries(recheckCells(found).map((cell, index) => [RECHECK_COLUMNS[index] ?? "", cell])),
    }));
    return JSON.stringify({ type: "FeatureCollection", features });
  }
  const byProvider = tallied(rechecks.map(({ providerId }) => providerId));
  const byProduct = tallied(rechecks.flatMap(({ products }) => [...new Set(products)]));
  const byCounty = tallied(rechecks.flatMap(({ counties }) => counties));
  const byStatus = tallied(rechecks.map(({ change }) => `${change.statusBefore} to ${change.statusAfter}`));
  return JSON.stringify(
    { fields, applications: rechecks.length, failed, byStatus, byProvider, byProduct, byCounty, rechecks },
    null,
    2,
  );
}

const alsoFile = (file: string, before: string[] = []): string[] => [...before, file];

interface Flags {
  format: Format;
  kind: (typeof LOOKED_AT_SETS)[number];
  table?: string[];
}

function previewOf(deps: Deps, version: string | undefined, { kind, table = [] }: Flags): Promise<SwitchPreview> {
  if (table.length > 0 && version === undefined) {
    return previewTables(
      deps,
      table.map((file) => ({ file, json: JSON.parse(readFileSync(file, "utf8")) as unknown })),
    );
  }
  if (table.length > 0 || version === undefined) throw new ImportFailure("name either a set or files with --table");
  return previewSwitch(deps, { kind, version });
}

/** `data preview <version> --kind catalogue`, `data preview --table <file>`: what would change, before it does. */
export function addPreviewCommand(program: Command, say: (line: string) => unknown, ready: () => unknown): void {
  program
    .command("preview")
    .description(
      "which planned applications a loaded set of areas, counties, or labels, or a table file, would change, and how",
    )
    .argument("[version]", "a set, as `data list` names it")
    .addOption(
      new Option("--kind <kind>", "areas, county lines, or labels with the rules of limitations")
        .choices(LOOKED_AT_SETS)
        .default("pula"),
    )
    .option("--table <file>", "a menu, county classes, or automatic credits; may be given again", alsoFile)
    .addOption(new Option("--format <format>", "form of the list").choices(FORMATS).default("json"))
    .action(async (version: string | undefined, flags: Flags) => {
      ready();
      const deps = await createDeps(readEnvironment());
      try {
        say(textOf(flags.format, await previewOf(deps, version, flags)));
      } finally {
        await deps.db.close();
        await deps.pdf.close();
      }
    });
}
