import type { Position } from "geojson";
import type { ApplicationMethod, SubmittedProduct } from "@/lib/domain/application";
import type { DriftSetup, OverallStatus } from "@/lib/domain/compliance";
import type { BufferFeature, DriftComputation, FeatureScope, ManualClaim, Weather } from "@/lib/domain/drift";
import type { Issue } from "@/lib/domain/issues";
import type { BufferType } from "@/lib/domain/product";
import { conditionIssues } from "@/lib/engine/conditions/issues";
import { judgeConditions } from "@/lib/engine/conditions/judge";
import { computeDrift, type DriftFacts } from "@/lib/engine/drift/compute";
import type { DriftSource } from "@/lib/engine/drift/configuration";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { NOW, rulebook } from "../facts";
import { conditionFactsOf } from "../conditions/judged";
import { box, feet, ground } from "./fields";
import { feature, kernel } from "./placing";
import { driftRule, labelSource, method, ratedWith, setupOf } from "./rules";

/** A case of placing one made-up requirement on a field, in feet east and north of a corner. */
export interface PlacementCase {
  name: string;
  source: string;
  input: {
    fieldFt: [number, number][][][];
    windFromDeg: number;
    windMph: number;
    widthFt: number;
    buffer?: { type?: BufferType; exclusionCategories?: string[] };
    claims?: string[];
    features?: (Partial<Omit<BufferFeature, "geometry">> & { ringFt: [number, number][] })[];
    hasGlobalSet?: boolean;
    downslopeFt?: [number, number][][];
  };
  expected: {
    bufferSqft: number;
    treatableSqft?: number;
    /** Edges of the first ring, by number or, of a square, by the side they lie on. */
    downwind?: (number | Side)[];
    edges?: Partial<Record<Side, EdgeExpectation>>;
    counts?: { managed: number; nonManaged: number; scope: FeatureScope };
    issues?: string[];
    driftStatus?: OverallStatus;
    hasTreatableArea?: boolean;
    requiresBuffer?: boolean;
  };
  tolerance: { areaPercent: number; ft: number };
}
export const SIDES = ["south", "east", "north", "west"] as const;
export type Side = (typeof SIDES)[number];
export interface EdgeExpectation {
  bufferFt?: number | null;
  requiredFt?: number;
  reductionPercent?: number;
  creditedOutsideFt?: number;
  reason?: string;
}

export const claimOf = (code: string): ManualClaim => {
  const row = rulebook.driftPractices.rows.find((practice) => practice.code === code);
  if (row === undefined) throw new Error(`the practice menu has no ${code}`);
  return { subOptionId: row.id, customValue: null, notes: null };
};

/** What one computation needs beside a mix and its rules. */
export interface Scene {
  products: readonly RatedProduct[];
  sources: readonly DriftSource[];
  setup?: DriftSetup;
  weather?: Partial<Weather>;
  claims?: readonly ManualClaim[];
  boundary?: DriftFacts["boundary"];
  features?: DriftFacts["features"];
  downslopeLines?: DriftFacts["downslopeLines"];
  rest?: DriftFacts["rest"];
  rulebook?: DriftFacts["rulebook"];
  withWindRose?: boolean;
  withRoseGround?: boolean;
}

export const SQUARE = ground([
  [
    feet([
      [0, 0],
      [1320, 0],
      [1320, 1320],
      [0, 1320],
    ]),
  ],
]);

/** What the engine reads of a scene. */
export const factsOf = (scene: Scene): DriftFacts => {
  const setup = scene.setup ?? setupOf("Broadcast-Ground");
  const weather = { windDirectionDeg: 0, windSpeedMph: 8, temperatureF: null, humidityPercent: null, ...scene.weather };
  return {
    checkedAt: NOW,
    boundary: SQUARE,
    setup,
    claims: [],
    features: { hasGlobalSet: true, features: [] },
    downslopeLines: [],
    labelIssues: conditionIssues(judgeConditions(scene.products, conditionFactsOf(setup, { weather }))),
    rulebook,
    rest: { statuses: [], issues: [] },
    withWindRose: false,
    ...scene,
    weather,
  };
};

/** The same practice menu with every figure read in a document, so that the rules can be seen at work. */
export const READ: DriftFacts["rulebook"] = {
  ...rulebook,
  driftPractices: {
    ...rulebook.driftPractices,
    rows: rulebook.driftPractices.rows.map((row) => ({
      ...row,
      figures: row.figures.map((figure) => ({ ...figure, evidence: "primary" as const })),
    })),
  },
};

export const computed = (scene: Scene): DriftComputation => computeDrift(kernel, factsOf(scene));
/** One label rule of one made-up product. */
export const oneRule = (rule: DriftSource["rule"], members: Partial<SubmittedProduct> = {}): Scene => {
  const rated = ratedWith({ drift: rule }, members);
  return { products: [rated], sources: [labelSource(rule, rated)] };
};

/** Two labels that keep their distances downwind: the first counts the road of this width south of the square, the second none. */
export function mixBesideRoad(roadFt: number, firstFt: number, secondFt: number): Scene {
  const [one, two] = [firstFt, secondFt].map((distance) =>
    driftRule({ wind_directional: [method("ground", distance)] }),
  );
  if (one === undefined || two === undefined) throw new Error("Two labels.");
  const counts = { ...one, buffersEsa: { ...one.buffersEsa, exclusionCategories: ["road"] } };
  const [first, second] = [ratedWith({ drift: counts }), { ...ratedWith({ drift: two }), productIndex: 1 }];
  return {
    products: [first, second],
    sources: [labelSource(counts, first), labelSource(two, second)],
    features: { hasGlobalSet: true, features: [feature(ground([[box(-400, -roadFt, 1720, 0)]]))] },
  };
}

/** Sides along meridian and parallel, as east and west ends lie there: the meridians of both run askew by 0.3°. */
export const LONG_FIELD: DriftFacts["boundary"] = {
  type: "MultiPolygon",
  coordinates: [
    [
      [
        [-122.6, 48.9],
        [-122.2, 48.9],
        [-122.2, 48.903],
        [-122.6, 48.903],
        [-122.6, 48.9],
      ],
    ],
  ],
};

export function placed({ input }: PlacementCase): DriftComputation {
  const { type = "wind_directional", exclusionCategories = [] } = input.buffer ?? {};
  const rule = driftRule({ [type]: [method("ground", input.widthFt)] });
  const downslope = (input.downslopeFt ?? []).map((line) => ground([[feet(line)]]).coordinates[0]?.[0]?.slice(0, -1));
  return computed({
    ...oneRule({ ...rule, buffersEsa: { ...rule.buffersEsa, exclusionCategories } }),
    boundary: ground(input.fieldFt.map((rings) => rings.map(feet))),
    weather: { windDirectionDeg: input.windFromDeg, windSpeedMph: input.windMph },
    claims: (input.claims ?? []).map(claimOf),
    features: { hasGlobalSet: input.hasGlobalSet ?? true, features: (input.features ?? []).map(featureOf) },
    downslopeLines: downslope.map((coordinates: Position[] = []) => ({ type: "LineString", coordinates })),
  });
}

const featureOf = ({ ringFt, ...members }: NonNullable<PlacementCase["input"]["features"]>[number]): BufferFeature => ({
  kind: "managed",
  category: "road",
  label: null,
  origin: "global",
  isConfirmed: true,
  ...members,
  geometry: ground([[feet(ringFt)]]),
});

export const codesOf = (issues: readonly Issue[]): string[] => issues.map(({ code }) => code);

/** A case of a label of the catalogue, with the source of each fact in its rule file. */
export interface LabelCase {
  name: string;
  source: string;
  input: {
    products: { epaNumber: string | null; productName: string; rate?: number; rateUnit?: string }[];
    method: ApplicationMethod;
    dropletSize: DriftSetup["dropletSize"];
    boomHeight: DriftSetup["boomHeight"];
    windMph: number;
    windFromDeg?: number;
    humidityPercent?: number;
    claims?: string[];
  };
  expected: {
    /** Of each product: before reduction, the share taken off, and what is left. */
    products: { rawDistanceFt: number | null; reductionPercent: number | null; bufferFt: number | null }[];
    issues: string[];
    driftStatus: OverallStatus;
    /** Null: nothing could be placed. */
    hasTreatableArea: boolean | null;
    bufferSqft?: number;
  };
  tolerance: { areaPercent: number };
}
