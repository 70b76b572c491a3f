import { countsTowardPass } from "@/lib/domain/citation";
import type { SubOption } from "@/lib/domain/mitigation";

/** The least and the most that any source gives for a measure here. */
export interface PointRange {
  low: number;
  high: number;
}

/** What the field is, as far as a reading asks. */
export interface ReadingFacts {
  /** The survey says that the field lies on sand, loamy sand or sandy loam. */
  isSandyGround: boolean;
}

/**
 * What a measure is worth by every reading of the menu that applies here.
 *
 * Units: menu points. Source: the readings of the menu's row. Missing data: a measure without a figure is worth nothing;
 * a reading that rests on unverified evidence can lower a figure and never raise it. Throws: never.
 */
export function pointRange({ points, readings }: SubOption, { isSandyGround }: ReadingFacts): PointRange {
  const here = readings.filter(({ where }) => where === undefined || !isSandyGround);
  const counted = here.filter(({ evidence }) => countsTowardPass(evidence)).map((reading) => reading.points);
  const figure = points ?? 0;
  return {
    low: Math.min(figure, ...here.map((reading) => reading.points)),
    high: Math.max(figure, ...counted),
  };
}
