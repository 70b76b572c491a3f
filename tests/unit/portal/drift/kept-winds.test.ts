import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { besides, together } from "@/lib/portal-client/kept-winds";
import { likelyAhead } from "@/lib/portal-client/winds-ahead";
import { isDownwind } from "@/lib/engine/drift/edges";
import type { RosePoint } from "@/lib/views/portal/drift";

const STEP_DEG = 360 / 16;
/** Winds that leave so many acres unsprayed; the same acres lie in the same place, unless a place is named. */
const rose = (acres: readonly number[], place = ""): RosePoint[] =>
  acres.map((bufferAcres, index) => ({
    windDirectionDeg: index * STEP_DEG,
    treatablePercent: 100 - bufferAcres,
    bufferAcres,
    treatable: bufferAcres === 100 ? null : `M${bufferAcres}${place}`,
  }));
const acres = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 16, maxLength: 16 });
const apart = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

describe("the kept answer for a wind", () => {
  it("is that of the compass point it comes from", () => {
    fc.assert(
      fc.property(acres, fc.nat(15), (each, index) => {
        const [point] = rose(each).slice(index, index + 1);
        expect(besides(rose(each), index * STEP_DEG)).toEqual([point]);
        expect(together(besides(rose(each), index * STEP_DEG))).toEqual({
          bufferAcres: point?.bufferAcres,
          treatablePercent: point?.treatablePercent,
          treatable: point?.treatable == null ? [] : [point.treatable],
          isExact: true,
        });
      }),
    );
  });

  it("is between two points no less than both together", () => {
    fc.assert(
      fc.property(acres, fc.integer({ min: 0, max: 3599 }), (each, tenths) => {
        const fromDeg = tenths / 10;
        const points = rose(each);
        const around = points.filter(({ windDirectionDeg }) => apart(windDirectionDeg, fromDeg) < STEP_DEG);
        const found = together(besides(points, fromDeg));
        expect(found?.bufferAcres).toBe(Math.max(...around.map(({ bufferAcres }) => bufferAcres)));
        const grounds = around.map(({ treatable }) => treatable);
        // One that leaves nothing leaves nothing to draw; else what all of them leave is drawn, and no figure says that it is known.
        expect(new Set(found?.treatable)).toEqual(new Set(grounds.includes(null) ? [] : grounds));
        expect(found?.isExact).toBe(new Set(grounds).size === 1 || grounds.includes(null));
      }),
    );
  });

  it("names every edge that lies downwind in a wind between two points", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.integer({ min: 0, max: 3599 }),
        (facingDeg, tenths) => {
          const turn = (facingDeg * Math.PI) / 180;
          const edge = { facing: [Math.sin(turn), Math.cos(turn)] } as unknown as Parameters<typeof isDownwind>[0];
          const isIn = (windDirectionDeg: number): boolean => isDownwind(edge, { windDirectionDeg, windSpeedMph: 8 });
          const around = besides(rose(Array.from({ length: 16 }, () => 1)), tenths / 10);
          if (isIn(tenths / 10)) expect(around.some(({ windDirectionDeg }) => isIn(windDirectionDeg))).toBe(true);
        },
      ),
    );
  });

  it("is none where none was kept", () => {
    expect(together(besides([], 225))).toBeNull();
  });
});

describe("the answer for a wind that was never asked about", () => {
  const at = (mph: number, acresOfAll: number, forbids: string | null = null, place = "") => ({
    mph,
    keptAt: `2026-11-21T12:00:${String(mph).padStart(2, "0")}.000Z`,
    points: rose(
      Array.from({ length: 16 }, () => acresOfAll),
      place,
    ),
    forbids,
  });
  const kept = [at(0, 40), at(3, 10), at(10, 25), at(15, 5, "Wind too strong")];

  it.each([
    [3, 10, ["M10"], null],
    [7, 25, ["M10", "M25"], null],
    [2, 40, ["M40", "M10"], null],
    [12, 25, ["M25", "M5"], "Wind too strong"],
  ])("at %d mph is that of both kept speeds together, with what a label forbids", (mph, left, treatable, forbids) => {
    const ground = { bufferAcres: left, treatable, isExact: treatable.length === 1 };
    expect(likelyAhead(kept, 100, mph)).toMatchObject({ ground, forbids });
  });

  it("is of the older of what was kept, and exact where the speed changes nothing", () => {
    const same = [at(3, 10), at(10, 10)];
    expect(likelyAhead(same, 100, 7)).toMatchObject({
      keptAt: "2026-11-21T12:00:03.000Z",
      ground: { bufferAcres: 10, isExact: true, treatable: ["M10"] },
    });
    // As much, elsewhere.
    const elsewhere = [at(3, 10), at(10, 10, null, "b")];
    expect(likelyAhead(elsewhere, 100, 7)).toMatchObject({ ground: { isExact: false, treatable: ["M10", "M10b"] } });
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
