import { z } from "zod";
import type { AdjuvantResults } from "@/lib/domain/drift";
import type { DrawnFeature, SavedWeather } from "@/lib/domain/drift-saved";
import { round2 } from "@/lib/domain/rounding";
import type { RecordedReduction } from "@/lib/usecases/applications/drift-buffer/recorded-reductions";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { isoTime, timestamp } from "@/lib/contracts/shared/text";
import { driftConfigurationSchema, presentDriftConfiguration } from "@/lib/contracts/v2/drift-configuration";
import { presentComputation } from "@/lib/contracts/v2/drift-computation";
import { computationSchema } from "@/lib/contracts/v2/drift-computation-schema";
import { geometrySchema } from "@/lib/contracts/v2/geometry";
import { issueSchema, presentIssue } from "@/lib/contracts/v2/issues";
import {
  adjuvantKindSchema,
  boomHeightSchema,
  dropletCategorySchema,
  featureKindSchema,
  methodNameSchema,
  weatherSourceSchema,
} from "@/lib/contracts/vocabulary/drift";
import { mitigationTypeSchema } from "@/lib/contracts/vocabulary/measures";

const recordedSchema = z
  .strictObject({
    drift_type: mitigationTypeSchema,
    total_reduction_percent: z
      .number()
      .min(0)
      .max(100)
      .describe("Sum of the recorded percentages, at most 100. Not a verified reduction."),
    selections: z
      .array(
        z
          .strictObject({
            sub_option_id: z.int().describe("Identifier of the practice."),
            label: z.string().describe("Name for people."),
            points: z.int().nullable().describe("Always null: drift practices earn no points."),
            reduction_percent: z.number().nullable().describe("Percentage of the practice; null: no figure."),
            custom_value: z.number().nullable().describe("A figure the applicator gave; null: none."),
            notes: z.string().nullable().describe("The applicator's notes."),
          })
          .meta({ id: "RecordedSelection", description: "A recorded practice." }),
      )
      .describe("Practices someone recorded."),
  })
  .meta({
    id: "RecordedReduction",
    description: "Practices someone recorded for one drift system. They are not verified.",
  });

const adjuvantResultsSchema = z
  .strictObject({
    evaluated_at: timestamp.describe("When the tank was judged, UTC."),
    adjuvants: z
      .array(
        z
          .strictObject({
            product_index: z.int().nonnegative().describe("Place of the product, from 0."),
            product_name: z.string().describe("As sent, without blanks at its ends."),
            kind: adjuvantKindSchema.nullable().describe("What it is for; null: not recognized."),
            recognised: z.boolean().describe("Whether the service knows it."),
            reduction_percent: z
              .number()
              .nullable()
              .describe("What it takes off drift buffers, percent; null: nothing."),
          })
          .meta({ id: "EvaluatedAdjuvant", description: "An adjuvant in the tank." }),
      )
      .describe("Adjuvants in the tank."),
    issues: z.array(issueSchema).describe("What its use leaves open."),
  })
  .meta({ id: "AdjuvantResults", description: "How the adjuvants in the tank were judged." });

/** Ground that was drawn in the portal. */
const bufferFeaturesSchema = z
  .strictObject({
    type: z.literal("FeatureCollection").describe("A GeoJSON FeatureCollection."),
    features: z
      .array(
        z
          .strictObject({
            type: z.literal("Feature").describe("A GeoJSON Feature."),
            id: z.uuid().describe("Identifier of the drawing."),
            properties: z
              .strictObject({
                kind: featureKindSchema,
                category: z.string().describe("What it is: `road`, `structure`, `water`, and others."),
                label: z.string().nullable().describe("Its name; null: none."),
              })
              .meta({ id: "BufferFeatureProperties", description: "What drawn ground is." })
              .describe("What the ground is."),
            geometry: geometrySchema,
          })
          .meta({ id: "BufferFeature", description: "Ground someone drew beside the field." }),
      )
      .describe("What was drawn."),
  })
  .meta({ id: "BufferFeatures", description: "Ground drawn in the portal, as GeoJSON." });

export const savedDriftSchema = z
  .strictObject({
    configuration: driftConfigurationSchema
      .nullable()
      .describe("Buffers required before the wind is known; null: none."),
    reductions: z.array(recordedSchema).describe("Recorded practices by drift system."),
    adjuvant_results: adjuvantResultsSchema.nullable().describe("Null: not judged."),
    setup: z
      .strictObject({
        normalized_application_method: methodNameSchema,
        gpa: z.number().nullable().describe("Spray volume, US gallons an acre; null: not sent."),
        droplet_size: dropletCategorySchema.nullable().describe("Droplet class; null: not sent."),
        boom_height: boomHeightSchema.nullable().describe("Boom height; null: not sent."),
      })
      .meta({ id: "SavedSetup", description: "Setup as saved." })
      .describe("Setup as saved with the application."),
    weather: z
      .strictObject({
        wind_direction_deg: z
          .number()
          .nullable()
          .describe("Direction the wind came from, degrees clockwise from north."),
        wind_speed_mph: z.number().nullable().describe("Wind speed, miles an hour."),
        temperature_f: z.number().nullable().describe("Air temperature, degrees Fahrenheit."),
        humidity_percent: z.number().nullable().describe("Relative humidity, percent."),
        observed_at: timestamp
          .nullable()
          .describe("When it was read, UTC: as entered in the portal, otherwise when it was sent."),
        source: weatherSourceSchema.nullable().describe("Where it came from; null: no weather is saved."),
      })
      .meta({ id: "SavedWeather", description: "Weather as last sent. Members that were not sent are null." })
      .describe("Weather of the last drift computation."),
    last_computation: computationSchema
      .nullable()
      .describe("The last drift computation; null: none. It may be older than current selections."),
    buffer_features: bufferFeaturesSchema
      .nullable()
      .optional()
      .describe("Only with `include_geometry`: drawn ground; null: none."),
  })
  .meta({ id: "SavedDrift", description: "Drift of a saved application." });

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
