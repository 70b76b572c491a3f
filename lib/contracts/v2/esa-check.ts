import { z } from "zod";
import type { CheckSummary } from "@/lib/domain/compliance";
import { round2 } from "@/lib/domain/rounding";
import type { EsaCheck } from "@/lib/usecases/esa-check/check";
import { defineContract } from "@/lib/contracts/shared/contract";
import { portalLinkMembers, presentLink } from "@/lib/contracts/v2/portal-link-members";
import { SAVING_PROBLEMS } from "@/lib/contracts/shared/problems";
import { queryFlag } from "@/lib/contracts/shared/text";
import { complianceSchema, presentAssessment } from "@/lib/contracts/v2/assessment";
import { esaCheckBody, type EsaCheckBody } from "@/lib/contracts/v2/esa-check-request";
import { geometrySchema } from "@/lib/contracts/v2/geometry";
import { assessedProductSchema, presentProduct } from "@/lib/contracts/v2/products";

export const summarySchema = z
  .strictObject({
    total_pulas: z.int().describe("PULAs that meet the field, with or without limitations of these products."),
    total_limitations: z.int().describe("Limitations listed under the products."),
    products_checked: z.int().describe("Products of the request."),
    products_with_limitations: z.int().describe("Products with at least one limitation."),
  })
  .meta({ id: "CheckSummary", description: "The check in four counts." });

export const esaCheckResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. It says nothing about compliance."),
    esa_required: z
      .boolean()
      .describe("False only when every product is known to be free of ESA label language. Nothing is saved then."),
    account_id: z.string().describe("As sent."),
    provider_id: z.string().describe("As sent."),
    application_event_id: z
      .uuid()
      .optional()
      .describe("Reference of the saved application, for every later call. Left out when nothing was saved."),
    ...portalLinkMembers,
    compliance: complianceSchema,
    products: z.array(assessedProductSchema).describe("One entry per product, in the order of the request."),
    nearby_pulas: z
      .array(
        z
          .strictObject({
            pula_id: z.int().describe("Identifier of the PULA."),
            event_name: z.string().describe("EPA's name of the event that made it."),
            distance_miles: z.number().nonnegative().describe("Distance from the field, miles."),
            geometry: geometrySchema
              .nullable()
              .optional()
              .describe("Only with `include_geometry`: its part near the field."),
          })
          .meta({ id: "NearbyPula", description: "A PULA near the field." }),
      )
      .describe("PULAs within the search distance that do not meet the field. They require nothing."),
    summary: summarySchema,
  })
  .meta({ id: "EsaCheckResponse", description: "The answer to one check." });

export const presentSummary = (summary: CheckSummary): z.input<typeof summarySchema> => ({
  total_pulas: summary.totalPulas,
  total_limitations: summary.totalLimitations,
  products_checked: summary.productsChecked,
  products_with_limitations: summary.productsWithLimitations,
});

const querySchema = z.strictObject({
  explain: queryFlag.describe("`true` adds `compliance.explanation`: the rule behind every figure."),
});

/** Event reference and portal link stand only on a check that was saved. */
const presentSaved = (saved: EsaCheck["saved"]): Partial<z.input<typeof esaCheckResponse>> =>
  saved === null ? {} : { application_event_id: saved.applicationEventId, ...presentLink(saved) };

export function presentCheck(
  check: EsaCheck,
  asked: {
    body: Pick<EsaCheckBody, "account_id" | "include_geometry" | "include_soil_analysis">;
    query: z.output<typeof querySchema>;
    providerId: string;
  },
): z.input<typeof esaCheckResponse> {
  const { assessment } = check;
  const withGeometry = asked.body.include_geometry;
  return {
    success: true,
    esa_required: check.esaRequired,
    account_id: asked.body.account_id,
    provider_id: asked.providerId,
    ...presentSaved(check.saved),
    compliance: presentAssessment(assessment, {
      soilAnalysis: asked.body.include_soil_analysis,
      explanation: asked.query.explain,
      options: check.options,
    }),
    products: assessment.products.map((product) => presentProduct(product, withGeometry)),
    nearby_pulas: assessment.nearbyPulas.map((pula) => ({
      pula_id: pula.pulaId,
      event_name: pula.eventName,
      distance_miles: round2(pula.distanceMiles),
      ...(withGeometry ? { geometry: pula.geometry } : {}),
    })),
    summary: presentSummary(assessment.summary),
  };
}

export const esaCheck = defineContract({
  method: "POST",
  path: "/api/v2/esa-check",
  operationId: "checkEsa",
  tag: "Checks",
  summary: "Assess ESA and PULA requirements for one application",
  description:
    "Finds the Pesticide Use Limitation Areas that meet the field, the limitations that bind the products, and what " +
    "runoff and drift mitigation is required and missing. A successful answer is never a clearance to apply: read " +
    "`compliance.status`. Sending the same application again refreshes its assessment. With `explain=true` the " +
    "answer names the rule behind every figure.",
  rateClass: "writes",
  isProcessing: true,
  body: esaCheckBody,
  query: querySchema,
  params: z.object({}),
  response: esaCheckResponse,
  present: presentCheck,
  problems: [...SAVING_PROBLEMS, "unmappedConflict"],
});
