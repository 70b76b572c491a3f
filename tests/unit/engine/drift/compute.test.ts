import { describe, expect, it, test } from "vitest";
import type { DriftSetup } from "@/lib/domain/compliance";
import type { DriftComputation } from "@/lib/domain/drift";
import { issue } from "@/lib/domain/issues";
import type { DriftRule, LabelRules } from "@/lib/domain/product";
import { rateProduct, type RatedProduct } from "@/lib/engine/rated-product";
import { asSentences } from "@/tests/support/earlier-explanations";
import { resolvedOf, submittedOf } from "../facts";
import { codesOf, computed, oneRule, SQUARE, type Scene } from "./drift-cases";
import { driftRule, labelSource, method, ratedWith, setupOf } from "./rules";

const GROUND = "Broadcast-Ground";
const RULE = driftRule({ wind_directional: [method("ground", 240)] });
const withRule = (rule: Partial<DriftRule>, setup: Partial<DriftSetup> = {}, label: Partial<LabelRules> = {}) => {
  const whole = { ...RULE, ...rule };
  const rated = ratedWith({ drift: whole, ...label });
  return computed({ products: [rated], sources: [labelSource(whole, rated)], setup: setupOf(GROUND, setup) });
};
const unknown = (epaNumber: string | null, productIndex: number): RatedProduct => {
  const submitted = submittedOf(epaNumber, { productName: "Brand X" });
  return rateProduct(submitted, resolvedOf(submitted, productIndex), null);
};

/** Nothing is placed: the whole field is buffer, and no one knows what could be treated. */
function expectOpen(found: DriftComputation): void {
  expect(found).toMatchObject({
    requiresBuffer: null,
    hasTreatableArea: null,
    geometry: { buffer: SQUARE, treatable: null },
    windRose: null,
  });
  expect(found.areas).toEqual({ fieldSqm: found.areas.fieldSqm, bufferSqm: found.areas.fieldSqm, treatableSqm: null });
  expect(found.edges).toHaveLength(4);
  expect(found.edges.every(({ reason, bufferFt }) => reason === "unresolved" && bufferFt === null)).toBe(true);
}

describe("a setup that breaks a rule", () => {
  const aerial = setupOf("Broadcast-Air");
  it.each<[string, () => DriftComputation, string]>([
    [
      "droplets finer than the label's",
      () => withRule({ minDropletSize: "coarse" }, { dropletSize: "medium" }),
      "DROPLET_BELOW_LABEL_MINIMUM",
    ],
    [
      "droplets finer than any tier",
      () =>
        withRule(driftRule({ wind_directional: [method("ground", 9, { minDropletSize: "coarse" })] }), {
          dropletSize: "fine",
        }),
      "DROPLET_BELOW_BUFFER_TIER",
    ],
    [
      "a boom above the label's",
      () => withRule({ maxBoomHeight: "low" }, { boomHeight: "high" }),
      "BOOM_HEIGHT_EXCEEDS_LIMIT",
    ],
    [
      "a class the label excludes",
      () => computed({ ...oneRule(RULE), setup: aerial, withWindRose: true }),
      "METHOD_NOT_PERMITTED",
    ],
  ])("%s is not met, with the whole field as buffer", (_title, found, code) => {
    const answer = found();
    expect(codesOf(answer.issues)).toContain(code);
    expect([answer.driftStatus, answer.status]).toEqual(["not_met", "not_met"]);
    expect(answer.products[0]).toMatchObject({ status: "not_met", rawDistanceFt: null, bufferFt: null });
    expectOpen(answer);
  });
});

describe("a setup that breaks a rule of one product", () => {
  it("places nothing, even where the distances that are known would leave nothing to treat", () => {
    const wide = driftRule({ omni_directional: [method("ground", 5000)] });
    const lowBoom = driftRule({ omni_directional: [method("ground", 10)] }, { maxBoomHeight: "low" });
    const [one, other] = [ratedWith({ drift: wide }), { ...ratedWith({ drift: lowBoom }), productIndex: 1 }];
    const scene = { products: [one, other], sources: [labelSource(wide, one), labelSource(lowBoom, other)] };
    expect(computed({ ...scene, setup: setupOf(GROUND, { boomHeight: "low" }) }).hasTreatableArea).toBe(false);
    const broken = computed({ ...scene, setup: setupOf(GROUND, { boomHeight: "high" }) });
    expect(codesOf(broken.issues)).toEqual(["BOOM_HEIGHT_EXCEEDS_LIMIT"]);
    expectOpen(broken);
  });

  it("is that product's alone, and so is a wind that its label does not allow", () => {
    const limit = { kind: "wind_range" as const, minMph: 3, maxMph: 7, evidence: "primary" as const, cite: ["LABEL"] };
    const other = { ...ratedWith({ drift: RULE, limits: [limit] }), productIndex: 1 };
    const one = ratedWith({ drift: RULE });
    const found = computed({ products: [one, other], sources: [labelSource(RULE, one), labelSource(RULE, other)] });
    expect(found.products.map(({ status, issues }) => [status, codesOf(issues)])).toEqual([
      ["met", []],
      ["not_met", ["WIND_OUTSIDE_LABEL_RANGE"]],
    ]);
    expectOpen(found);
  });
});

describe("a rule that is not settled", () => {
  const rates = [{ min: 0, max: 8, unit: "fl_oz_per_acre" as const, distanceFt: 9, windSpeedRanges: null }];
  const winds = [{ minMph: 10, maxMph: 15, distanceFt: 9 }];
  const tier = (members: Parameters<typeof method>[2]) =>
    driftRule({ wind_directional: [method("ground", 9, members)] });
  it.each<[string, () => DriftComputation, string]>([
    ["a rate in no tier", () => withRule(tier({ rateRanges: rates })), "DRIFT_RATE_TIER_UNRESOLVED"],
    ["wind in no tier", () => withRule(tier({ windSpeedRanges: winds })), "WIND_SPEED_UNRESOLVED"],
    [
      "droplets that a tier needs",
      () => withRule(tier({ minDropletSize: "fine" }), { dropletSize: null }),
      "DROPLET_SIZE_MISSING",
    ],
    [
      "a boom height that a tier needs",
      () => withRule(tier({ boomHeight: "low" }), { boomHeight: null }),
      "BOOM_HEIGHT_MISSING",
    ],
    [
      "buffers no one has read",
      () => withRule({}, {}, { drift: null, driftResolved: false }),
      "DRIFT_REQUIREMENT_UNRESOLVED",
    ],
    ["buffers on unverified evidence", () => withRule({ evidence: "unverified" }), "DRIFT_REQUIREMENT_UNRESOLVED"],
    [
      "a class the label is silent on",
      () => computed({ ...oneRule(RULE), setup: setupOf("Airblast") }),
      "DRIFT_METHOD_UNRESOLVED",
    ],
    [
      "a product whose ESA status is unknown",
      () => computed({ products: [{ ...ratedWith({}), esaRequired: null }], sources: [] }),
      "ESA_STATUS_UNKNOWN",
    ],
    [
      "a product that is not in the catalogue",
      () => computed({ products: [unknown("1-1", 0)], sources: [] }),
      "UNKNOWN_PRODUCT",
    ],
  ])("%s leaves all of the field as buffer, and the answer open", (_title, found, code) => {
    const answer = found();
    expect(codesOf(answer.issues)).toContain(code);
    expect([answer.driftStatus, answer.status]).toEqual(["indeterminate", "indeterminate"]);
    expectOpen(answer);
  });

  it("of one product leaves the mix open, and still says what the other's distance is", () => {
    const settled = ratedWith({ drift: RULE });
    const found = computed({ products: [settled, unknown("1-1", 1)], sources: [labelSource(RULE, settled)] });
    expectOpen(found);
    expect(found.products).toMatchObject([
      { bufferFt: 240, status: "met" },
      { bufferFt: null, status: "indeterminate", issues: [{ code: "UNKNOWN_PRODUCT" }] },
    ]);
  });
});

describe("a label's wind", () => {
  it("that blows outside it is a known no: all of the field is buffer", () => {
    const limit = { kind: "wind_range" as const, minMph: 3, maxMph: 7, evidence: "primary" as const, cite: ["LABEL"] };
    const answer = withRule({}, {}, { limits: [limit] });
    expect(codesOf(answer.issues)).toEqual(["WIND_OUTSIDE_LABEL_RANGE"]);
    expect([answer.driftStatus, answer.geometry.treatable]).toEqual(["not_met", null]);
    expectOpen(answer);
  });
});

describe("what stands beside a placed buffer", () => {
  const limit = { kind: "wind_range" as const, minMph: 3, maxMph: 7, evidence: "primary" as const, cite: ["LABEL"] };
  it.each<[string, () => DriftComputation, string]>([
    [
      "a label's droplet minimum that is not established",
      () => withRule({ minDropletSize: "unresolved" }),
      "LABEL_DROPLET_MINIMUM_UNRESOLVED",
    ],
    [
      "droplets that only a minimum needs",
      () => withRule({ minDropletSize: "fine" }, { dropletSize: null }),
      "DROPLET_SIZE_MISSING",
    ],
    [
      "a boom height that only a limit needs",
      () => withRule({ maxBoomHeight: "low" }, { boomHeight: null }),
      "BOOM_HEIGHT_MISSING",
    ],
  ])("%s does not stop the placement and is no pass", (_title, found, code) => {
    const answer = found();
    expect(codesOf(answer.issues)).toEqual([code]);
    expect(answer).toMatchObject({ driftStatus: "indeterminate", requiresBuffer: true, hasTreatableArea: true });
    expect(answer.products[0]).toMatchObject({ rawDistanceFt: 240, bufferFt: 240, status: "indeterminate" });
  });

  test.each([
    { title: "within the limits", mph: 5, limits: [limit], codes: [] },
    { title: "at the lower", mph: 3, limits: [limit], codes: [] },
    { title: "at the upper", mph: 7, limits: [limit], codes: [] },
    { title: "below the lower", mph: 2.9, limits: [limit], codes: ["WIND_OUTSIDE_LABEL_RANGE"] },
    { title: "calm, and no lower limit is stated", mph: 0, limits: [{ ...limit, minMph: null }], codes: [] },
    {
      title: "outside a limit no one has read",
      mph: 9,
      limits: [{ ...limit, evidence: "unverified" as const }],
      codes: ["LABEL_CONDITIONS_NOT_CHECKED"],
    },
  ])("wind $title: $codes", ({ mph, limits, codes }) => {
    const rated = ratedWith({ drift: RULE, limits });
    const scene = { products: [rated], sources: [labelSource(RULE, rated)], weather: { windSpeedMph: mph } };
    expect(codesOf(computed(scene).issues)).toEqual(codes);
  });

  it("is an adjuvant that is missing or unknown, and a brand without a number leaves no distance open", () => {
    const adjuvants = [
      {
        kind: "drift_reducing",
        requirement: "required" as const,
        text: "x",
        evidence: "primary" as const,
        cite: ["LABEL"],
      },
    ];
    const rated = ratedWith({ drift: RULE, adjuvants });
    const scene = { products: [rated], sources: [labelSource(RULE, rated)] };
    const missing = computed(scene);
    expect([codesOf(missing.issues), missing.driftStatus]).toEqual([["ADJUVANT_REQUIREMENT_UNMET"], "not_met"]);
    expect(missing).toMatchObject({ hasTreatableArea: true, requiresBuffer: true });
    const brand = computed({
      ...scene,
      products: [rated, { ...unknown(null, 1), kind: "unknown", esaRequired: null }],
    });
    expect(codesOf(brand.issues).toSorted()).toEqual(["ADJUVANT_UNRECOGNISED", "UNKNOWN_PRODUCT"]);
    expect(brand).toMatchObject({ hasTreatableArea: true, driftStatus: "indeterminate" });
    expect(brand.adjuvantResults.adjuvants).toMatchObject([{ productIndex: 1, recognised: false }]);
  });
});

describe("the whole status", () => {
  const scene: Scene = oneRule(RULE);
  test.each([
    { statuses: ["met"], issues: [], want: "met" },
    { statuses: ["not_met"], issues: [], want: "not_met" },
    { statuses: ["indeterminate"], issues: [], want: "indeterminate" },
    { statuses: ["met"], issues: [issue("LIMITATIONS_REVIEW_REQUIRED")], want: "indeterminate" },
    { statuses: ["met"], issues: [issue("LABEL_LIMIT_EXCEEDED")], want: "not_met" },
  ] as const)("is $want with $statuses and $issues beside a met placement", ({ statuses, issues, want }) => {
    const found = computed({ ...scene, rest: { statuses, issues } });
    expect([found.driftStatus, found.status]).toEqual(["met", want]);
  });
});

describe("wind that is no wind", () => {
  it.each([
    [360, 8],
    [-0.1, 8],
    [Number.NaN, 8],
    [0, -1],
    [0, Number.NaN],
    [0, Infinity],
  ])("from %s degrees at %s mph is refused", (windDirectionDeg, windSpeedMph) => {
    const weather = { windDirectionDeg, windSpeedMph, temperatureF: null, humidityPercent: null };
    expect(() => computed({ ...oneRule(RULE), weather })).toThrow(RangeError);
  });
});

describe("what the answer rests on", () => {
  it("names each requirement with its document, the downwind rule with its threshold, and the expected deposition", () => {
    const citations = {
      LABEL: { title: "TEST label", locator: "section 9", url: null, documentDate: "2026-01-01", checkedOn: null },
    };
    const rated = ratedWith({ drift: RULE, citations });
    const found = computed({ products: [rated], sources: [labelSource(RULE, rated)] });
    expect(asSentences(found.explanation)).toMatchObject([
      { ruleId: "product:99009-1:drift", document: "TEST label", section: "section 9", evidence: "primary" },
      { ruleId: "drift:downwind-edges", text: expect.stringContaining("0.00873") as string },
      { ruleId: "drift:deposition", text: expect.stringContaining("At 240 ft") as string },
    ]);
    expect(found.deposition).toMatchObject([{ productIndex: 0, curve: "ground_low_fmc", distanceFt: 240 }]);
    // Domain facts 5.2: the curve's closed form gives 0.00228003 there.
    expect(found.deposition[0]?.fractionOfApplied).toBeCloseTo(0.00228, 5);
  });

  it("expects no deposition where the setup leaves the curve open", () => {
    expect(withRule({}, { dropletSize: null }).deposition).toEqual([]);
    expect(withRule({}, { boomHeight: null }).deposition).toEqual([]);
  });

  it("tells the effective rates, product by product", () => {
    const found = computed(oneRule(RULE, { rate: 1, rateUnit: "qt/ac" }));
    expect(found.effectiveRates).toEqual([
      {
        productIndex: 0,
        epaNumber: "99009-1",
        rate: 1,
        rateUnit: "qt/ac",
        rateUnitState: null,
        rowSpacingInches: null,
        normalized: { value: 32, unit: "fl_oz_per_acre" },
        resolution: "resolved",
      },
    ]);
  });

  it("is the same for the same facts", () => {
    const scene = { ...oneRule(RULE), weather: { windDirectionDeg: 33 }, withWindRose: true };
    expect(computed(scene)).toEqual(computed(scene));
  });
});
