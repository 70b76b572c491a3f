import { beforeAll, describe, expect, it } from "vitest";
import { startGeos, type ShapeKernel } from "@/lib/geo/kernel";

let kernel: ShapeKernel;
beforeAll(async () => {
  kernel = await startGeos();
});

const box = (west: number, south: number, east: number, north: number) => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];

describe("an overlay", () => {
  it("is ground alone: what two shapes share but for an edge and a corner is no part of it", () => {
    const size = kernel.withShapes((shapes) => {
      const square = shapes.polygons([box(0, 0, 10, 10)]);
      // Meets the square in a box and, farther up, along a part of its side.
      const hook = shapes.dissolve([box(8, 0, 12, 2), box(10, 2, 12, 8)]);
      const shared = shapes.intersection(square, hook);
      // A mixture of ground and lines would be refused here.
      return [shapes.area(shared), shapes.area(shapes.difference(square, shared)), shapes.read(shared).length];
    });
    expect(size).toEqual([4, 96, 1]);
  });

  it("of shapes that only touch is no ground, and can be gone on with", () => {
    const found = kernel.withShapes((shapes) => {
      const [one, other] = [shapes.polygons([box(0, 0, 10, 10)]), shapes.polygons([box(10, 0, 20, 10)])];
      const shared = shapes.intersection(one, other);
      return [shapes.isEmpty(shared), shapes.read(shared), shapes.area(shapes.difference(one, shared))];
    });
    expect(found).toEqual([true, [], 100]);
  });
});
