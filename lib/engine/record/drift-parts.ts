import type { SavedComputation } from "@/lib/domain/drift-saved";
import { decimalText } from "@/lib/domain/numbers";

const feet = (distances: readonly (number | null)[]): number | null => {
  const known = distances.filter((each): each is number => each !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** The widest buffer that was asked for, and what was kept of it. Null: the computation could not tell. */
export function reachOf({ edges, products }: SavedComputation): string[] | null {
  const required = feet([...edges.map(({ requiredFt }) => requiredFt), ...products.map((each) => each.rawDistanceFt)]);
  const kept = feet([...edges.map(({ bufferFt }) => bufferFt), ...products.map((each) => each.bufferFt)]);
  if (required === null || kept === null) return null;
  return [`${decimalText(required, 0)} ft required, ${decimalText(kept, 0)} ft after practices`];
}

/** Managed ground that carried a part of the buffer. */
export function boundsOf({ exclusionFeatureCount, edges }: SavedComputation): string[] {
  const carried = feet(edges.map(({ creditedOutsideFt }) => creditedOutsideFt)) ?? 0;
  if (carried === 0) return ["none counted"];
  return [`${exclusionFeatureCount} managed areas beside the field, up to ${decimalText(carried, 0)} ft of the buffer`];
}

/** Practices that took something off. */
export function practicesOf({ reductions }: SavedComputation): string[] {
  const used = reductions.flatMap(({ selections }) =>
    selections.flatMap(({ label, reductionPercent }) =>
      reductionPercent > 0 ? [`${label}: ${decimalText(reductionPercent)} %`] : [],
    ),
  );
  return used.length === 0 ? ["none: the buffer was not reduced"] : [...new Set(used)];
}
