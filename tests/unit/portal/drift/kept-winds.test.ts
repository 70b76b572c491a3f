import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likelyPoint } from "@/lib/portal-client/kept-winds";
import type { RosePoint } from "@/lib/views/portal/drift";

const STEP_DEG = 360 / 16;
const rose = (acres: readonly number[]): RosePoint[] =>
  acres.map((bufferAcres, index) => ({
    windDirectionDeg: index * STEP_DEG,
    treatablePercent: 100 - bufferAcres,
    bufferAcres,
    treatable: null,
  }));
const acres = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 16, maxLength: 16 });
const apart = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

describe("the kept answer for a wind", () => {
  it("is that of the compass point it comes from", () => {
    fc.assert(
      fc.property(acres, fc.nat(15), (each, index) => {
        expect(likelyPoint(rose(each), index * STEP_DEG)).toEqual(rose(each)[index]);
      }),
    );
  });

  it("is between two points that of the one that leaves more ground unsprayed", () => {
    fc.assert(
      fc.property(acres, fc.integer({ min: 0, max: 3599 }), (each, tenths) => {
        const fromDeg = tenths / 10;
        const points = rose(each);
        const beside = points.filter(({ windDirectionDeg }) => apart(windDirectionDeg, fromDeg) < STEP_DEG);
        const found = likelyPoint(points, fromDeg);
        expect(beside).toContainEqual(found);
        expect(found?.bufferAcres).toBe(Math.max(...beside.map(({ bufferAcres }) => bufferAcres)));
      }),
    );
  });

  it("is none where none was kept", () => {
    expect(likelyPoint([], 225)).toBeNull();
  });
});
