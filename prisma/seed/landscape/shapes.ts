import type { MultiPolygon, Polygon, Position } from "geojson";
import { buffer, multiLineString } from "@turf/turf";
import { type Point, roundLine, toPosition, toRing } from "@/prisma/seed/landscape/place";
import type { Random } from "@/prisma/seed/random";

/** Closed shapes of the demonstration's landscape, made in the plane and given as GeoJSON. */

/** A round shape whose edge wavers: a pond, a wetland, a stand of trees. Star-shaped, so it cannot cross itself. */
export function blob(random: Random, [east, north]: Point, radiusM: number, vertices: number): Point[] {
  const waves = [2, 3, 5].map((count) => ({
    count,
    phase: random.between(0, 2 * Math.PI),
    size: random.between(0.04, 0.13),
  }));
  return Array.from({ length: vertices }, (_, index): Point => {
    const angle = (2 * Math.PI * index) / vertices;
    const waver = waves.reduce((sum, { count, phase, size }) => sum + size * Math.sin(count * angle + phase), 1);
    return [east + radiusM * waver * Math.cos(angle), north + radiusM * waver * Math.sin(angle)];
  });
}

export const rectangle = ([west, south]: Point, [east, north]: Point): Point[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

export const polygonOf = (shell: readonly Point[], ...holes: (readonly Point[])[]): Polygon => ({
  type: "Polygon",
  coordinates: [toRing(shell), ...holes.map((hole) => toRing([...hole].reverse()))],
});

/** Every `every`th point of a line and its end: a broad corridor does not show the rest, and is drawn ten times faster. */
export const thinned = (line: readonly Point[], every: number): Point[] =>
  line.filter((_, index) => index % every === 0 || index === line.length - 1);

/** Everything within a distance of some lines, as one shape; where they enclose ground, it has holes. */
export function corridor(lines: readonly (readonly Point[])[], radiusM: number, steps = 6): Polygon | MultiPolygon {
  const found = buffer(multiLineString(lines.map((line) => line.map(toPosition))), radiusM / 1000, {
    units: "kilometers",
    steps,
  });
  if (found === undefined) throw new RangeError("there is no line to draw a corridor around");
  return roundShape(found.geometry);
}

const roundRings = (rings: readonly Position[][]): Position[][] =>
  rings.map(roundLine).filter((ring) => ring.length >= 4);

export const roundShape = (shape: Polygon | MultiPolygon): Polygon | MultiPolygon =>
  shape.type === "Polygon"
    ? { type: "Polygon", coordinates: roundRings(shape.coordinates) }
    : { type: "MultiPolygon", coordinates: shape.coordinates.map(roundRings).filter((rings) => rings.length > 0) };

export const polygonsOf = (shape: Polygon | MultiPolygon): Position[][][] =>
  shape.type === "Polygon" ? [shape.coordinates] : shape.coordinates;

/** The same ground drawn with more vertices: no edge is longer than `mostDegrees`. */
export function densify(shape: Polygon | MultiPolygon, mostDegrees: number): MultiPolygon {
  const dense = (ring: readonly Position[]): Position[] =>
    roundLine(
      ring.flatMap((from, index) => {
        const to = ring[index + 1];
        if (to === undefined) return [from];
        const [lon = 0, lat = 0] = from;
        const [eastward, northward] = [(to[0] ?? 0) - lon, (to[1] ?? 0) - lat];
        const parts = Math.max(1, Math.ceil(Math.hypot(eastward, northward) / mostDegrees));
        return Array.from({ length: parts }, (_, part): Position => [
          lon + (eastward * part) / parts,
          lat + (northward * part) / parts,
        ]);
      }),
    );
  return { type: "MultiPolygon", coordinates: polygonsOf(shape).map((rings) => rings.map(dense)) };
}
