import fc from "fast-check";
import type { MultiPolygon, Polygon, Position } from "geojson";
import { describe, expect, it } from "vitest";
import { M_PER_FT } from "@/lib/domain/units";
import { distanceToGroundM } from "@/lib/geo/near";
import { localPlane, type PlanePoint } from "@/lib/geo/plane";
import { gapM, liesInside, touches } from "@/lib/geo/meeting";
import { ringsOf } from "@/lib/geo/plane-lines";
import { followingEdge, snappedToEdge, snapperOf } from "@/lib/geo/snap";

const plane = localPlane({ lon: -93.87, lat: 42.02 });

const polygon = (ring: readonly PlanePoint[]): Polygon => ({
  type: "Polygon",
  coordinates: [[...ring, ...ring.slice(0, 1)].map((point) => plane.toGround(point))],
});
const cornersOf = ({ coordinates }: Polygon): PlanePoint[] =>
  (coordinates[0] ?? []).slice(0, -1).map((position) => plane.toPlane(position));
const multi = ({ coordinates }: Polygon) => ({ type: "MultiPolygon" as const, coordinates: [coordinates] });

/** A field of 400 m by 400 m whose north edge lies on the plane's x axis. */
const FIELD = polygon([
  [-200, -400],
  [200, -400],
  [200, 0],
  [-200, 0],
]);

const rectangle = (west: number, south: number, wide: number, high: number): Polygon =>
  polygon([
    [west, south],
    [west + wide, south],
    [west + wide, south + high],
    [west, south + high],
  ]);

/** The same ground, turned around the plane's center. */
const turned = (drawn: Polygon, turnRad: number): Polygon => {
  const [cos, sin] = [Math.cos(turnRad), Math.sin(turnRad)];
  const turn = ([x, y]: PlanePoint): PlanePoint => [x * cos - y * sin, x * sin + y * cos];
  return {
    type: "Polygon",
    coordinates: drawn.coordinates.map((ring) => ring.map((position) => plane.toGround(turn(plane.toPlane(position))))),
  };
};
/** To each side of north, and about. */
const TURNS_RAD = [0, 0.4, 1.1, 2.3, 3.6, 5.1];

const size = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** North of the field, between its ends, and not touching it. */
const beside = fc.record({
  west: size(-190, 0),
  gap: size(0.5, 60),
  wide: size(20, 180),
  high: size(3, 100),
});

const area = (corners: readonly PlanePoint[]): number =>
  Math.abs(
    corners.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );

describe("ground inside a field", () => {
  it("is another than ground that lies across its edge, or outside", () => {
    expect(liesInside(rectangle(-50, -200, 100, 50), FIELD)).toBe(true);
    expect(liesInside(rectangle(-50, -50, 100, 90), FIELD)).toBe(false);
    expect(liesInside(rectangle(-50, 5, 100, 50), FIELD)).toBe(false);
    expect(liesInside(rectangle(-300, -500, 600, 600), FIELD)).toBe(false);
  });

  it("reaches up to the field's edge, and no farther", () => {
    expect(liesInside(rectangle(-50, -50, 100, 50), FIELD)).toBe(true);
    expect(liesInside(rectangle(-50, -50, 100, 50.02), FIELD)).toBe(true);
    expect(liesInside(FIELD, FIELD)).toBe(false);
    // Along the edge, between two corners of it: one side of it is inside, the other not.
    expect(liesInside(rectangle(-200, -9, 400, 9), FIELD)).toBe(true);
    expect(liesInside(rectangle(-200, 0, 400, 9), FIELD)).toBe(false);
    // Across the gap between two arms of a field, each of which it meets.
    const horseshoe = polygon([
      [-200, -400],
      [200, -400],
      [200, 0],
      [150, 0],
      [150, -300],
      [-100, -300],
      [-100, 0],
      [-200, 0],
    ]);
    expect(liesInside(rectangle(-190, -60, 380, 20), horseshoe)).toBe(false);
    expect(liesInside(rectangle(-100, -60, 250, 20), horseshoe)).toBe(false);
    expect(liesInside(rectangle(-190, -60, 90, 20), horseshoe)).toBe(true);
  });

  it.each(TURNS_RAD)("is the same however it lies: %s", (turn) => {
    const inside = (drawn: Polygon, field = FIELD) => liesInside(turned(drawn, turn), turned(field, turn));
    expect(inside(rectangle(-50, -200, 100, 50))).toBe(true);
    expect(inside(rectangle(-50, -50, 100, 50))).toBe(true);
    expect(inside(rectangle(-50, -50, 100, 51))).toBe(false);
    expect(inside(rectangle(-50, 5, 100, 50))).toBe(false);
    const farmyard = rectangle(-20, -220, 40, 40);
    const field = { ...FIELD, coordinates: [...FIELD.coordinates, ...farmyard.coordinates] };
    expect(inside(rectangle(-50, -250, 100, 100), field)).toBe(false);
    expect(inside(rectangle(-10, -210, 10, 10), field)).toBe(false);
    expect(inside(rectangle(-150, -250, 50, 50), field)).toBe(true);
  });

  it("is another than ground over a hole of the field, which meets the edges of the hole", () => {
    const farmyard = rectangle(-20, -220, 40, 40);
    const field = { ...FIELD, coordinates: [...FIELD.coordinates, ...farmyard.coordinates] };
    expect(liesInside(rectangle(-50, -250, 100, 100), field)).toBe(false);
    expect(liesInside(rectangle(-150, -250, 50, 50), field)).toBe(true);
    expect(liesInside(rectangle(-10, -210, 10, 10), field)).toBe(false);
  });
});

describe("pulling a place onto lines", () => {
  const { snap } = snapperOf(ringsOf(FIELD));

  it("gives a place on them no farther than the reach, and none where the reach is shorter than the way", () => {
    fc.assert(
      fc.property(size(-180, 180), size(-30, 30), size(0.1, 40), (x, y, reach) => {
        const place: Position = plane.toGround([x, y]);
        const found = snap(place, reach);
        if (Math.abs(Math.abs(y) - reach) < 1e-3) return;
        expect(found !== null).toBe(Math.abs(y) <= reach);
        if (found === null) return;
        const [foundX, foundY] = plane.toPlane(found);
        expect(foundY).toBeCloseTo(0, 2);
        expect(Math.hypot(foundX - x, foundY - y)).toBeLessThanOrEqual(reach + 0.01);
      }),
    );
  });

  it("prefers a corner that is about as near", () => {
    const [x, y] = plane.toPlane(snap(plane.toGround([196, 3]), 12) ?? []);
    expect([x, y].map((meters) => meters.toFixed(2))).toEqual(["200.00", "0.00"]);
  });

  it("pulls nowhere without lines", () => {
    expect(snapperOf([]).snap([-93.87, 42.02], 1000)).toBeNull();
  });
});

describe("the gap between grounds", () => {
  it("is the distance between the near sides, whichever is asked about the other", () => {
    fc.assert(
      fc.property(beside, ({ west, gap, wide, high }) => {
        const drawn = rectangle(west, gap, wide, high);
        expect(gapM(drawn, [FIELD])).toBeCloseTo(gap, 2);
        expect(gapM(FIELD, [drawn])).toBeCloseTo(gap, 2);
      }),
    );
  });

  it("is the same however they lie", () => {
    fc.assert(
      fc.property(beside, size(0, 2 * Math.PI), ({ west, gap, wide, high }, turn) => {
        const [drawn, field] = [turned(rectangle(west, gap, wide, high), turn), turned(FIELD, turn)];
        expect(gapM(drawn, [field])).toBeCloseTo(gap, 2);
        expect(gapM(field, [drawn])).toBeCloseTo(gap, 2);
        expect(gapM(turned(rectangle(west, -50 - gap, wide, 10), turn), [field])).toBe(0);
      }),
    );
  });

  it("is none where they overlap, cross or lie in each other, and none over a tenth of a foot", () => {
    const cross = rectangle(-300, -210, 600, 20);
    const inside = rectangle(-50, -200, 20, 20);
    const touching = rectangle(-50, 0.09 * M_PER_FT, 100, 20);
    for (const drawn of [cross, inside, touching, rectangle(-50, -5, 100, 20)]) {
      expect(gapM(drawn, [FIELD])).toBe(0);
      expect(gapM(FIELD, [drawn])).toBe(0);
    }
    expect(gapM(FIELD, [])).toBe(Number.POSITIVE_INFINITY);
  });

  it("is none around the second part of a field, or with a second part inside it", () => {
    const parts = (...all: Polygon[]): MultiPolygon => {
      return { type: "MultiPolygon", coordinates: all.map(({ coordinates }) => coordinates) };
    };
    const field = parts(FIELD, rectangle(300, -100, 50, 50));
    const around = rectangle(290, -110, 70, 70);
    const drawn = parts(rectangle(-50, 30, 50, 20), rectangle(-50, -200, 50, 20));
    expect([gapM(around, [field]), gapM(field, [around])]).toEqual([0, 0]);
    expect([gapM(drawn, [FIELD]), gapM(FIELD, [drawn])]).toEqual([0, 0]);
  });

  it("is that to the nearest of several", () => {
    expect(gapM(rectangle(0, 30, 50, 10), [FIELD, rectangle(0, 20, 50, 8)])).toBeCloseTo(2, 2);
  });
});

describe("two grounds", () => {
  it.each<[string, Polygon, boolean]>([
    ["across an edge", rectangle(-50, -50, 100, 90), true],
    ["inside the other", rectangle(-50, -200, 100, 50), true],
    ["around the other", rectangle(-300, -500, 600, 600), true],
    ["over two centimeters, which the engine closes", rectangle(-50, 0.02, 100, 50), true],
    ["over two feet", rectangle(-50, 0.6, 100, 50), false],
    ["off a corner", rectangle(201, 1, 50, 50), false],
    ["east of the other, at its height", rectangle(1000, -300, 50, 50), false],
    ["north of the other", rectangle(-50, 1000, 50, 50), false],
    ["west of the other", rectangle(-1000, -300, 50, 50), false],
    ["south of the other", rectangle(-50, -1000, 50, 50), false],
  ])("that lie %s: %#", (_, drawn, doMeet) => {
    for (const turn of TURNS_RAD) {
      const [one, other] = [turned(drawn, turn), turned(FIELD, turn)];
      expect([touches(one, other), touches(other, one)]).toEqual([doMeet, doMeet]);
    }
  });
});

describe("an outline moved onto the field's edge", () => {
  it("touches the field along its near side, keeps its far side, and covers the gap", () => {
    fc.assert(
      fc.property(beside, ({ west, gap, wide, high }) => {
        const drawn = rectangle(west, gap, wide, high);
        const moved = snappedToEdge(drawn, FIELD);
        if (moved === null) throw new Error("nothing was moved");
        expect(gapM(moved, [FIELD])).toBe(0);
        const corners = cornersOf(moved);
        expect(area(corners)).toBeCloseTo(wide * (high + gap), -1);
        expect(corners.filter(([, y]) => Math.abs(y - (gap + high)) < 0.01)).toHaveLength(2);
        // Once on the edge, it stays as it is.
        expect(cornersOf(snappedToEdge(moved, FIELD) ?? moved)).toHaveLength(corners.length);
      }),
    );
  });

  it("brings both ends of a slanting near side to the edge", () => {
    fc.assert(
      fc.property(size(-0.6, 0.6), size(5, 40), (turn, gap) => {
        const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
        const lift = gap + 60 * Math.abs(sin);
        const ring = [
          [-60, 0],
          [60, 0],
          [60, 30],
          [-60, 30],
        ].map(([x = 0, y = 0]): PlanePoint => [x * cos - y * sin, x * sin + y * cos + lift]);
        const moved = snappedToEdge(polygon(ring), FIELD);
        if (moved === null) throw new Error("nothing was moved");
        const onEdge = (moved.coordinates[0] ?? [])
          .slice(0, -1)
          .filter((at) => distanceToGroundM(at, multi(FIELD)) < 0.01);
        expect(onEdge.length).toBeGreaterThanOrEqual(2);
      }),
    );
  });

  it("follows every corner of a winding edge, so that no hair of ground is left between", () => {
    fc.assert(
      fc.property(fc.array(size(-12, 12), { minLength: 3, maxLength: 12 }), size(15, 30), (bends, gap) => {
        const step = 400 / (bends.length + 1);
        const edge = bends.map((bend, index): PlanePoint => [200 - (index + 1) * step, bend]);
        const field = polygon([[-200, -400], [200, -400], [200, 0], ...edge, [-200, 0]]);
        const moved = snappedToEdge(rectangle(-195, gap, 390, 60), field);
        if (moved === null) throw new Error("nothing was moved");
        const near = cornersOf(moved);
        for (const [x, y] of edge) {
          expect(Math.min(...near.map(([nearX, nearY]) => Math.hypot(nearX - x, nearY - y)))).toBeLessThan(0.01);
        }
      }),
    );
  });

  it("leaves an outline alone whose corners lie off the edge, where only the way between is asked for", () => {
    const drawn = rectangle(-50, 3, 100, 20);
    expect(cornersOf(followingEdge(drawn, FIELD))).toHaveLength(4);
    expect(gapM(followingEdge(drawn, FIELD), [FIELD])).toBeCloseTo(3, 2);
  });

  /** Two corners on the field's edge at `y`, and two north of them. */
  const drawnOn = (half: number, y: number) =>
    polygon([
      [-half, y],
      [half, y],
      [half, 40],
      [-half, 40],
    ]);

  it("leads over the corners of the edge between two corners on it, and leaves the others where they are", () => {
    const field = polygon([
      [-200, -400],
      [200, -400],
      [200, 0],
      [0, -20],
      [-200, 0],
    ]);
    const corners = cornersOf(followingEdge(drawnOn(100, -10), field));
    const wanted = [
      [-100, -10],
      [0, -20],
      [100, -10],
      [100, 40],
      [-100, 40],
    ];
    expect(corners).toHaveLength(wanted.length);
    for (const [index, [x, y]] of corners.entries()) {
      expect(x).toBeCloseTo(wanted[index]?.[0] ?? NaN, 2);
      expect(y).toBeCloseTo(wanted[index]?.[1] ?? NaN, 2);
    }
  });

  it("leads along the edge wherever its ring starts, and whichever way it runs", () => {
    const ring: PlanePoint[] = [
      [-200, -400],
      [200, -400],
      [200, 0],
      [60, -10],
      [0, -20],
      [-60, -5],
      [-200, 0],
    ];
    const places = (field: Polygon) => {
      const found = followingEdge(
        polygon([
          [-130, -2.5],
          [130, -5],
          [130, 40],
          [-130, 40],
        ]),
        field,
      );
      return cornersOf(found).map(([x, y]) => `${Math.round(x * 10)} ${Math.round(y * 10)}`);
    };
    const wanted = ["-1300 -25", "-600 -50", "0 -200", "600 -100", "1300 -50", "1300 400", "-1300 400"];
    for (const start of ring.keys()) {
      const from = [...ring.slice(start), ...ring.slice(0, start)];
      expect(places(polygon(from))).toEqual(wanted);
      expect(places(polygon(from.toReversed()))).toEqual(wanted);
    }
  });

  it("leads straight over a deep notch, and from one part of a field to another", () => {
    const notched = polygon([
      [-200, -400],
      [200, -400],
      [200, 0],
      [5, 0],
      [5, -100],
      [-5, -100],
      [-5, 0],
      [-200, 0],
    ]);
    expect(cornersOf(followingEdge(drawnOn(5, 0), notched))).toHaveLength(4);
    const parts = [rectangle(-200, -400, 180, 400), rectangle(20, -400, 180, 400)].map(
      ({ coordinates }) => coordinates,
    );
    const parted: MultiPolygon = { type: "MultiPolygon", coordinates: parts };
    expect(cornersOf(followingEdge(drawnOn(60, 0), parted))).toHaveLength(4);
  });

  it("refuses what would cross itself", () => {
    const bow = polygon([
      [-20, 10],
      [20, 10],
      [-20, 60],
      [20, 60],
    ]);
    expect(snappedToEdge(bow, FIELD)).toBeNull();
  });
});
