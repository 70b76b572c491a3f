import { plannedWithNumbers } from "@/lib/data/radar/planned";
import { utcDay } from "@/lib/domain/calendar";
import { proposedRules, rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import { previewReach, type SwitchPreview, withOwner } from "@/lib/usecases/radar/sweep-radar";

/**
 * What further files of a menu, of county classes, or of automatic credits would change of the planned applications, each
 * assessed by the rules of this release and by those with the files. Only those on or after the first day on which the
 * files hold are looked at. It saves and sends nothing.
 */
export async function previewTables(
  deps: Deps,
  files: readonly { file: string; json: unknown }[],
  signal?: AbortSignal,
): Promise<SwitchPreview> {
  const proposed = proposedRules(files);
  const today = utcDay(deps.clock());
  const fromDay = proposed.from > today ? proposed.from : today;
  return withOwner(deps, (client) =>
    previewReach(
      deps,
      {
        sides: {
          before: { kind: "tables", rulebookAsOf },
          after: { kind: "tables", rulebookAsOf: proposed.rulebookAsOf },
        },
        planned: plannedWithNumbers(client, { fromDay, reached: null }),
      },
      signal,
    ),
  );
}
