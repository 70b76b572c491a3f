import tzLookup from "@photostructure/tz-lookup";

/**
 * The time zone that a place keeps, by its IANA name; UTC where the place is not known.
 *
 * The library's map is coarse along the lines between zones: a field there may be given its neighbor's zone, and each time
 * is shown with the zone's name, so the moment is the right one all the same.
 */
export const timeZoneAt = (place: readonly [lon: number, lat: number] | null): string =>
  place === null ? "UTC" : tzLookup(place[1], place[0]);
