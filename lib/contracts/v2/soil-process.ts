import { z } from "zod";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { defineContract } from "@/lib/contracts/shared/contract";
import { fieldBoundarySchema } from "@/lib/contracts/shared/field-boundary";
import { text } from "@/lib/contracts/shared/text";
import { geometrySchema } from "@/lib/contracts/v2/geometry";
import { presentSoilSummary, soilSummarySchema } from "@/lib/contracts/v2/soil";
import type { FieldBoundary } from "@/lib/domain/field";
import { round2 } from "@/lib/domain/rounding";
import type { SoilFeature } from "@/lib/domain/soil-survey";
import type { ProcessedSoil } from "@/lib/usecases/fields/process-soil";

/** A boundary that was accepted, as it came: it may carry members of its sender's own. */
const sentFeatureSchema = z
  .looseObject({
    type: z.literal("Feature"),
    properties: z.record(z.string(), z.unknown()).nullable().optional(),
    geometry: geometrySchema,
  })
  .meta({ override: { $ref: "#/components/schemas/FieldBoundary" } });
type SentFeature = z.input<typeof sentFeatureSchema>;

/** The boundary to work with, and the one that was sent, which the answer echoes. */
const echoedBoundary = (context: ParseContext) =>
  z
    .unknown()
    .transform((value, refinement): FieldBoundary & { sent: SentFeature } => {
      const parsed = fieldBoundarySchema(context).safeParse(value);
      if (parsed.success) return { ...parsed.data, sent: value as SentFeature };
      refinement.issues.push(
        ...parsed.error.issues.map((found) => ({ ...found, input: value }) as z.core.$ZodRawIssue),
      );
      return z.NEVER;
    })
    .meta({ override: { $ref: "#/components/schemas/FieldBoundary" } });

const soilProcessBody = (context: ParseContext) =>
  z
    .strictObject({
      provider_id: text().describe("Your provider. It must be the provider of the API key."),
      field_boundary: echoedBoundary(context),
    })
    .meta({ id: "SoilProcessRequest", description: "A polygon." });

const soilFeatureSchema = z
  .strictObject({
    type: z.literal("Feature").describe("A GeoJSON Feature."),
    properties: z
      .strictObject({
        mukey: z.string().describe("Map unit key of the survey."),
        musym: z.string().nullable().describe("Map unit symbol."),
        muname: z.string().nullable().describe("Map unit name."),
        hydgrpdcd: z.string().nullable().describe("Hydrologic soil group; null: none."),
        slopegradwta: z.number().nullable().describe("Average slope, percent; null: none."),
        area_sqm: z.number().nonnegative().describe("Area inside the field, square meters."),
        percentage: z.number().min(0).max(100.1).describe("Share of the field, percent."),
      })
      .meta({ id: "SoilFeatureProperties", description: "A map unit inside the field." })
      .describe("What the survey says of it."),
    geometry: geometrySchema,
  })
  .meta({ id: "SoilFeature", description: "A map unit clipped to the field." });

export const soilProcessResponse = soilSummarySchema
  .extend({
    soil_data: z
      .strictObject({
        type: z.literal("FeatureCollection").describe("A GeoJSON FeatureCollection."),
        features: z.array(soilFeatureSchema).describe("One feature per piece of a map unit."),
      })
      .meta({ id: "SoilFeatures", description: "Map units as a GeoJSON FeatureCollection." })
      .describe("Map units clipped to the field, as GeoJSON."),
    field_boundary: sentFeatureSchema.describe("The boundary as sent."),
  })
  .meta({ id: "SoilAnalysis", description: "The soil of a polygon." });

const presentFeature = ({ geometry, ...unit }: SoilFeature): z.input<typeof soilFeatureSchema> => ({
  type: "Feature",
  properties: {
    mukey: unit.mukey,
    musym: unit.musym,
    muname: unit.muname,
    hydgrpdcd: unit.hydgrpdcd,
    slopegradwta: unit.slopegradwta,
    area_sqm: round2(unit.areaSqm),
    percentage: round2(unit.percentage),
  },
  geometry,
});

export const soilProcess = defineContract({
  method: "POST",
  path: "/api/v2/soil/process",
  operationId: "processSoil",
  tag: "Fields",
  summary: "Analyze hydrologic soil groups and slope of a polygon",
  description: "Saves nothing. Group and slope can be null: water has neither. Without soil data the answer is 503.",
  rateClass: "writes",
  isProcessing: true,
  body: soilProcessBody,
  query: z.strictObject({}),
  params: z.object({}),
  response: soilProcessResponse,
  present: (soil: ProcessedSoil, { body }): z.input<typeof soilProcessResponse> => ({
    ...presentSoilSummary(soil.summary),
    soil_data: { type: "FeatureCollection", features: soil.features.map(presentFeature) },
    field_boundary: body.field_boundary.sent,
  }),
  problems: ["groundNotSurveyed"],
});
