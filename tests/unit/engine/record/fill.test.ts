import { describe, expect, it } from "vitest";
import type {
  FilledRecord,
  NewRecordEntry,
  RecordEntry,
  RecordFact,
  RecordPart,
} from "@/lib/domain/application-record";
import { additionsOf } from "@/lib/domain/application-record";
import type { ApplicationInput } from "@/lib/domain/application";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { CatalogueProduct } from "@/lib/domain/product";
import type { RecordFacts } from "@/lib/engine/record/facts";
import { fillRecord } from "@/lib/engine/record/fill";
import { rateMix } from "@/lib/engine/rated-product";
import { rulebookAsOf } from "@/lib/rulebook/load";

const rulebook = rulebookAsOf("2026-06-15");
const CITED = { evidence: "secondary" as const, cite: [] };
/** The label's own conditions that a reading can break. Source: Stryax label of 2026-02-06, page 11. */
const CONDITIONS: LabelCondition[] = [
  { ...CITED, id: "wind", kind: "wind", minMph: 3, maxMph: 10, text: "Wind from 3 to 10 mph at boom height." },
  {
    ...CITED,
    id: "time-of-day",
    kind: "time_of_day",
    from: { event: "sunrise", offsetMinutes: 60 },
    until: { event: "sunset", offsetMinutes: -120 },
    text: "From one hour after sunrise to two hours before sunset.",
  },
  {
    ...CITED,
    id: "forecast-day",
    kind: "temperature",
    of: "forecast_day",
    atLeastF: null,
    atMostF: null,
    belowF: 95,
    text: "Not when 95 °F or more is forecast.",
  },
  {
    ...CITED,
    id: "forecast-next-day",
    kind: "temperature",
    of: "forecast_next_day",
    atLeastF: null,
    atMostF: null,
    belowF: 95,
    text: "Not when 95 °F or more is forecast for the day after.",
  },
];

const STRYAX = {
  registration: "264-1241",
  name: "Stryax",
  formulation: "liquid",
  ingredients: [],
  rules: { conditions: CONDITIONS, limits: [] },
} as unknown as CatalogueProduct;

const product = (productName: string, epaNumber: string | null, rate: number, rateUnit: string) => ({
  productName,
  epaNumber,
  rate,
  rateUnit,
  rateUnitState: null,
  rowSpacingInches: null,
  pest: [],
});

const application: ApplicationInput = {
  applicationId: "a",
  accountId: "b",
  providerGroupId: null,
  userEmail: null,
  method: "Broadcast-Ground",
  applicationDate: "2026-06-15",
  products: [
    product("Stryax", "264-1241", 22, "fl oz/ac"),
    product("Volatility reducing adjuvant", null, 40, "fl oz/ac"),
    product("Oil-emulsion drift reducing adjuvant", null, 0.3, "% v/v"),
  ],
  crop: ["Soybeans"],
  pest: [],
  gpa: 15,
  dropletSize: "very_coarse",
  boomHeight: "low",
  details: { nozzle: "TTI 11004", nozzlePressurePsi: 40, cropStage: "V3", forecastHighF: 82, forecastNextDayHighF: 84 },
};

const mix = (labelDate: string | null = "2026-02-06") =>
  rateMix(
    application.products,
    application.products.map((_each, productIndex) => ({
      productIndex,
      record: productIndex === 0 ? STRYAX : null,
      kind: productIndex === 0 ? ("catalogue" as const) : ("adjuvant" as const),
      esaRequired: productIndex === 0,
    })),
    application.gpa,
  ).map((rated, index) => ({
    rated,
    adjuvantKinds: ([[], ["volatility_reducing"], ["oil_emulsion_drift_reducing"]] as const)[index] ?? [],
    labelDate: index === 0 ? labelDate : null,
  }));

const COMPUTATION = {
  checkedAt: new Date("2026-06-15T13:30:00Z"),
  inputs: { windDirectionDeg: 210, windSpeedMph: 7 },
  edges: [
    {
      requiredFt: 240,
      bufferFt: 120,
      creditedOutsideFt: 60,
      downwind: true,
      bufferType: "wind_directional",
      outwardBearingDeg: 0,
    },
  ],
  products: [{ rawDistanceFt: 240, bufferFt: 120 }],
  reductions: [{ selections: [{ label: "Hooded sprayer", reductionPercent: 50 }] }],
  exclusionFeatureCount: 2,
} as unknown as RecordFacts["computation"];

const POINTS = {
  mitigationType: "epa_runoff",
  exempt: false,
  requiredPoints: 3,
  earnedPoints: 3,
  creditedMeasures: [
    { label: "Measures are recorded for the farm", points: 1 },
    { label: "Cover crop", points: 2 },
  ],
} as unknown as RecordFacts["runoff"][number];

/** 40 acres left to treat. */
const FORTY_ACRES_SQM = 161_874.256;
/** Macon County, Illinois. */
const PLACE = [-88.95, 39.84] as const;
const county = (stateFips: string, countyName: string, isSure = true) => ({
  geoId: `${stateFips}001`,
  stateFips,
  countyFips: "001",
  countyName,
  isSure,
});

const facts = (more: Partial<RecordFacts> = {}): RecordFacts => ({
  rules: rulebook.records,
  citations: rulebook.citations,
  application,
  mix: mix(),
  fieldName: "Home quarter",
  counties: [county("20", "Riley")],
  cropTable: rulebook.crops,
  place: PLACE,
  timeZone: "America/Chicago",
  fieldSqm: 1.5 * FORTY_ACRES_SQM,
  treatableSqm: FORTY_ACRES_SQM,
  computation: COMPUTATION,
  driftRequirements: [],
  computedRates: [],
  weather: null,
  forecast: null,
  runoff: [POINTS],
  entries: [],
  ...more,
});

let made = 0;
const entry = (statement: NewRecordEntry["statement"], more: Partial<RecordEntry> = {}): RecordEntry => ({
  entryId: `00000000-0000-4000-8000-${String((made += 1)).padStart(12, "0")}`,
  statement,
  replaces: null,
  writtenAt: "2026-06-15T15:00:00Z",
  savedAt: new Date("2026-06-15T15:00:00Z"),
  isAddition: false,
  ...more,
});
const fact = (name: RecordFact, value: string | number): RecordEntry => entry({ kind: "fact", name, value });
const reading = (
  moment: "start" | "refill" | "end",
  clock: string,
  air: { wind?: number | null; from?: number | null; degrees?: number | null } = {},
): RecordEntry =>
  entry({
    kind: "reading",
    moment,
    readAt: `2026-06-15T${clock}:00-05:00`,
    windSpeedMph: air.wind === undefined ? 7 : air.wind,
    windDirectionDeg: air.from === undefined ? 210 : air.from,
    temperatureF: air.degrees === undefined ? 74 : air.degrees,
  });

const label = ({ sets }: FilledRecord) => {
  const [first] = sets;
  if (first === undefined) throw new Error("no set");
  return first;
};
const missingOf = (filled: FilledRecord): RecordPart[] => label(filled).items.flatMap(({ missing }) => missing);
const itemNo = (filled: FilledRecord, no: number) => label(filled).items.find((item) => item.no === no);

describe("a record of the Stryax label", () => {
  it("has its 24 items, each with a source, and knows 14 before anyone has typed a word", () => {
    const filled = fillRecord(facts());
    expect(label(filled)).toMatchObject({ id: "label:264-1241@2026-02-06", binding: "yes", complete: 14, total: 24 });
    expect(label(filled).items.map(({ no }) => no)).toEqual([...Array.from({ length: 24 }, (_each, n) => n + 1), null]);
    expect(label(filled).items.every(({ sources }) => sources.length > 0)).toBe(true);
    expect(new Set(label(filled).items.flatMap(({ values }) => values.map(({ source }) => source)))).toEqual(
      new Set(["check", "compute", "forecast"]),
    );
  });

  // 22 fl oz over 40 acres are 880 fl oz, 6.875 gallons; the adjuvants are no pesticides.
  it("works out the amount from rate and acres, and takes what was typed in its place", () => {
    expect(itemNo(fillRecord(facts()), 5)?.values).toEqual([
      { part: "amount_applied", source: "compute", text: "Stryax: 6.9 gal" },
    ]);
    const typed = fillRecord(facts({ entries: [fact("area_treated_ac", 20)] }));
    expect(itemNo(typed, 5)?.values[0]?.text).toBe("Stryax: 3.4 gal");
    expect(itemNo(typed, 10)?.values).toEqual([
      { part: "area_treated", source: "typed", text: "20 ac", meaning: { kind: "area", acres: 20 } },
    ]);
  });

  it("is whole once the rest is written down", () => {
    const entries = [
      ...(
        [
          ["applicator_name", "Jo Field"],
          ["certificate_number", "IL-12345"],
          ["training_proof", "Dicamba training, 3 March 2026, in the office binder"],
          ["receipts", "Office binder"],
          ["labeling_copy", "In the cab"],
          ["registry_name", "FieldWatch"],
          ["registry_checked_on", "2026-06-14"],
          ["survey_on", "2026-06-14"],
          ["cleanout_on", "2026-06-15"],
          ["cleanout_method", "Triple rinse"],
        ] as const
      ).map(([name, value]) => fact(name, value)),
      reading("start", "09:05"),
      reading("refill", "10:20"),
      reading("end", "12:00", { wind: null, from: null, degrees: null }),
    ];
    const filled = fillRecord(facts({ entries }));
    expect(missingOf(filled)).toEqual(["website_checked_on"]);
    expect(label(filled)).toMatchObject({ complete: 24, total: 24 });
    expect(itemNo(filled, 7)?.values.map(({ text }) => text)).toEqual([
      "2026-06-15 09:05 (UTC-05:00)",
      "2026-06-15 12:00 (UTC-05:00)",
    ]);
  });

  it.each<[string, RecordEntry[], boolean]>([
    ["no start", [reading("refill", "10:00")], false],
    ["a start", [reading("start", "09:00")], true],
    ["a refill without its wind", [reading("start", "09:00"), reading("refill", "10:00", { wind: null })], false],
    ["an end without a reading", [reading("start", "09:00"), reading("end", "11:00", { wind: null })], true],
  ])("takes the wind of the start and of every refill: %s", (_title, entries, isWhole) => {
    expect(itemNo(fillRecord(facts({ entries })), 23)?.missing).toEqual(isWhole ? [] : ["winds"]);
  });

  it.each([
    [82, 84, true],
    [85, 80, false],
    [80, 94.9, false],
    [80, 95, true],
    [null, 80, false],
  ])("asks for the treated share at a high of 85 to under 95: %s and %s", (day, next, isWhole) => {
    const details = { ...application.details, forecastHighF: day, forecastNextDayHighF: next };
    const filled = fillRecord(facts({ application: { ...application, details } }));
    expect(itemNo(filled, 8)?.missing).toEqual(isWhole ? [] : ["dicamba_share"]);
  });

  it("takes nothing for what is not known", () => {
    const bare = facts({ treatableSqm: null, computation: null, runoff: [], counties: [], place: null });
    const filled = fillRecord({ ...bare, application: { ...application, details: undefined, crop: [] } });
    for (const no of [5, 8, 9, 10, 12, 16, 21, 22, 24])
      expect(itemNo(filled, no)?.missing, `item ${no}`).not.toEqual([]);
    expect(filled.flags).toEqual([]);
  });
});

describe("forecast highs", () => {
  const hour = (index: number) => ({
    startsAt: new Date(Date.parse("2026-06-15T05:00:00Z") + index * 3_600_000),
    windDirectionDeg: null,
    windSpeedMph: null,
    windGustMph: null,
    temperatureF: index < 24 ? 81 : 87,
    humidityPercent: null,
    rainChancePercent: null,
    rainMm: null,
    skyCoverPercent: null,
  });
  const forecast: RecordFacts["forecast"] = {
    source: "nws",
    issuedAt: new Date("2026-06-15T04:00:00Z"),
    readAt: new Date("2026-06-15T05:00:00Z"),
    timeZone: "America/Chicago",
    note: null,
    hours: Array.from({ length: 48 }, (_, index) => hour(index)),
    highs: [],
  };
  const unsent = {
    ...application,
    details: { ...application.details, forecastHighF: null, forecastNextDayHighF: null },
  };
  const highs = (more: Partial<RecordFacts>) =>
    label(fillRecord(facts({ forecast, ...more })))
      .items.flatMap(({ values }) => values)
      .filter(({ part }) => part === "forecast_highs")
      .map(({ text, source }) => `${source}: ${text}`);

  it("come from the kept forecast where no one sent or wrote them, and never in place of what was written", () => {
    expect(highs({ application: unsent })).toEqual(["forecast: day 81 °F", "forecast: next day 87 °F"]);
    expect(highs({})).toEqual(["forecast: day 82 °F", "forecast: next day 84 °F"]);
    expect(highs({ application: unsent, entries: [fact("forecast_high_f", 90)] })).toEqual([
      "typed: day 90 °F",
      "forecast: next day 87 °F",
    ]);
    expect(highs({ application: unsent, forecast: null })).toEqual([]);
  });
});

describe("true values outside a limit", () => {
  // On 15 June the sun sets there about 20:24 Central Daylight Time, so that the window ends about 18:24.
  it.each([
    ["wind below 3 mph", [reading("start", "09:00", { wind: 2.9 })], ["Wind from 3 to 10 mph at boom height."]],
    [
      "wind above 10 mph at a refill",
      [reading("refill", "10:00", { wind: 10.1 })],
      ["Wind from 3 to 10 mph at boom height."],
    ],
    [
      "wind at both ends of the range",
      [reading("start", "09:00", { wind: 3 }), reading("refill", "10:00", { wind: 10 })],
      [],
    ],
    ["an end after the window", [reading("end", "19:00")], ["From one hour after sunrise to two hours before sunset."]],
    ["an end within it", [reading("end", "18:00")], []],
    ["heat at the boom", [reading("start", "14:00", { degrees: 95 })], ["Not when 95 °F or more is forecast."]],
    ["a wind that no one read", [reading("start", "09:00", { wind: null })], []],
    [
      "a forecast high that someone wrote down",
      [fact("forecast_high_f", 97), reading("start", "09:00"), reading("end", "12:00")],
      ["Not when 95 °F or more is forecast."],
    ],
    ["a forecast high below the limit", [fact("forecast_high_f", 94), fact("forecast_next_day_high_f", 94)], []],
    [
      "a forecast high of the next day",
      [fact("forecast_next_day_high_f", 95)],
      ["Not when 95 °F or more is forecast for the day after."],
    ],
    ["a boom above 24 inches", [fact("boom_height_in", 25)], ["Boom at most 24 inches above the target or canopy."]],
    ["a boom at 24 inches", [fact("boom_height_in", 24)], []],
  ])("are kept and flagged: %s", (_title, entries, limits) => {
    const filled = fillRecord(facts({ entries }));
    expect(filled.flags.map(({ limit }) => limit)).toEqual(limits);
    expect(filled.flags.every(({ entryId }) => entries.some((each) => each.entryId === entryId))).toBe(true);
  });
});

describe("a forecast high that breaks a limit", () => {
  const hot = { ...application, details: { ...application.details, forecastHighF: 96 } };
  const told = (more: Partial<RecordFacts>) =>
    fillRecord(facts(more)).flags.map(({ entryId, limit, sent }) => [entryId !== null, limit, sent]);

  it("is told once, and as the forecast that it is", () => {
    const entries = [reading("start", "09:00"), reading("refill", "10:00"), reading("end", "12:00")];
    expect(told({ application: hot, entries })).toEqual([[false, "Not when 95 °F or more is forecast.", "day 96 °F"]]);
    expect(told({ application: hot })).toEqual([[false, "Not when 95 °F or more is forecast.", "day 96 °F"]]);
  });

  it("is what someone wrote down, in place of what was sent", () => {
    expect(told({ application: hot, entries: [fact("forecast_high_f", 93)] })).toEqual([]);
    expect(told({ entries: [fact("forecast_high_f", 97)] })).toEqual([
      [true, "Not when 95 °F or more is forecast.", "day 97 °F"],
    ]);
  });
});

describe("a boom above the label's highest", () => {
  const LOW = "Boom at most 24 inches above the target or canopy.";
  /** A label without a list of records, as that of Liberty ULTRA. */
  const unlisted = (drift: object) =>
    mix(null).map((each, index) =>
      index > 0
        ? each
        : { ...each, rated: { ...each.rated, record: { ...STRYAX, rules: { conditions: [], limits: [], drift } } } },
    ) as unknown as RecordFacts["mix"];
  const RULE = { ...CITED, maxBoomHeight: "low" };
  const flagged = (own: RecordFacts["mix"], inches: number, more: Partial<RecordFacts> = {}) =>
    fillRecord(facts({ mix: own, entries: [fact("boom_height_in", inches)], ...more })).flags.map(
      ({ limit, productName }) => [limit, productName],
    );

  it("is flagged where the label has no list of records", () => {
    expect(flagged(unlisted(RULE), 25)).toEqual([[LOW, "Stryax"]]);
    expect(flagged(unlisted(RULE), 24)).toEqual([]);
    expect(flagged(unlisted({ ...CITED, maxBoomHeight: "high" }), 40)).toEqual([]);
    expect(flagged(unlisted({ ...RULE, evidence: "unverified" }), 40)).toEqual([]);
    expect(flagged(unlisted(RULE), 40, { application: { ...application, method: "Broadcast-Air" } })).toEqual([]);
  });

  it("is flagged once where its list says so as well", () => {
    expect(flagged(mix(), 25)).toEqual([[LOW, null]]);
  });
});

describe("rules beside the label's", () => {
  it.each([
    ["2026-02-06", "label:264-1241@2026-02-06", []],
    // Another edition's list is another list, which no one has read.
    ["2027-01-01", "federal", ["Stryax"]],
  ])("hold for the edition of %s", (labelDate, first, unread) => {
    const filled = fillRecord(facts({ mix: mix(labelDate) }));
    expect(label(filled).id).toBe(first);
    expect(filled.unreadLabels).toEqual(unread);
    // 7 CFR 110.3: nine items, two years, fourteen days.
    expect(filled.sets.find(({ id }) => id === "federal")).toMatchObject({ binding: "yes", total: 9, keptYears: 2 });
    expect(filled).toMatchObject({ due: { on: "2026-06-29" }, keptUntil: "2028-06-15" });
  });

  it("ask a product that is not known to be restricted use for the federal record all the same", () => {
    const filled = fillRecord(
      facts({
        mix: mix(null).map((each) => ({ ...each, rated: { ...each.rated, record: null, registration: "1-2" } })),
      }),
    );
    expect(filled.sets).toMatchObject([{ id: "federal", binding: "unknown" }]);
  });

  it.each([
    ["17", true, ["Soybeans"], "yes"],
    ["17", false, ["Soybeans"], "unknown"],
    ["17", true, ["Zzz"], "unknown"],
    ["17", true, ["Cotton"], null],
    ["20", true, ["Soybeans"], null],
  ])("of Illinois count for state %s, sure %s, crop %s: %s", (fips, isSure, crop, binding) => {
    const filled = fillRecord(facts({ counties: [county(fips, "A", isSure)], application: { ...application, crop } }));
    expect(filled.sets.find(({ id }) => id === "state:IL")?.binding ?? null).toBe(binding);
  });

  it("of Pennsylvania ask for 24 hours from the last reading, and for three years", () => {
    const there = facts({ counties: [county("42", "Adams")] });
    expect(fillRecord(there)).toMatchObject({ due: { on: "2026-06-15", at: null }, keptUntil: "2029-06-15" });
    const ended = fillRecord({ ...there, entries: [reading("start", "09:00"), reading("end", "12:00")] });
    expect(ended.due).toEqual({ on: "2026-06-16", at: "2026-06-16T17:00:00.000Z", title: "Pennsylvania" });
  });

  it.each(["19:00", "20:00"])("of 24 hours end on a day by the clock of the field: %s", (clock) => {
    const there = facts({ counties: [county("42", "Adams")] });
    const { due } = fillRecord({ ...there, entries: [reading("start", "09:00"), reading("end", clock)] });
    const at = new Date(`2026-06-16T${clock}:00-05:00`).toISOString();
    expect(due).toEqual({ on: "2026-06-16", at, title: "Pennsylvania" });
  });

  it("count from the day of the recorded start", () => {
    const start = reading("start", "09:00");
    const entries = [{ ...start, statement: { ...start.statement, readAt: "2028-02-29T09:00:00-06:00" } as never }];
    expect(fillRecord(facts({ entries }))).toMatchObject({ appliedOn: "2028-02-29", keptUntil: "2030-02-28" });
  });
});

describe("entries", () => {
  it("that are corrected or struck stand no more, and refills stand side by side", () => {
    const wrong = reading("refill", "10:00", { wind: 70 });
    const right = { ...reading("refill", "10:00"), replaces: wrong.entryId };
    const twice = reading("refill", "11:00");
    const struck = entry({ kind: "strike", reason: "tapped twice" }, { replaces: twice.entryId });
    const filled = fillRecord(facts({ entries: [reading("start", "09:00"), wrong, right, twice, struck] }));
    expect(filled.readings.map(({ moment, windSpeedMph }) => [moment, windSpeedMph])).toEqual([
      ["start", 7],
      ["refill", 7],
    ]);
    expect(filled.flags).toEqual([]);
  });

  it("after the signature name what they stand against", () => {
    const first = fact("receipts", "Office");
    const start = reading("start", "09:00");
    const again = { ...fact("receipts", "Truck"), isAddition: true };
    const corrected = { ...reading("start", "09:10"), replaces: start.entryId, isAddition: true };
    const more = { ...fact("vra", "Other"), isAddition: true };
    expect(additionsOf([first, start, again, corrected, more]).map(({ was }) => was)).toEqual([
      first.statement,
      start.statement,
      null,
    ]);
  });
});
