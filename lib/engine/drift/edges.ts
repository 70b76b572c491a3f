import type { Position } from "geojson";
import { isCalm } from "@/lib/domain/calm-air";
import type { Weather } from "@/lib/domain/drift";
import type { PlanePoint } from "@/lib/geo/plane";

/** A segment of the boundary in the field's plane. `start` to `end` runs with the outside on the right. */
export interface FieldEdge {
  partIndex: number;
  ringIndex: number;
  edgeIndex: number;
  start: PlanePoint;
  end: PlanePoint;
  lengthM: number;
  /** Along the ring as it was sent, degrees clockwise from the north of its middle. */
  bearingDeg: number;
  outwardBearingDeg: number;
  /** One meter long in the plane, away from treated ground. */
  outward: PlanePoint;
  /** The same by the compass: meters east and north where the edge lies. */
  facing: PlanePoint;
}

/** The edges of one ring in the order in which they follow each other with the outside on the right. */
export type EdgeRing = readonly FieldEdge[];

/**
 * An edge lies downwind when its outward normal goes along with the wind by more than this. Half a degree: what rounded
 * positions and long sides turn an edge by alone must not make a side edge a downwind one.
 */
export const DOWNWIND_SINE = Math.sin((0.5 * Math.PI) / 180);

/**
 * Every edge of a field, ring by ring: exterior rings and holes, whichever way they run. The outside of a hole is the
 * hole, because that is not treated ground.
 *
 * Units: meters of the plane; bearings in degrees clockwise from north, 0 up to 360. `norths` tells where north is in
 * the plane at the middle of each edge of each ring: a field may be thirty kilometers long, its parts may lie a hundred apart,
 * and the wind is the same by compass.
 * Source: docs/rules.md, Drift. Missing data: a repeated position makes no edge, and keeps its index; an edge without
 * a north of its own takes the plane's.
 * Throws: never.
 */
export const fieldEdges = (
  polygons: readonly Position[][][],
  norths: readonly (readonly (readonly PlanePoint[])[])[],
): EdgeRing[] =>
  polygons.flatMap((rings, partIndex) =>
    rings.map((ring, ringIndex) =>
      ringEdges(ring, { partIndex, ringIndex, norths: norths[partIndex]?.[ringIndex] ?? [] }),
    ),
  );

interface RingPosition {
  partIndex: number;
  ringIndex: number;
  norths: readonly PlanePoint[];
}

const PLANE_NORTH: PlanePoint = [0, 1];
const byCompass = ([east, north]: PlanePoint, [eastward, northward]: PlanePoint): PlanePoint => [
  east * northward - north * eastward,
  east * eastward + north * northward,
];

function ringEdges(ring: Position[], { partIndex, ringIndex, norths }: RingPosition): EdgeRing {
  // Outside on the right: exterior rings against the clock, holes with it.
  const isForward = signedArea(ring) > 0 === (ringIndex === 0);
  const edges: FieldEdge[] = [];
  for (let index = 0; index + 1 < ring.length; index += 1) {
    const from = pointOf(ring[index]);
    const to = pointOf(ring[index + 1]);
    const [start, end] = isForward ? [from, to] : [to, from];
    const [east, north] = [end[0] - start[0], end[1] - start[1]];
    const lengthM = Math.hypot(east, north);
    if (lengthM === 0) continue;
    const outward: PlanePoint = [north / lengthM, -east / lengthM];
    const northward = norths[index] ?? PLANE_NORTH;
    const facing = byCompass(outward, northward);
    edges.push({
      partIndex,
      ringIndex,
      edgeIndex: index,
      start,
      end,
      lengthM,
      bearingDeg: bearingOf(byCompass([to[0] - from[0], to[1] - from[1]], northward)),
      outwardBearingDeg: bearingOf(facing),
      outward,
      facing,
    });
  }
  return isForward ? edges : edges.reverse();
}

const pointOf = (position: Position | undefined): PlanePoint => [
  position?.[0] ?? Number.NaN,
  position?.[1] ?? Number.NaN,
];

/** Twice the area, positive against the clock. From the first position, so that no digits are lost far off the center. */
export function signedArea(ring: readonly Position[]): number {
  const [east0 = 0, north0 = 0] = ring[0] ?? [];
  let sum = 0;
  for (let index = 1; index + 1 < ring.length; index += 1) {
    const [east1 = 0, north1 = 0] = ring[index] ?? [];
    const [east2 = 0, north2 = 0] = ring[index + 1] ?? [];
    sum += (east1 - east0) * (north2 - north0) - (east2 - east0) * (north1 - north0);
  }
  return sum;
}

/** Degrees clockwise from north, 0 up to 360. */
export function bearingOf([east, north]: PlanePoint): number {
  const degrees = (Math.atan2(east, north) * 180) / Math.PI;
  const turned = degrees < 0 ? degrees + 360 : degrees;
  return turned >= 360 ? 0 : turned;
}

/** Where the wind blows to, one meter long. Units: degrees it comes from, clockwise from north. */
export function travelOf(windDirectionDeg: number): PlanePoint {
  const bearing = ((windDirectionDeg + 180) * Math.PI) / 180;
  return [Math.sin(bearing), Math.cos(bearing)];
}

/** Whether spray can drift out over an edge. */
export type PicksEdge = (edge: FieldEdge) => boolean;

/**
 * The edges that spray can drift out over in one wind: an edge's outward side goes along with the wind. In calm air it
 * can over any.
 *
 * Units: wind direction in degrees it comes from, clockwise from north; speed in mph.
 * Source: docs/rules.md, Drift. Missing data: none. Throws: never.
 */
export function picksEdges({
  windDirectionDeg,
  windSpeedMph,
}: Pick<Weather, "windDirectionDeg" | "windSpeedMph">): PicksEdge {
  if (isCalm(windSpeedMph)) return () => true;
  const travel = travelOf(windDirectionDeg);
  return ({ facing }) => facing[0] * travel[0] + facing[1] * travel[1] > DOWNWIND_SINE;
}

/** The same of one edge. */
export const isDownwind = (edge: FieldEdge, wind: Pick<Weather, "windDirectionDeg" | "windSpeedMph">): boolean =>
  picksEdges(wind)(edge);
