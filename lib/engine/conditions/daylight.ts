import type { DayEvent } from "@/lib/domain/label-conditions";
import type { LonLat } from "@/lib/engine/conditions/facts";

const RADIANS = Math.PI / 180;
const DAY_MS = 86_400_000;
/** Unix time of the Julian date that the formulas count from, 1 January 2000 at noon. */
const EPOCH_MS = Date.UTC(2000, 0, 1, 12);
/** The sun's upper edge is seen on the horizon while its middle is this far below it. */
const HORIZON_DEG = -0.833;
const AXIAL_TILT_DEG = 23.4397;
const PERIHELION_DEG = 102.9372;

const sinDeg = (degrees: number): number => Math.sin(degrees * RADIANS);
const cosDeg = (degrees: number): number => Math.cos(degrees * RADIANS);

/**
 * Sunrise or sunset of the solar day that a moment belongs to, as Unix milliseconds; null where the sun does not rise or
 * set that day.
 *
 * Units: degrees, milliseconds. Good to two minutes between 60 degrees south and north. Source: the sunrise equation of
 * the Astronomical Almanac for low precision. Throws: never.
 */
export function sunEvent(event: DayEvent, momentMs: number, [lon, lat]: LonLat): number | null {
  const sinceEpoch = (momentMs - EPOCH_MS) / DAY_MS;
  const solarDay = Math.round(sinceEpoch + lon / 360) - lon / 360;
  const anomaly = 357.5291 + 0.98560028 * solarDay;
  const center = 1.9148 * sinDeg(anomaly) + 0.02 * sinDeg(2 * anomaly) + 0.0003 * sinDeg(3 * anomaly);
  const longitude = anomaly + center + 180 + PERIHELION_DEG;
  const noon = solarDay + 0.0009 + 0.0053 * sinDeg(anomaly) - 0.0069 * sinDeg(2 * longitude);
  const sinDeclination = sinDeg(longitude) * sinDeg(AXIAL_TILT_DEG);
  const cosDeclination = Math.sqrt(1 - sinDeclination ** 2);
  const cosHourAngle = (sinDeg(HORIZON_DEG) - sinDeg(lat) * sinDeclination) / (cosDeg(lat) * cosDeclination);
  if (Math.abs(cosHourAngle) > 1) return null;
  const halfDay = Math.acos(cosHourAngle) / RADIANS / 360;
  return EPOCH_MS + (event === "sunrise" ? noon - halfDay : noon + halfDay) * DAY_MS;
}
