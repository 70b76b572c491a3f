import { HOUR_MS, type ForecastHour } from "@/lib/domain/forecast";
import { sunEvent } from "@/lib/engine/conditions/daylight";
import type { LonLat } from "@/lib/engine/conditions/facts";

/** Wind of less mixes the air too little to be relied on. */
const MIXING_WIND_MPH = 4;
/** Under more cloud than a quarter the ground keeps its warmth. */
const CLOUDY_PERCENT = 25;

/**
 * Whether cool air may lie under warm in an hour, so that fine drops would hang in it: from an hour before sunset to an
 * hour after sunrise, but under clouds and in wind. A hint for the one who looks at the field, and never a judge: labels
 * forbid spraying in an inversion, and only a look or a measurement there tells.
 *
 * Units: mph, percent. Source: North Dakota State University, AE1705, and the Canola Council of Canada's signs of an
 * inversion. Missing data: without wind or clouds it may be; null where the sun neither rises nor sets. Throws: never.
 */
export function mayBeInverted(
  { startsAt, windSpeedMph, skyCoverPercent }: ForecastHour,
  place: LonLat,
): boolean | null {
  const startMs = startsAt.getTime();
  const sunrise = sunEvent("sunrise", startMs, place);
  const sunset = sunEvent("sunset", startMs, place);
  if (sunrise === null || sunset === null) return null;
  const isDay = startMs >= sunrise + HOUR_MS && startMs + HOUR_MS <= sunset - HOUR_MS;
  const isMixed = (windSpeedMph ?? 0) >= MIXING_WIND_MPH && (skyCoverPercent ?? 0) > CLOUDY_PERCENT;
  return !isDay && !isMixed;
}
