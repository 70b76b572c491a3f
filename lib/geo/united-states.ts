import type { Position } from "geojson";

/** West and east ends of the lower 48 states, degrees, for each degree of latitude from 24 north. */
const LOWER_48_FROM_LAT = 24;
const LOWER_48: readonly (readonly [west: number, east: number])[] = [
  [-82.19, -80.5],
  [-97.64, -80.11],
  [-99.41, -80.03],
  [-99.99, -80.09],
  [-103.31, -80.53],
  [-104.69, -80.87],
  [-105.56, -81.31],
  [-113.14, -80.85],
  [-118.62, -79.57],
  [-120.38, -77.9],
  [-120.67, -76.13],
  [-121.51, -75.46],
  [-122.18, -75.65],
  [-123, -75.27],
  [-123.73, -74.8],
  [-124.02, -74.06],
  [-124.41, -71.97],
  [-124.24, -69.93],
  [-124.55, -70],
  [-124.46, -68.85],
  [-124.14, -66.95],
  [-124.01, -67.07],
  [-124.18, -67.78],
  [-124.68, -67.79],
  [-124.72, -88.43],
  [-122.76, -94.72],
];

/** The other states and territories as boxes: west, south, east, north. */
const ELSEWHERE: readonly (readonly [west: number, south: number, east: number, north: number])[] = [
  [-180, 51, -140.9, 71.5], // Alaska
  [-141, 54.5, -129.9, 60.5], // the Alaska panhandle
  [172, 51.5, 180, 53.5], // the western Aleutians
  [-178.5, 18.8, -154.7, 28.6], // Hawaii
  [-68, 17.6, -64.4, 18.6], // Puerto Rico and the Virgin Islands
  [144.5, 13.1, 146.2, 20.7], // Guam and the Northern Marianas
  [-171.2, -14.7, -168, -10.9], // American Samoa
];

/** Fields on a border and coarse coast lines are let in: a degree is 60 to 70 miles. */
const MARGIN_DEG = 0.2;

/**
 * Whether a place may lie in the United States or its territories.
 *
 * It tells a slip from a field: swapped coordinates and lost signs land oceans away. Ground across a border is let in
 * where the country is as wide at that latitude, and finds no county later.
 *
 * Units: degrees. Source: the lower 48 by degree of latitude from the Census Bureau's county lines of 2024 (1:10
 * million); the rest are boxes around the islands. Missing data: none. Throws: never.
 */
export function isInUnitedStates(lon: number, lat: number): boolean {
  return (
    isInLower48(lon, lat) ||
    ELSEWHERE.some(([west, south, east, north]) => isIn(lon, west, east) && isIn(lat, south, north))
  );
}

const isIn = (value: number, least: number, most: number): boolean =>
  value >= least - MARGIN_DEG && value <= most + MARGIN_DEG;

function isInLower48(lon: number, lat: number): boolean {
  return [lat - MARGIN_DEG, lat + MARGIN_DEG].some((near) => {
    const [west, east] = LOWER_48[Math.floor(near) - LOWER_48_FROM_LAT] ?? [Infinity, -Infinity];
    return isIn(lon, west, east);
  });
}

/** What most likely went wrong with a place outside the country, in words that end a sentence; null: nothing obvious. */
export function likelySlip([lon = 0, lat = 0]: Position): string | null {
  const send = (right: Position): string => `send [${right.join(", ")}]`;
  if (isInUnitedStates(-lon, lat)) return `the minus sign of the longitude is missing; ${send([-lon, lat])}`;
  if (isInUnitedStates(lat, lon)) {
    return `longitude and latitude are swapped; positions are [longitude, latitude], so ${send([lat, lon])}`;
  }
  if (isInUnitedStates(-lat, lon)) {
    return `longitude and latitude are swapped and the minus sign of the longitude is missing; ${send([-lat, lon])}`;
  }
  if (isInUnitedStates(lon, -lat)) return `the latitude has a minus sign too many; ${send([lon, -lat])}`;
  return null;
}
