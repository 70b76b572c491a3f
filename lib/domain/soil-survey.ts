import type { MultiPolygon } from "geojson";
import type { SoilGroup, SoilOutcome } from "@/lib/domain/soil";

/**
 * A square of the grid that soil source data is stored by, so that neighbors share it. `x` counts squares eastward
 * from longitude 0, `y` northward from the equator; square (0, 0) has its south-west corner at 0, 0.
 */
export interface SoilCell {
  x: number;
  y: number;
}

/** Squares to a degree: 0.02 degrees a side, some 1.7 by 2.2 km in the Corn Belt. */
export const CELLS_PER_DEGREE = 50;

export const cellKey = ({ x, y }: SoilCell): string => `${x}/${y}`;

/** West, south, east and north of a square, degrees. Divided and not multiplied, so that neighbors share an edge. */
export const cellBounds = ({ x, y }: SoilCell): [west: number, south: number, east: number, north: number] => [
  x / CELLS_PER_DEGREE,
  y / CELLS_PER_DEGREE,
  (x + 1) / CELLS_PER_DEGREE,
  (y + 1) / CELLS_PER_DEGREE,
];

/** What the survey's tables say of a map unit. Nulls are real: water has neither group nor slope. */
export interface MapUnit {
  musym: string | null;
  muname: string | null;
  hydgrpdcd: SoilGroup | null;
  /** Percent, rise over run × 100. */
  slopegradwta: number | null;
}

/** Ground of one map unit. `mapUnit` null: the survey drew the ground and its tables lack the unit, which is no data. */
export interface MapUnitPolygon {
  mukey: string;
  mapUnit: MapUnit | null;
  geometry: MultiPolygon;
}

/** Publication of each survey area (`IN157`) that source data comes from, as comparable text. */
export type SurveyAreas = Record<string, string>;

/** What the survey answered for some squares. No polygons: the survey does not cover them. */
export interface SurveyAnswer {
  polygons: MapUnitPolygon[];
  areas: SurveyAreas;
}

/** Area of one map unit inside a boundary. */
export interface MapUnitShare extends MapUnit {
  mukey: string;
  hasMapUnit: boolean;
  areaSqm: number;
}

/** A map unit's ground clipped to a boundary. */
export interface SoilFeature extends MapUnit {
  mukey: string;
  areaSqm: number;
  percentage: number;
  geometry: MultiPolygon;
}

/** A soil outcome with the clipped ground it was made of. */
export type SoilOutcomeWithFeatures =
  | (Extract<SoilOutcome, { status: "reused" | "fetched" }> & { features: SoilFeature[] })
  | { status: "unavailable"; summary: null; version: null; features: null; failure: SoilFailure | null };

/** Why there is no soil. `no_coverage` and `too_scattered` will not change by asking again. */
export const SOIL_FAILURES = [
  "not_connected",
  "no_coverage",
  "too_scattered",
  "circuit_open",
  "timeout",
  "network",
  "http_status",
  "service_exception",
  "maintenance",
  "html",
  "content_type",
  "cut_json",
  "schema",
  "too_large",
] as const;
export type SoilFailure = (typeof SOIL_FAILURES)[number];

/** Failures of the moment: asking again later may give soil. */
export const isPassing = (failure: SoilFailure): boolean =>
  failure !== "not_connected" && failure !== "no_coverage" && failure !== "too_scattered";
