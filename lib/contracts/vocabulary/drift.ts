import { APPLICATION_METHOD_NAMES, BOOM_HEIGHTS, DROPLET_CATEGORIES, METHOD_CLASSES } from "@/lib/domain/application";
import { RATE_RESOLUTIONS } from "@/lib/domain/compliance";
import { EDGE_REASONS, FEATURE_KINDS, FEATURE_SCOPES, NOT_REDUCED_REASONS } from "@/lib/domain/drift";
import { WEATHER_SOURCES } from "@/lib/domain/weather-source";
import { BUFFER_TYPES } from "@/lib/domain/product";
import { ADJUVANT_KINDS } from "@/lib/domain/tables";
import { choices } from "@/lib/contracts/shared/choices";
import { z } from "zod";

export const methodNameSchema = z.enum(APPLICATION_METHOD_NAMES).meta({
  id: "ApplicationMethodName",
  description: "An application method as answers write it. Its class is ground, aerial or airblast.",
});

export const methodClassSchema = choices("MethodClass", "Class of application methods.", METHOD_CLASSES, {
  ground: "sprayed, spread, injected or irrigated from the ground.",
  aerial: "sprayed or spread from an aircraft or a drone.",
  airblast: "sprayed by an orchard or vineyard airblast sprayer.",
});

export const dropletCategorySchema = z.enum(DROPLET_CATEGORIES).meta({
  id: "DropletCategory",
  description: "Droplet size class of ASABE S572, from `extremely_fine` to `ultra_coarse`.",
});

export const boomHeightSchema = choices("BoomHeight", "Height of a ground boom above the target.", BOOM_HEIGHTS, {
  low: "2 feet or lower, as EPA's buffer tables have it.",
  high: "above 2 feet.",
});

export const bufferTypeSchema = choices(
  "BufferType",
  "Which edges of the field a drift buffer lies along.",
  BUFFER_TYPES,
  {
    wind_directional: "the downwind edges at the time of application.",
    omni_directional: "every edge, whatever the wind.",
    downslope: "the edges that someone marked as downslope.",
  },
);

export const normalizedRateUnitSchema = choices(
  "NormalizedRateUnit",
  "Unit of a rate per acre after conversion.",
  ["fl_oz_per_acre", "lb_per_acre"],
  { fl_oz_per_acre: "US fluid ounces of product an acre (liquids).", lb_per_acre: "pounds of product an acre (dry)." },
);

export const rateResolutionSchema = choices(
  "RateResolution",
  "Whether the rate that was sent could be compared with the label's rate ranges and limits.",
  RATE_RESOLUTIONS,
  {
    resolved: "converted to a rate per acre.",
    unresolved:
      "the unit is unknown, `gpa` is missing for a per-100 unit, or the label's limit is in another kind of unit (a volume, where the rate is a weight).",
    ambiguous: "ounces that may be liquid or dry; send `rate_unit_state`.",
    not_applicable: "the rule has no rate ranges.",
  },
);

export const edgeReasonSchema = choices("EdgeReason", "Why an edge has, or has not, a buffer.", EDGE_REASONS, {
  downwind: "the wind blows across it out of the field.",
  calm_air: "the wind is slower than 1 mph, which has no direction to go by, so every edge counts as downwind.",
  omni_directional: "the buffer holds on every edge.",
  downslope: "someone marked it as downslope.",
  downslope_unmarked: "a downslope buffer is required and no one has marked the edges.",
  not_selected: "the buffer in force does not lie along this edge.",
  no_requirement: "no buffer is required.",
  unresolved: "a buffer may be required and its width is not known.",
});

export const notReducedReasonSchema = choices(
  "NotReducedReason",
  "Why a drift practice takes nothing off a buffer.",
  NOT_REDUCED_REASONS,
  {
    FIGURE_UNVERIFIED: "no one has compared its percentage with the source.",
    NOT_ON_LABEL: "the label does not list it.",
    DISALLOWED: "the label rules it out.",
    MAY_BE_DISALLOWED: "the label may rule it out: no one has compared that with its text.",
    REQUIRED_ANYWAY: "the label requires it, so it earns nothing.",
    OTHER_OF_OPTION: "another practice of the same option already counts.",
    OTHER_METHOD: "it is for another application method.",
    NO_FIGURE: "the source names no percentage.",
  },
);

export const featureScopeSchema = choices(
  "FeatureScope",
  "Which ground beside the field a computation looked at.",
  FEATURE_SCOPES,
  {
    global_only: "the loaded data sets.",
    global_and_field: "the loaded data sets and what someone drew for this field in the portal.",
  },
);

export const featureKindSchema = choices("FeatureKind", "What ground beside a field does to a buffer.", FEATURE_KINDS, {
  managed: "it may carry part of the buffer.",
  non_managed: "the buffer protects it.",
});

export const weatherSourceSchema = choices("WeatherSource", "Where saved weather came from.", WEATHER_SOURCES, {
  request: "sent with a drift computation.",
  forecast: "a forecast.",
  observation: "a weather station.",
});

export const adjuvantKindSchema = z.enum(ADJUVANT_KINDS).meta({
  id: "AdjuvantKind",
  description: "What an adjuvant is for, as labels name it.",
});
