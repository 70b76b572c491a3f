import { z } from "zod";
import { APPLICATION_METHOD_NAMES, BOOM_HEIGHTS, DROPLET_CATEGORIES, METHOD_CLASSES } from "@/lib/domain/application";
import { DRIFT_CONFIGURATION_VERSION, RATE_RESOLUTIONS, type DriftConfiguration } from "@/lib/domain/compliance";
import { BUFFER_TYPES, MITIGATION_TYPES } from "@/lib/domain/product";

const unit = z.enum(["fl_oz_per_acre", "lb_per_acre"]);
const mitigationType = z.enum(MITIGATION_TYPES);
const windRanges = z.array(z.object({ minMph: z.number(), maxMph: z.number(), distanceFt: z.number() })).nullable();
const method = z.object({
  type: z.enum(METHOD_CLASSES),
  distanceFt: z.number(),
  mitigationType,
  minDropletSize: z.enum(DROPLET_CATEGORIES).nullable(),
  boomHeight: z.enum(BOOM_HEIGHTS).nullable(),
  windSpeedRanges: windRanges,
  rateRanges: z
    .array(z.object({ min: z.number(), max: z.number(), unit, distanceFt: z.number(), windSpeedRanges: windRanges }))
    .nullable(),
});
const requirement = z.object({
  configLabel: z.string(),
  source: z.enum(["product", "pula_limitation"]),
  productIndex: z.int(),
  productEpa: z.string().nullable(),
  limitationId: z.int().nullable(),
  buffersEsa: z.object({
    anchor: z.literal("field_edge_inward"),
    canMitigate: z.boolean(),
    exclusionCategories: z.array(z.string()),
    // A kind that is not known here is refused: left out, it would read as no buffer.
    bufferTypes: z.partialRecord(z.enum(BUFFER_TYPES), z.object({ methods: z.array(method) })),
  }),
  method: z.enum(APPLICATION_METHOD_NAMES),
  rawDistanceFt: z.number().nullable(),
  hasWindSpeedRanges: z.boolean(),
  hasRateRanges: z.boolean(),
  rateNormalized: z.object({ value: z.number(), unit }).nullable(),
  rateRaw: z.object({ rate: z.number(), rateUnit: z.string() }),
  rateResolution: z.enum(RATE_RESOLUTIONS),
  aiInfo: z.object({ name: z.string(), rateLbAiPerAcre: z.number(), source: z.string() }).nullable(),
});
const distance = z.object({ distanceFt: z.number(), mitigationType }).nullable();
const widest = z.object({ mitigatable: distance, nonMitigatable: distance }).nullable();

/** Every configuration that was ever saved is of the one version. */
export const storedDriftConfiguration: z.ZodType<DriftConfiguration> = z.object({
  version: z.literal(DRIFT_CONFIGURATION_VERSION),
  computedAt: z.coerce.date(),
  summary: z.strictObject({ wind_directional: widest, omni_directional: widest, downslope: widest }),
  requirements: z.array(requirement),
});

/** A saved configuration; null where nothing asks for a buffer. Throws where the row is of a later version, or holds something else. */
export const readDriftConfiguration = (json: unknown): DriftConfiguration | null =>
  json === null ? null : storedDriftConfiguration.parse(json);
