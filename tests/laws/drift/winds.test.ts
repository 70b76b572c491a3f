import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { BufferType } from "@/lib/domain/product";
import { askDrift, computeDrift } from "@/lib/engine/drift/compute";
import { placeByWinds } from "@/lib/engine/drift/winds";
import { startGeos } from "@/lib/geo/kernel";
import { factsOf } from "@/tests/unit/engine/drift/drift-cases";
import { box, fieldParts, ground, round, star, widthArbitrary } from "@/tests/unit/engine/drift/fields";
import { feature, place, setback, wind as windFrom } from "@/tests/unit/engine/drift/placing";
import { driftRule, labelSource, method, ratedWith } from "@/tests/unit/engine/drift/rules";
import { PROPERTY_TIMEOUT_MS, runs, SEED } from "@/tests/unit/engine/drift/runs";

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS });
const geos = await startGeos();

const wind = fc.record({
  windDirectionDeg: fc.oneof(
    fc.integer({ min: 0, max: 35 }).map((tens) => tens * 10),
    fc.double({ min: 0, max: 359.9, noNaN: true }),
  ),
  // Both sides of a wind range, and calm air.
  windSpeedMph: fc.constantFrom(0, 0.6, 4, 8, 12),
});

/** Widths that hang on the wind, and one that does not. */
const rules = (widthFt: number) => [
  driftRule({
    wind_directional: [
      {
        ...method("ground", widthFt),
        rateRanges: null,
        windSpeedRanges: [
          { minMph: 0, maxMph: 5, distanceFt: widthFt / 2 },
          { minMph: 5, maxMph: 10, distanceFt: widthFt },
        ],
      },
    ],
  }),
  driftRule({ omni_directional: [method("ground", widthFt / 4)] }),
];

function sceneOf(widthFt: number, parts: Parameters<typeof ground>[0]) {
  const own = rules(widthFt);
  const products = own.map((drift, productIndex) => ({ ...ratedWith({ drift }), productIndex }));
  const sources = own.flatMap((rule, index) =>
    products.slice(index, index + 1).map((rated) => labelSource(rule, rated)),
  );
  return { products, sources, boundary: ground(parts) };
}

describe(`many winds on one field (seed ${SEED})`, () => {
  it("leave what a computation with each of them leaves, and say the same of it", () => {
    fc.assert(
      fc.property(
        fieldParts(),
        widthArbitrary,
        fc.array(wind, { minLength: 1, maxLength: 40 }),
        (parts, width, winds) => {
          const hours = winds.map((weather) => factsOf({ ...sceneOf(width, parts), weather }));
          const asked = hours.map((facts) => ({ facts, asked: askDrift(facts) }));
          const placeable = asked.flatMap(({ facts, asked: { setbacks } }) =>
            setbacks === null ? [] : [{ facts, setbacks }],
          );
          const [first] = hours;
          if (first === undefined) return;
          const { boundary, features, downslopeLines, rulebook } = first;
          const questions = placeable.map(({ facts, setbacks }) => ({ setbacks, wind: facts.weather }));
          const placed = placeByWinds(geos, { boundary, features, downslopeLines, questions }, rulebook.crops);
          const areas = new Map(placeable.map(({ facts }, index) => [facts, placed.treatableSqm[index] ?? NaN]));
          // A few of them stand for all: each is a computation of its own.
          for (const { facts, asked: each } of asked.slice(0, 4)) {
            const alone = computeDrift(geos, facts);
            const found = each.answer(placed.fieldSqm, areas.get(facts) ?? null);
            expect(found.issues).toEqual(alone.issues);
            expect(found.driftStatus).toBe(alone.driftStatus);
            expect(found.hasTreatableArea).toBe(alone.hasTreatableArea);
            expect(found.treatableSqm === null).toBe(alone.areas.treatableSqm === null);
            const off = Math.abs((found.treatableSqm ?? 0) - (alone.areas.treatableSqm ?? 0));
            expect(off).toBeLessThanOrEqual(1 + alone.areas.fieldSqm * 1e-4);
          }
        },
      ),
      runs(25),
    );
  });

  it("leave the same of a line that jumps at each of its positions", () => {
    const line = star(Array.from({ length: 1500 }, (_unused, index) => 400 + Math.sin(index ** 2)));
    const hours = Array.from({ length: 36 }, (_unused, tens) =>
      factsOf({ ...sceneOf(200, [[line]]), weather: { windDirectionDeg: tens * 10, windSpeedMph: 8 } }),
    );
    const [first] = hours;
    if (first === undefined) throw new Error("no hour");
    const { boundary, features, downslopeLines, rulebook } = first;
    const questions = hours.map((facts) => ({ setbacks: askDrift(facts).setbacks ?? [], wind: facts.weather }));
    const { treatableSqm } = placeByWinds(geos, { boundary, features, downslopeLines, questions }, rulebook.crops);
    for (const hour of [0, 13, 29]) {
      const { areas } = computeDrift(geos, hours[hour] ?? first);
      const off = Math.abs((treatableSqm[hour] ?? NaN) - (areas.treatableSqm ?? NaN));
      expect(off).toBeLessThanOrEqual(1 + areas.fieldSqm * 1e-4);
    }
  });

  it("leave the same where roads count for some of several widths, and not for others", () => {
    const categories = fc.subarray(["road", "building"]);
    const mix = fc.array(
      fc.record({
        type: fc.constantFrom<BufferType>("wind_directional", "wind_directional", "omni_directional", "downslope"),
        // Often equally wide: each of two labels may count ground that the other does not.
        widthFt: fc.oneof(widthArbitrary, fc.constant(60)),
        exclusionCategories: categories,
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(fieldParts(), mix, fc.array(wind, { minLength: 1, maxLength: 6 }), (parts, setbacks, winds) => {
        const boundary = ground(parts);
        // Two roads that cross at a corner of the field, and a building on one of them.
        const features = [
          feature(ground([[box(60, -500, 80, 500)]])),
          feature(ground([[box(-500, -20, 500, 15)]])),
          feature(ground([[box(40, -60, 130, 60)]]), { category: "building" }),
        ];
        const facts = { boundary, features: { hasGlobalSet: true, features }, downslopeLines: [] };
        const placed = placeByWinds(geos, { ...facts, questions: winds.map((each) => ({ setbacks, wind: each })) }, []);
        for (const [hour, each] of winds.entries()) {
          const alone = place(boundary, setbacks, each, features);
          expect(Math.abs((placed.treatableSqm[hour] ?? NaN) - alone.treatableSqm)).toBeLessThanOrEqual(
            1 + alone.fieldSqm * 1e-4,
          );
        }
      }),
      runs(60),
    );
  });

  it.each([
    ["beside part of the field", [["road"], ["building"]], true],
    ["in the other order", [["building"], ["road"]], true],
    ["of which one label counts all", [["road", "building"], ["road"]], true],
    ["nowhere near", [["road"], ["building"]], false],
  ])(
    "keep a width that two labels ask for, each with ground of its own that counts, %s",
    (_, [one = [], two = []], isBuilt) => {
      const boundary = ground([[box(0, 0, 1000, 1000)]]);
      const features = isBuilt
        ? [
            feature(ground([[box(0, -300, 300, 0)]])),
            feature(ground([[box(300, -300, 600, 0)]]), { category: "building" }),
          ]
        : [];
      const setbacks = [one, two].map((exclusionCategories) => setback(100, { exclusionCategories }));
      const facts = { boundary, features: { hasGlobalSet: true, features }, downslopeLines: [] };
      const placed = placeByWinds(geos, { ...facts, questions: [{ setbacks, wind: windFrom(0) }] }, []);
      const alone = place(boundary, setbacks, windFrom(0), features);
      expect(alone.bufferSqm).toBeGreaterThan(3000);
      expect(Math.abs((placed.treatableSqm[0] ?? NaN) - alone.treatableSqm)).toBeLessThanOrEqual(1);
    },
  );

  it("may be more than one placement can hold", () => {
    const facts = factsOf(sceneOf(200, [[round(800, 400)]]));
    const { boundary, features, downslopeLines, rulebook } = facts;
    const setbacks = askDrift({ ...facts, weather: { ...facts.weather, windSpeedMph: 8 } }).setbacks ?? [];
    const questions = Array.from({ length: 168 }, (_unused, hour) => ({
      setbacks,
      wind: { windDirectionDeg: (hour * 360) / 168, windSpeedMph: 8 },
    }));
    const { treatableSqm } = placeByWinds(geos, { boundary, features, downslopeLines, questions }, rulebook.crops);
    expect(treatableSqm).toHaveLength(168);
    expect(Math.max(...treatableSqm) - Math.min(...treatableSqm)).toBeLessThan(500);
    expect(Math.min(...treatableSqm)).toBeGreaterThan(0);
  });
});
