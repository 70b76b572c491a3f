/** Figures are rounded where they leave the service, in answers, pages, and reports alike, and nowhere before. */

export const round1 = (value: number): number => Math.round(value * 10) / 10;
export const round2 = (value: number): number => Math.round(value * 100) / 100;
export const round2OrNull = (value: number | null): number | null => (value === null ? null : round2(value));

/**
 * A distance to keep, up to what is shown of it: whole feet, and tenths below ten. Less than is asked for is never said.
 * Hundredths are what an answer is rounded to.
 */
export const feetToKeep = (distanceFt: number): number => {
  const hundredths = distanceFt < 10 ? 10 : 100;
  return (Math.ceil(Math.round(distanceFt * 100) / hundredths) * hundredths) / 100;
};
export const feetToKeepOrNull = (distanceFt: number | null): number | null =>
  distanceFt === null ? null : feetToKeep(distanceFt);

/** What rounding leaves of a distance that managed ground carries whole. */
const LEAST_FT = 0.1;

/** What managed ground leaves to keep of a distance, feet; 0 where it carries all of it. */
export function leftToKeepFt(bufferFt: number, carriedFt: number): number {
  const leftFt = bufferFt - carriedFt;
  return leftFt < LEAST_FT ? 0 : feetToKeep(leftFt);
}

/** A rate: six figures, far more than any sprayer keeps, and none of what binary arithmetic leaves behind. */
export const roundRate = (value: number): number => Number(value.toPrecision(6));

/** A share of an area. Geometry may give a hair less than 0 or more than 100. */
export const roundPercent = (percent: number): number => Math.min(100, Math.max(0, round2(percent)));

/** A direction from 0 to below 360 degrees: one that rounds up to 360 is north again. */
export const roundBearing = (deg: number): number => round2(deg) % 360;
