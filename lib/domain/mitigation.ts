import type { Cited } from "@/lib/domain/citation";
import type { RunoffSystem } from "@/lib/domain/product";
import type { SoilSplit } from "@/lib/domain/soil";

/** What some sources read where others read another figure. */
export interface PointReading extends Cited {
  points: number;
  /** Left out: everywhere. `texture_not_sandy`: unless the survey says sand, loamy sand or sandy loam. */
  where?: "texture_not_sandy" | undefined;
}

/** What a measure claims about the application, to compare with the application's own facts. */
export interface MeasureClaims {
  /** The year's total is at most this share of what the label allows in a year. */
  annualShareAtMost?: number | undefined;
  /** Applications of the year, this one included, of a product that the system is for. */
  applicationsAtMost?: number | undefined;
  /** Most of the field is left untreated, which a broadcast application does not do. */
  partialTreatment?: true | undefined;
  /** Measures of the two kinds cannot both be in place. */
  tillage?: "none" | "tilled" | undefined;
}

/** The lowest level of a menu: what an applicator selects and what earns points. */
export interface SubOption extends Cited {
  id: number;
  code: string;
  label: string;
  /** Null: the points are derived (a program's total), not a figure of the table. */
  points: number | null;
  /** Every reading of a figure that the sources give differently, `points` being the lowest; empty: they agree. */
  readings: PointReading[];
  /** The document that would settle which reading is right; null where nothing is disputed. */
  settledBy: string | null;
  /** Null: nothing that an application could contradict. */
  claims: MeasureClaims | null;
  /** Null: the same on every soil. */
  hydrologicSoilGroup: SoilSplit | null;
  helperText: string | null;
  helperLink: string | null;
  isActive: boolean;
  /** Awarded by the rules, never selected by anyone. */
  isDerived: boolean;
  /** Given by the ground a field lies on, never selected by anyone. */
  isAutomatic: boolean;
}

export interface MenuOption {
  id: number;
  code: string;
  label: string;
  description: string | null;
  maxSelect: number | null;
  helperText: string | null;
  helperLink: string | null;
  sortOrder: number;
  /** Options of one exclusive group: the one named first in `exclusiveGroups` wins. */
  exclusiveGroup: string | null;
  /** Options whose measures may be one piece of ground, which no source lets earn twice: by the lowest reading one of them counts. */
  sharedGround: string | null;
  /** Most points the option may give; null has no cap. */
  pointsCap: number | null;
  subOptions: SubOption[];
}

export interface MenuCategory {
  id: number;
  code: string;
  label: string;
  description: string | null;
  maxSelect: number | null;
  sortOrder: number;
  /** Counts toward the bonus for measures of two or more practice categories. */
  isPracticeCategory: boolean;
  options: MenuOption[];
}

/** One edition of a mitigation menu. */
export interface MitigationMenu {
  system: RunoffSystem;
  edition: string;
  effectiveFrom: string;
  /** Option codes in order of precedence, by group. */
  exclusiveGroups: Record<string, string[]>;
  /** The document that would settle what shared ground earns; null where no option shares any. */
  sharedGroundSettledBy: string | null;
  /** Highest requirement the system can ask for; null has no ceiling. */
  maxRequiredPoints: number | null;
  categories: MenuCategory[];
}

export const CREDIT_SOURCES = ["always", "slope", "soil", "county", "portal"] as const;
export type CreditSource = (typeof CREDIT_SOURCES)[number];
export type AutoCreditSource = Exclude<CreditSource, "portal">;

/** A measure selected for a field and year, automatically or in the portal. */
export interface Selection {
  system: RunoffSystem;
  subOptionId: number;
  source: CreditSource;
  /** `YYYY-MM-DD`. */
  implementationDate: string | null;
  notes: string | null;
}

/**
 * Whether a chosen measure comes too late for an application: labels want it in place by then.
 * `applicationDate`: `YYYY-MM-DD`. Source: docs/evidence.md, Timing of measures, "Timing". A measure without a date is taken at its word.
 */
export const isDatedAfter = (
  { source, implementationDate }: Pick<Selection, "source" | "implementationDate">,
  applicationDate: string,
): boolean => source === "portal" && implementationDate !== null && implementationDate > applicationDate;

/** Why a selected measure earns nothing. docs/contract.md, Retrieval. */
export const NOT_CREDITED_REASONS = [
  "SOIL_INELIGIBLE",
  "PRODUCT_RESTRICTED",
  "OVER_MAX_SELECT",
  "OVER_CAP",
  "INACTIVE",
  "EXCLUSIVE",
  "NOT_DERIVED",
] as const;
export type NotCreditedReason = (typeof NOT_CREDITED_REASONS)[number];

/** One row of the automatic credit table. A key names its comparison. */
export interface AutoCreditRow {
  source: AutoCreditSource;
  when: { slopePctBelow?: number; slopePctAtMost?: number; countyPoints?: number; hydrologicGroupIn?: string[] };
  subOptionId: number;
  cite: string[];
}

export interface AutoCreditTable {
  edition: string;
  rows: AutoCreditRow[];
}

export const EXEMPTION_REASONS = [
  "managed_areas_downgradient",
  "perimeter_berm",
  "tailwater_return",
  "controlled_drainage",
  "permanent_basin",
  "soil_injection",
  "tree_injection",
  "subsurface_chemigation",
  "spot_treatment",
  "small_area",
] as const;
export type ExemptionReason = (typeof EXEMPTION_REASONS)[number];
