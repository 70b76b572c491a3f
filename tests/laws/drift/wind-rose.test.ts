import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { approximateAreaHa } from "@/lib/geo/area";
import { ROSE_DIRECTIONS_DEG } from "@/lib/engine/drift/wind-rose";
import { computed, oneRule } from "@/tests/unit/engine/drift/drift-cases";
import { fieldParts, ground, round, widthArbitrary, type Point } from "@/tests/unit/engine/drift/fields";
import { driftRule, labelSource, method, ratedWith } from "@/tests/unit/engine/drift/rules";
import { PROPERTY_TIMEOUT_MS, runs, SEED } from "@/tests/unit/engine/drift/runs";

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS });

const directional = (widthFt: number) => driftRule({ wind_directional: [method("ground", widthFt)] });

describe(`the view over 16 directions (seed ${SEED})`, () => {
  it("gives each direction what a computation with that wind gives", () => {
    const directions = fc.subarray([...ROSE_DIRECTIONS_DEG], { minLength: 2, maxLength: 3 });
    const other = fc.constantFrom("none", "omni_directional", "downslope", "wind_directional");
    const mph = fc.constantFrom(0, 8);
    fc.assert(
      fc.property(fieldParts(), widthArbitrary, directions, other, mph, (parts, widthFt, some, type, windSpeedMph) => {
        const rules = [
          directional(widthFt),
          ...(type === "none" ? [] : [driftRule({ [type]: [method("ground", widthFt / 3)] })]),
        ];
        const mix = rules.map((rule, productIndex) => ({ ...ratedWith({ drift: rule }), productIndex }));
        const scene = {
          products: mix,
          sources: rules.flatMap((rule, index) => mix.slice(index, index + 1).map((rated) => labelSource(rule, rated))),
          boundary: ground(parts),
        };
        const rose = computed({ ...scene, weather: { windSpeedMph }, withWindRose: true }).windRose ?? [];
        expect(rose.map(({ windDirectionDeg }) => windDirectionDeg)).toEqual(ROSE_DIRECTIONS_DEG);
        for (const windDirectionDeg of some) {
          const alone = computed({ ...scene, weather: { windDirectionDeg, windSpeedMph } });
          const point = rose.find((each) => each.windDirectionDeg === windDirectionDeg);
          const slackSqm = 1 + alone.areas.fieldSqm * 1e-4;
          expect(Math.abs((point?.bufferAreaSqm ?? Number.NaN) - alone.areas.bufferSqm)).toBeLessThanOrEqual(slackSqm);
          const percent = (100 * (alone.areas.treatableSqm ?? Number.NaN)) / alone.areas.fieldSqm;
          expect(Math.abs((point?.treatablePercent ?? Number.NaN) - percent)).toBeLessThanOrEqual(0.02);
        }
      }),
      runs(25),
    );
  });

  it("is made where edges all but touch, on which GEOS fails without a grid", () => {
    const outline: Point[] = [
      [187.3125962425185, 0],
      [40.055714309336125, 123.27881249963899],
      [-126.67833107697166, 92.03719490416309],
      [-103.43935161159966, -75.15308801512701],
      [116.21897621855126, -357.6852298151978],
    ];
    const hole: Point[] = [
      [16.99593469062207, -52.30810839623337],
      [-23.987661594643118, -17.428056295909112],
      [-16.18033988749896, 11.755705045849476],
      [14.85124260088674, 45.707424859344904],
      [54.99999999999992, 0],
    ];
    const scene = { ...oneRule(directional(200.65325387918102)), boundary: ground([[outline, hole]]) };
    const rose = computed({ ...scene, weather: { windSpeedMph: 8 }, withWindRose: true }).windRose ?? [];
    expect(rose).toHaveLength(16);
    for (const { windDirectionDeg, bufferAreaSqm } of rose) {
      const { areas } = computed({ ...scene, weather: { windDirectionDeg, windSpeedMph: 8 } });
      expect(Math.abs(bufferAreaSqm - areas.bufferSqm)).toBeLessThanOrEqual(1 + areas.fieldSqm * 1e-4);
    }
  });

  it("names the ground that its figures are about, where that is asked for", () => {
    fc.assert(
      fc.property(fieldParts(), widthArbitrary, (parts, widthFt) => {
        const scene = { ...oneRule(directional(widthFt)), boundary: ground(parts), weather: { windSpeedMph: 8 } };
        const plain = computed({ ...scene, withWindRose: true });
        const drawn = computed({ ...scene, withWindRose: true, withRoseGround: true });
        const { windRose: points } = drawn;
        expect(points).toEqual(plain.windRose?.map((point) => expect.objectContaining(point) as unknown));
        const { fieldSqm } = drawn.areas;
        for (const { treatable = null, bufferAreaSqm } of drawn.windRose ?? []) {
          const treatableSqm = treatable === null ? 0 : approximateAreaHa(treatable) * 10_000;
          expect(Math.abs(fieldSqm - bufferAreaSqm - treatableSqm)).toBeLessThanOrEqual(1 + fieldSqm * 1e-3);
        }
      }),
      runs(10),
    );
  });

  it("is the same from all sides for a round field", () => {
    const rose = computed({ ...oneRule(directional(200)), boundary: ground([[round(1600, 400)]]), withWindRose: true });
    const shares = (rose.windRose ?? []).map(({ treatablePercent }) => treatablePercent);
    expect(shares).toHaveLength(16);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(0.05);
  });

  it("follows the square's sides: a full side from the north, two from the north-east", () => {
    const rose = computed({ ...oneRule(directional(240)), withWindRose: true }).windRose ?? [];
    const one = 100 * (1 - 240 / 1320);
    const two = 100 * (1 - 240 / 1320) ** 2;
    rose.forEach(({ treatablePercent }, index) => {
      expect(Math.abs(treatablePercent - (index % 4 === 0 ? one : two))).toBeLessThan(0.01);
    });
  });

  it("is asked for or left out", () => {
    expect(computed(oneRule(directional(240))).windRose).toBeNull();
  });

  it("leaves the whole field where nothing is asked for", () => {
    const rose = computed({ products: [ratedWith({})], sources: [], withWindRose: true }).windRose ?? [];
    expect(rose.map(({ treatablePercent, bufferAreaSqm }) => [treatablePercent, bufferAreaSqm])).toEqual(
      Array(16).fill([100, 0]),
    );
  });
});
