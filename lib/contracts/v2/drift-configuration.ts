import { z } from "zod";
import type { DriftConfiguration, DriftDistance, DriftRequirement } from "@/lib/domain/compliance";
import { BUFFER_TYPES, type BufferMethod, type BuffersEsa, type WindRange } from "@/lib/domain/product";
import { isoTime, timestamp } from "@/lib/contracts/shared/text";
import {
  boomHeightSchema,
  bufferTypeSchema,
  dropletCategorySchema,
  methodClassSchema,
  methodNameSchema,
  normalizedRateUnitSchema,
  rateResolutionSchema,
} from "@/lib/contracts/vocabulary/drift";
import { mitigationTypeSchema } from "@/lib/contracts/vocabulary/measures";
import { round2, roundRate } from "@/lib/domain/rounding";

const feet = z.number().nonnegative();
const windRangeSchema = z
  .strictObject({
    min_mph: z.number().describe("Lowest wind speed of the range, miles an hour, included."),
    max_mph: z.number().describe("Highest wind speed of the range, miles an hour."),
    distance: feet.describe("Buffer in this range, feet."),
  })
  .meta({ id: "WindRange", description: "The buffer for a range of wind speeds." });

const bufferMethodSchema = z
  .strictObject({
    type: methodClassSchema,
    distance: feet.describe("Buffer where no range applies, feet."),
    unit: z.literal("feet").describe("Always feet."),
    mitigation_type: mitigationTypeSchema,
    min_droplet_size: dropletCategorySchema
      .optional()
      .describe("Finest droplet class the distance holds for. Left out: any."),
    boom_height: boomHeightSchema.optional().describe("Boom height the distance holds for. Left out: any."),
    wind_speed_ranges: z
      .array(windRangeSchema)
      .optional()
      .describe("Distances by wind speed. Left out: one distance for all."),
    rate_ranges: z
      .array(
        z
          .strictObject({
            min: z.number().describe("Lowest rate of the range, in `unit`, included."),
            max: z.number().describe("Highest rate of the range, in `unit`."),
            unit: normalizedRateUnitSchema,
            distance: feet.describe("Buffer in this range, feet."),
            wind_speed_ranges: z
              .array(windRangeSchema)
              .nullable()
              .describe("Distances by wind speed within this range of rates; null: one for all."),
          })
          .meta({ id: "RateRange", description: "The buffer for a range of rates." }),
      )
      .optional()
      .describe("Distances by rate. Left out: one distance for all."),
  })
  .meta({ id: "BufferMethod", description: "A buffer distance for one class of methods." });

const buffersEsaSchema = z
  .strictObject({
    anchor: z.literal("field_edge_inward").describe("Buffers begin at the field's edge and reach inward."),
    can_mitigate: z.boolean().describe("Whether practices may make the buffer smaller."),
    exclusion_categories: z
      .array(z.string())
      .describe("Kinds of ground beside the field that may carry part of the buffer."),
    buffer_types: z
      .partialRecord(
        bufferTypeSchema,
        z
          .strictObject({
            methods: z
              .array(bufferMethodSchema)
              .describe("One entry per class of methods, droplet class, or boom height."),
          })
          .meta({ id: "BufferMethods", description: "Distances of one kind of buffer." }),
      )
      .describe("Distances by kind of buffer."),
  })
  .meta({ id: "BuffersEsa", description: "The buffers a label or a limitation requires, as it states them." });

const distanceSchema = z
  .strictObject({
    distance: feet.describe("Widest buffer of this kind, feet, before wind, rate, and reductions."),
    unit: z.literal("feet").describe("Always feet."),
    mitigation_type: mitigationTypeSchema,
  })
  .meta({ id: "DriftDistance", description: "A buffer distance." })
  .nullable();
const summaryEntrySchema = z
  .strictObject({
    mitigatable: distanceSchema.describe("Widest buffer that practices may make smaller; null: none."),
    non_mitigatable: distanceSchema.describe("Widest buffer that nothing makes smaller; null: none."),
  })
  .meta({ id: "DriftSummaryEntry", description: "The widest distances of one kind of buffer." })
  .nullable();
const summarySchema = z
  .strictObject({
    wind_directional: summaryEntrySchema.describe("Buffers along downwind edges; null: none."),
    omni_directional: summaryEntrySchema.describe("Buffers along every edge; null: none."),
    downslope: summaryEntrySchema.describe("Buffers along downslope edges; null: none."),
  })
  .meta({ id: "DriftSummary", description: "The widest buffers by kind." });

export const normalizedRateSchema = z
  .strictObject({ value: z.number().describe("Amount of product an acre."), unit: normalizedRateUnitSchema })
  .meta({ id: "NormalizedRate", description: "A rate per acre." });

export const presentNormalizedRate = (
  rate: DriftRequirement["rateNormalized"],
): z.input<typeof normalizedRateSchema> | null =>
  rate === null ? null : { value: roundRate(rate.value), unit: rate.unit };

const requirementSchema = z
  .strictObject({
    config_label: z.string().describe("`product:<registration>` or `limitation:<id>`."),
    source: z
      .enum(["product", "pula_limitation"])
      .describe("Whether the product label or a PULA limitation asks for it."),
    product_epa: z.string().nullable().describe("Registration number of the product; null where it has none."),
    limitation_id: z.int().nullable().describe("The limitation, null for a product label."),
    buffers_esa: buffersEsaSchema,
    method: methodNameSchema,
    raw_distance_ft: feet
      .nullable()
      .describe("Distance before reductions, feet; null where wind or rate still decide it."),
    has_wind_speed_ranges: z.boolean().describe("Whether the distance depends on the wind speed."),
    has_rate_ranges: z.boolean().describe("Whether the distance depends on the rate."),
    rate_normalized: normalizedRateSchema
      .nullable()
      .describe("Rate per acre after conversion; null where it could not be converted."),
    rate_raw: z
      .strictObject({ rate: z.number().describe("Amount."), rate_unit: z.string().describe("Unit.") })
      .meta({ id: "SentRate", description: "A rate as it was sent." })
      .describe("The rate as sent."),
    rate_resolution: rateResolutionSchema,
    ai_info: z
      .strictObject({
        name: z.string().describe("Name of the ingredient."),
        rate_lb_ai_per_acre: z.number().describe("Pounds of active ingredient an acre."),
        source: z.string().describe("Where its strength is from."),
      })
      .meta({ id: "ActiveIngredientRate", description: "Rate of one active ingredient." })
      .nullable()
      .describe("Active ingredient behind the rate; null where it did not matter."),
  })
  .meta({ id: "DriftRequirement", description: "A buffer that one product label or limitation requires." });

export const driftConfigurationSchema = z
  .strictObject({
    version: z.int().describe("Format version of the configuration. Inspect it: checks now write 4."),
    computed_at: timestamp.describe("When it was made, UTC."),
    summary: summarySchema,
    requirements: z.array(requirementSchema).describe("One entry per label or limitation that requires a buffer."),
  })
  .meta({ id: "DriftConfiguration", description: "The drift buffers required before the wind is known." });

const presentWind = (ranges: readonly WindRange[]) =>
  ranges.map(({ minMph, maxMph, distanceFt }) => ({ min_mph: minMph, max_mph: maxMph, distance: round2(distanceFt) }));

const presentMethod = (method: BufferMethod): z.input<typeof bufferMethodSchema> => ({
  type: method.type,
  distance: round2(method.distanceFt),
  unit: "feet",
  mitigation_type: method.mitigationType,
  ...(method.minDropletSize === null ? {} : { min_droplet_size: method.minDropletSize }),
  ...(method.boomHeight === null ? {} : { boom_height: method.boomHeight }),
  ...(method.windSpeedRanges === null ? {} : { wind_speed_ranges: presentWind(method.windSpeedRanges) }),
  ...(method.rateRanges === null
    ? {}
    : {
        rate_ranges: method.rateRanges.map(({ min, max, unit, distanceFt, windSpeedRanges }) => ({
          min,
          max,
          unit,
          distance: round2(distanceFt),
          wind_speed_ranges: windSpeedRanges === null ? null : presentWind(windSpeedRanges),
        })),
      }),
});

const presentBuffers = (buffers: BuffersEsa): z.input<typeof buffersEsaSchema> => ({
  anchor: buffers.anchor,
  can_mitigate: buffers.canMitigate,
  exclusion_categories: buffers.exclusionCategories,
  buffer_types: Object.fromEntries(
    BUFFER_TYPES.flatMap((type) => {
      const found = buffers.bufferTypes[type];
      return found === undefined ? [] : [[type, { methods: found.methods.map(presentMethod) }]];
    }),
  ),
});

const presentDistance = (distance: DriftDistance | null): z.input<typeof distanceSchema> =>
  distance === null
    ? null
    : { distance: round2(distance.distanceFt), unit: "feet", mitigation_type: distance.mitigationType };

const presentRequirement = (requirement: DriftRequirement): z.input<typeof requirementSchema> => ({
  config_label: requirement.configLabel,
  source: requirement.source,
  product_epa: requirement.productEpa,
  limitation_id: requirement.limitationId,
  buffers_esa: presentBuffers(requirement.buffersEsa),
  method: requirement.method,
  raw_distance_ft: requirement.rawDistanceFt === null ? null : round2(requirement.rawDistanceFt),
  has_wind_speed_ranges: requirement.hasWindSpeedRanges,
  has_rate_ranges: requirement.hasRateRanges,
  rate_normalized: presentNormalizedRate(requirement.rateNormalized),
  rate_raw: { rate: requirement.rateRaw.rate, rate_unit: requirement.rateRaw.rateUnit },
  rate_resolution: requirement.rateResolution,
  ai_info:
    requirement.aiInfo === null
      ? null
      : {
          name: requirement.aiInfo.name,
          rate_lb_ai_per_acre: roundRate(requirement.aiInfo.rateLbAiPerAcre),
          source: requirement.aiInfo.source,
        },
});

export function presentDriftConfiguration(configuration: DriftConfiguration): z.input<typeof driftConfigurationSchema> {
  const entry = (type: keyof DriftConfiguration["summary"]) => {
    const found = configuration.summary[type];
    return found === null
      ? null
      : { mitigatable: presentDistance(found.mitigatable), non_mitigatable: presentDistance(found.nonMitigatable) };
  };
  return {
    version: configuration.version,
    computed_at: isoTime(configuration.computedAt),
    summary: {
      wind_directional: entry("wind_directional"),
      omni_directional: entry("omni_directional"),
      downslope: entry("downslope"),
    },
    requirements: configuration.requirements.map(presentRequirement),
  };
}
