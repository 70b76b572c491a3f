import type { SoilGroup, SoilSplit } from "@/lib/domain/soil";

/**
 * The single group a dominant group counts as: dual groups as their second, undrained letter, A/B as B.
 *
 * Source: docs/contract.md, Fields and soil. Missing data: null stays null; a field of unknown group is eligible for nothing.
 */
export function effectiveGroup(dominant: SoilGroup | null): "A" | "B" | "C" | "D" | null {
  if (dominant === null) return null;
  return dominant.slice(-1) as "A" | "B" | "C" | "D";
}

/** Which half of a soil-split measure or requirement a group belongs to. */
export function soilSplit(dominant: SoilGroup | null): SoilSplit | null {
  const group = effectiveGroup(dominant);
  if (group === null) return null;
  return group === "A" || group === "B" ? "A_B" : "C_D";
}
