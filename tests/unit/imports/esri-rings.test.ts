import { describe, expect, it } from "vitest";
import { readPolygons } from "@/lib/imports/read/polygons";

/** A square around -90, 40, clockwise. */
const square = (halfDeg: number): [number, number][] => [
  [-90 - halfDeg, 40 - halfDeg],
  [-90 - halfDeg, 40 + halfDeg],
  [-90 + halfDeg, 40 + halfDeg],
  [-90 + halfDeg, 40 - halfDeg],
];
const closed = (ring: [number, number][]): [number, number][] => [...ring, ...ring.slice(0, 1)];
const hole = (halfDeg: number): [number, number][] => square(halfDeg).toReversed();

/** Rings of each polygon. */
const ringsOf = (...rings: [number, number][][]): number[] => {
  const read = readPolygons({ rings });
  return read.ok ? read.shape.coordinates.map((polygon) => polygon.length) : [];
};

describe.each([
  ["closed", closed],
  ["not closed", (ring: [number, number][]) => ring],
  ["not closed and begin elsewhere", (ring: [number, number][]) => [...ring.slice(1), ...ring.slice(0, 1)]],
])("Esri rings that are %s", (_, as) => {
  it("are ground where they run clockwise and holes where they do not", () => {
    expect(ringsOf(as(square(0.2)), as(hole(0.1)))).toEqual([2]);
    expect(ringsOf(as(hole(0.1)), as(square(0.2)))).toEqual([2]);
  });

  it("make an island in a lake ground of its own", () => {
    expect(ringsOf(as(square(0.3)), as(hole(0.2)), as(square(0.1)))).toEqual([1, 2]);
  });

  it("are ground where a hole lies in no other", () => {
    expect(ringsOf(as(hole(0.1)))).toEqual([1]);
  });
});
