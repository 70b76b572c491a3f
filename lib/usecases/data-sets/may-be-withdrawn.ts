import type { ListedDataSet } from "@/lib/data/operators/data-sets";
import type { DataSwitch } from "@/lib/domain/data-switch";

type Placed = Pick<ListedDataSet, "kind" | "version" | "dataSetId" | "role" | "isWithdrawn">;

/**
 * Whether no one can tell if a set was rolled back. Rollbacks of earlier releases left no mark. The set before the one in
 * force is normally the older one; where it is the newer one, either it was rolled back or someone put an older set in force.
 * A switch asked for in the console says which.
 */
export function mayBeWithdrawn(set: Placed, sets: readonly Placed[], switches: readonly DataSwitch[]): boolean {
  const active = sets.find(({ kind, role }) => kind === set.kind && role === "active");
  if (set.role !== "previous" || set.isWithdrawn || active === undefined) return false;
  const wasReplaced = switches.some(
    ({ kind, act, state, fromVersion, toVersion }) =>
      kind === set.kind &&
      act === "activate" &&
      state === "done" &&
      fromVersion === set.version &&
      toVersion === active.version,
  );
  return set.dataSetId > active.dataSetId && !wasReplaced;
}
