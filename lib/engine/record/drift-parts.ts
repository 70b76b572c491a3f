import type { SavedComputation } from "@/lib/domain/drift-saved";
import { feetToKeep } from "@/lib/domain/rounding";
import { englishOf, type RecordMeaning } from "@/lib/domain/record-meaning";

const feet = (distances: readonly (number | null)[]): number | null => {
  const known = distances.filter((each): each is number => each !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Up, as on every page: less than was asked for is never said. */
const wholeFeetUp = (distanceFt: number): number => Math.ceil(feetToKeep(distanceFt));

/** The widest buffer that was asked for, and what was kept of it. Null: the computation could not tell. */
export function reachOf({ edges, products }: SavedComputation): RecordMeaning[] | null {
  const required = feet([...edges.map(({ requiredFt }) => requiredFt), ...products.map((each) => each.rawDistanceFt)]);
  const kept = feet([...edges.map(({ bufferFt }) => bufferFt), ...products.map((each) => each.bufferFt)]);
  if (required === null || kept === null) return null;
  return [{ kind: "buffer_width", requiredFt: wholeFeetUp(required), keptFt: wholeFeetUp(kept) }];
}

/** Managed ground that carried a part of the buffer. */
export function boundsOf({ exclusionFeatureCount, edges }: SavedComputation): RecordMeaning[] {
  const carried = Math.round((feet(edges.map(({ creditedOutsideFt }) => creditedOutsideFt)) ?? 0) * 100) / 100;
  if (carried < 1) return [{ kind: "no_managed_ground" }];
  return [{ kind: "managed_ground", areas: exclusionFeatureCount, upToFt: Math.floor(carried) }];
}

/** Practices that took something off, each once. */
export function practicesOf({ reductions }: SavedComputation): RecordMeaning[] {
  const used = reductions.flatMap(({ selections }) =>
    selections.flatMap(({ label: practice, reductionPercent: percent }): RecordMeaning[] =>
      percent > 0 ? [{ kind: "practice", practice, percent }] : [],
    ),
  );
  const each = new Map(used.map((practice) => [englishOf(practice), practice]));
  return used.length === 0 ? [{ kind: "no_practices" }] : [...each.values()];
}
