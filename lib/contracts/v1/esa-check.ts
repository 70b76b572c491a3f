import { z } from "zod";
import type { AssessedProduct, Assessment, RunoffEntry } from "@/lib/domain/compliance";
import type { Issue } from "@/lib/domain/issues";
import type { EsaCheck } from "@/lib/usecases/esa-check/check";
import { defineContract } from "@/lib/contracts/shared/contract";
import { SAVING_PROBLEMS } from "@/lib/contracts/shared/problems";
import { isoTime, timestamp } from "@/lib/contracts/shared/text";
import { esaCheckBody, type EsaCheckBody } from "@/lib/contracts/v1/esa-check-request";
import { presentSummary, summarySchema } from "@/lib/contracts/v2/esa-check";
import { geometrySchema } from "@/lib/contracts/v2/geometry";
import { limitationSchema, presentLimitation } from "@/lib/contracts/v2/products";
import { productStatusSchema } from "@/lib/contracts/vocabulary/statuses";

const pulaSchema = z
  .strictObject({
    pula_id: z.int().describe("Identifier of the PULA."),
    event_name: z.string().describe("EPA's name of the event that made it."),
    status: z.string().describe("Status in EPA's data."),
    effective_date: z.iso.date().describe("First day it holds."),
    codes: z.string().describe("Codes that limit this product there, comma-separated."),
    geometry: geometrySchema.nullable().describe("Null unless geometry was asked for."),
    limitations: z.array(limitationSchema).describe("Limitations of this product and method on the application date."),
  })
  .meta({ id: "V1Pula", description: "A Pesticide Use Limitation Area that meets the field." });

export const esaCheckResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200."),
    esa_required: z
      .boolean()
      .describe("False only when every product is known to be free of ESA label language. Nothing is saved then."),
    account_id: z.string().describe("As sent."),
    provider_id: z.string().describe("As sent."),
    field_id: z.uuid().nullable().describe("Identifier of the saved field; null: nothing was saved."),
    application_event_id: z.uuid().nullable().describe("Reference of the saved application; null: nothing was saved."),
    mitigations_required: z
      .boolean()
      .nullable()
      .describe("Whether any mitigation is required. False is not a clearance. Null: nothing was saved."),
    mitigation_portal_url: z
      .url()
      .nullable()
      .describe("Link for the applicator, valid a year; null: nothing was saved, or the portal is switched off."),
    expires_at: timestamp
      .nullable()
      .describe("When the portal closes, UTC; null: nothing was saved, or the portal is switched off."),
    user_email: z.string().nullable().describe("As sent; null: not sent."),
    products: z
      .array(
        z
          .strictObject({
            epa_number: z.string().nullable().describe("As sent; null: an adjuvant."),
            product_name: z.string().describe("As sent, without blanks at its ends."),
            product_status: productStatusSchema.nullable().describe("Null: unknown, or an adjuvant."),
            esa_required: z.boolean().nullable().describe("Whether its label has ESA language; null: unknown."),
            pulas: z.array(pulaSchema).describe("PULAs with limitations for it."),
          })
          .meta({ id: "V1AssessedProduct", description: "A product and the PULAs that limit it." }),
      )
      .describe("One entry per product, in the order of the request."),
    summary: summarySchema,
  })
  .meta({ id: "V1EsaCheckResponse", description: "The answer to one check (version 1)." });

/** Earned points do not count here. A target that no one could resolve is a requirement, never none. */
const applies = ({ exempt, requiredPoints, issues }: RunoffEntry): boolean =>
  !exempt && (requiredPoints !== 0 || issues.length > 0);

/** An area lists a code that may limit a product there, and no one knows whether it does: no limitation of it stands under a product either. */
const isUnreadArea = (found: Issue): boolean =>
  found.code === "LIMITATIONS_REVIEW_REQUIRED" &&
  [...(found.particulars.areasWithoutText ?? []), ...(found.particulars.mayName ?? [])].length > 0;

/**
 * Whether any requirement of mitigation applies. Version 1 answers it with yes or no and shows no issues, so what is
 * required and could not be read or scored counts as yes.
 */
const needsMitigation = ({ runoff, drift, issues }: Assessment): boolean =>
  runoff.some(applies) ||
  drift.status !== "not_applicable" ||
  issues.some((found) => found.code === "UNSUPPORTED_MITIGATION" || isUnreadArea(found));

/** Stands on a check that was saved; without ESA language every one of these is null. */
const presentSaved = ({ saved, assessment }: EsaCheck) => ({
  field_id: saved?.fieldId ?? null,
  application_event_id: saved?.applicationEventId ?? null,
  mitigations_required: saved === null ? null : needsMitigation(assessment),
  mitigation_portal_url: saved?.link?.url ?? null,
  expires_at: saved?.link == null ? null : isoTime(saved.portalExpiresAt),
});

const presentProduct = (
  product: AssessedProduct,
  withGeometry: boolean,
): z.input<typeof esaCheckResponse>["products"][number] => ({
  epa_number: product.epaNumber,
  product_name: product.productName,
  product_status: product.productStatus,
  esa_required: product.esaRequired,
  pulas: product.pulas.map((pula) => ({
    pula_id: pula.pulaId,
    event_name: pula.eventName,
    status: pula.status,
    effective_date: pula.effectiveDate,
    codes: pula.codes.join(","),
    geometry: withGeometry ? pula.geometry : null,
    limitations: pula.limitations.map(presentLimitation),
  })),
});

const presentCheck = (
  check: EsaCheck,
  { body, providerId }: { body: EsaCheckBody; providerId: string },
): z.input<typeof esaCheckResponse> => ({
  success: true,
  esa_required: check.esaRequired,
  account_id: body.account_id,
  provider_id: providerId,
  ...presentSaved(check),
  user_email: body.user_email ?? null,
  products: check.assessment.products.map((product) => presentProduct(product, body.include_geometry)),
  summary: presentSummary(check.assessment.summary),
});

export const esaCheck = defineContract({
  method: "POST",
  path: "/api/v1/esa-check",
  operationId: "v1CheckEsa",
  tag: "Version 1",
  summary: "Assess ESA and PULA requirements for one application (version 1)",
  description:
    "Deprecated. The same check as version 2's, told in less: `esa_required: false` means that no product has ESA label " +
    "language, and nothing is stored. `mitigations_required: false` is not a clearance to apply: version 2 says what " +
    "was and was not judged. Sending the same application again refreshes it.",
  rateClass: "writes",
  isProcessing: true,
  body: esaCheckBody,
  query: z.object({}),
  params: z.object({}),
  response: esaCheckResponse,
  present: presentCheck,
  problems: [...SAVING_PROBLEMS, "unmappedConflict"],
});
