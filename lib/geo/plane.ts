import type { Position } from "geojson";

/** A point of a local plane, meters east and north of its center. */
export type PlanePoint = readonly [eastM: number, northM: number];

/** The ground around one point, laid flat. */
export interface LocalPlane {
  center: { lon: number; lat: number };
  toPlane(position: Position): [eastM: number, northM: number];
  toGround(point: PlanePoint): [lon: number, lat: number];
}

/** WGS84. */
const SEMI_MAJOR_M = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const ECCENTRICITY_SQ = FLATTENING * (2 - FLATTENING);
const POLAR_RATIO = 1 - ECCENTRICITY_SQ;
const RADIANS = Math.PI / 180;

/**
 * The azimuthal equidistant plane around a point: distances and bearings from the center are true, and elsewhere
 * lengths are off by less than a tenth of a percent out to 400 km (a field of 10 km: under 1e-6).
 *
 * Units: degrees and meters. Bearings in the plane are clockwise from the center's meridian, so far from the center
 * they differ from local ones by the convergence of the meridians (0.06° at 10 km and 45° N).
 * Source: Snyder, "Map projections: a working manual" (USGS Professional Paper 1395), pages 199 to 201, the
 * ellipsoidal form. Checked against geographiclib in tests/unit/geo/plane.test.ts.
 * Missing data: none. Throws RangeError at a center that is no place, or within a degree of a pole.
 */
export function localPlane(center: { lon: number; lat: number }): LocalPlane {
  if (!(Math.abs(center.lon) <= 180 && Math.abs(center.lat) <= 89)) {
    throw new RangeError(`a plane needs a center off the poles, got ${center.lon}, ${center.lat}`);
  }
  const origin = originOf(center);
  return {
    center,
    toPlane: (position) => forward(origin, position),
    toGround: (point) => inverse(origin, point),
  };
}

/**
 * The plane around the middle of the positions' extent.
 *
 * Units: degrees. Source: none. Missing data: no position at all is a broken invariant.
 * Throws RangeError without a position, or as `localPlane`.
 */
export const planeAround = (rings: readonly (readonly Position[])[]): LocalPlane => {
  const [lon, lat] = middleOf(rings);
  return localPlane({ lon, lat });
};

/** The middle of the positions' extent. Units: degrees. NaN without a position. */
export function middleOf(rings: readonly (readonly Position[])[]): [lon: number, lat: number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (const [lon = Number.NaN, lat = Number.NaN] of ring) {
      west = Math.min(west, lon);
      east = Math.max(east, lon);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
  }
  return [(west + east) / 2, (south + north) / 2];
}

/** A hundred meters: far enough that no digits are lost, near enough that the meridian is straight. */
const NORTH_STEP_DEG = 0.001;

/**
 * Where north is, in the plane, at a place: off the center's meridian, meridians run askew in it.
 *
 * Units: degrees in; a vector one meter long out. Source: `toPlane`. Missing data: none. Throws: never.
 */
export function northAt(plane: LocalPlane, [lon = Number.NaN, lat = Number.NaN]: Position): PlanePoint {
  const [east, north] = plane.toPlane([lon, lat]);
  const [eastOn, northOn] = plane.toPlane([lon, lat + NORTH_STEP_DEG]);
  const lengthM = Math.hypot(eastOn - east, northOn - north);
  return [(eastOn - east) / lengthM, (northOn - north) / lengthM];
}

/** What does not change between the points of one plane. */
interface Origin {
  lonRad: number;
  sin: number;
  cos: number;
  /** Radius of curvature across the meridian. */
  normalM: number;
  g: number;
}

function originOf({ lon, lat }: { lon: number; lat: number }): Origin {
  const latRad = lat * RADIANS;
  const sin = Math.sin(latRad);
  return {
    lonRad: lon * RADIANS,
    sin,
    cos: Math.cos(latRad),
    normalM: SEMI_MAJOR_M / Math.sqrt(1 - ECCENTRICITY_SQ * sin * sin),
    g: sin * Math.sqrt(ECCENTRICITY_SQ / POLAR_RATIO),
  };
}

function forward(origin: Origin, [lon = Number.NaN, lat = Number.NaN]: Position): [number, number] {
  const { sin: sin1, cos: cos1, normalM, g } = origin;
  const latRad = lat * RADIANS;
  const [sinLat, cosLat] = [Math.sin(latRad), Math.cos(latRad)];
  const normalHereM = SEMI_MAJOR_M / Math.sqrt(1 - ECCENTRICITY_SQ * sinLat * sinLat);
  const tanPsi = (POLAR_RATIO * sinLat + (ECCENTRICITY_SQ * normalM * sin1) / normalHereM) / cosLat;
  const cosPsi = 1 / Math.hypot(1, tanPsi);
  const sinPsi = tanPsi * cosPsi;
  const turn = lon * RADIANS - origin.lonRad;
  // The chord's parts instead of Snyder's arcsine: that loses all digits near the center, where a field lies.
  const east = cosPsi * Math.sin(turn);
  const north = cos1 * sinPsi - sin1 * cosPsi * Math.cos(turn);
  const across = Math.hypot(east, north);
  if (across === 0) return [0, 0];
  const s = Math.atan2(across, sin1 * sinPsi + cos1 * cosPsi * Math.cos(turn));
  const h = cos1 * Math.sqrt(ECCENTRICITY_SQ / POLAR_RATIO) * (north / across);
  const h2 = h * h;
  const series =
    1 -
    (s * s * h2 * (1 - h2)) / 6 +
    ((s * s * s) / 8) * g * h * (1 - 2 * h2) +
    (s ** 4 / 120) * (h2 * (4 - 7 * h2) - 3 * g * g * (1 - 7 * h2)) -
    (s ** 5 / 48) * g * h;
  const distanceM = normalM * s * series;
  return [(distanceM * east) / across, (distanceM * north) / across];
}

function inverse({ lonRad, sin: sin1, cos: cos1, normalM }: Origin, [eastM, northM]: PlanePoint): [number, number] {
  const distanceM = Math.hypot(eastM, northM);
  const [sinAz, cosAz] = distanceM === 0 ? [0, 1] : [eastM / distanceM, northM / distanceM];
  const a = (-ECCENTRICITY_SQ * cos1 * cos1 * cosAz * cosAz) / POLAR_RATIO;
  const b = (3 * ECCENTRICITY_SQ * (1 - a) * sin1 * cos1 * cosAz) / POLAR_RATIO;
  const d = distanceM / normalM;
  const e = d - (a * (1 + a) * d ** 3) / 6 - (b * (1 + 3 * a) * d ** 4) / 24;
  const f = 1 - (a * e * e) / 2 - (b * e ** 3) / 6;
  const [sinE, cosE] = [Math.sin(e), Math.cos(e)];
  const sinPsi = sin1 * cosE + cos1 * sinE * cosAz;
  const turn = Math.atan2(sinAz * sinE, cos1 * cosE - sin1 * sinE * cosAz);
  const cosPsi = Math.sqrt(1 - sinPsi * sinPsi);
  const latRad = Math.atan((sinPsi - ECCENTRICITY_SQ * f * sin1) / (cosPsi * POLAR_RATIO));
  return [(lonRad + turn) / RADIANS, latRad / RADIANS];
}
