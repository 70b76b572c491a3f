import type { WindRosePoint } from "@/lib/domain/drift";
import { treatableByDirection } from "@/lib/engine/drift/directions";
import type { PlacementField, Setback } from "@/lib/engine/drift/placement";

const DIRECTIONS = 16;
/** The 16 directions the wind is asked to come from, degrees clockwise from north. */
export const ROSE_DIRECTIONS_DEG: readonly number[] = Array.from(
  { length: DIRECTIONS },
  (_unused, index) => (index * 360) / DIRECTIONS,
);

export interface RoseQuestion {
  windSpeedMph: number;
  /** Asks for the ground as well as for its area. */
  withGround: boolean;
}

/**
 * How much of a field could be treated with the wind from each of 16 directions, at the speed it has now.
 *
 * Units: degrees the wind comes from; percent of the field; square meters.
 * Source: docs/rules.md, Drift, all-wind view. Missing data: no setback leaves the whole field to treat.
 * Throws Error as the kernel does.
 */
export function windRose(
  placement: PlacementField,
  setbacks: readonly Setback[],
  asked: RoseQuestion,
): WindRosePoint[] {
  const { areaSqm } = placement;
  const treatable = treatableByDirection(placement, setbacks, { ...asked, directionsDeg: ROSE_DIRECTIONS_DEG });
  return ROSE_DIRECTIONS_DEG.map((windDirectionDeg, index) => {
    const { treatableSqm, ground } = treatable[index] ?? { treatableSqm: 0, ground: null };
    return {
      windDirectionDeg,
      treatablePercent: (100 * treatableSqm) / areaSqm,
      bufferAreaSqm: areaSqm - treatableSqm,
      ...(asked.withGround ? { treatable: ground } : {}),
    };
  });
}
