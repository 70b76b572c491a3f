import type { MultiPolygon, Position } from "geojson";
import type { AppliedPula, RunoffEntry } from "@/lib/domain/compliance";
import type { ExplanationItem } from "@/lib/domain/explanation";
import type { AdjuvantResults, EdgeResult } from "@/lib/domain/drift";
import type { ReportDocument, ReportFile, ReportKind, ReportSigner } from "@/lib/domain/report";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { canonicalJson, hashOf, sha256Of } from "@/lib/usecases/canonical/canonical-json";
import { filesOf } from "@/lib/pages/reports/files";
import { composeReport } from "@/lib/pages/reports/document";
import { drawFigure } from "@/lib/usecases/reports/figure/draw";
import { FIGURE_SIZE, frameAround } from "@/lib/usecases/reports/figure/frame";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { FORMAT_OF_TEXT_ALONE } from "@/lib/usecases/reports/record-format";

/** A report to lay out, made up from how long it is to be. Numbers and texts are invented; "DEMO" says so. */
export interface ReportWish {
  kind?: ReportKind;
  products?: number;
  limitations?: number;
  /** Null: no drift was computed. */
  edges?: number | null;
  fieldName?: string;
  productName?: (index: number) => string;
  notes?: string;
  providerName?: string;
  boundary?: MultiPolygon;
  /** Who signs the PDF; left out: no one. */
  signer?: ReportSigner;
}

export const GENERATED_AT = new Date("2026-07-01T12:00:00.000Z");
const DAY = "2026-06-15";
const TIME = new Date("2026-06-14T09:30:00.000Z");

const times = <T>(n: number, make: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => make(index));

/** A ring of so many positions around a place, wavy, so that it is seen to be one. */
export const ringOf = (positions: number, [lon, lat]: Position, radiusDeg = 0.004): Position[] => {
  const open = times(positions - 1, (index): Position => {
    const turn = (2 * Math.PI * index) / (positions - 1);
    const reach = radiusDeg * (1 + 0.12 * Math.sin(9 * turn) + 0.004 * Math.sin(211 * turn));
    return [(lon ?? 0) + (reach * Math.cos(turn)) / 0.74, (lat ?? 0) + reach * Math.sin(turn)];
  });
  return [...open, ...open.slice(0, 1)];
};

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

const one = (...rings: Position[][]): MultiPolygon => ({ type: "MultiPolygon", coordinates: [rings] });

export const SQUARE = one(box(-93.871, 42.015, -93.862, 42.022));
export const WITH_HOLES = one(
  box(-93.871, 42.015, -93.862, 42.022),
  box(-93.87, 42.016, -93.868, 42.018).reverse(),
  ringOf(40, [-93.865, 42.0195], 0.001).reverse(),
);
export const ROUND_5000 = one(ringOf(5000, [-93.8665, 42.0185]));

const LIMITATION_TEXT =
  "DEMO: Do not apply within this area between April 1 and September 30 unless the applicator keeps the distances and " +
  "earns the points named here. Made up for tests; no such limitation exists.\n" +
  "Runoff: 6 ADDITIONAL points (for a total of 9 points) of runoff or erosion mitigation must be achieved for this use. " +
  "Points are counted with the Mitigation Menu in force on the day of application.\n" +
  "Drift: keep 230 feet to habitat downwind; the distance may be shortened by the practices of the label.";

const pulaOf = (index: number): Omit<AppliedPula, "geometry"> => ({
  pulaId: 990001 + index,
  eventName: `DEMO Prairie Stream Fish ${2000 + index}`,
  status: "Active",
  effectiveDate: "2025-03-03",
  codes: [`DM${900 + index}`],
  sharePct: 100 - index,
  codesWithoutLimitation: [],
  limitations: [
    { limitationId: 1 + index, code: `DM${900 + index}`, text: LIMITATION_TEXT, mitigationOptions: ["epa_runoff"] },
  ],
});

const ruleOf = (registration: string): ExplanationItem => ({
  ruleId: `product:${registration}:runoff:epa_runoff`,
  result: "applied",
  says: { kind: "points", system: "epa_runoff", points: 9, bySoil: null },
  document: `DEMO label of ${registration}`,
  section: "section 7.5",
  documentDate: "2026-02-06",
  evidence: "primary",
  checkedOn: null,
  dataSet: null,
  sharePct: null,
});

const edgeOf = (index: number, edges: number): EdgeResult => {
  const facing = (360 * index) / edges;
  const isDownwind = facing < 90;
  return {
    edgeIndex: index,
    ringIndex: 0,
    partIndex: 0,
    bearingDeg: (facing + 270) % 360,
    lengthFt: 2500,
    outwardBearingDeg: facing,
    downwind: isDownwind,
    bufferType: "wind_directional",
    requiredFt: isDownwind ? 240 : null,
    reductionPercent: isDownwind ? 50 : null,
    bufferFt: isDownwind ? 120 : null,
    creditedOutsideFt: isDownwind ? 30 : null,
    productIndex: 0,
    reason: isDownwind ? "downwind" : "not_selected",
  };
};

type Computation = NonNullable<NonNullable<RecordedApplication["drift"]>["computation"]>;

const computationOf = (edges: number, registrations: string[]): Computation => ({
  checkedAt: TIME.toISOString(),
  status: "met",
  driftStatus: "met",
  featureScope: "global_and_field",
  nonManagedFeatureCount: 2,
  exclusionFeatureCount: 1,
  effectiveRates: registrations.map((epaNumber, productIndex) => ({
    productIndex,
    epaNumber,
    rate: 24,
    rateUnit: "oz/ac",
    normalized: { value: 1.5, unit: "lb_per_acre" },
    resolution: "resolved",
  })),
  reductions: [
    {
      configLabel: `product:${registrations[0] ?? ""}`,
      productIndex: 0,
      driftType: "epa_drift_ground",
      bufferType: "wind_directional",
      totalReductionPercent: 50,
      selections: [
        {
          subOptionId: 501,
          code: "hooded",
          label: "DEMO Hooded sprayer",
          reductionPercent: 50,
          verified: true,
          reason: null,
          evidence: "primary",
          customValue: null,
          notes: null,
        },
      ],
    },
  ],
  manualClaims: [
    { subOptionId: 502, label: "DEMO Windbreak", reductionPercent: 25, verified: false, allowedFor: registrations },
  ],
  edges: times(edges, (index) => edgeOf(index, edges)),
  products: registrations.map((epaNumber, productIndex) => ({
    productIndex,
    epaNumber,
    method: "Broadcast-Ground",
    rawDistanceFt: 240,
    reductionPercent: 50,
    bufferFt: 120,
    status: "met",
    issues: [],
  })),
  windRose: null,
  inputs: {
    method: "Broadcast-Ground",
    dropletSize: "very_coarse",
    boomHeight: "low",
    gpa: 15,
    windDirectionDeg: 225,
    windSpeedMph: 8,
    temperatureF: 71,
    humidityPercent: 55,
  },
});

const ADJUVANTS: AdjuvantResults = {
  evaluatedAt: TIME,
  adjuvants: [
    {
      productIndex: 0,
      productName: "DEMO Drift Agent",
      kind: "drift_reducing",
      recognised: true,
      reductionPercent: 15,
    },
    { productIndex: 0, productName: "DEMO Wetter", kind: null, recognised: false, reductionPercent: null },
  ],
  issues: [],
};

const entryOf = (system: string, notes: string): RunoffEntry => ({
  mitigationType: system,
  year: 2026,
  required: true,
  exempt: false,
  requiredPoints: 9,
  labelRequiredPoints: 9,
  earnedPoints: 4,
  gap: 5,
  status: "not_met",
  creditedMeasures: [],
  selectedMeasures: [
    {
      subOptionId: 24,
      code: "tracking",
      label: "DEMO Measures are recorded for the farm",
      points: 1,
      source: "always",
      credited: true,
      reason: null,
      implementationDate: null,
      notes: null,
    },
    {
      subOptionId: 31,
      code: "terrace",
      label: "DEMO Terraces",
      points: 3,
      source: "portal",
      credited: true,
      reason: null,
      implementationDate: "2026-05-02",
      notes,
    },
    {
      subOptionId: 32,
      code: "sandy",
      label: "DEMO Filter strip on sandy soil",
      points: 2,
      source: "portal",
      credited: false,
      reason: "SOIL_INELIGIBLE",
      implementationDate: null,
      notes: null,
    },
  ],
  runoffExemptionClaimedAt: TIME,
  runoffExemptionReasons: [],
  issues: [],
});

function applicationOf(wish: ReportWish, kind: ReportKind): RecordedApplication {
  const { products = 1, limitations = 1, edges = 4, notes = "Built in May by hand" } = wish;
  const registrations = times(products, (index) => `99002-${index + 1}`);
  const nameOf = wish.productName ?? ((index: number) => `DEMO Product ${index + 1} Herbicide`);
  const pulas = times(limitations, pulaOf);
  const system = kind === "runoff" ? "epa_runoff" : "trait_runoff";
  return {
    applicationEventId: "01a1fe21-272f-72a9-a2a4-0c33018f3503",
    applicationId: "demo-application-01",
    providerGroupId: null,
    applicationDate: DAY,
    method: "Broadcast-Ground",
    products: registrations.map((epaNumber, index) => ({
      epaNumber,
      productName: nameOf(index),
      rate: 1.5,
      rateUnit: "lb/ac",
      rateUnitState: null,
      rowSpacingInches: null,
      pest: ["Waterhemp"],
    })),
    crop: ["Corn"],
    pest: ["Waterhemp"],
    gpa: 15,
    dropletSize: "very_coarse",
    boomHeight: "low",
    processingStatus: "completed",
    updatedAt: TIME,
    isOnChangedBoundary: false,
    requirements: [
      {
        mitigationType: system,
        required: true,
        requiredPoints: 9,
        targetIssues: [],
        exemptionEvaluatedAt: TIME,
        exemptionReasons: [],
        exemptionTreatedAcres: null,
        driftConfiguration: null,
        updatedAt: TIME,
      },
    ],
    runoff: [entryOf(system, notes)],
    assessment: {
      calculatedAt: TIME,
      status: "not_met",
      processingComplete: true,
      issues: [],
      unjudged: [],
      products: registrations.map((epaNumber, index) => ({
        epaNumber,
        productName: nameOf(index),
        pest: [],
        productStatus: "Active",
        esaRequired: true,
        // Spread over the products, so that each names a few and all are named.
        pulas: pulas.filter((_, at) => at % products === index || (index === 0 && at < 2)),
      })),
    },
    attestations: [],
    log: null,
    dataVersions: {
      pula: "demo-landscape-33a79d1cc145",
      county: "demo-us-atlas-1146ff5c9d44",
      countyPrecision: "exact",
      soil: "SSURGO DM015 2025-09-09",
      catalogue: "demo-rule-files-e3821564f455",
      mitigationMenu: "epa-runoff-menu@2024-10-16",
    },
    explanation: registrations.map(ruleOf),
    limitationsRead: [],
    drift:
      kind === "trait"
        ? null
        : {
            weather: null,
            computation: edges === null ? null : computationOf(edges, registrations),
            adjuvants: ADJUVANTS,
            practices: [
              {
                driftType: "epa_drift_ground",
                totalReductionPercent: 25,
                selections: [
                  { subOptionId: 502, label: "DEMO Windbreak", reductionPercent: 25, customValue: null, notes },
                ],
              },
            ],
          },
  };
}

export function recordFor(wish: ReportWish = {}): ReportRecord {
  const { kind = "runoff", fieldName = "DEMO Field 1", providerName = "DEMO Farm Software" } = wish;
  return {
    format: FORMAT_OF_TEXT_ALONE,
    kind,
    year: 2026,
    provider: { providerId: "demo-provider", name: providerName },
    field: {
      fieldId: "01a1fe21-272f-72a9-a2a4-0c33018f3504",
      accountId: "demo-account-1",
      providerFieldId: "demo-field-001",
      fieldName,
      boundaryHash: "0".repeat(64),
      areaSqm: 611_000,
      counties: [{ name: "Story", state: "IA", isSure: true }],
    },
    soil: {
      dominantGroup: "B",
      slopePct: 1.04,
      totalAreaSqm: 611_000,
      byGroup: { B: { areaSqm: 400_000, percentage: 65.5 }, "A/D": { areaSqm: 211_000, percentage: 34.5 } },
      byMapUnit: {
        "21A": { areaSqm: 400_000, percentage: 65.5, muname: "DEMO silt loam, 0 to 2 percent slopes" },
        "12A": { areaSqm: 211_000, percentage: 34.5, muname: "DEMO loamy sand, 0 to 2 percent slopes" },
      },
    },
    selections: [],
    choices: [
      {
        what: "measure",
        choice: { system: kind === "runoff" ? "epa_runoff" : "trait_runoff", subOptionId: 31 },
        applicationEventId: null,
        hand: "portal",
        name: "DEMO Jo Field",
        at: TIME,
      },
    ],
    applications: [applicationOf(wish, kind)],
  };
}

/** The files that go with it. */
export function reportFilesFor(wish: ReportWish = {}): ReportFile[] {
  const record = recordFor(wish);
  const recordText = canonicalJson(record);
  return filesOf({ record, recordText, hash: sha256Of(recordText), rulebook: rulebookAsOf(DAY) });
}

/** A report of a wish, as the use case would lay it out at `GENERATED_AT`. */
export function reportFor(wish: ReportWish = {}): ReportDocument {
  const { boundary = SQUARE, providerName = "DEMO Farm Software" } = wish;
  const record = recordFor(wish);
  const hash = hashOf(record);
  const area = (label: string, ...edges: [number, number, number, number]) => ({ label, geometry: one(box(...edges)) });
  const figure = drawFigure(
    {
      field: boundary,
      pulas: [area("PULA 990001", -93.9, 42.0, -93.8, 42.0195), area("PULA 990002", -93.9, 42.0, -93.866, 42.04)],
      soils: [area("21A", -93.871, 42.015, -93.8665, 42.022), area("12A", -93.8665, 42.015, -93.862, 42.022)],
      buffers: wish.kind === "trait" ? [] : [area("", -93.8632, 42.015, -93.862, 42.022)],
    },
    frameAround(boundary, FIGURE_SIZE),
  );
  return composeReport({
    record,
    hash,
    signer: wish.signer ?? null,
    recordedAt: TIME,
    generatedAt: GENERATED_AT,
    brand: { name: providerName, accent: "#7a1f3d" },
    dataSets: [],
    center: [-93.8665, 42.0185],
    timeZone: "America/Chicago",
    figure,
    rulebook: rulebookAsOf(DAY),
    present: new Map(),
    verifyUrl: `https://esa.example.com/verify/${hash}`,
  });
}
