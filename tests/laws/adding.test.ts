import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BOOM_HEIGHTS, type ApplicationInput, type SubmittedProduct } from "@/lib/domain/application";
import { issueEffect } from "@/lib/domain/issues";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { CatalogueProduct, DriftRule, LabelRules, ResolvedProduct, RunoffRule } from "@/lib/domain/product";
import type { Limitation } from "@/lib/domain/pula";
import { assess } from "@/lib/engine/assess";
import { computeDrift } from "@/lib/engine/drift/compute";
import type { AssessmentFacts } from "@/lib/engine/facts";
import { overallStatus } from "@/lib/engine/overall";
import { SQUARE, claimOf } from "@/tests/unit/engine/drift/drift-cases";
import { kernel } from "@/tests/unit/engine/drift/placing";
import { driftRule, method, productWith } from "@/tests/unit/engine/drift/rules";
import {
  areasOf,
  catalogue,
  factsOf,
  limitationOf,
  NO_SOIL,
  NOW,
  pulaOf,
  resolvedOf,
  rulebook,
  select,
  soilOf,
  submittedOf,
} from "@/tests/unit/engine/facts";
import { DC125_TEXT } from "@/tests/support/requests";

/** Lee County, Alabama, and McHenry County, Illinois. */
const COUNTIES = [
  { geoId: "01081", stateFips: "01", countyFips: "081", countyName: "Lee" },
  { geoId: "17111", stateFips: "17", countyFips: "111", countyName: "McHenry" },
];
const CITED = { text: "Added.", evidence: "primary" as const, cite: ["LABEL"] };
const UNVERIFIED = { ...CITED, evidence: "unverified" as const };

/** Conditions of every kind: some of what the applications below do keeps them, some breaks them, some leaves them open. */
const CONDITIONS: readonly Omit<LabelCondition, "id">[] = [
  { ...CITED, kind: "states", rule: "only", states: ["AL", "GA"] },
  { ...CITED, kind: "states", rule: "never", states: ["IL"] },
  { ...CITED, kind: "counties", rule: "never", geoIds: ["01081"] },
  { ...CITED, kind: "pulas", rule: "never", pulaIds: [121] },
  { ...CITED, kind: "crops", rule: "only", crops: ["soybean"] },
  { ...CITED, kind: "crops", rule: "never", crops: ["cotton"] },
  { ...CITED, kind: "crop_stage", latest: "V8" },
  { ...CITED, kind: "dates", from: "11-01", until: "02-28" },
  { ...CITED, kind: "dates", from: null, until: "06-20", when: { states: ["IL"] } },
  { ...CITED, kind: "temperature", of: "field", atLeastF: null, atMostF: 85, belowF: null },
  { ...CITED, kind: "temperature", of: "forecast_day", atLeastF: null, atMostF: null, belowF: 95 },
  { ...CITED, kind: "wind", minMph: 3, maxMph: 10 },
  { ...CITED, kind: "humidity", atLeastPercent: 40, atMostPercent: null },
  { ...CITED, kind: "time_of_day", from: { event: "sunrise", offsetMinutes: 60 }, until: null },
  { ...CITED, kind: "rain_forecast", withinHours: 48 },
  { ...CITED, kind: "methods", rule: "never", methods: ["Broadcast-Ground"] },
  { ...CITED, kind: "droplets", minimum: "ultra_coarse" },
  { ...CITED, kind: "boom_height", highest: "low" },
  { ...CITED, kind: "nozzles", nozzles: [{ name: "TTI 11004", maxPressurePsi: 40 }] },
  { ...CITED, kind: "varieties", traits: ["Xtend"] },
  { ...CITED, kind: "single_rate", atMost: 10, unit: "fl_oz_per_acre" },
  { ...CITED, kind: "single_rate", atMost: 10, unit: "lb_per_acre" },
  { ...CITED, kind: "annual_rate", atMost: 24, unit: "fl_oz_per_acre" },
  { ...CITED, kind: "single_ingredient", ingredient: "dicamba", atMostLb: 0.3 },
  { ...CITED, kind: "annual_ingredient", ingredient: "dicamba", atMostLb: 0.6 },
  { ...CITED, kind: "applications_per_year", atMost: 2 },
  { ...CITED, kind: "days_between", atLeast: 14 },
  { ...CITED, kind: "volume", atLeastGpa: 20, atMostGpa: null },
  { ...CITED, kind: "unjudged" },
  { ...CITED, kind: "unread" },
  { ...CITED, kind: "unread", when: { methodClasses: ["aerial"] } },
  { ...UNVERIFIED, kind: "wind", minMph: null, maxMph: 40 },
  { ...CITED, kind: "wind", minMph: 9, maxMph: null, disputed: true },
] as readonly Omit<LabelCondition, "id">[];
const anyCondition = fc
  .constantFrom(...CONDITIONS)
  .map((found): LabelCondition => ({ ...found, id: "base" }) as LabelCondition);

const points = (members: Partial<RunoffRule>): RunoffRule => ({
  system: "epa_runoff",
  points: 1,
  pointsBySoil: null,
  applicability: "required",
  evidence: "primary",
  cite: ["LABEL"],
  ...members,
});
const anyRunoff = fc.constantFrom<RunoffRule>(
  points({}),
  points({ points: 3 }),
  points({ points: 9 }),
  points({ points: null, pointsBySoil: { A_B: 2, C_D: 4 } }),
  points({ points: 6, when: { crops: ["cotton"] } }),
  points({ evidence: "unverified" }),
  points({ system: "trait_runoff", points: 2, applicability: "optional_unconfirmed" }),
);
const anyDrift = fc.constantFrom<DriftRule>(
  driftRule({ wind_directional: [method("ground", 30)] }),
  driftRule({ omni_directional: [method("ground", 240)] }, { canMitigate: false }),
  driftRule({ wind_directional: [method("ground", 100, { minDropletSize: "very_coarse" })] }),
  driftRule({ wind_directional: [method("ground", 2000)] }),
  driftRule({ wind_directional: [method("ground", 30)] }, { evidence: "unverified" }),
  driftRule({ wind_directional: [method("ground", 30)] }, { minDropletSize: "unresolved" }),
);
const STRICT_RULES: Partial<LabelRules>[] = [
  { disallowedMeasures: [{ system: "epa_runoff", code: "no_till", evidence: "primary", cite: ["LABEL"] }] },
];

const anyProduct = fc
  .record({
    conditions: fc.array(anyCondition, { maxLength: 2 }),
    runoff: fc.oneof(fc.constant<RunoffRule[]>([]), fc.constant(null), fc.array(anyRunoff, { maxLength: 2 })),
    drift: fc.option(anyDrift),
    more: fc.constantFrom({}, ...STRICT_RULES),
  })
  .map(({ conditions, runoff, drift, more }): CatalogueProduct =>
    productWith(
      {
        conditions: conditions.map((each, index) => ({ ...each, id: `base-${index}` })),
        runoff,
        drift,
        driftResolved: true,
        ...more,
      },
      { ingredients: [{ name: "dicamba", pcCode: null, basis: "ae", lbPerGal: 4, percentByWeight: null }] },
    ),
  );

const LIMITATIONS = [
  "Do not apply in this PULA.",
  "6 points of the Mitigation Menu.",
  "NMFS broadcast measures.",
  "Keep spray drift 50 feet from the water.",
  "Keep off.",
].flatMap((text) => [{ text }, { text, uses: ["Cotton"] }, { text, methodClasses: ["aerial" as const] }]);
/** The text of DC125 has a rule of its own; a changed one has not. */
const SCORED = [DC125_TEXT, `${DC125_TEXT} And more.`].map((text) => ({ text, code: "DC125" }));
const anyLimitation = fc.constantFrom<Partial<Limitation>>(...LIMITATIONS, ...SCORED);

const WEATHER = fc.record({
  windDirectionDeg: fc.constantFrom(0, 225),
  windSpeedMph: fc.constantFrom(0, 5, 8, 14),
  temperatureF: fc.constantFrom(null, 70, 90),
  humidityPercent: fc.constantFrom(null, 30, 70),
});

const anyMoment = fc.record({
  weather: WEATHER,
  soil: fc.constantFrom(soilOf("B", 1), soilOf("D", 8), NO_SOIL),
  counties: fc.constantFrom(COUNTIES.slice(0, 1), COUNTIES, []),
  selections: fc.subarray(
    ["no_till", "contour_farming_in_use", "wetlands_in_place", "terraces_in_use", "cover_crop_with_tillage"].map(
      (code) => select(rulebook.menus.epa_runoff, code),
    ),
  ),
  claims: fc.subarray([claimOf("hooded_sprayer")]),
  codesWithoutLimitation: fc.constantFrom<string[][]>([], [], ["ZZ2"]),
  application: fc.record({
    method: fc.constantFrom<ApplicationInput["method"]>(
      "Broadcast-Ground",
      "Broadcast-Ground",
      "Spot-Ground",
      "Broadcast-Air",
    ),
    crop: fc.constantFrom<string[][]>(["soybean"], ["cotton"], ["soybean", "cotton"], ["unobtainium"], []),
    dropletSize: fc.constantFrom("coarse" as const, "ultra_coarse" as const, null),
    boomHeight: fc.constantFrom(...BOOM_HEIGHTS, null),
    gpa: fc.constantFrom(10, 20, null),
    details: fc.constantFrom<ApplicationInput["details"]>(
      {},
      { cropStage: "R1", forecastHighF: 96, rainExpectedInHours: 12, nozzle: "XR 8002" },
      { cropStage: "V4", forecastHighF: 80, rainExpectedInHours: 72, nozzle: "TTI 11004", nozzlePressurePsi: 30 },
    ),
  }),
});
type Moment = typeof anyMoment extends fc.Arbitrary<infer T> ? T : never;

interface Entry {
  submitted: SubmittedProduct;
  resolved: Omit<ResolvedProduct, "productIndex">;
}
const madeUp = (record: CatalogueProduct): Entry => ({
  submitted: submittedOf(record.registration, { productName: record.name }),
  resolved: { record, kind: "catalogue", esaRequired: record.esaLabelLanguage },
});
const ofCatalogue = (registration: string): Entry => {
  const submitted = submittedOf(registration);
  return { submitted, resolved: resolvedOf(submitted, 0) };
};

const factsFor = (
  mix: readonly Entry[],
  moment: Moment,
  limitations: readonly Partial<Limitation>[] = [],
): AssessmentFacts => ({
  ...factsOf(
    mix.map(({ submitted }) => submitted),
    {
      ...moment,
      areas: areasOf({
        counties: moment.counties,
        pulas: [pulaOf(121, ["DC125", "ZZ1"], { codesWithoutLimitation: moment.codesWithoutLimitation })],
        limitations: limitations.map((members, index) =>
          limitationOf({ limitationId: index + 1, code: "ZZ1", registration: "99009-1", ...members }),
        ),
      }),
      place: [-85.4, 32.6],
    },
  ),
  products: mix.map(({ resolved }, productIndex) => ({ ...resolved, productIndex })),
});

/** A check and, on it, the buffers of the moment, as the service makes them. */
function answersTo(facts: AssessmentFacts, { claims, weather }: Moment) {
  const { assessment, driftRules } = assess({ ...facts, weather });
  const rest = {
    statuses: assessment.runoff.map(({ status }) => status),
    issues: assessment.issues.filter(({ code }) => code !== "DRIFT_CONDITIONS_UNVERIFIED"),
  };
  const { method: by, gpa, dropletSize, boomHeight } = facts.application;
  const computation = computeDrift(kernel, {
    checkedAt: NOW,
    boundary: SQUARE,
    ...driftRules,
    setup: { method: by, gpa, dropletSize, boomHeight },
    weather,
    claims,
    features: { hasGlobalSet: true, features: [] },
    downslopeLines: [],
    rulebook,
    rest,
    withWindRose: false,
  });
  const intake = assess({ ...facts, weather: null }).assessment;
  return {
    intake: { status: intake.status, isViolation: isViolation(intake.issues) },
    sprayer: {
      status: overallStatus([...rest.statuses, computation.driftStatus], [...rest.issues, ...computation.issues]),
      isViolation: isViolation([...rest.issues, ...computation.issues]),
    },
    treatableSqm: computation.areas.treatableSqm ?? 0,
  };
}
type Answer = ReturnType<typeof answersTo>;
type Standing = Answer["intake"];

const isViolation = (issues: readonly Parameters<typeof issueEffect>[0][]): boolean =>
  issues.some((found) => issueEffect(found) === "not_met");

const isClear = ({ status }: Standing): boolean => status === "met" || status === "not_applicable";

/**
 * What may never come of adding something that restricts: a pass that was none, an application to which nothing applies
 * any more, a violation that is gone, and more ground to spray. A mere shortfall of points may turn into an open
 * question, because no one knows yet how many points are needed.
 */
function expectNoGain(before: Answer, after: Answer): void {
  for (const when of ["intake", "sprayer"] as const) {
    if (isClear(after[when])) expect(isClear(before[when])).toBe(true);
    if (after[when].status === "not_applicable") expect(before[when].status).toBe("not_applicable");
    if (before[when].isViolation) expect(after[when].status).toBe("not_met");
  }
  expect(after.treatableSqm).toBeLessThanOrEqual(before.treatableSqm + 1e-6);
}

const withRules = (record: CatalogueProduct, change: (rules: LabelRules) => Partial<LabelRules>): CatalogueProduct =>
  record.rules === null ? record : { ...record, rules: { ...record.rules, ...change(record.rules) } };

type Change = (record: CatalogueProduct) => CatalogueProduct;

/** Everything a label can come to forbid or demand. */
const anyProhibition: fc.Arbitrary<Change> = fc.oneof(
  anyCondition.map(
    (added) => (record: CatalogueProduct) =>
      withRules(record, ({ conditions }) => ({ conditions: [...conditions, { ...added, id: "added" }] })),
  ),
  anyRunoff.map(
    (added) => (record: CatalogueProduct) =>
      withRules(record, ({ runoff }) => ({ runoff: runoff === null ? null : [...runoff, added] })),
  ),
  anyDrift.map((added) => (record: CatalogueProduct) => withRules(record, ({ drift }) => ({ drift: drift ?? added }))),
  fc.constantFrom<Change>(
    (record) =>
      withRules(record, ({ methods }) => ({ methods: { ...methods, excludedMethods: ["Broadcast-Ground"] } })),
    (record) =>
      withRules(record, ({ disallowedMeasures: listed }) => ({
        disallowedMeasures: [
          ...listed,
          { system: "epa_runoff", code: "no_till", evidence: "primary", cite: ["LABEL"] },
        ],
      })),
    (record) =>
      withRules(record, ({ limits }) => ({
        limits: [
          ...limits,
          { kind: "max_single_rate", value: 8, unit: "fl_oz_per_acre", evidence: "primary", cite: ["LABEL"] },
        ],
      })),
    (record) =>
      withRules(record, ({ adjuvants }) => ({
        adjuvants: [
          ...adjuvants,
          { kind: "ammonium_sulfate", requirement: "required", text: "AMS.", evidence: "primary", cite: ["LABEL"] },
        ],
      })),
    (record) => ({ ...record, status: "Inactive" }),
  ),
);

/** Everything that can come to be unknown of a label. */
const anyDoubt = fc.constantFrom<Change>(
  (record) => withRules(record, () => ({ expiresOn: "2026-04-30" })),
  (record) => withRules(record, () => ({ driftResolved: false })),
  (record) => withRules(record, () => ({ runoff: null })),
  (record) =>
    withRules(record, () => ({ methods: { permitted: [], excluded: [], evidence: "unverified", cite: ["LABEL"] } })),
  (record) => ({ ...record, rules: null }),
  (record) => ({ ...record, esaLabelLanguage: null }),
);

const RUNS = { numRuns: 400 };

describe("adding", () => {
  it("starts from mixes that are clear and from mixes that are not, so that the laws are about something", () => {
    const wanted = ["met", "not_met", "indeterminate"].flatMap((status) => [`intake ${status}`, `sprayer ${status}`]);
    const seen = new Set<string>();
    // Clear at intake is seldom: as many are drawn as it takes.
    for (const [record, moment] of fc.sample(fc.tuple(anyProduct, anyMoment), { seed: 1, numRuns: 4000 })) {
      const answer = answersTo(factsFor([madeUp(record)], moment), moment);
      seen.add(`intake ${answer.intake.status}`).add(`sprayer ${answer.sprayer.status}`);
      if (wanted.every((each) => seen.has(each))) break;
    }
    expect([...seen]).toEqual(expect.arrayContaining(wanted));
  });

  it("a prohibition or a demand to a label never turns an answer toward met", () => {
    fc.assert(
      fc.property(anyProduct, anyMoment, anyProhibition, (record, moment, prohibit) => {
        const before = answersTo(factsFor([madeUp(record)], moment), moment);
        expectNoGain(before, answersTo(factsFor([madeUp(prohibit(record))], moment), moment));
      }),
      RUNS,
    );
  });

  it("a doubt about a label never makes a pass", () => {
    fc.assert(
      fc.property(anyProduct, anyMoment, anyDoubt, (record, moment, doubt) => {
        const before = answersTo(factsFor([madeUp(record)], moment), moment);
        const after = answersTo(factsFor([madeUp(doubt(record))], moment), moment);
        for (const when of ["intake", "sprayer"] as const) {
          if (isClear(after[when])) expect(isClear(before[when])).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it("a limitation never turns an answer toward met", () => {
    fc.assert(
      fc.property(
        anyProduct,
        anyMoment,
        fc.array(anyLimitation, { maxLength: 1 }),
        anyLimitation,
        (record, moment, limitations, added) => {
          const mix = [madeUp(record)];
          const before = answersTo(factsFor(mix, moment, limitations), moment);
          expectNoGain(before, answersTo(factsFor(mix, moment, [...limitations, added]), moment));
        },
      ),
      RUNS,
    );
  });

  it("a product never turns an answer toward met", () => {
    const other = anyProduct.map((record) => madeUp({ ...record, registration: "99009-2", name: "TEST Other" }));
    const known = fc.constantFrom(...catalogue.products.map(({ registration }) => registration)).map(ofCatalogue);
    const unknown = fc.constant(ofCatalogue("1-1"));
    fc.assert(
      fc.property(anyProduct, anyMoment, fc.oneof(other, known, unknown), (record, moment, added) => {
        const before = answersTo(factsFor([madeUp(record)], moment), moment);
        expectNoGain(before, answersTo(factsFor([madeUp(record), added], moment), moment));
      }),
      RUNS,
    );
  });
});
