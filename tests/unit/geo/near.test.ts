import fc from "fast-check";
import type { MultiPolygon, Position } from "geojson";
import { describe, expect, it } from "vitest";
import { distanceToGroundM } from "@/lib/geo/near";
import { localPlane, type PlanePoint } from "@/lib/geo/plane";

const CENTER = { lon: -93.87, lat: 42.02 };
const plane = localPlane(CENTER);
const HERE: Position = [CENTER.lon, CENTER.lat];

const ground = (...parts: PlanePoint[][][]): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: parts.map((rings) =>
    rings.map((ring) => [...ring, ...ring.slice(0, 1)].map((point) => plane.toGround(point))),
  ),
});

const square = (eastM: number, northM: number, halfM: number): PlanePoint[] => [
  [eastM - halfM, northM - halfM],
  [eastM + halfM, northM - halfM],
  [eastM + halfM, northM + halfM],
  [eastM - halfM, northM + halfM],
];

const meters = fc.double({ min: -2000, max: 2000, noNaN: true });
const half = fc.double({ min: 1, max: 400, noNaN: true });

/** What one would measure to a square by hand. */
const toSquare = (eastM: number, northM: number, halfM: number): number =>
  Math.hypot(Math.max(0, Math.abs(eastM) - halfM), Math.max(0, Math.abs(northM) - halfM));

describe("the distance to some ground", () => {
  it("is that to the nearest of its squares, and 0 inside one", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(meters, meters, half), { minLength: 1, maxLength: 4 }), (squares) => {
        const found = distanceToGroundM(HERE, ground(...squares.map((each) => [square(...each)])));
        expect(found).toBeCloseTo(Math.min(...squares.map((each) => toSquare(...each))), 3);
      }),
    );
  });

  it("counts a hole as outside", () => {
    fc.assert(
      fc.property(half, fc.double({ min: 1, max: 300, noNaN: true }), (holeM, rimM) => {
        const found = distanceToGroundM(HERE, ground([square(0, 0, holeM + rimM), square(0, 0, holeM)]));
        expect(found).toBeCloseTo(holeM, 3);
      }),
    );
  });

  it("does not depend on the direction or the beginning of a ring", () => {
    fc.assert(
      fc.property(meters, meters, half, fc.nat(3), (eastM, northM, halfM, turn) => {
        const ring = square(eastM, northM, halfM);
        const other = [...ring.slice(turn), ...ring.slice(0, turn)].reverse();
        expect(distanceToGroundM(HERE, ground([other]))).toBeCloseTo(distanceToGroundM(HERE, ground([ring])), 6);
      }),
    );
  });

  it("is the same however the ground is turned around the place", () => {
    fc.assert(
      fc.property(
        meters,
        meters,
        half,
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (eastM, northM, halfM, turn) => {
          const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
          const ring = square(eastM, northM, halfM).map(([x, y]): PlanePoint => [x * cos - y * sin, x * sin + y * cos]);
          expect(distanceToGroundM(HERE, ground([ring]))).toBeCloseTo(toSquare(eastM, northM, halfM), 3);
        },
      ),
    );
  });

  it("is 0 near a corner inside of slanting edges, whichever way they run", () => {
    const diamond: PlanePoint[] = [
      [-40, 0],
      [60, -100],
      [160, 0],
      [60, 100],
    ];
    for (const ring of [diamond, diamond.toReversed()]) {
      expect(distanceToGroundM(HERE, ground([ring]))).toBe(0);
      expect(distanceToGroundM(HERE, ground([ring.map(([x, y]): PlanePoint => [x - 200, y])]))).toBeCloseTo(40, 3);
    }
  });

  it("is endless where there is no ground", () => {
    expect(distanceToGroundM(HERE, { type: "MultiPolygon", coordinates: [] })).toBe(Number.POSITIVE_INFINITY);
  });
});
