import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likelyAhead } from "@/lib/portal-client/winds-ahead";
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

describe("the answer for a wind that was never asked about", () => {
  const at = (mph: number, acresOfAll: number, forbids: string | null = null) => ({
    mph,
    keptAt: "2026-11-21T12:00:00.000Z",
    points: rose(Array.from({ length: 16 }, () => acresOfAll)),
    forbids,
  });
  const kept = [at(0, 40), at(3, 10), at(10, 25), at(15, 5, "Wind too strong")];

  it.each([
    [3, 10, null],
    [7, 25, null],
    [2, 40, null],
    [12, 25, "Wind too strong"],
  ])("at %d mph is the worse of the kept speeds on either side, with what a label forbids", (mph, left, forbids) => {
    expect(likelyAhead(kept, 100, mph)).toMatchObject({ point: { bufferAcres: left }, forbids });
  });

  it("is none for wind that is stronger than any that was kept", () => {
    expect(likelyAhead(kept, 100, 16)).toBeNull();
    expect(likelyAhead([], 100, 5)).toBeNull();
    expect(
      likelyAhead([{ ...at(0, 0), points: [] }, at(3, 10)], 100, 2),
      "nothing could be placed in calm air",
    ).toBeNull();
  });
});
