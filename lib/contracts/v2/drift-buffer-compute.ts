import { z } from "zod";
import type { DriftBufferAnswer, DriftBufferRequest } from "@/lib/usecases/applications/drift-buffer/request";
import { dropletSchema, gpaSchema, methodSchema } from "@/lib/contracts/shared/application";
import { defineContract } from "@/lib/contracts/shared/contract";
import { describedAs } from "@/lib/contracts/shared/described";
import { detailShape, toDetails } from "@/lib/contracts/shared/details";
import { SAVING_PROBLEMS } from "@/lib/contracts/shared/problems";
import { RATE_UNIT_STATES, rateUnitStateSchema } from "@/lib/contracts/shared/product";
import { queryFlag, text } from "@/lib/contracts/shared/text";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";
import { complianceSchema, presentAssessment } from "@/lib/contracts/v2/assessment";
import { presentComputation } from "@/lib/contracts/v2/drift-computation";
import { computationSchema } from "@/lib/contracts/v2/drift-computation-schema";
import { presentSummary, summarySchema } from "@/lib/contracts/v2/esa-check";
import { geometrySchema } from "@/lib/contracts/v2/geometry";
import { assessedProductSchema, presentProduct } from "@/lib/contracts/v2/products";
import { boomHeightSchema } from "@/lib/contracts/vocabulary/drift";

const MOST_MPH = 80;

const rateUpdateSchema = z
  .strictObject({
    product_index: z
      .int()
      .nonnegative()
      .describe("Place of the product in the saved application, from 0.")
      // One past the last product is refused as that, whichever it is.
      .meta({ override: describedAs({ maximum: 99 }) }),
    epa_number: text()
      .nullable()
      .describe("Its registration number, which must be the saved one; null for an adjuvant."),
    rate: z.number().nonnegative().describe("Rate used, 0 or more, in `rate_unit`."),
    rate_unit: text().describe("Unit of the rate, such as `fl oz/ac`."),
    rate_unit_state: rateUnitStateSchema.optional(),
    row_spacing_inches: z
      .number()
      .positive()
      .optional()
      .describe("Distance between rows, inches. Required for row-length units."),
  })
  .meta({ id: "RateUpdate", description: "The rate of one product as it is in the tank now." });

/** Setup members that are left out are as saved; `null` clears one. */
export const driftBufferBody = () =>
  z
    .strictObject({
      wind_direction_deg: z
        .number()
        .min(0)
        .lt(360)
        .describe("Direction the wind comes from, degrees clockwise from north, 0 up to but excluding 360."),
      wind_speed_mph: z.number().min(0).max(MOST_MPH).describe("Wind speed, miles an hour, 0 to 80."),
      temperature_f: z
        .number()
        .min(-100)
        .max(200)
        .nullish()
        .describe("Air temperature, degrees Fahrenheit, -100 to 200."),
      humidity_percent: z.number().min(0).max(100).nullish().describe("Relative humidity, 0 to 100 percent."),
      application_method: methodSchema.optional().describe("How the product is applied. Left out: the saved method."),
      droplet_size: dropletSchema
        .nullish()
        .describe("Droplet class. Left out: the saved one; null clears it for this computation."),
      boom_height: boomHeightSchema
        .nullish()
        .describe("Height of a ground boom. Left out: the saved one; null clears it for this computation."),
      gpa: gpaSchema
        .nullish()
        .describe("Spray volume, US gallons an acre. Left out: the saved one; null clears it for this computation."),
      ...detailShape,
      rate_updates: z
        .array(rateUpdateSchema)
        .max(100)
        .default([])
        .describe("Rates that differ from the saved ones, at most 100."),
      geometry: z
        .enum(["none", "buffer", "treatable", "both"])
        .default("none")
        .describe("Which ground to return under `application_time.geometry`. It is not saved."),
    })
    .meta({ id: "DriftBufferRequest", description: "Wind, air, and setup at the sprayer." });

type Wire = z.output<ReturnType<typeof driftBufferBody>>;

export const driftBufferResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. It is not a clearance."),
    application_event_id: z.uuid().describe("The application."),
    application_time: computationSchema
      .extend({
        geometry: z
          .strictObject({
            buffer: geometrySchema
              .nullable()
              .describe("Ground that must stay unsprayed; null where none was asked for or there is none."),
            treatable: geometrySchema.nullable().describe("Ground that is left to treat; null likewise."),
          })
          .meta({ id: "BufferGeometry", description: "Ground to leave and ground to treat, as GeoJSON geometries." })
          .optional()
          .describe("Only when the request asked for geometry."),
      })
      .meta({ id: "ApplicationTime", description: "A drift computation with the wind and setup of one moment." })
      .describe("Result of this computation."),
    compliance: complianceSchema.describe("The refreshed assessment. Its `status` is authoritative."),
    products: z.array(assessedProductSchema).describe("One entry per product, in the order of the saved application."),
    summary: summarySchema,
  })
  .meta({
    id: "DriftBufferAnswer",
    description: "The refreshed assessment of an application with wind and setup known.",
  });

const querySchema = z.strictObject({
  wind_rose: queryFlag.describe("`true` adds the treatable share for 16 wind directions."),
  explain: queryFlag.describe("`true` adds `compliance.explanation`."),
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
  tag: "Drift",
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
