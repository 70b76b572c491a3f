import { isCalm } from "@/lib/domain/calm-air";
import type { MultiPolygon } from "geojson";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { atNineDecimals, NothingLeft } from "@/lib/geo/nine-decimals";
import {
  closeParts,
  fieldParts,
  ground,
  round,
  star,
  widthArbitrary,
  windArbitrary,
} from "@/tests/unit/engine/drift/fields";
import { areaSqm, pointsOf, protection } from "@/tests/unit/engine/drift/oracle";
import { kernel, place, setback, wind, type Wind } from "@/tests/unit/engine/drift/placing";
import { PROPERTY_TIMEOUT_MS, runs, SEED } from "@/tests/unit/engine/drift/runs";

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS });

const SLACK_FT = 0.5;

interface Made {
  field: MultiPolygon;
  placed: ReturnType<typeof place>;
  parts: ReturnType<typeof atNineDecimals>;
}

/** Null: the buffer leaves nothing to treat. */
function made(field: MultiPolygon, widthFt: number, air: Wind): Made | null {
  const placed = place(field, [setback(widthFt)], air);
  if (placed.treatable === null || placed.treatableSqm < 1) return null;
  return { field, placed, parts: atNineDecimals(kernel, { ...placed, treatable: placed.treatable, boundary: field }) };
}

/** What lies in one shape and not in the other, in degrees: on a plane of meters both would move. */
const beyond = (one: MultiPolygon, other: MultiPolygon): number =>
  kernel.withShapes((shapes) =>
    shapes.area(shapes.difference(shapes.polygons(one.coordinates), shapes.polygons(other.coordinates))),
  );

const hasNineDecimals = ({ coordinates }: MultiPolygon): boolean =>
  coordinates.flat(3).every((degrees) => degrees === Number(degrees.toFixed(9)));

/** Within a ten-thousandth of the area, or within a millimeter around what is smaller than a farmer's yard. */
function expectSameArea(one: MultiPolygon, other: MultiPolygon): void {
  const sqm = areaSqm(other);
  expect(Math.abs(areaSqm(one) - sqm)).toBeLessThanOrEqual(Math.max(sqm * 1e-4, 0.5));
}

function checkLaws({ field, placed, parts }: Made): void {
  const { boundary, buffer, treatable } = parts;
  for (const shape of [boundary, treatable, ...(buffer === null ? [] : [buffer])]) {
    expect(kernel.isValidDetail(shape)).toEqual({ valid: true });
    expect(hasNineDecimals(shape)).toBe(true);
  }
  if (placed.treatable === null) throw new RangeError("there is treatable ground");
  expect(beyond(treatable, placed.treatable)).toBe(0);
  expectSameArea(treatable, placed.treatable);
  expectSameArea(boundary, field);
  if (placed.buffer !== null && buffer !== null) expectSameArea(buffer, placed.buffer);
}

/** By the ellipsoid, with code that the placement does not share. */
function checkDistances({ field, parts }: Made, widthFt: number, air: Wind, perSide = 12, stepFt = 8): void {
  const windDirectionDeg = isCalm(air.windSpeedMph) ? null : air.windDirectionDeg;
  const around = protection({ field, widthFt, windDirectionDeg }, stepFt);
  for (const point of pointsOf(parts.treatable, perSide)) {
    expect(around.nearestFt(point, "surely", widthFt)).toBeGreaterThanOrEqual(widthFt - SLACK_FT);
  }
}

describe(`the parts of a field as files hold them (seed ${SEED})`, () => {
  it("are valid, of the same size, and add nothing to the treatable ground", () => {
    fc.assert(
      fc.property(fc.oneof(fieldParts(), closeParts()), windArbitrary, widthArbitrary, (parts, air, widthFt) => {
        const found = made(ground(parts), widthFt, air);
        if (found !== null) checkLaws(found);
      }),
      runs(100),
    );
  });

  it("keep every treatable point the width away from protected ground, less half a foot", () => {
    fc.assert(
      fc.property(fieldParts(), windArbitrary, widthArbitrary, (parts, air, widthFt) => {
        const found = made(ground(parts), widthFt, air);
        if (found !== null) checkDistances(found, widthFt, air);
      }),
      runs(15),
    );
  });

  it.each([
    ["round, with a round pond", [[round(3000, 400), round(1990, 100, true)]]],
    ["jagged by a foot", [[star(Array.from({ length: 4999 }, (_u, index) => 400 + 0.3 * Math.sin(index ** 2)))]]],
  ])("hold for 5,000 positions: %s", (_title, parts) => {
    const found = made(ground(parts), 240, wind(215));
    if (found === null) throw new RangeError("there is treatable ground");
    checkLaws(found);
    checkDistances(found, 240, wind(215), 3, 24);
  });

  it("are refused where less than a file can hold is left", () => {
    const treatable = ground([
      [
        [
          [0, 0],
          [50, 0],
          [50, 0.0002],
          [0, 0.0002],
        ],
      ],
    ]);
    expect(() => atNineDecimals(kernel, { boundary: ground([[round(40, 90)]]), buffer: null, treatable })).toThrow(
      NothingLeft,
    );
  });
});
