import { expect } from "vitest";
import { refusal } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";

export interface FaultyBoundary {
  title: string;
  boundary: unknown;
  /** Where in the boundary the fault is. */
  path: (string | number)[];
}

const square = squareField(-87.5, 32.5);
const ring = square.geometry.coordinates[0] as number[][];
const ofRing = (positions: unknown): unknown => ({
  ...square,
  geometry: { type: "Polygon", coordinates: [positions] },
});

/** Points around a place, closed; as many as asked, each as far off as the radius says. */
const around = (count: number, radiusAt: (index: number) => number): number[][] => {
  const points = Array.from({ length: count - 1 }, (_, index) => {
    const angle = (2 * Math.PI * index) / (count - 1);
    return [-87.5 + radiusAt(index) * Math.cos(angle), 32.5 + radiusAt(index) * Math.sin(angle)];
  });
  return [...points, points[0] ?? []];
};

const circle = (count: number): number[][] => around(count, () => 0.01);
/** Costs what a thousand fields cost, though few positions make it. */
const star = (spikes: number): number[][] => around(2 * spikes + 1, (index) => (index % 2 === 0 ? 0.01 : 0.0005));

/** Exactly the limit of positions. */
export const largestBoundary = (): unknown => ofRing(circle(5000));

/** Boundaries that no endpoint takes, each with one fault. */
export const faultyBoundaries = (): FaultyBoundary[] => [
  { title: "no boundary (null)", boundary: null, path: [] },
  { title: "a number", boundary: 7, path: [] },
  { title: "a Feature without geometry", boundary: { type: "Feature", properties: {} }, path: ["geometry"] },
  {
    title: "a point",
    boundary: { ...square, geometry: { type: "Point", coordinates: [-87.5, 32.5] } },
    path: ["geometry", "type"],
  },
  { title: "an open ring", boundary: ofRing(ring.slice(0, 4)), path: ["geometry", "coordinates", 0] },
  {
    title: "a self-intersection",
    boundary: ofRing([ring[0], ring[2], ring[1], ring[3], ring[0]]),
    path: ["geometry", "coordinates"],
  },
  { title: "5,001 positions", boundary: ofRing(circle(5001)), path: ["geometry", "coordinates"] },
  { title: "a star of 120 spikes", boundary: ofRing(star(120)), path: ["geometry", "coordinates"] },
  {
    title: "a latitude of 91",
    boundary: ofRing([ring[0], [-87.4, 91], ring[2], ring[0]]),
    path: ["geometry", "coordinates", 0, 1],
  },
  { title: "more than the largest area", boundary: squareField(-87.5, 32.5, 0.5), path: ["geometry", "coordinates"] },
];

/** 422 with exactly one fault in the boundary, told by path and pointer. */
export async function expectFaultOf(response: Response, path: (string | number)[]): Promise<void> {
  const found = await refusal(response, 422);
  expect(found).toMatchObject({ code: "INVALID_REQUEST", retryable: false });
  expect(found.details).toHaveLength(1);
  const [detail] = found.details ?? [];
  const whole = ["field_boundary", ...path];
  expect(detail?.path.slice(0, whole.length)).toEqual(whole);
  expect(detail?.pointer).toBe(detail?.path.map((part) => `/${part}`).join(""));
  expect(detail?.message).not.toBe("");
}
