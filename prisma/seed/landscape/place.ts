import type { Position } from "geojson";

/** A point of the local plane: meters east and north of the landscape's middle. */
export type Point = readonly [eastM: number, northM: number];

/**
 * Where the demonstration lies: Boone County, Iowa. Medium runoff vulnerability (2 points); Dallas County south of it
 * is high (0 points), which the two fields at that line show.
 */
export const DEMO_COUNTY = {
  geoId: "19015",
  name: "Boone",
  west: -94.1636,
  south: 41.8636,
  east: -93.697,
  north: 42.2098,
};
export const DEMO_MIDDLE = { lon: -93.93, lat: 42.037 };

/** Meters in a degree on WGS84 at the middle; over 20 km the plane is good to some decimetres, which is plenty here. */
const M_PER_DEGREE_LON = 82_804.6;
const M_PER_DEGREE_LAT = 111_074;

/** A survey section is a mile square. The block of sections ends 9 km inside the county's line. */
export const SECTION_M = 1609.344;
export const SECTIONS = 12;
export const BLOCK_EDGE_M = (SECTIONS / 2) * SECTION_M;

/** Seven decimals are a centimetre. Fewer would make curved boundaries cross themselves. */
const round7 = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

export const toPosition = ([eastM, northM]: Point): [number, number] => [
  round7(DEMO_MIDDLE.lon + eastM / M_PER_DEGREE_LON),
  round7(DEMO_MIDDLE.lat + northM / M_PER_DEGREE_LAT),
];

/** Meters north of the middle at which a latitude lies. */
export const northOf = (lat: number): number => (lat - DEMO_MIDDLE.lat) * M_PER_DEGREE_LAT;

const same = (a: Position | undefined, b: Position | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1];

/** Positions rounded, without repeats that rounding made. */
export const roundLine = (line: readonly Position[]): Position[] =>
  line
    .map(([lon = 0, lat = 0]): Position => [round7(lon), round7(lat)])
    .filter((position, index, all) => index === 0 || !same(position, all[index - 1]));

/** A closed ring of the plane's points, which are given without the closing one. */
export function toRing(points: readonly Point[]): Position[] {
  const ring = roundLine(points.map(toPosition));
  const first = ring[0];
  if (first !== undefined && !same(first, ring.at(-1))) ring.push([...first]);
  return ring;
}
