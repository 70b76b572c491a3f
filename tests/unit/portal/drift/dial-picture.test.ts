import fc from "fast-check";
import type { MultiPolygon } from "geojson";
import { describe, expect, it } from "vitest";
import { dialPicture, savedPicture } from "@/lib/pages/portal/drift/dial-picture";
import { DIAL_CENTER, PICTURE_RADIUS, type DriftAnswerView } from "@/lib/views/portal/drift";

const box = (west: number, south: number, width: number, height: number): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: [
    [
      [
        [west, south],
        [west + width, south],
        [west + width, south + height],
        [west, south + height],
        [west, south],
      ],
    ],
  ],
});
const pointsOf = (path: string): [number, number][] =>
  [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe("the field in the wind dial", () => {
  it("fills the circle inside the ring and never reaches beyond it, whatever its size and shape", () => {
    const size = fc.double({ min: 0.0005, max: 0.05, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: -120, max: -70, noNaN: true }), size, size, (west, width, height) => {
        const { field } = dialPicture(box(west, 42, width, height), { treatable: null, isPlaced: false });
        const reach = pointsOf(field).map(([x, y]) => Math.hypot(x - DIAL_CENTER, y - DIAL_CENTER));
        expect(Math.max(...reach)).toBeLessThan(PICTURE_RADIUS + 0.2);
        expect(Math.max(...reach)).toBeGreaterThan(PICTURE_RADIUS - 0.2);
      }),
    );
  });

  it("lies north up, and what is left to treat lies where it does in the field", () => {
    const picture = dialPicture(box(-93, 42, 0.01, 0.01), { treatable: box(-93, 42, 0.01, 0.005), isPlaced: true });
    const rows = pointsOf(picture.treatable ?? "").map(([, y]) => y);
    expect(Math.min(...rows)).toBeCloseTo(DIAL_CENTER, 0);
    expect(Math.max(...rows)).toBeCloseTo(Math.max(...pointsOf(picture.field).map(([, y]) => y)), 0);
  });

  it.each([
    ["nothing was saved", null, false],
    ["the buffers are open", { placement: "open" }, false],
    ["nothing of the field is left", { placement: "none_left" }, true],
    ["a buffer was placed", { placement: "buffer" }, true],
  ] as const)("says whether it shows a buffer where %s", (_title, saved, isPlaced) => {
    const boundary = box(-93, 42, 0.01, 0.01);
    const drift = { buffer: boundary, treatable: null, windDirectionDeg: 225 };
    expect(savedPicture({ boundary, drift }, saved as DriftAnswerView | null).isPlaced).toBe(isPlaced);
  });
});
