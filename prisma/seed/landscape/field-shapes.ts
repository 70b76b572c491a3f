import { difference, featureCollection, multiLineString, buffer, feature } from "@turf/turf";
import type { MultiPolygon, Polygon, Position } from "geojson";
import { type Point, toPosition } from "@/prisma/seed/landscape/place";
import { groundOf, groundRing, middleOf, type Quarter, QUARTER_M } from "@/prisma/seed/landscape/quarters";
import { blob, polygonOf, polygonsOf, rectangle, roundShape } from "@/prisma/seed/landscape/shapes";
import type { Stream } from "@/prisma/seed/landscape/streams";
import type { Random } from "@/prisma/seed/random";

export type FieldShape = Polygon | MultiPolygon;

/** Corners as a tractor makes them: a few meters off, and long edges not quite straight. */
export function square(random: Random, quarter: Quarter, columns = 1, rows = 1): FieldShape {
  const ring = groundRing(quarter, columns, rows);
  const [middleEast, middleNorth] = ring.reduce<Point>(
    ([east, north], point) => [east + point[0] / ring.length, north + point[1] / ring.length],
    [0, 0],
  );
  // Always inward, so that a field keeps to its own side of road and fence.
  const inward = ([east, north]: Point, mostM: number): Point => [
    east + Math.sign(middleEast - east) * random.between(0, mostM),
    north + Math.sign(middleNorth - north) * random.between(0, mostM),
  ];
  const points = ring.flatMap((corner, index): Point[] => {
    const next = ring[(index + 1) % ring.length] ?? corner;
    const halfway: Point = [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2];
    return random.integer(0, 2) === 0 ? [inward(corner, 6), inward(halfway, 4)] : [inward(corner, 6)];
  });
  return polygonOf(points);
}

export const PIVOT_STYLES = ["circle", "wedge", "corner_arm"] as const;
export type PivotStyle = (typeof PIVOT_STYLES)[number];
const PIVOT_VERTICES: Record<PivotStyle, number> = { circle: 360, wedge: 270, corner_arm: 1440 };

/** A center pivot: a circle, one that stops at a building, or one whose arm reaches into the corners. */
export function pivot(random: Random, quarter: Quarter, style: PivotStyle): FieldShape {
  const [east, north] = middleOf(quarter);
  const radiusM = QUARTER_M / 2 - 14;
  const vertices = PIVOT_VERTICES[style];
  const turn = random.between(0, 2 * Math.PI);
  const sweep = style === "wedge" ? 1.5 * Math.PI : 2 * Math.PI;
  const arc = Array.from({ length: vertices }, (_, index): Point => {
    const angle = turn + (sweep * index) / (style === "wedge" ? vertices - 1 : vertices);
    const reachM = style === "corner_arm" ? cornerReach(angle, radiusM) : radiusM;
    return [east + reachM * Math.cos(angle), north + reachM * Math.sin(angle)];
  });
  return polygonOf(style === "wedge" ? [...arc, [east, north]] : arc);
}

/** The arm swings out towards the corners, and rocks by half a meter on its wheels. */
function cornerReach(angle: number, radiusM: number): number {
  const towardsCorner = Math.sin(2 * angle) ** 2;
  return radiusM * (1 + 0.17 * towardsCorner ** 3) - 0.5 * (1 + Math.sin(90 * angle));
}

export const HOLE_KINDS = ["farmstead", "pond", "wetland"] as const;
export type HoleKind = (typeof HOLE_KINDS)[number];

export interface Hole {
  kind: HoleKind;
  ring: Point[];
}

/** Ground inside a field that is not farmed: one hole a kind, each in a quarter of the field of its own. */
export function makeHoles(random: Random, quarter: Quarter, kinds: readonly HoleKind[]): Hole[] {
  const [east, north] = middleOf(quarter);
  const places = random.shuffled<Point>([
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ]);
  return kinds.map((kind, index) => {
    const [sideEast, sideNorth] = places[index] ?? [0, 0];
    const at: Point = [east + sideEast * random.between(150, 210), north + sideNorth * random.between(150, 210)];
    if (kind === "farmstead") {
      return { kind, ring: rectangle([at[0] - 45, at[1] - 35], [at[0] + 45, at[1] + 35]) };
    }
    return { kind, ring: blob(random, at, kind === "pond" ? 38 : 75, kind === "pond" ? 24 : 48) };
  });
}

export const withHoles = (quarter: Quarter, holes: readonly Hole[]): FieldShape =>
  polygonOf(groundRing(quarter), ...holes.map(({ ring }) => ring));

/** One field on both sides of a road: parts that do not touch. */
export function acrossRoad(random: Random, west: Quarter, east: Quarter): FieldShape {
  const parts = [west, east].map((quarter) => {
    const { low, high } = groundOf(quarter);
    return polygonOf(rectangle(low, [high[0], high[1] - random.between(0, 250)]));
  });
  return { type: "MultiPolygon", coordinates: parts.map(({ coordinates }) => coordinates) };
}

const BANK_M = 25;
const LEAST_PART_SHARE = 0.12;
const LEAST_POSITIONS = 10;

/** What streams leave of a quarter: its parts without the banks, the slivers left out. */
export function alongStreams(quarter: Quarter, streams: readonly Stream[]): FieldShape | null {
  const near = streams.flatMap(({ points }) => runsNear(points, middleOf(quarter)));
  if (near.length === 0) return null;
  const banks = buffer(multiLineString(near.map((run) => run.map(toPosition))), BANK_M / 1000, {
    units: "kilometers",
    steps: 3,
  });
  const ground = polygonOf(groundRing(quarter));
  const left = banks === undefined ? null : difference(featureCollection([feature<FieldShape>(ground), banks]));
  if (left === null) return null;
  const least = LEAST_PART_SHARE * roughArea(ground.coordinates[0] ?? []);
  const parts = polygonsOf(roundShape(left.geometry)).filter(([shell = []]) => roughArea(shell) >= least);
  const [only] = parts;
  // A stream that only passes the corner leaves the plain square, which is another kind of field.
  if (only === undefined || parts.flat(2).length < LEAST_POSITIONS) return null;
  return parts.length === 1 ? { type: "Polygon", coordinates: only } : { type: "MultiPolygon", coordinates: parts };
}

/** Runs of a stream's points that come near a quarter. */
function runsNear(points: readonly Point[], [east, north]: Point): Point[][] {
  const isNear = (point: Point): boolean => Math.max(Math.abs(point[0] - east), Math.abs(point[1] - north)) < QUARTER_M;
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (isNear(point)) runs.at(-1)?.push(point);
    else if (runs.at(-1)?.length !== 0) runs.push([]);
  }
  return runs.filter((run) => run.length >= 2);
}

/** Square degrees: for comparing parts of one field. */
function roughArea(ring: readonly Position[]): number {
  const doubled = ring.reduce((sum, [lon = 0, lat = 0], index) => {
    const [nextLon = 0, nextLat = 0] = ring[(index + 1) % ring.length] ?? [];
    return sum + lon * nextLat - nextLon * lat;
  }, 0);
  return Math.abs(doubled) / 2;
}
