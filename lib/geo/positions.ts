import type { Position } from "geojson";
import { isArray } from "@/lib/geo/faults";
import type { FaultList } from "@/lib/geo/faults";
import { likelySlip } from "@/lib/geo/united-states";

export type PolygonalType = "Polygon" | "MultiPolygon";
type Path = (string | number)[];

const MIN_RING_POSITIONS = 4;
const MAX_LON = 180;
const MAX_LAT = 90;

/** The polygons of coordinates as received: one for a Polygon, and none where there is no array to look into. */
const polygonsOf = (type: PolygonalType, coordinates: unknown): unknown[] => {
  if (type === "Polygon") return [coordinates];
  return isArray(coordinates) ? coordinates : [];
};

/**
 * Whether received coordinates hold more than `max` positions, over all rings.
 *
 * It looks at array lengths alone and stops at the first excess, so that a hostile boundary costs nothing more.
 * Units: none. Source: interface "Boundary rules". Missing data: what is no array counts for nothing.
 * Throws: never.
 */
export function exceedsPositions(type: PolygonalType, coordinates: unknown, max: number): boolean {
  let positions = 0;
  for (const rings of polygonsOf(type, coordinates)) {
    if (!isArray(rings)) continue;
    for (const ring of rings) {
      if (isArray(ring)) positions += ring.length;
      if (positions > max) return true;
    }
  }
  return false;
}

/**
 * The coordinates of a Polygon or MultiPolygon as MultiPolygon coordinates, with everything but longitude and
 * latitude left out and no digit changed. What is wrong goes to `faults`, with `path` before the place; the result
 * is good only if none was added. Reading goes no deeper than positions and stops when the list of faults is full.
 *
 * Units: degrees, longitude first. Source: RFC 7946 section 3.1; docs/contract.md, Conventions (altitudes are dropped).
 * Missing data: a missing or empty array is a fault. Throws: never.
 */
export function readPolygons(type: PolygonalType, coordinates: unknown, path: Path, faults: FaultList): Position[][][] {
  if (type === "Polygon") return [readRings(coordinates, path, faults)];
  if (!isFilledArray(coordinates, path, "polygon", faults)) return [];
  return collect(coordinates, faults, (rings, index) => readRings(rings, [...path, index], faults));
}

function readRings(rings: unknown, path: Path, faults: FaultList): Position[][] {
  if (!isFilledArray(rings, path, "ring", faults)) return [];
  if (isRing(rings)) {
    faults.add({
      path,
      code: "invalid_type",
      message:
        "This must be an array of rings, not one ring: put [ ] around it. A Polygon has coordinates [[[longitude, latitude], ...]], a MultiPolygon [[[[longitude, latitude], ...]]].",
    });
    return [];
  }
  return collect(rings, faults, (ring, index) => readRing(ring, [...path, index], faults));
}

/** Positions where rings belong: a pair of brackets is missing, which is one fault and not one of every number. */
const isRing = ([first]: unknown[]): boolean => isArray(first) && typeof first[0] === "number";

function readRing(ring: unknown, path: Path, faults: FaultList): Position[] {
  if (!isFilledArray(ring, path, "position", faults)) return [];
  const positions = collect(ring, faults, (position, index) => readPosition(position, path, index, faults));
  if (ring.length < MIN_RING_POSITIONS) {
    faults.add({
      path,
      code: "ring_too_short",
      message: `A ring needs at least ${MIN_RING_POSITIONS} positions, the last one equal to the first; this has ${ring.length}.`,
    });
  } else if (isOpen(positions)) {
    faults.add({ path, code: "ring_not_closed", message: "The last position of a ring must be equal to the first." });
  }
  return positions;
}

// The path is put together only for a fault: 5,000 paths would cost more than the check.
function readPosition(position: unknown, ringPath: Path, index: number, faults: FaultList): Position {
  const [lon, lat] = isArray(position) ? position : [];
  if (typeof lon !== "number" || typeof lat !== "number" || !Number.isFinite(lon) || !Number.isFinite(lat)) {
    faults.add({
      path: [...ringPath, index],
      code: "invalid_position",
      message: "A position must be an array of two finite numbers: [longitude, latitude].",
    });
    return [];
  }
  if (Math.abs(lon) > MAX_LON) {
    faults.add({
      path: [...ringPath, index, 0],
      code: "out_of_range",
      message: `Longitude ${lon} is outside -180 to 180 degrees; boundaries are WGS84 (EPSG:4326).`,
    });
  }
  if (Math.abs(lat) > MAX_LAT) {
    faults.add({
      path: [...ringPath, index, 1],
      code: "out_of_range",
      message: `Latitude ${lat} is outside -90 to 90 degrees${swappedWords(lon, lat)}`,
    });
  }
  return [lon, lat];
}

/** West of 90 degrees, where most fields of the country lie, a swapped longitude is no latitude at all. */
function swappedWords(lon: number, lat: number): string {
  const slip = likelySlip([lon, lat]);
  return slip === null ? "; positions are [longitude, latitude] in WGS84." : `: it looks as if ${slip}.`;
}

/** Says false to a ring with a broken end, which has its own fault already. */
function isOpen(positions: Position[]): boolean {
  const first = positions[0];
  const last = positions.at(-1);
  if (first?.length !== 2 || last?.length !== 2) return false;
  return first[0] !== last[0] || first[1] !== last[1];
}

function isFilledArray(value: unknown, path: Path, member: string, faults: FaultList): value is unknown[] {
  const expected = `an array of ${member}s`;
  if (!isArray(value)) {
    faults.addType(path, "This", expected, value);
    return false;
  }
  if (value.length === 0) {
    faults.add({ path, code: "empty", message: `This must be ${expected}, and is empty.` });
    return false;
  }
  return true;
}

function collect<Read>(values: unknown[], faults: FaultList, read: (value: unknown, index: number) => Read): Read[] {
  const found: Read[] = [];
  for (const [index, value] of values.entries()) {
    if (faults.isFull()) break;
    found.push(read(value, index));
  }
  return found;
}
