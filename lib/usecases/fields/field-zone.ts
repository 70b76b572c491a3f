import tzLookup from "@photostructure/tz-lookup";

/** Every zone that a place of the United States keeps its time by. */
const OF_THE_STATES =
  /^(?:America\/(?:Adak|Anchorage|Boise|Chicago|Denver|Detroit|Indiana\/.+|Juneau|Kentucky\/.+|Los_Angeles|Menominee|Metlakatla|New_York|Nome|North_Dakota\/.+|Phoenix|Puerto_Rico|Sitka|St_Thomas|Yakutat)|Pacific\/(?:Guam|Honolulu|Midway|Pago_Pago|Saipan|Wake))$/;

/** How far and in which steps a zone of the United States is looked for around a place that was given another, degrees. */
const FARTHEST_TENTHS = 10;
const TENTHS_PER_DEGREE = 10;
const AROUND = [
  [0, -1],
  [1, 0],
  [-1, 0],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const;

/**
 * The time zone that a place keeps, by its IANA name; UTC where the place is not known.
 *
 * The library's map is coarse along the lines between zones: a field there may be given its neighbor's zone, and each time
 * is shown with the zone's name, so the moment is the right one all the same. Near a border that neighbor may be abroad, and
 * over the date line a day away: Samoa's clocks are 24 hours ahead of American Samoa's. So the nearest zone of the United States stands
 * for one that is none of them.
 */
export function timeZoneAt(place: readonly [lon: number, lat: number] | null): string {
  if (place === null) return "UTC";
  const [lon, lat] = place;
  const own = tzLookup(lat, lon);
  return OF_THE_STATES.test(own) ? own : (nearestOfTheStates(lon, lat) ?? own);
}

function nearestOfTheStates(lon: number, lat: number): string | null {
  for (let tenths = 1; tenths <= FARTHEST_TENTHS; tenths += 1) {
    for (const [east, north] of AROUND) {
      const zone = zoneOn(lon + (east * tenths) / TENTHS_PER_DEGREE, lat + (north * tenths) / TENTHS_PER_DEGREE);
      if (OF_THE_STATES.test(zone)) return zone;
    }
  }
  return null;
}

/** The library refuses what is beyond the poles or the date line. */
const zoneOn = (lon: number, lat: number): string =>
  tzLookup(Math.min(90, Math.max(-90, lat)), ((((lon + 180) % 360) + 360) % 360) - 180);
