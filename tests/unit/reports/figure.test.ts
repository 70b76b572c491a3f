import fc from "fast-check";
import type { MultiPolygon, Position } from "geojson";
import { describe, expect, it } from "vitest";
import { M_PER_FT } from "@/lib/domain/units";
import { drawFigure } from "@/lib/usecases/reports/figure/draw";
import { FIGURE_SIZE, frameAround, scaleBarOf } from "@/lib/usecases/reports/figure/frame";
import { hatchOf, outlineOf, roomIn, type FigureRing } from "@/lib/usecases/reports/figure/paths";

const square = (west: number, south: number, side: number): Position[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
const field = (...parts: Position[][][]): MultiPolygon => ({ type: "MultiPolygon", coordinates: parts });
const ring = (x: number, y: number, side: number): FigureRing => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];

/** The lines of a path of `M x y L x y` pairs. */
const linesOf = (path: string): number[][] =>
  [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)L(-?[\d.]+) (-?[\d.]+)/g)].map((found) => found.slice(1).map(Number));
const lengthOf = (path: string): number =>
  linesOf(path).reduce((sum, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => sum + Math.hypot(x2 - x1, y2 - y1), 0);

describe("a figure's frame", () => {
  it("shows the whole field with ground around it, north up", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -120, max: -70, noNaN: true }),
        fc.double({ min: 25, max: 49, noNaN: true }),
        fc.double({ min: 0.0005, max: 0.1, noNaN: true }),
        (lon, lat, side) => {
          const shape = field([square(lon, lat, side)]);
          const frame = frameAround(shape, FIGURE_SIZE);
          const [points = []] = frame.toFigure(shape.coordinates.flat());
          for (const [x, y] of points) {
            expect(x).toBeGreaterThan(0);
            expect(x).toBeLessThan(frame.width);
            expect(y).toBeGreaterThan(0);
            expect(y).toBeLessThan(frame.height);
          }
          const [south, , north] = points;
          expect(north?.[1]).toBeLessThan(south?.[1] ?? 0);
        },
      ),
    );
  });

  it("draws 100 meters of ground as long as its scale says", () => {
    const shape = field([square(-93.5, 42, 0.01)]);
    const frame = frameAround(shape, FIGURE_SIZE);
    const degreesOf100M = 100 / 111_074;
    const [[a, b] = []] = frame.toFigure([
      [
        [-93.495, 42.005],
        [-93.495, 42.005 + degreesOf100M],
      ],
    ]);
    expect((a?.[1] ?? 0) - (b?.[1] ?? 0)).toBeCloseTo(100 * frame.scale, 1);
  });

  it("has a scale bar of a round length in feet, no longer than asked and not much shorter", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 20, noNaN: true }), (scale) => {
        const { feet, length } = scaleBarOf(scale, 130);
        expect(length).toBeLessThanOrEqual(130.001);
        expect(length).toBeGreaterThan(50);
        expect(length).toBeCloseTo(feet * M_PER_FT * scale, 6);
        expect(Number((feet / 10 ** Math.floor(Math.log10(feet) + 1e-9)).toFixed(6))).toBeOneOf([1, 2, 2.5, 5, 10]);
      }),
    );
  });
});

describe("the scale of a square field", () => {
  it.each([FIGURE_SIZE, { width: 320, leastHeight: 140, mostHeight: 210 }])(
    "ends with its label before the field begins, $width points wide",
    (size) => {
      const shape = field([square(-93.5, 42, 0.01)]);
      const frame = frameAround(shape, size);
      const west = Math.min(...frame.toFigure(shape.coordinates.flat()).flatMap((each) => each.map(([x]) => x)));
      const { scaleBar } = drawFigure({ field: shape, pulas: [], soils: [], buffers: [] }, frame);
      // Half of the widest label, at the size of type of the card.
      expect(10 + scaleBar.length + 26).toBeLessThan(west);
    },
  );
});

describe("a hatch", () => {
  it("leaves a hole empty, and the ground of a field inside that hole not", () => {
    const hatch = { angleDeg: 0, spacing: 5 };
    const whole = lengthOf(hatchOf([ring(1, 1, 99)], hatch));
    const holed = lengthOf(hatchOf([ring(1, 1, 99), ring(31, 31, 39)], hatch));
    const island = lengthOf(hatchOf([ring(1, 1, 99), ring(31, 31, 39), ring(41, 41, 19)], hatch));
    expect(whole - holed).toBeCloseTo(7 * 39, 0);
    expect(island - holed).toBeCloseTo(3 * 19, 0);
  });

  it("covers ground in proportion to its area, whatever the slope of its lines", () => {
    fc.assert(
      fc.property(fc.integer({ min: -89, max: 89 }), fc.integer({ min: 60, max: 200 }), (angleDeg, side) => {
        const covered = lengthOf(hatchOf([ring(3.3, 7.7, side)], { angleDeg, spacing: 2 })) * 2;
        expect(Math.abs(covered - side * side)).toBeLessThan(0.07 * side * side);
      }),
    );
  });
});

describe("an outline", () => {
  it("closes each ring, and leaves out what is too small to be seen", () => {
    expect(outlineOf([ring(0, 0, 10), ring(5, 5, 0.01)])).toBe("M0 0L10 0L10 10L0 10Z");
  });

  it("is as long as what can be seen: 5,000 positions within a point make a handful", () => {
    const dense = Array.from({ length: 5000 }, (_, index): [number, number] => [
      Math.cos((index * Math.PI) / 2500),
      Math.sin((index * Math.PI) / 2500),
    ]);
    expect(outlineOf([dense]).split("L").length).toBeLessThan(100);
  });
});

describe("the place of a label", () => {
  it("lies inside the ground and outside its holes, with room above and below", () => {
    const place = roomIn([ring(0, 0, 100), ring(10, 10, 60)], 6);
    expect(place).not.toBeNull();
    const { x = 0, y = 0 } = place ?? {};
    const isInHole = x > 10 && x < 70 && y > 10 && y < 70;
    expect(isInHole).toBe(false);
  });

  it("is none where the ground is a strip too thin for a line of type", () => {
    const strip: FigureRing = [
      [0, 0],
      [100, 0],
      [100, 8],
      [0, 8],
    ];
    expect(roomIn([strip], 6)).toBeNull();
  });
});

describe("a report's figure", () => {
  it("draws the field last, names what it shows, and holds its holes", () => {
    const shape = field([square(-93.5, 42, 0.01), square(-93.496, 42.004, 0.002).toReversed()]);
    const frame = frameAround(shape, FIGURE_SIZE);
    const pula = { label: "PULA 7", geometry: field([square(-93.52, 41.99, 0.02)]) };
    const soil = { label: "21B", geometry: field([square(-93.5, 42, 0.004)]) };
    const figure = drawFigure({ field: shape, pulas: [pula], soils: [soil], buffers: [] }, frame);
    expect(figure.layers.map(({ kind }) => kind)).toEqual(["soil", "pula", "field"]);
    expect(figure.layers.at(-1)?.outline.match(/M/g)).toHaveLength(2);
    expect(figure.labels.map(({ text }) => text)).toEqual(["21B"]);
    expect(figure.legend.map(({ text }) => text).join()).toContain("PULA 7");
    expect(figure.legend.some(({ kind }) => kind === "buffer")).toBe(false);
  });
});
