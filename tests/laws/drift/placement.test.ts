import { isCalm } from "@/lib/domain/calm-air";
import type { MultiPolygon, Position } from "geojson";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  box,
  closeParts,
  fieldParts,
  ground,
  moved,
  round,
  star,
  turned,
  wavy,
  widthArbitrary,
  windArbitrary,
} from "@/tests/unit/engine/drift/fields";
import { areaSqm, pointsOf, protection } from "@/tests/unit/engine/drift/oracle";
import {
  beyondSqm,
  CALM,
  differenceSqm,
  fartherSqm,
  feature,
  kernel,
  place,
  setback,
  wind,
  type Wind,
} from "@/tests/unit/engine/drift/placing";
import { PROPERTY_TIMEOUT_MS, runs, SEED } from "@/tests/unit/engine/drift/runs";

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS });

const NO_AREA: MultiPolygon = { type: "MultiPolygon", coordinates: [] };
/** Rounding of places, not of widths: a strip of a tenth of a millimetre around the field. */
const roundingSqm = (fieldSqm: number): number => 1e-4 * Math.sqrt(fieldSqm) + 1e-6 * fieldSqm;
const directionOf = ({ windDirectionDeg, windSpeedMph }: Wind): number | null =>
  isCalm(windSpeedMph) ? null : windDirectionDeg;

describe(`buffer and treatable ground (seed ${SEED})`, () => {
  it("are the field together, do not overlap, and are valid where they lie", () => {
    fc.assert(
      fc.property(fieldParts(), windArbitrary, widthArbitrary, (parts, air, widthFt) => {
        const field = ground(parts);
        const { buffer, treatable, fieldSqm, bufferSqm, treatableSqm } = place(field, [setback(widthFt)], air);
        expect(Math.abs(bufferSqm + treatableSqm - fieldSqm)).toBeLessThanOrEqual(fieldSqm * 1e-4);
        const [one, other] = [buffer ?? NO_AREA, treatable ?? NO_AREA];
        expect(Math.abs(areaSqm(one) + areaSqm(other) - areaSqm(field))).toBeLessThanOrEqual(fieldSqm * 1e-4);
        expect(differenceSqm(one, other)).toBeGreaterThan((bufferSqm + treatableSqm) * (1 - 1e-6));
        expect([kernel.isValidDetail(one), kernel.isValidDetail(other)]).toEqual([{ valid: true }, { valid: true }]);
      }),
      runs(150),
    );
  });

  it("keep every treatable point the width away from protected ground, by the ellipsoid", () => {
    fc.assert(
      fc.property(fieldParts(), windArbitrary, widthArbitrary, (parts, air, widthFt) => {
        checkAgainstOracle(ground(parts), widthFt, air);
      }),
      runs(30),
    );
  });

  it("keep it between parts that lie in each other's reach", () => {
    fc.assert(
      fc.property(closeParts(), windArbitrary, widthArbitrary, (parts, air, widthFt) => {
        checkAgainstOracle(ground(parts), widthFt, air);
      }),
      runs(12),
    );
  });

  it("keep it from protected ground that managed ground leaves over", () => {
    const managed = fc
      .record({ east: fc.integer({ min: -400, max: 300 }), width: fc.integer({ min: 20, max: 400 }) })
      .map(({ east, width }) => ground([[box(east * 3, -2000, east * 3 + width, 2000)]]));
    fc.assert(
      fc.property(fieldParts(), windArbitrary, widthArbitrary, managed, (parts, air, widthFt, road) => {
        checkAgainstOracle(ground(parts), widthFt, air, { perSide: 9, stepFt: 6, managed: road });
      }),
      runs(8),
    );
  });

  it.each([
    ["a round field", [[round(4999, 400)]]],
    ["a round field with a round pond", [[round(3000, 400), round(1990, 100, true)]]],
    ["a field with bays", [[wavy(4999)]]],
    [
      "a line that jumps by a foot",
      [[star(Array.from({ length: 4999 }, (_u, index) => 400 + 0.3 * Math.sin(index ** 2)))]],
    ],
  ])("hold for 5,000 positions: %s", (_title, parts) => {
    const { fieldSqm, bufferSqm, treatableSqm } = place(ground(parts), [setback(240)], wind(215));
    expect(Math.abs(bufferSqm + treatableSqm - fieldSqm)).toBeLessThanOrEqual(fieldSqm * 1e-4);
    checkAgainstOracle(ground(parts), 240, wind(215), { perSide: 6, stepFt: 10 });
  });

  it("are the same wherever a ring starts, whichever way it runs, and in any order of parts", () => {
    const change = fc.record({ start: fc.nat(30), isReversed: fc.boolean(), isSwapped: fc.boolean() });
    fc.assert(
      fc.property(fieldParts(), windArbitrary, widthArbitrary, change, (parts, air, widthFt, changed) => {
        const field = ground(parts);
        const other = {
          ...field,
          coordinates: field.coordinates.map((rings) => rings.map((ring) => redrawn(ring, changed))),
        };
        if (changed.isSwapped) other.coordinates.reverse();
        const [one, two] = [place(field, [setback(widthFt)], air), place(other, [setback(widthFt)], air)];
        // Where GEOS begins decides where the chords of a round corner lie, to a twentieth of a foot, and which dents
        // of protected ground it fills, none deeper than a hundredth of the width. Both only move the line so far.
        const mostFt = 0.06 + widthFt / 100;
        for (const [some, others] of [
          [one.treatable, two.treatable],
          [two.treatable, one.treatable],
          [one.buffer, two.buffer],
          [two.buffer, one.buffer],
        ] as const) {
          expect(fartherSqm(some, others, mostFt)).toBeLessThanOrEqual(1e-6 * one.fieldSqm);
        }
        expect(differenceSqm(one.treatable, two.treatable)).toBeLessThanOrEqual(one.fieldSqm * 2e-5 + 1);
      }),
      runs(100),
    );
  });

  it("turn with the field and the wind", () => {
    const angle = fc.double({ min: 0, max: 360, noNaN: true });
    fc.assert(
      fc.property(fieldParts(), windArbitrary, widthArbitrary, angle, (parts, air, widthFt, turnDeg) => {
        const centered = center(parts);
        fc.pre(isFarFromThreshold(ground(centered), air));
        const still = place(ground(centered), [setback(widthFt)], air);
        const turnedAir = { ...air, windDirectionDeg: (air.windDirectionDeg + turnDeg) % 360 };
        const turning = place(ground(turned(centered, turnDeg)), [setback(widthFt)], turnedAir);
        expect(Math.abs(turning.bufferSqm - still.bufferSqm)).toBeLessThanOrEqual(still.fieldSqm * 2e-5 + 1);
      }),
      runs(100),
    );
  });

  it("of parts far apart are those of each part alone", () => {
    fc.assert(
      fc.property(fieldParts(), fieldParts(), windArbitrary, widthArbitrary, (some, others, air, widthFt) => {
        const far = others.map((rings) => moved(rings, 0, 3_000));
        const [whole, one, other] = [[...some, ...far], some, far].map((parts) =>
          place(ground(parts), [setback(widthFt)], air),
        );
        if (whole === undefined || one === undefined || other === undefined) return;
        fc.pre([...some, ...far].every((rings) => isFarFromThreshold(ground([rings]), air)));
        const apart = {
          type: "MultiPolygon" as const,
          coordinates: [one, other].flatMap((each) => each.treatable?.coordinates ?? []),
        };
        expect(differenceSqm(whole.treatable ?? NO_AREA, apart)).toBeLessThanOrEqual(2 + whole.fieldSqm * 1e-5);
      }),
      runs(60),
    );
  });
});

describe(`what never widens a buffer (seed ${SEED})`, () => {
  it("is a shorter width", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fieldParts(), windArbitrary, widthArbitrary, share, (parts, air, widthFt, part) => {
        const field = ground(parts);
        const wide = place(field, [setback(widthFt)], air);
        const narrow = place(field, [setback(widthFt * part)], air);
        // Chords round corners differently at each width; they stay within a tenth of a foot, two with the steps of jags.
        const chordsSqm = 0.03 * Math.sqrt(wide.fieldSqm) * 8;
        expect(beyondSqm(narrow.buffer, wide.buffer)).toBeLessThanOrEqual(chordsSqm);
      }),
      runs(100),
    );
  });

  it("is more managed ground, whereas water in it takes its credit back", () => {
    const road = fc
      .record({ east: fc.integer({ min: -500, max: 500 }), width: fc.integer({ min: 10, max: 200 }) })
      .map(({ east, width }) => ground([[box(east * 3, -4000, east * 3 + width, 4000)]]));
    const categories = { exclusionCategories: ["road"] };
    fc.assert(
      fc.property(fieldParts(), windArbitrary, widthArbitrary, road, road, (parts, air, widthFt, first, second) => {
        const field = ground(parts);
        const placed = [[], [feature(first)], [feature(first), feature(second)]].map((features) =>
          place(field, [setback(widthFt, categories)], air, features),
        );
        const [none, one, two] = placed;
        if (none === undefined || one === undefined || two === undefined) return;
        // Ground with holes is buffered by GEOS, which may leave out dents of a hundredth of the distance: never more.
        const dentFt = widthFt / 100 + 0.1;
        const slackSqm = roundingSqm(none.fieldSqm);
        expect(fartherSqm(one.buffer, none.buffer, dentFt)).toBeLessThanOrEqual(slackSqm);
        expect(fartherSqm(two.buffer, one.buffer, dentFt)).toBeLessThanOrEqual(slackSqm);
        const water = feature(first, { kind: "non_managed", category: "water" });
        const wet = place(field, [setback(widthFt, categories)], air, [feature(first), water]);
        expect(fartherSqm(one.buffer, wet.buffer, dentFt)).toBeLessThanOrEqual(slackSqm);
      }),
      runs(60),
    );
  });

  it("is a setback beside it: the union grows with each", () => {
    fc.assert(
      fc.property(fieldParts(), windArbitrary, widthArbitrary, widthArbitrary, (parts, air, one, other) => {
        const field = ground(parts);
        const alone = place(field, [setback(one)], air);
        const both = place(field, [setback(one), setback(other / 4, { type: "omni_directional" })], air);
        expect(beyondSqm(alone.buffer, both.buffer)).toBeLessThanOrEqual(roundingSqm(alone.fieldSqm));
        expect(both.treatableSqm).toBeLessThanOrEqual(alone.treatableSqm + roundingSqm(alone.fieldSqm));
      }),
      runs(60),
    );
  });

  it("in calm air every edge counts, so no wind asks for more", () => {
    fc.assert(
      fc.property(fieldParts(), windArbitrary, widthArbitrary, (parts, air, widthFt) => {
        const field = ground(parts);
        const calm = place(field, [setback(widthFt)], CALM);
        const windy = place(field, [setback(widthFt)], air);
        expect(beyondSqm(windy.buffer, calm.buffer)).toBeLessThanOrEqual(roundingSqm(calm.fieldSqm) + 5);
      }),
      runs(60),
    );
  });
});

/** Treatable points are far enough from what must be kept away from, and buffer points near enough to it. */
function checkAgainstOracle(
  field: MultiPolygon,
  widthFt: number,
  air: Wind,
  { perSide, stepFt, managed }: { perSide: number; stepFt: number; managed?: MultiPolygon } = { perSide: 9, stepFt: 6 },
): void {
  const features = managed === undefined ? [] : [feature(managed)];
  const { buffer, treatable } = place(field, [setback(widthFt, { exclusionCategories: ["road"] })], air, features);
  const question = {
    field,
    widthFt,
    windDirectionDeg: directionOf(air),
    ...(managed === undefined ? {} : { managed }),
  };
  const { nearestFt } = protection(question, stepFt);
  for (const point of treatable === null ? [] : pointsOf(treatable, perSide)) {
    expect(nearestFt(point, "surely", widthFt)).toBeGreaterThanOrEqual(widthFt - 0.5);
  }
  // What lies between two samples, and the dents that the kernel fills: a hundredth of the width.
  const mostFt = widthFt * 1.01 + stepFt + 1;
  for (const point of buffer === null ? [] : pointsOf(buffer, perSide)) {
    expect(nearestFt(point, "possibly", mostFt + 500)).toBeLessThanOrEqual(mostFt);
  }
}

function redrawn(ring: Position[], { start, isReversed }: { start: number; isReversed: boolean }): Position[] {
  const open = ring.slice(0, -1);
  const first = start % open.length;
  const shifted = [...open.slice(first), ...open.slice(0, first)];
  const order = isReversed ? shifted.reverse() : shifted;
  return [...order, ...order.slice(0, 1)];
}

/** Only a single part, around the center: turning a far one would change its place on the ellipsoid. */
const center = <Parts extends unknown[]>(parts: Parts): Parts => parts.slice(0, 1) as Parts;

/** Whether no edge lies so near the downwind threshold that the meridians' convergence decides. */
function isFarFromThreshold(field: MultiPolygon, air: Wind): boolean {
  if (isCalm(air.windSpeedMph)) return true;
  return field.coordinates.flat().every((ring) =>
    ring.slice(1).every(([lon = 0, lat = 0], index) => {
      const [lon0 = 0, lat0 = 0] = ring[index] ?? [];
      const bearing = (Math.atan2((lon - lon0) * Math.cos((lat * Math.PI) / 180), lat - lat0) * 180) / Math.PI;
      const off = Math.abs(((((bearing - air.windDirectionDeg) % 180) + 270) % 180) - 90);
      // Edges along the wind lie at the threshold; one degree is far.
      return off > 1.2;
    }),
  );
}
