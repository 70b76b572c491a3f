import { z } from "zod";
import type { DriftBufferAnswer, DriftBufferRequest } from "@/lib/usecases/applications/drift-buffer/request";
import { boomHeightSchema, dropletSchema, gpaSchema, methodSchema } from "@/lib/contracts/shared/application";
import { defineContract } from "@/lib/contracts/shared/contract";
import { detailShape, toDetails } from "@/lib/contracts/shared/details";
import { SAVING_PROBLEMS } from "@/lib/contracts/shared/problems";
import { RATE_UNIT_STATES } from "@/lib/contracts/shared/product";
import { queryFlag, text } from "@/lib/contracts/shared/text";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";
import { complianceSchema, presentAssessment } from "@/lib/contracts/v2/assessment";
import { computationSchema, presentComputation } from "@/lib/contracts/v2/drift-computation";
import { presentSummary, summarySchema } from "@/lib/contracts/v2/esa-check";
import { geometrySchema } from "@/lib/contracts/v2/geometry";
import { assessedProductSchema, presentProduct } from "@/lib/contracts/v2/products";

const MOST_MPH = 80;

const rateUpdateSchema = z
  .strictObject({
    product_index: z.int().nonnegative(),
    epa_number: text().nullable(),
    rate: z.number().nonnegative(),
    rate_unit: text(),
    rate_unit_state: z.enum(["L", "S", "D", "liquid", "solid", "dry"]).optional(),
    row_spacing_inches: z.number().positive().optional(),
  })
  .meta({ id: "RateUpdate" });

/** Setup members that are left out are as saved; `null` clears one. */
export const driftBufferBody = () =>
  z
    .strictObject({
      wind_direction_deg: z.number().min(0).lt(360),
      wind_speed_mph: z.number().min(0).max(MOST_MPH),
      temperature_f: z.number().min(-100).max(200).nullish(),
      humidity_percent: z.number().min(0).max(100).nullish(),
      application_method: methodSchema.optional(),
      droplet_size: dropletSchema.nullish(),
      boom_height: boomHeightSchema.nullish(),
      gpa: gpaSchema.nullish(),
      ...detailShape,
      rate_updates: z.array(rateUpdateSchema).max(100).default([]),
      geometry: z.enum(["none", "buffer", "treatable", "both"]).default("none"),
    })
    .meta({ id: "DriftBufferRequest" });

type Wire = z.output<ReturnType<typeof driftBufferBody>>;

export const driftBufferResponse = z
  .strictObject({
    success: z.literal(true),
    application_event_id: z.uuid(),
    application_time: computationSchema
      .extend({
        geometry: z
          .strictObject({ buffer: geometrySchema.nullable(), treatable: geometrySchema.nullable() })
          .optional(),
      })
      .meta({ id: "ApplicationTime" }),
    compliance: complianceSchema,
    products: z.array(assessedProductSchema),
    summary: summarySchema,
  })
  .meta({ id: "DriftBufferAnswer" });

const querySchema = z.strictObject({
  wind_rose: queryFlag.default(false),
  explain: queryFlag.default(false),
});

export const toDriftBufferRequest = (
  applicationEventId: string,
  wire: Wire,
  query: z.output<typeof querySchema>,
): DriftBufferRequest => ({
  applicationEventId,
  weather: {
    windDirectionDeg: wire.wind_direction_deg,
    windSpeedMph: wire.wind_speed_mph,
    temperatureF: wire.temperature_f ?? null,
    humidityPercent: wire.humidity_percent ?? null,
  },
  setup: {
    method: wire.application_method,
    dropletSize: wire.droplet_size,
    boomHeight: wire.boom_height,
    gpa: wire.gpa,
    details: toDetails(wire),
    rateUpdates: wire.rate_updates.map((update) => ({
      productIndex: update.product_index,
      epaNumber: update.epa_number,
      rate: update.rate,
      rateUnit: update.rate_unit,
      rateUnitState: update.rate_unit_state === undefined ? undefined : RATE_UNIT_STATES[update.rate_unit_state],
      rowSpacingInches: update.row_spacing_inches,
    })),
  },
  withWindRose: query.wind_rose,
  withExplanation: query.explain,
});

/** The ground that was asked for; a member that was not is null, and so is ground that is not there. */
function presentGeometry(
  { geometry }: DriftBufferAnswer["computation"],
  asked: Wire["geometry"],
): Pick<z.input<typeof driftBufferResponse>["application_time"], "geometry"> {
  if (asked === "none") return {};
  return {
    geometry: {
      buffer: asked === "treatable" ? null : geometry.buffer,
      treatable: asked === "buffer" ? null : geometry.treatable,
    },
  };
}

export const driftBufferCompute = defineContract({
  method: "POST",
  path: "/api/v2/applications/{applicationEventId}/drift-buffer/compute",
  operationId: "computeDriftBuffer",
  summary: "Refresh an application's assessment with the wind and the setup at the sprayer",
  description:
    "Says edge by edge and product by product what may not be sprayed now, and saves weather, assessment and " +
    "computation. Setup members that are left out are as saved, `null` clears one; neither changes the saved setup. A " +
    "buffer, or the lack of one, is never a clearance to apply: read `compliance.status`. With `wind_rose=true` the " +
    "answer holds the treatable share for 16 wind directions (none where rules or setup leave the buffer open), with " +
    "`explain=true` the rule behind every figure.",
  rateClass: "writes",
  isProcessing: true,
  body: driftBufferBody,
  query: querySchema,
  params: applicationParams,
  response: driftBufferResponse,
  present: (answer: DriftBufferAnswer, { body, query }): z.input<typeof driftBufferResponse> => {
    const { assessment, computation } = answer;
    return {
      success: true,
      application_event_id: answer.applicationEventId,
      application_time: {
        ...presentComputation({
          ...computation,
          // Asked for where nothing could be placed: there is none, and the member stands.
          windRose: computation.windRose ?? (query.wind_rose ? [] : null),
          inputs: answer.inputs,
        }),
        ...presentGeometry(computation, body.geometry),
      },
      compliance: presentAssessment(assessment, {
        soilAnalysis: false,
        explanation: query.explain,
        options: null,
        computation,
      }),
      products: assessment.products.map((product) => presentProduct(product, false)),
      summary: presentSummary(assessment.summary),
    };
  },
  problems: [
    "applicationNotFound",
    "noFieldGeometry",
    "productMismatch",
    "invalidApplication",
    "unsupportedApplicationMethod",
    ...SAVING_PROBLEMS,
  ],
});
