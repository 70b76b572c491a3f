import { z } from "zod";
import { timestamp } from "@/lib/contracts/shared/text";
import { issueSchema } from "@/lib/contracts/v2/issues";
import {
  boomHeightSchema,
  bufferTypeSchema,
  dropletCategorySchema,
  edgeReasonSchema,
  featureScopeSchema,
  methodNameSchema,
  notReducedReasonSchema,
  rateResolutionSchema,
} from "@/lib/contracts/vocabulary/drift";
import { normalizedRateSchema } from "@/lib/contracts/v2/drift-configuration";
import { mitigationTypeSchema } from "@/lib/contracts/vocabulary/measures";
import { complianceStatusSchema, evidenceSchema } from "@/lib/contracts/vocabulary/statuses";

const index = z.int().nonnegative();
const feet = z.number().nonnegative();
const percent = z.number().min(0).max(100);
const bearing = z.number().min(0).lt(360);

export const inputsSchema = z
  .strictObject({
    wind_direction_deg: z.number().describe("Direction the wind came from, degrees clockwise from north."),
    wind_speed_mph: z.number().describe("Wind speed, miles an hour."),
    temperature_f: z.number().nullable().describe("Air temperature, degrees Fahrenheit; null: not sent."),
    humidity_percent: z.number().nullable().describe("Relative humidity, percent; null: not sent."),
    application_method: methodNameSchema,
    droplet_size: dropletCategorySchema.nullable().describe("Droplet class used; null: none known."),
    boom_height: boomHeightSchema.nullable().describe("Boom height used; null: none known."),
    gpa: z.number().nullable().describe("Spray volume used, US gallons an acre; null: none known."),
  })
  .meta({
    id: "ComputationInputs",
    description: "Wind, air, and setup a computation used: what was sent, else what was saved.",
  });

export const effectiveRateSchema = z
  .strictObject({
    product_index: index.describe("Place of the product in the application, from 0."),
    epa_number: z.string().nullable().describe("Its registration number; null: an adjuvant."),
    rate: z.number().describe("Rate used, in `rate_unit`."),
    rate_unit: z.string().describe("Unit of the rate."),
    rate_normalized: normalizedRateSchema
      .nullable()
      .describe("Rate per acre after conversion; null where it could not be converted."),
    rate_resolution: rateResolutionSchema,
  })
  .meta({ id: "EffectiveRate", description: "The rate of one product in a computation." });

export const selectionSchema = z
  .strictObject({
    sub_option_id: z.int().describe("Identifier of the practice."),
    code: z.string().describe("Code of the practice."),
    label: z.string().describe("Name for people."),
    points: z.int().nullable().describe("Always null: drift practices earn no points."),
    reduction_percent: percent.describe("What it takes off here, percent; 0 with a `reason`."),
    verified: z.boolean().describe("Whether the inputs show that the practice is in place."),
    reason: notReducedReasonSchema.nullable().describe("Why it takes nothing off; null where it does."),
    evidence: evidenceSchema.nullable().describe("How far its percentage is trusted; null: none."),
    custom_value: z.number().nullable().describe("A figure the applicator gave; null: none."),
    notes: z.string().nullable().describe("The applicator's notes."),
  })
  .meta({ id: "ReductionSelection", description: "One practice of a reduction." });

/** What one requirement's distance was reduced by. */
export const reductionSchema = z
  .strictObject({
    drift_type: mitigationTypeSchema,
    total_reduction_percent: percent.describe("What all practices take off together, percent."),
    config_label: z.string().describe("The requirement, as in `requirements[].config_label`."),
    product_index: index.describe("Place of the product, from 0."),
    buffer_type: bufferTypeSchema,
    selections: z.array(selectionSchema).describe("The practices."),
  })
  .meta({ id: "DriftReduction", description: "What makes one requirement's buffer smaller." });

export const claimSchema = z
  .strictObject({
    sub_option_id: z.int().describe("Identifier of the practice."),
    label: z.string().describe("Name for people."),
    reduction_percent: percent.nullable().describe("What it would take off, percent; null: no figure."),
    verified: z.literal(false).describe("Always false: no input shows that it is in place."),
    allowed_for: z.array(z.string()).describe("Requirements whose label allows it."),
  })
  .meta({ id: "ManualClaim", description: "A practice someone says is in place and no input shows." });

export const edgeSchema = z
  .strictObject({
    edge_index: index.describe("Place of the edge in its ring, from 0."),
    ring_index: index.describe("Ring of the polygon: 0 is the outer one."),
    part_index: index.describe("Part of a MultiPolygon, from 0."),
    bearing_deg: bearing.describe("Direction along the ring, degrees clockwise from north."),
    length_ft: feet.describe("Length, feet."),
    outward_bearing_deg: bearing.describe("Direction out of the field, degrees clockwise from north."),
    downwind: z.boolean().describe("Whether the wind blows out of the field across it."),
    buffer_type: bufferTypeSchema.nullable().describe("Kind of the widest buffer here; null: none."),
    required_ft: feet.nullable().describe("Width before reductions, feet; null: none, or not known."),
    reduction_percent: percent.nullable().describe("What reductions take off, percent; null likewise."),
    buffer_ft: feet.nullable().describe("Width to keep from protected ground outside the edge, feet; null likewise."),
    credited_outside_ft: feet
      .nullable()
      .describe(
        "How much of it managed ground outside carries, feet: what is left of `buffer_ft` is to be kept inside, for all products of the mix; null likewise.",
      ),
    product_index: index.nullable().describe("The product that asks for it; null: none."),
    reason: edgeReasonSchema,
  })
  .meta({ id: "DriftEdge", description: "One edge of the field and the buffer along it." });

export const productSchema = z
  .strictObject({
    product_index: index.describe("Place of the product in the application, from 0."),
    epa_number: z.string().nullable().describe("Its registration number; null: an adjuvant."),
    method: methodNameSchema,
    raw_distance_ft: feet.nullable().describe("Buffer before reductions, feet; null: none, or not known."),
    reduction_percent: percent.nullable().describe("What reductions take off, percent; null likewise."),
    buffer_ft: feet.nullable().describe("Buffer after reductions, feet; null likewise."),
    status: complianceStatusSchema.describe("Drift result of this product."),
    issues: z.array(issueSchema).describe("What keeps this product from being met."),
  })
  .meta({ id: "DriftProduct", description: "The buffer of one product." });

export const rosePointSchema = z
  .strictObject({
    wind_direction_deg: bearing.describe("Direction the wind would come from, degrees."),
    treatable_percent: percent.describe("Share of the field left to treat, percent."),
    buffer_area_sqm: z.number().nonnegative().describe("Ground to leave unsprayed, square meters."),
  })
  .meta({ id: "WindRosePoint", description: "What another wind direction would leave to treat." });

/** A computation as it is kept with its application; `wind_rose` only where it was asked for. */
export const computationSchema = z
  .strictObject({
    checked_at: timestamp.describe("When it was computed, UTC."),
    status: complianceStatusSchema.describe("Overall result with wind and setup known."),
    drift_status: complianceStatusSchema
      .nullable()
      .describe("Result of drift alone; null in old records. `met` holds inside the treatable area only."),
    feature_scope: featureScopeSchema,
    non_managed_feature_count: index.describe("Protected areas that were looked at."),
    exclusion_feature_count: index.describe("Managed areas that were looked at."),
    inputs: inputsSchema,
    effective_rates: z.array(effectiveRateSchema).describe("Rates used, per product."),
    reductions: z.array(reductionSchema).describe("What made buffers smaller."),
    manual_claims: z
      .array(claimSchema)
      .describe("Practices claimed and not shown by any input. They take nothing off."),
    edges: z.array(edgeSchema).describe("Every edge of the field."),
    products: z.array(productSchema).describe("Buffers per product."),
    wind_rose: z
      .array(rosePointSchema)
      .optional()
      .describe("Only with `wind_rose=true`: 16 directions, or none where nothing could be placed."),
  })
  .meta({ id: "DriftComputation", description: "A drift computation as it is kept with its application." });
