import type { FeatureKind } from "@/lib/domain/drift";
import { MANAGED_AREA_CATEGORIES } from "@/lib/domain/tables";

/** Ground that a buffer protects. It takes nothing off a buffer, and cancels managed ground where the two overlap. */
export const PROTECTED_CATEGORIES = ["water", "habitat", "other_protected"] as const;

/** Every category of ground beside a field, with what it is called. */
export const FEATURE_CATEGORY_LABELS = {
  agricultural_field: "Agricultural field",
  prepared_field: "Prepared field",
  road: "Road",
  structure: "Building or yard",
  mowed_grass: "Mowed grass",
  bare_ground: "Bare ground",
  mitigation_area: "Mitigation area",
  managed_wetland: "Managed wetland",
  contained_irrigation_water: "Contained irrigation water",
  other_managed_land: "Other managed land",
  water: "Water",
  habitat: "Habitat",
  other_protected: "Other protected ground",
} as const satisfies Record<(typeof MANAGED_AREA_CATEGORIES | typeof PROTECTED_CATEGORIES)[number], string>;

export type FeatureCategory = keyof typeof FEATURE_CATEGORY_LABELS;
export const FEATURE_CATEGORIES = [...MANAGED_AREA_CATEGORIES, ...PROTECTED_CATEGORIES] as const;

export const isFeatureCategory = (text: string): text is FeatureCategory => text in FEATURE_CATEGORY_LABELS;

/** Whether ground of a category may carry a buffer. */
export const kindOfCategory = (category: FeatureCategory): FeatureKind =>
  (MANAGED_AREA_CATEGORIES as readonly string[]).includes(category) ? "managed" : "non_managed";
