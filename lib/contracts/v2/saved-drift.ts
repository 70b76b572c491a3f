import { z } from "zod";
import { APPLICATION_METHOD_NAMES, BOOM_HEIGHTS, DROPLET_CATEGORIES } from "@/lib/domain/application";
import { FEATURE_KINDS, type AdjuvantResults } from "@/lib/domain/drift";
import { WEATHER_SOURCES, type DrawnFeature, type SavedWeather } from "@/lib/domain/drift-saved";
import { MITIGATION_TYPES } from "@/lib/domain/product";
import { ADJUVANT_KINDS } from "@/lib/domain/tables";
import type { RecordedReduction } from "@/lib/usecases/applications/drift-buffer/recorded-reductions";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { isoTime, round2, timestamp } from "@/lib/contracts/shared/text";
import { driftConfigurationSchema, presentDriftConfiguration } from "@/lib/contracts/v2/drift-configuration";
import { computationSchema, presentComputation } from "@/lib/contracts/v2/drift-computation";
import { geometrySchema } from "@/lib/contracts/v2/geometry";
import { issueSchema, presentIssue } from "@/lib/contracts/v2/issues";

const recordedSchema = z.strictObject({
  drift_type: z.enum(MITIGATION_TYPES),
  total_reduction_percent: z.number().min(0).max(100),
  selections: z.array(
    z.strictObject({
      sub_option_id: z.int(),
      label: z.string(),
      points: z.null(),
      reduction_percent: z.number().nullable(),
      custom_value: z.number().nullable(),
      notes: z.string().nullable(),
    }),
  ),
});

const adjuvantResultsSchema = z.strictObject({
  evaluated_at: timestamp,
  adjuvants: z.array(
    z.strictObject({
      product_index: z.int().nonnegative(),
      product_name: z.string(),
      kind: z.enum(ADJUVANT_KINDS).nullable(),
      recognised: z.boolean(),
      reduction_percent: z.number().nullable(),
    }),
  ),
  issues: z.array(issueSchema),
});

/** Ground that was drawn in the portal. */
const bufferFeaturesSchema = z.strictObject({
  type: z.literal("FeatureCollection"),
  features: z.array(
    z.strictObject({
      type: z.literal("Feature"),
      id: z.uuid(),
      properties: z.strictObject({
        kind: z.enum(FEATURE_KINDS),
        category: z.string(),
        label: z.string().nullable(),
      }),
      geometry: geometrySchema,
    }),
  ),
});

export const savedDriftSchema = z.strictObject({
  configuration: driftConfigurationSchema.nullable(),
  reductions: z.array(recordedSchema),
  adjuvant_results: adjuvantResultsSchema.nullable(),
  setup: z.strictObject({
    normalized_application_method: z.enum(APPLICATION_METHOD_NAMES),
    gpa: z.number().nullable(),
    droplet_size: z.enum(DROPLET_CATEGORIES).nullable(),
    boom_height: z.enum(BOOM_HEIGHTS).nullable(),
  }),
  weather: z.strictObject({
    wind_direction_deg: z.number().nullable(),
    wind_speed_mph: z.number().nullable(),
    temperature_f: z.number().nullable(),
    humidity_percent: z.number().nullable(),
    observed_at: timestamp.nullable(),
    source: z.enum(WEATHER_SOURCES).nullable(),
  }),
  last_computation: computationSchema.nullable(),
  buffer_features: bufferFeaturesSchema.nullable().optional(),
});

type WireDrift = z.input<typeof savedDriftSchema>;

const presentRecorded = (reduction: RecordedReduction): WireDrift["reductions"][number] => ({
  drift_type: reduction.driftType,
  total_reduction_percent: round2(reduction.totalReductionPercent),
  selections: reduction.selections.map((selection) => ({
    sub_option_id: selection.subOptionId,
    label: selection.label,
    points: null,
    reduction_percent: selection.reductionPercent,
    custom_value: selection.customValue,
    notes: selection.notes,
  })),
});

const presentAdjuvants = (results: AdjuvantResults): NonNullable<WireDrift["adjuvant_results"]> => ({
  evaluated_at: isoTime(results.evaluatedAt),
  adjuvants: results.adjuvants.map((found) => ({
    product_index: found.productIndex,
    product_name: found.productName,
    kind: found.kind,
    recognised: found.recognised,
    reduction_percent: found.reductionPercent,
  })),
  issues: results.issues.map(presentIssue),
});

/** Always an object: members that were not sent are null, and so is the source. */
const presentWeather = (weather: SavedWeather | null): WireDrift["weather"] => ({
  wind_direction_deg: weather?.windDirectionDeg ?? null,
  wind_speed_mph: weather?.windSpeedMph ?? null,
  temperature_f: weather?.temperatureF ?? null,
  humidity_percent: weather?.humidityPercent ?? null,
  observed_at: weather === null ? null : isoTime(weather.observedAt),
  source: weather?.source ?? null,
});

const presentDrawings = (drawn: readonly DrawnFeature[]): NonNullable<WireDrift["buffer_features"]> => ({
  type: "FeatureCollection",
  features: drawn.map(({ featureId, kind, category, label, geometry }) => ({
    type: "Feature",
    id: featureId,
    properties: { kind, category, label },
    geometry,
  })),
});

export function presentSavedDrift({ saved, driftReductions }: ScoredApplication, withGeometry: boolean): WireDrift {
  const configuration = saved.requirements.find((each) => each.driftConfiguration !== null)?.driftConfiguration ?? null;
  const { weather, lastComputation, adjuvantResults, drawnFeatures } = saved.drift;
  return {
    configuration: configuration === null ? null : presentDriftConfiguration(configuration),
    reductions: driftReductions.map(presentRecorded),
    adjuvant_results: adjuvantResults === null ? null : presentAdjuvants(adjuvantResults),
    setup: {
      normalized_application_method: saved.method,
      gpa: saved.gpa,
      droplet_size: saved.dropletSize,
      boom_height: saved.boomHeight,
    },
    weather: presentWeather(weather),
    last_computation: lastComputation === null ? null : presentComputation(lastComputation),
    ...(withGeometry ? { buffer_features: drawnFeatures.length === 0 ? null : presentDrawings(drawnFeatures) } : {}),
  };
}
