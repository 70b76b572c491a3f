import type { DataSetState } from "@/lib/data/data-sets";

interface Placed {
  dataSetId: number;
  state: DataSetState;
}

/** The sets of a kind that are in force and before it; null: there is none. */
export interface SetRoles {
  active: number | null;
  previous: number | null;
}

/**
 * Sets of a kind that are neither in force, nor the one before it, nor the newest. A switch removes them unless an
 * application was judged by them.
 */
export function setsWithoutRole<S extends Placed>(sets: readonly S[], { active, previous }: SetRoles): S[] {
  const newest = Math.max(...sets.filter(({ state }) => state === "ready").map(({ dataSetId }) => dataSetId));
  const kept = new Set([active, previous, newest]);
  return sets.filter(({ dataSetId }) => !kept.has(dataSetId));
}
