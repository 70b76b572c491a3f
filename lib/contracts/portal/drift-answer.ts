import type { MultiPolygon } from "geojson";
import { z } from "zod";
import { timestamp } from "@/lib/contracts/shared/text";
import { OVERALL_STATUSES } from "@/lib/domain/compliance";
import { EDGE_REASONS } from "@/lib/domain/drift";
import { PLACEMENTS, type DriftAnswerView } from "@/lib/views/portal/drift";
import { BUFFER_TYPES } from "@/lib/domain/product";

const index = z.int().nonnegative();
const feet = z.number().nonnegative();
const percent = z.number().min(0).max(100);
const standing = z.enum(OVERALL_STATUSES);
const ground = z.custom<MultiPolygon>((value) => typeof value === "object" && value !== null && "coordinates" in value);

const edge = z.strictObject({
  partIndex: index,
  ringIndex: index,
  edgeIndex: index,
  outwardBearingDeg: z.number().min(0).lt(360),
  lengthFt: feet,
  requiredFt: feet.nullable(),
  reductionPercent: percent.nullable(),
  bufferFt: feet.nullable(),
  creditedOutsideFt: feet.nullable(),
  productIndex: index.nullable(),
  bufferType: z.enum(BUFFER_TYPES).nullable(),
  reason: z.enum(EDGE_REASONS),
});

const product = z.strictObject({
  productIndex: index,
  name: z.string(),
  registration: z.string(),
  rawDistanceFt: feet.nullable(),
  reductionPercent: percent.nullable(),
  bufferFt: feet.nullable(),
  standing,
  badge: z.string(),
  issues: z.array(z.string()),
});

const practice = z.strictObject({
  id: z.int(),
  standing: z.enum(["verified", "claimed", "no_effect", "disallowed", "not_in_use"]),
  badge: z.string(),
  text: z.string(),
  helps: z.boolean(),
});

const citation = z.strictObject({ title: z.string(), locator: z.string(), url: z.string().nullable() });

const deposition = z.strictObject({
  curve: z.string(),
  points: z.array(z.strictObject({ distanceFt: feet, percent: z.number() })),
  marks: z.array(
    z.strictObject({ name: z.string(), distanceFt: feet, percent: z.number(), isExtrapolated: z.boolean() }),
  ),
  citation: citation.nullable(),
});

/** The view model of a drift answer, as its page gets it from the server: the same names, so that it can replace it. */
export const driftAnswerSchema: z.ZodType<DriftAnswerView> = z.strictObject({
  isSaved: z.boolean(),
  checkedAt: timestamp,
  weather: z.strictObject({
    windDirectionDeg: z.number(),
    windSpeedMph: z.number(),
    temperatureF: z.number().nullable(),
    humidityPercent: z.number().nullable(),
  }),
  conditions: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  placement: z.enum(PLACEMENTS),
  standing,
  badge: z.string(),
  headline: z.string(),
  area: z.string(),
  treatablePercent: percent.nullable(),
  overall: z.strictObject({ standing, text: z.string() }),
  issues: z.array(z.strictObject({ code: z.string(), standing, message: z.string(), remedy: z.string() })),
  edges: z.array(edge),
  products: z.array(product),
  practices: z.array(practice),
  rose: z
    .array(
      z.strictObject({
        windDirectionDeg: z.number(),
        treatablePercent: percent,
        bufferAcres: feet,
        treatable: z.string().nullable(),
      }),
    )
    .nullable(),
  deposition: deposition.nullable(),
  rules: z.array(
    z.strictObject({
      text: z.string(),
      parts: z.array(z.strictObject({ text: z.string(), isEnglish: z.boolean() })).optional(),
      source: z.string().nullable(),
      evidence: z.string().nullable(),
    }),
  ),
  ground: z.string(),
  map: z
    .strictObject({
      buffer: ground.nullable(),
      treatable: ground.nullable(),
      windDirectionDeg: z.number().nullable(),
    })
    .nullable(),
  picture: z.strictObject({ field: z.string(), treatable: z.string().nullable(), isPlaced: z.boolean() }).nullable(),
  basis: z.string().nullable(),
});
