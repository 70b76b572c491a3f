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
export function sunEvent(event: DayEvent, momentMs: number, place: LonLat): number | null {
  return eventOf(event, solarDayOf(momentMs, place), place);
}

/**
 * The sunrise to come on a day, for a moment between the sunset before and its solar midnight: clocks run ahead of the sun, so
 * that the first minutes of a day by the clock are still of the solar day before. Null for any other moment, and where the sun
 * does not set or rise.
 *
 * Units: `date` is `YYYY-MM-DD` by the clock of the place; milliseconds. Source: as above. Throws: never.
 */
export function sunriseAhead(date: string, momentMs: number, place: LonLat): number | null {
  const own = solarDayOf(momentMs, place);
  const sunset = eventOf("sunset", own, place);
  const isNight = sunset !== null && momentMs > sunset;
  return isNight && Date.parse(`${date}T00:00:00Z`) / DAY_MS === own + 1 ? eventOf("sunrise", own + 1, place) : null;
}

/** Days since 1970 by the sun of a place. */
const solarDayOf = (momentMs: number, [lon]: LonLat): number => Math.floor((momentMs + (lon / 360) * DAY_MS) / DAY_MS);

/** The library takes the day of universal time: the one that noon of the place's own solar day is given as. */
const eventOf = (event: DayEvent, solarDay: number, [lon, lat]: LonLat): number | null =>
  getTimes(new Date((solarDay + 0.5) * DAY_MS), lat, lon)[event]?.getTime() ?? null;
