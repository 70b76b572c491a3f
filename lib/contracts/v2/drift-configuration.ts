import { z } from "zod";
import { APPLICATION_METHOD_NAMES, BOOM_HEIGHTS, DROPLET_CATEGORIES, METHOD_CLASSES } from "@/lib/domain/application";
import {
  RATE_RESOLUTIONS,
  type DriftConfiguration,
  type DriftDistance,
  type DriftRequirement,
} from "@/lib/domain/compliance";
import {
  BUFFER_TYPES,
  MITIGATION_TYPES,
  type BufferMethod,
  type BuffersEsa,
  type WindRange,
} from "@/lib/domain/product";
import { isoTime, round2, timestamp } from "@/lib/contracts/shared/text";

const feet = z.number().nonnegative();
const windRangeSchema = z.strictObject({ min_mph: z.number(), max_mph: z.number(), distance: feet });
const rateUnitSchema = z.enum(["fl_oz_per_acre", "lb_per_acre"]);

const bufferMethodSchema = z.strictObject({
  type: z.enum(METHOD_CLASSES),
  distance: feet,
  unit: z.literal("feet"),
  mitigation_type: z.enum(MITIGATION_TYPES),
  min_droplet_size: z.enum(DROPLET_CATEGORIES).optional(),
  boom_height: z.enum(BOOM_HEIGHTS).optional(),
  wind_speed_ranges: z.array(windRangeSchema).optional(),
  rate_ranges: z
    .array(
      z.strictObject({
        min: z.number(),
        max: z.number(),
        unit: rateUnitSchema,
        distance: feet,
        wind_speed_ranges: z.array(windRangeSchema).nullable(),
      }),
    )
    .optional(),
});

const buffersEsaSchema = z
  .strictObject({
    anchor: z.literal("field_edge_inward"),
    can_mitigate: z.boolean(),
    exclusion_categories: z.array(z.string()),
    buffer_types: z.partialRecord(z.enum(BUFFER_TYPES), z.strictObject({ methods: z.array(bufferMethodSchema) })),
  })
  .meta({ id: "BuffersEsa" });

const distanceSchema = z
  .strictObject({ distance: feet, unit: z.literal("feet"), mitigation_type: z.enum(MITIGATION_TYPES) })
  .nullable();
const summaryEntrySchema = z.strictObject({ mitigatable: distanceSchema, non_mitigatable: distanceSchema }).nullable();

const requirementSchema = z.strictObject({
  config_label: z.string(),
  source: z.enum(["product", "pula_limitation"]),
  product_epa: z.string().nullable(),
  limitation_id: z.int().nullable(),
  buffers_esa: buffersEsaSchema,
  method: z.enum(APPLICATION_METHOD_NAMES),
  raw_distance_ft: feet.nullable(),
  has_wind_speed_ranges: z.boolean(),
  has_rate_ranges: z.boolean(),
  rate_normalized: z.strictObject({ value: z.number(), unit: rateUnitSchema }).nullable(),
  rate_raw: z.strictObject({ rate: z.number(), rate_unit: z.string() }),
  rate_resolution: z.enum(RATE_RESOLUTIONS),
  ai_info: z.strictObject({ name: z.string(), rate_lb_ai_per_acre: z.number(), source: z.string() }).nullable(),
});

export const driftConfigurationSchema = z
  .strictObject({
    version: z.int(),
    computed_at: timestamp,
    summary: z.strictObject({
      wind_directional: summaryEntrySchema,
      omni_directional: summaryEntrySchema,
      downslope: summaryEntrySchema,
    }),
    requirements: z.array(requirementSchema),
  })
  .meta({ id: "DriftConfiguration" });

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
  rate_normalized: requirement.rateNormalized,
  rate_raw: { rate: requirement.rateRaw.rate, rate_unit: requirement.rateRaw.rateUnit },
  rate_resolution: requirement.rateResolution,
  ai_info:
    requirement.aiInfo === null
      ? null
      : {
          name: requirement.aiInfo.name,
          rate_lb_ai_per_acre: requirement.aiInfo.rateLbAiPerAcre,
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
