import fc from "fast-check";
import type { Position } from "geojson";
import { describe, expect, it } from "vitest";
import { startGeos } from "@/lib/geo/kernel";
import { lineStrip } from "@/lib/geo/line-strip";
import type { PlanePoint } from "@/lib/geo/plane";
import { apart, nearest } from "@/lib/geo/plane-lines";

const kernel = await startGeos();
const HALF = 5;

/** Ground that a buffer counts as managed where a road is drawn: too wide, it would take a buffer away. */
const areaOf = (points: readonly PlanePoint[], half = HALF): number =>
  kernel.withShapes((shapes) => shapes.area(shapes.dissolve(lineStrip(points, half))));

/** Whether a place lies in the strip. */
const holds = (points: readonly PlanePoint[], [x, y]: PlanePoint): boolean =>
  kernel.withShapes((shapes) => {
    const ring: Position[] = [
      [x, y],
      [x + 1e-6, y],
      [x, y + 1e-6],
      [x, y],
    ];
    const strip = shapes.prepare(shapes.dissolve(lineStrip(points, HALF)));
    return shapes.intersects(strip, shapes.polygons([[ring]]));
  });

const meters = fc.double({ min: -300, max: 300, noNaN: true });
const line = fc
  .array(fc.tuple(meters, meters), { minLength: 2, maxLength: 6 })
  .filter((points) => points.every((point, index) => index === 0 || apart(point, points[index - 1] ?? point) > 1));

describe("the ground along a line", () => {
  it("is as wide as asked and ends with the line, whichever way it runs", () => {
    for (const end of [
      [100, 0],
      [0, 100],
      [-60, 80],
      [-80, -60],
    ] as const) {
      expect(areaOf([[0, 0], end])).toBeCloseTo(100 * 2 * HALF, 6);
    }
    expect(
      areaOf(
        [
          [0, 0],
          [100, 0],
        ],
        2,
      ),
    ).toBeCloseTo(400, 6);
  });

  it("reaches nowhere farther than half of its width from the line", () => {
    fc.assert(
      fc.property(line, (points) => {
        for (const place of lineStrip(points, HALF).flat(2)) {
          const { distanceM = Infinity } = nearest([points], [place[0] ?? NaN, place[1] ?? NaN]) ?? {};
          expect(distanceM).toBeLessThanOrEqual(HALF + 1e-6);
        }
      }),
    );
  });

  it("leaves no gap on the outside of a bend", () => {
    const bend: PlanePoint[] = [
      [-100, 0],
      [0, 0],
      [0, -100],
    ];
    for (const place of [
      [3.4, 3.4],
      [-50, 4.9],
      [4.9, -50],
      [-50, -4.9],
      [-4.9, -50],
    ] as const) {
      expect(holds(bend, place)).toBe(true);
    }
    for (const place of [
      [3.6, 3.6],
      [-50, 5.1],
      [5.1, -50],
      [-100.1, 0],
      [0, -100.1],
    ] as const) {
      expect(holds(bend, place)).toBe(false);
    }
  });

  it("takes no place of a line for a piece of it where it comes twice in a row", () => {
    const [from, to]: PlanePoint[] = [
      [0, 0],
      [100, 0],
    ];
    if (from === undefined || to === undefined) throw new Error("no line");
    expect(lineStrip([from, from, to, to], HALF)).toEqual(lineStrip([from, to], HALF));
    expect(lineStrip([from, from], HALF)).toEqual([]);
  });
});
