import { getTimes } from "suncalc";
import type { DayEvent } from "@/lib/domain/label-conditions";
import type { LonLat } from "@/lib/engine/conditions/facts";

const DAY_MS = 86_400_000;

/**
 * Sunrise or sunset of the solar day that a moment belongs to, as Unix milliseconds; null where the sun does not rise or
 * set that day.
 *
 * Units: degrees, milliseconds. Within ten seconds of NOAA's formulas between 18 and 65 degrees north, for a flat
 * horizon. Source: Meeus, Astronomical Algorithms, as `suncalc` has them. Throws: never.
 */
export function sunEvent(event: DayEvent, momentMs: number, [lon, lat]: LonLat): number | null {
  // The library takes the day of universal time: the one that noon of the place's own solar day is given as.
  const solarDay = Math.floor((momentMs + (lon / 360) * DAY_MS) / DAY_MS);
  return getTimes(new Date((solarDay + 0.5) * DAY_MS), lat, lon)[event]?.getTime() ?? null;
}
