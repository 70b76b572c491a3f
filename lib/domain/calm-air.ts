/**
 * Air that moves slower than this is calm: smoke rises straight up, and a direction that a gauge shows says nothing of where
 * spray goes. Source: force 0 of the Beaufort scale, less than 1 mph (National Weather Service).
 */
const CALM_BELOW_MPH = 1;

/** Whether air has no direction that a buffer could go by. Units: mph. Missing data: none. Throws: never. */
export const isCalm = (windSpeedMph: number): boolean => windSpeedMph < CALM_BELOW_MPH;
