import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { SubmittedProduct } from "@/lib/domain/application";
import type { DriftSetup } from "@/lib/domain/compliance";
import type { BufferMethod, DriftRule } from "@/lib/domain/product";
import { resolveTiers } from "@/lib/engine/drift/tiers";
import { driftRule, labelSource, method, ratedWith, setupOf } from "./rules";

const GROUND = "Broadcast-Ground";
const tiersOf = (
  methods: BufferMethod[],
  {
    mph = 8,
    setup = setupOf(GROUND),
    product = {},
  }: { mph?: number; setup?: DriftSetup; product?: Partial<SubmittedProduct> } = {},
) => {
  const rule: DriftRule = driftRule({ wind_directional: methods });
  return resolveTiers(labelSource(rule, ratedWith({ drift: rule }, product)), setup, mph);
};
const resultOf = (...given: Parameters<typeof tiersOf>): number | string | null => {
  const [tier] = tiersOf(...given);
  return tier === undefined ? null : (tier.code ?? tier.distanceFt);
};

const wind = (minMph: number, maxMph: number, distanceFt: number) => ({ minMph, maxMph, distanceFt });
const rates = (
  min: number,
  max: number,
  distanceFt: number,
  windSpeedRanges: ReturnType<typeof wind>[] | null = null,
) => ({
  min,
  max,
  unit: "fl_oz_per_acre" as const,
  distanceFt,
  windSpeedRanges,
});

describe("a distance by wind", () => {
  const ranges = [method("ground", 999, { windSpeedRanges: [wind(3, 7, 100), wind(7, 10, 200)] })];
  test.each([
    { mph: 3, want: 100 },
    { mph: 5, want: 100 },
    { mph: 7, want: 200 },
    { mph: 10, want: 200 },
    { mph: 2.99, want: "WIND_SPEED_UNRESOLVED" },
    { mph: 0, want: "WIND_SPEED_UNRESOLVED" },
    { mph: 10.01, want: "WIND_SPEED_UNRESOLVED" },
  ])("at $mph mph is $want: on the line between two ranges the longer", ({ mph, want }) => {
    expect(resultOf(ranges, { mph })).toBe(want);
  });

  it("is unresolved in a gap between two ranges", () => {
    const gap = [method("ground", 999, { windSpeedRanges: [wind(0, 5, 10), wind(6, 10, 20)] })];
    expect(resultOf(gap, { mph: 5.5 })).toBe("WIND_SPEED_UNRESOLVED");
  });

  it("is the method's own where no range is configured, whatever the wind", () => {
    expect(resultOf([method("ground", 60)], { mph: 80 })).toBe(60);
  });
});

describe("a distance by rate", () => {
  const ranges = [
    method("ground", 999, {
      windSpeedRanges: [wind(0, 80, 500)],
      rateRanges: [rates(0, 16, 50, [wind(0, 10, 20), wind(10, 15, 35)]), rates(16, 32, 100, [wind(0, 15, 30)])],
    }),
  ];
  test.each([
    { rate: 8, mph: 8, want: 20 },
    { rate: 8, mph: 12, want: 35 },
    { rate: 20, mph: 8, want: 30 },
    { rate: 16, mph: 8, want: 30 },
    { rate: 16, mph: 12, want: 35 },
    { rate: 8, mph: 16, want: "WIND_SPEED_UNRESOLVED" },
    { rate: 33, mph: 8, want: "DRIFT_RATE_TIER_UNRESOLVED" },
  ])("$rate fl oz at $mph mph is $want: the rate range's wind goes before the method's", ({ rate, mph, want }) => {
    expect(resultOf(ranges, { mph, product: { rate } })).toBe(want);
  });

  it("at an end that two rate ranges share is open in a wind that one of them leaves open", () => {
    const near = rates(0, 16, 50, [wind(0, 15, 20)]);
    const far = rates(16, 32, 100, [wind(0, 10, 30)]);
    for (const rateRanges of [
      [near, far],
      [far, near],
    ]) {
      const both = [method("ground", 999, { rateRanges })];
      expect(resultOf(both, { mph: 10, product: { rate: 16 } })).toBe(30);
      expect(resultOf(both, { mph: 12, product: { rate: 16 } })).toBe("WIND_SPEED_UNRESOLVED");
      expect(resultOf(both, { mph: 12, product: { rate: 15 } })).toBe(20);
    }
  });

  it("takes the method's wind ranges where the rate range has none, and its own distance where neither has", () => {
    const wide = method("ground", 999, { windSpeedRanges: [wind(0, 10, 70)], rateRanges: [rates(0, 16, 50)] });
    expect(resultOf([wide], { product: { rate: 8 } })).toBe(70);
    expect(resultOf([{ ...wide, windSpeedRanges: null }], { product: { rate: 8 } })).toBe(50);
  });

  it.each([
    ["a rate that cannot be brought to the acre", { rate: 8, rateUnit: "packets" }],
    ["a rate by weight where the ranges are by volume", { rate: 1, rateUnit: "lb/ac" }],
  ])("is unresolved for %s", (_title, product) => {
    expect(resultOf(ranges, { product })).toBe("DRIFT_RATE_TIER_UNRESOLVED");
  });

  it("counts a rate at a range's end in it, in whatever unit it was sent", () => {
    const half = [method("ground", 0, { rateRanges: [rates(0, 32, 50)] })];
    expect(resultOf(half, { product: { rate: 1, rateUnit: "qt/ac" } })).toBe(50);
    expect(resultOf(half, { product: { rate: 32.01 } })).toBe("DRIFT_RATE_TIER_UNRESOLVED");
  });
});

describe("a distance by droplets and boom", () => {
  const tiered = [
    method("ground", 60, { minDropletSize: "coarse", boomHeight: "low" }),
    method("ground", 100, { minDropletSize: "medium", boomHeight: "low" }),
    method("ground", 150, { minDropletSize: "fine", boomHeight: "high" }),
  ];
  test.each([
    { dropletSize: "very_coarse", boomHeight: "low", want: 60 },
    { dropletSize: "coarse", boomHeight: "low", want: 60 },
    { dropletSize: "medium", boomHeight: "low", want: 100 },
    { dropletSize: "fine", boomHeight: "low", want: 150 },
    { dropletSize: "coarse", boomHeight: "high", want: 150 },
    { dropletSize: "coarse", boomHeight: null, want: 150 },
    { dropletSize: "very_fine", boomHeight: "low", want: "DROPLET_BELOW_BUFFER_TIER" },
    { dropletSize: null, boomHeight: "low", want: "DROPLET_SIZE_MISSING" },
    { dropletSize: null, boomHeight: "high", want: "DROPLET_SIZE_MISSING" },
  ] as const)("$dropletSize droplets and a $boomHeight boom: $want", ({ want, ...setup }) => {
    expect(resultOf(tiered, { setup: setupOf(GROUND, setup) })).toBe(want);
    // In whatever order a label has its tiers.
    expect(resultOf(tiered.toReversed(), { setup: setupOf(GROUND, setup) })).toBe(want);
  });

  it("with a low boom only: a high one is a violation, and one that was not sent is missing", () => {
    const low = [method("ground", 60, { boomHeight: "low" })];
    expect(resultOf(low, { setup: setupOf(GROUND, { boomHeight: "high" }) })).toBe("BOOM_HEIGHT_EXCEEDS_LIMIT");
    expect(resultOf(low, { setup: setupOf(GROUND, { boomHeight: null }) })).toBe("BOOM_HEIGHT_MISSING");
    expect(resultOf(low)).toBe(60);
  });

  it("asks an aircraft for no boom height", () => {
    const low = [method("aerial", 60, { boomHeight: "low" })];
    expect(resultOf(low, { setup: setupOf("Broadcast-Air", { boomHeight: null }) })).toBe(60);
  });

  it("keeps a known distance where another tier is left open by the wind", () => {
    const either = [method("ground", 60, { windSpeedRanges: [wind(0, 5, 60)] }), method("ground", 100)];
    expect(resultOf(either)).toBe(100);
  });

  it("with a finer droplet and a missing boom is not settled as a violation", () => {
    const both = [method("ground", 60, { minDropletSize: "coarse" }), method("ground", 80, { boomHeight: "low" })];
    const setup = setupOf(GROUND, { dropletSize: "fine", boomHeight: null });
    expect(resultOf(both, { setup })).toBe("BOOM_HEIGHT_MISSING");
  });
});

describe("the tiers of a rule", () => {
  it("are one for each buffer type that speaks of the class, and none for one that is silent", () => {
    const rule = driftRule({
      wind_directional: [method("ground", 100), method("aerial", 300)],
      omni_directional: [method("ground", 50)],
      downslope: [method("aerial", 30)],
    });
    const asked = (by: "Broadcast-Ground" | "Broadcast-Air" | "Airblast") =>
      resolveTiers(labelSource(rule), setupOf(by), 8).map(({ type, distanceFt }) => [type, distanceFt]);
    expect(asked("Broadcast-Ground")).toEqual([
      ["wind_directional", 100],
      ["omni_directional", 50],
    ]);
    expect(asked("Broadcast-Air")).toEqual([
      ["wind_directional", 300],
      ["downslope", 30],
    ]);
    expect(asked("Airblast")).toEqual([]);
  });

  it("never ask for more when a tier is added, unless the wind was open before", () => {
    const tier = fc.record({
      distanceFt: fc.integer({ min: 1, max: 300 }),
      minDropletSize: fc.constantFrom("fine", "medium", "coarse", null),
      boomHeight: fc.constantFrom("low", "high", null),
    });
    const any = fc.tuple(
      fc.array(tier, { minLength: 1, maxLength: 4 }),
      tier,
      fc.constantFrom("very_fine", "medium", "coarse", null),
      fc.constantFrom("low", "high", null),
    );
    fc.assert(
      fc.property(any, ([tiers, added, dropletSize, boomHeight]) => {
        const setup = setupOf(GROUND, { dropletSize, boomHeight });
        const of = (list: typeof tiers) =>
          resultOf(
            list.map((each) => method("ground", each.distanceFt, each)),
            { setup },
          );
        const [before, after] = [of(tiers), of([...tiers, added])];
        if (typeof before === "number") expect(Number(after)).toBeLessThanOrEqual(before);
      }),
    );
  });
});
