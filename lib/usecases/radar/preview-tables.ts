import { proposedTables } from "@/lib/rulebook/load";
import type { TableFile } from "@/lib/rulebook/schema";
import { RELEASED_TABLES } from "@/lib/rulebook/table-files";
import type { Deps } from "@/lib/runtime/deps";
import { reachOfTables } from "@/lib/usecases/radar/reach";
import { previewReach, type SwitchPreview, withOwner } from "@/lib/usecases/radar/sweep-radar";

/**
 * What a release with further table files, or with other ones, would change of the planned applications: the sweep that the
 * worker makes once it ships. It saves and sends nothing.
 */
export async function previewTables(
  deps: Deps,
  files: readonly TableFile[],
  signal?: AbortSignal,
): Promise<SwitchPreview> {
  const after = proposedTables(files);
  return withOwner(deps, (client) =>
    previewReach(deps, reachOfTables(deps, client, { before: RELEASED_TABLES, after, reached: null }), signal),
  );
}
