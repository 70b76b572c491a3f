import { isAskedFor, recordRemoval } from "@/lib/data/imports/removals";
import { deleteSet, isJudgedBy, listSets, type StoredSet } from "@/lib/data/imports/sets";
import type { DataSetKind } from "@/lib/data/data-sets";
import type { ActionBy } from "@/lib/domain/operator";
import { ImportFailure } from "@/lib/imports/failure";
import { takeLock, withClient } from "@/lib/imports/switch";

/** `data remove`: ends a set that is not in force, that no rollback leads to, and that nothing was judged by. */
export async function removeSet(
  url: string,
  { kind, version, by }: { kind: DataSetKind; version: string; by: ActionBy },
): Promise<void> {
  await withClient(url, async (client) => {
    await takeLock(client, kind);
    const set = (await listSets(client, kind)).find((each) => each.version === version);
    if (set === undefined) throw new ImportFailure(`there is no ${kind} set ${version}`);
    refuseUsed(set);
    if (await isJudgedBy(client, set)) {
      throw new ImportFailure(
        `${kind} ${version} stays: applications were judged by it, or a switch to it has still to be looked at. ` +
          "Reports are drawn from it",
      );
    }
    if (await isAskedFor(client, set)) {
      throw new ImportFailure(`${kind} ${version} stays: an operator asked for a switch to it, or for a preview of it`);
    }
    await recordRemoval(client, set, by);
    await deleteSet(client, set);
  });
}

function refuseUsed({ kind, version, role }: StoredSet): void {
  if (role === "active") throw new ImportFailure(`${kind} ${version} is in force`);
  if (role === "previous") {
    throw new ImportFailure(`${kind} ${version} is the set before the one in force: data rollback returns to it`);
  }
}
