import type { MultiPolygon, Position } from "geojson";
import fc from "fast-check";
import { localPlane } from "@/lib/geo/plane";

/** Where the test fields lie: off the equator and off the meridian's round figures. */
export const PLACE = { lon: -92.3, lat: 38.9 };
const plane = localPlane(PLACE);

export type Point = [eastM: number, northM: number];
export type Rings = Point[][];

const FT = 0.3048;
/** A ring of points, meters, closed here. */
export const ground = (parts: readonly Rings[]): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: parts.map((rings) =>
    rings.map((ring) => [...ring, ...ring.slice(0, 1)].map((point): Position => plane.toGround(point))),
  ),
});

export const feet = (points: [number, number][]): Point[] => points.map(([east, north]) => [east * FT, north * FT]);

/** A rectangle with its south-west corner at a place, feet. */
export const box = (west: number, south: number, east: number, north: number): Point[] =>
  feet([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]);

export const turned = (parts: readonly Rings[], clockwiseDeg: number): Rings[] => {
  const angle = (-clockwiseDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return parts.map((rings) =>
    rings.map((ring) => ring.map(([east, north]): Point => [east * cos - north * sin, east * sin + north * cos])),
  );
};

export const moved = (rings: Rings, eastM: number, northM: number): Rings =>
  rings.map((ring) => ring.map(([east, north]): Point => [east + eastM, north + northM]));

const polar = (count: number, radius: (angle: number, index: number) => number, clockwise = false): Point[] =>
  Array.from({ length: count }, (_unused, index): Point => {
    const angle = ((clockwise ? -1 : 1) * 2 * Math.PI * index) / count;
    const length = radius(angle, index);
    return [length * Math.cos(angle), length * Math.sin(angle)];
  });

/** A star-shaped ring never crosses itself, however its radii jump. */
export const star = (radii: readonly number[]): Point[] => polar(radii.length, (_angle, index) => radii[index] ?? 1);

export const round = (count: number, radiusM: number, clockwise = false): Point[] =>
  polar(count, () => radiusM, clockwise);

/** A smooth outline with bays. */
export const wavy = (count: number, radiusM = 400): Point[] =>
  polar(count, (angle) => radiusM * (1 + 0.15 * Math.sin(9 * angle) + 0.025 * Math.sin(40 * angle)));

/** A wedge of one degree that stands out of a ring: two long edges that meet at the far end. */
export const withSpike = (radii: readonly number[], at: number, reach: number): Point[] => {
  const ring = star(radii);
  const corner = ring[at % ring.length];
  if (corner === undefined) return ring;
  const angle = Math.atan2(corner[1], corner[0]);
  const length = Math.hypot(...corner);
  const half = (0.5 * Math.PI) / 180;
  // Seen from the tip the base spans one degree, so it lies on the circle around the tip.
  const base = (turn: number): Point => {
    const tip: Point = [(length + reach) * Math.cos(angle), (length + reach) * Math.sin(angle)];
    return [tip[0] - reach * Math.cos(angle + turn), tip[1] - reach * Math.sin(angle + turn)];
  };
  const tip: Point = [(length + reach) * Math.cos(angle), (length + reach) * Math.sin(angle)];
  return [...ring.slice(0, at % ring.length), base(half), tip, base(-half), ...ring.slice((at % ring.length) + 1)];
};

const radii = (min: number, max: number, count: { min: number; max: number }) =>
  fc.array(fc.double({ min, max, noNaN: true }), { minLength: count.min, maxLength: count.max });

/** Parts with holes, bays and spikes, at most so many positions a ring. */
export const fieldParts = (maxPositions = 24): fc.Arbitrary<Rings[]> => {
  const shell = fc.oneof(
    radii(120, 420, { min: 3, max: maxPositions }).map(star),
    fc
      .tuple(radii(150, 300, { min: 5, max: 12 }), fc.nat(11), fc.integer({ min: 50, max: 400 }))
      .map(([lengths, at, reach]) => withSpike(lengths, at, reach)),
  );
  const hole = fc.option(
    radii(20, 55, { min: 3, max: 10 }).map((lengths) => star(lengths).reverse()),
    { nil: null },
  );
  const part = fc.tuple(shell, hole).map(([outer, inner]): Rings => (inner === null ? [outer] : [outer, inner]));
  // Far enough that no two parts can meet.
  return fc
    .array(part, { minLength: 1, maxLength: 2 })
    .map((parts) => parts.map((rings, index) => moved(rings, index * 1800, 0)));
};

/** Two parts whose strips reach into each other. */
export const closeParts = (): fc.Arbitrary<Rings[]> =>
  fc
    .tuple(
      radii(250, 420, { min: 6, max: 16 }),
      radii(250, 420, { min: 6, max: 16 }),
      fc.double({ min: 0, max: 60, noNaN: true }),
    )
    .map(([one, other, gapM]) => [[star(one)], moved([star(other)], 842 + gapM, 100)]);

export const windArbitrary = fc.record({
  windDirectionDeg: fc.double({ min: 0, max: 359.999, noNaN: true }),
  windSpeedMph: fc.oneof({ weight: 6, arbitrary: fc.double({ min: 0.5, max: 20, noNaN: true }) }, fc.constant(0)),
});
export const widthArbitrary = fc.double({ min: 5, max: 400, noNaN: true });
