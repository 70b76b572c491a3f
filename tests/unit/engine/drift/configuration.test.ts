import { describe, expect, it, test } from "vitest";
import { DRIFT_CONFIGURATION_VERSION } from "@/lib/domain/compliance";
import type { SubmittedProduct } from "@/lib/domain/application";
import type { BufferMethod, DriftRule, RateRange } from "@/lib/domain/product";
import { normalizeRate } from "@/lib/engine/rates/normalize";
import { driftConfiguration, type DriftSource } from "@/lib/engine/drift/configuration";
import { NOW, ONE, productOf, ratedOf, VOLUME_UNITS } from "../facts";
import { driftRule, labelSource, limitationSource, method, ratedWith } from "./rules";

const configure = (
  sources: readonly DriftSource[],
  by: Parameters<typeof driftConfiguration>[1] = "Broadcast-Ground",
) => driftConfiguration(sources, by, NOW);
const requirementOf = (ground: BufferMethod, product: Partial<SubmittedProduct> = {}) => {
  const rule = driftRule({ wind_directional: [ground] });
  return configure([labelSource(rule, ratedWith({ drift: rule }, product))])?.requirements[0];
};
const realLabel = (registration: string, product: Partial<SubmittedProduct> = {}): DriftSource => {
  const record = productOf(registration);
  if (record.rules?.drift == null) throw new Error(`${registration} has no drift rule`);
  return labelSource(record.rules.drift, ratedOf(record, product));
};

describe("a drift configuration", () => {
  it("is null without a rule, and where no rule speaks of the method's class", () => {
    expect(configure([])).toBeNull();
    expect(configure([labelSource(driftRule({ wind_directional: [method("aerial", 50)] }))])).toBeNull();
  });

  it("carries its version, its time and one requirement for each rule", () => {
    const rule = driftRule({ wind_directional: [method("ground", 100)] });
    const found = configure([labelSource(rule), limitationSource(rule, 7, ratedWith({ drift: rule }))]);
    expect(found).toMatchObject({ version: DRIFT_CONFIGURATION_VERSION, computedAt: NOW });
    expect(found?.requirements).toMatchObject([
      { configLabel: "product:99009-1", source: "product", productEpa: "99009-1", limitationId: null },
      { configLabel: "limitation:7", source: "pula_limitation", productEpa: "99009-1", limitationId: 7 },
    ]);
  });

  it("shows the rate as it was given and as it was understood", () => {
    expect(requirementOf(method("ground", 100), { rate: 1, rateUnit: "qt/ac" })).toMatchObject({
      rateRaw: { rate: 1, rateUnit: "qt/ac" },
      rateNormalized: { value: 32, unit: "fl_oz_per_acre" },
      rateResolution: "not_applicable",
      aiInfo: { name: "testine", rateLbAiPerAcre: 1, source: "catalogue" },
    });
  });

  it("names no amount of ingredient where the rate does not resolve", () => {
    expect(requirementOf(method("ground", 100), { rateUnit: "fl oz/100 gal" })).toMatchObject({
      rateNormalized: null,
      aiInfo: null,
      rawDistanceFt: 100,
    });
  });
});

describe("the distance before anyone knows the wind", () => {
  it("is the rule's own where no range is configured", () => {
    expect(requirementOf(method("ground", 240))).toMatchObject({
      rawDistanceFt: 240,
      hasRateRanges: false,
      hasWindSpeedRanges: false,
    });
  });

  it("is open while wind ranges could shorten it", () => {
    const windSpeedRanges = [{ minMph: 0, maxMph: 10, distanceFt: 50 }];
    expect(requirementOf(method("ground", 100, { windSpeedRanges }))).toMatchObject({
      rawDistanceFt: null,
      hasWindSpeedRanges: true,
    });
  });

  const rateRanges = [
    { min: 0, max: 16, unit: "fl_oz_per_acre" as const, distanceFt: 50, windSpeedRanges: null },
    { min: 16.01, max: 32, unit: "fl_oz_per_acre" as const, distanceFt: 100, windSpeedRanges: null },
  ];
  test.each([
    { rate: 0, want: 50 },
    { rate: 8, want: 50 },
    { rate: 16, want: 50 },
    { rate: 16.01, want: 100 },
    { rate: 32, want: 100 },
    { rate: 16.005, want: null },
    { rate: 32.01, want: null },
  ])("is $want feet for $rate fl oz/ac", ({ rate, want }) => {
    expect(requirementOf(method("ground", 300, { rateRanges }), { rate })).toMatchObject({
      rawDistanceFt: want,
      hasRateRanges: true,
      rateResolution: "resolved",
    });
  });

  test.each(VOLUME_UNITS)("is the range's own for a rate equal to either end, written in %s", (rateUnit) => {
    const { normalized } = normalizeRate({ ...ONE, rateUnit });
    const unit = "fl_oz_per_acre" as const;
    const ends = [{ min: 22, max: 44, unit, distanceFt: 50, windSpeedRanges: null }];
    const rule = driftRule({ wind_directional: [method("ground", 300, { rateRanges: ends })] });
    for (const perAcre of [22, 44]) {
      const rate = perAcre / (normalized?.value ?? Number.NaN);
      const rated = ratedWith({}, { rate, rateUnit, rowSpacingInches: ONE.rowSpacingInches }, ONE.gpa);
      expect(configure([labelSource(rule, rated)])?.requirements[0]?.rawDistanceFt).toBe(50);
    }
  });

  it("is the longer of two ranges at an end that they share, and open where one of them waits for the wind", () => {
    const unit = "fl_oz_per_acre" as const;
    const near = { min: 0, max: 16, unit, distanceFt: 50, windSpeedRanges: null };
    const far = { min: 16, max: 32, unit, distanceFt: 100, windSpeedRanges: null };
    const windy = { ...far, windSpeedRanges: [{ minMph: 0, maxMph: 15, distanceFt: 60 }] };
    const atSharedEnd = (...ranges: RateRange[]) =>
      requirementOf(method("ground", 300, { rateRanges: ranges }), { rate: 16 })?.rawDistanceFt;
    expect([atSharedEnd(near, far), atSharedEnd(far, near)]).toEqual([100, 100]);
    expect([atSharedEnd(near, windy), atSharedEnd(windy, near)]).toEqual([null, null]);
  });

  it("is open where the rate is a weight and the ranges are volumes", () => {
    expect(
      requirementOf(method("ground", 300, { rateRanges }), { rate: 1, rateUnit: "lb/ac" })?.rawDistanceFt,
    ).toBeNull();
  });

  it("is open, and the rate unresolved, where the rate cannot be brought to an acre", () => {
    expect(requirementOf(method("ground", 300, { rateRanges }), { rateUnit: "fl oz/100 gal" })).toMatchObject({
      rawDistanceFt: null,
      rateResolution: "unresolved",
    });
  });

  it("is open where the rate range has wind ranges of its own", () => {
    const windy = [{ min: 0, max: 32, unit: "fl_oz_per_acre" as const, distanceFt: 50, windSpeedRanges: [] }];
    expect(requirementOf(method("ground", 100, { rateRanges: windy }))).toMatchObject({
      rawDistanceFt: null,
      hasWindSpeedRanges: true,
    });
  });

  it("is the longest of a rule's buffers, and open where one of them is", () => {
    const both = (downslope: BufferMethod): DriftRule =>
      driftRule({ wind_directional: [method("ground", 100)], downslope: [downslope] });
    const distance = (rule: DriftRule) => configure([labelSource(rule)])?.requirements[0]?.rawDistanceFt;
    expect(distance(both(method("ground", 30)))).toBe(100);
    expect(distance(both(method("ground", 30, { windSpeedRanges: [] })))).toBeNull();
  });

  it("of the real labels is what they print", () => {
    expect(configure([realLabel("264-1241")])?.requirements[0]?.rawDistanceFt).toBe(240);
    expect(configure([realLabel("7969-500")])?.requirements[0]?.rawDistanceFt).toBe(10);
    expect(configure([realLabel("7969-500")], "Broadcast-Air")?.requirements[0]?.rawDistanceFt).toBe(50);
    expect(configure([realLabel("62719-695")])?.requirements[0]?.rawDistanceFt).toBe(30);
  });

  test.each([
    { rate: 0.5, raw: null },
    { rate: 2, raw: null },
    { rate: 3, raw: null },
  ])("of the demonstration's tiered label is open at $rate lb/ac until the wind is known", ({ rate, raw }) => {
    const found = configure([realLabel("99002-1", { rate, rateUnit: "lb/ac" })])?.requirements[0];
    expect(found).toMatchObject({ rawDistanceFt: raw, hasRateRanges: true, hasWindSpeedRanges: true });
  });
});

describe("the summary", () => {
  const summaryOf = (...rules: DriftRule[]) => configure(rules.map((rule) => labelSource(rule)))?.summary;

  it("tells the longest distance by buffer type, reducible and not apart", () => {
    const distance = (distanceFt: number) => ({ distanceFt, mitigationType: "epa_drift_ground" });
    expect(
      summaryOf(
        driftRule({ wind_directional: [method("ground", 50)], omni_directional: [method("ground", 20)] }),
        driftRule({ wind_directional: [method("ground", 100)] }),
        driftRule({ wind_directional: [method("ground", 40)] }),
        driftRule({ wind_directional: [method("ground", 30)] }, { canMitigate: false }),
      ),
    ).toEqual({
      wind_directional: { mitigatable: distance(100), nonMitigatable: distance(30) },
      omni_directional: { mitigatable: distance(20), nonMitigatable: null },
      downslope: null,
    });
  });

  it("counts the longest that a rate or wind range could ask for", () => {
    const rateRanges = [
      {
        min: 0,
        max: 9,
        unit: "fl_oz_per_acre" as const,
        distanceFt: 60,
        windSpeedRanges: [{ minMph: 0, maxMph: 15, distanceFt: 90 }],
      },
    ];
    const windSpeedRanges = [{ minMph: 0, maxMph: 15, distanceFt: 70 }];
    const longest = (ground: BufferMethod) =>
      summaryOf(driftRule({ downslope: [ground] }))?.downslope?.mitigatable?.distanceFt;
    expect(longest(method("ground", 10, { rateRanges }))).toBe(90);
    expect(longest(method("ground", 10, { windSpeedRanges }))).toBe(70);
    expect(longest(method("ground", 100, { windSpeedRanges, rateRanges }))).toBe(100);
  });

  it("leaves out methods of another class", () => {
    const rule = driftRule({ wind_directional: [method("aerial", 320), method("ground", 10)] });
    expect(summaryOf(rule)?.wind_directional?.mitigatable?.distanceFt).toBe(10);
  });
});
