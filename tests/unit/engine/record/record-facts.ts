import type { FilledRecord, NewRecordEntry, RecordEntry, RecordFact } from "@/lib/domain/application-record";
import type { ApplicationInput } from "@/lib/domain/application";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { CatalogueProduct } from "@/lib/domain/product";
import type { RecordFacts } from "@/lib/engine/record/facts";
import { rateMix } from "@/lib/engine/rated-product";
import { rulebookAsOf } from "@/lib/rulebook/load";

const rulebook = rulebookAsOf("2026-06-15");
export const CITED = { evidence: "secondary" as const, cite: [] };
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

export const STRYAX = {
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

export const application: ApplicationInput = {
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

export const mix = (labelDate: string | null = "2026-02-06") =>
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
  inputs: { windDirectionDeg: 210, windSpeedMph: 7, method: "Broadcast-Ground", boomHeight: "low" },
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
export const county = (stateFips: string, countyName: string, isSure = true) => ({
  geoId: `${stateFips}001`,
  stateFips,
  countyFips: "001",
  countyName,
  isSure,
});

export const facts = (more: Partial<RecordFacts> = {}): RecordFacts => ({
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
export const entry = (statement: NewRecordEntry["statement"], more: Partial<RecordEntry> = {}): RecordEntry => ({
  entryId: `00000000-0000-4000-8000-${String((made += 1)).padStart(12, "0")}`,
  statement,
  replaces: null,
  writtenAt: "2026-06-15T15:00:00Z",
  savedAt: new Date("2026-06-16T15:00:00Z"),
  isAddition: false,
  ...more,
});
export const fact = (name: RecordFact, value: string | number): RecordEntry => entry({ kind: "fact", name, value });
export const reading = (
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

export const label = ({ sets }: FilledRecord) => {
  const [first] = sets;
  if (first === undefined) throw new Error("no set");
  return first;
};
