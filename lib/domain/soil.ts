/** Hydrologic soil group as the survey writes it, or the two keys for area without one. */
export const SOIL_GROUPS = ["A", "B", "C", "D", "A/B", "A/D", "B/D", "C/D"] as const;
export type SoilGroup = (typeof SOIL_GROUPS)[number];

/** Key of area the survey has no map unit for. */
export const NO_DATA = "no_data";

/** A measure's or requirement's soil split: A and B soils, or C and D soils. */
export const SOIL_SPLITS = ["A_B", "C_D"] as const;
export type SoilSplit = (typeof SOIL_SPLITS)[number];

export interface SoilShare {
  areaSqm: number;
  percentage: number;
}

/** The ground of a field under one symbol of the survey. */
export interface MapUnitSummary extends SoilShare {
  muname: string | null;
  /** Of units that share the symbol the wettest; null: one has none. Left out in an analysis from before it was kept. */
  group?: SoilGroup | null | undefined;
}

/** What the survey says of one boundary. Nulls are real: water has no group, rock has no slope. */
export interface SoilSummary {
  dominantGroup: SoilGroup | null;
  /** Area-weighted average slope, percent (rise over run × 100). */
  slopePct: number | null;
  totalAreaSqm: number;
  byGroup: Record<string, SoilShare>;
  byMapUnit: Record<string, MapUnitSummary>;
}

/** How a check came by its soil. `not_applicable`: nothing asked for it. */
export type SoilOutcome =
  | { status: "reused" | "fetched"; summary: SoilSummary; version: string }
  | { status: "unavailable" | "not_applicable"; summary: null; version: null };
