import { z } from "zod";
import type { AssessedProduct, Assessment, RunoffEntry } from "@/lib/domain/compliance";
import { PRODUCT_STATUSES } from "@/lib/domain/product";
import type { EsaCheck } from "@/lib/usecases/esa-check/check";
import { defineContract } from "@/lib/contracts/shared/contract";
import { SAVING_PROBLEMS } from "@/lib/contracts/shared/problems";
import { isoTime, timestamp } from "@/lib/contracts/shared/text";
import { esaCheckBody, type EsaCheckBody } from "@/lib/contracts/v1/esa-check-request";
import { presentSummary, summarySchema } from "@/lib/contracts/v2/esa-check";
import { geometrySchema } from "@/lib/contracts/v2/geometry";
import { limitationSchema, presentLimitation } from "@/lib/contracts/v2/products";

const pulaSchema = z
  .strictObject({
    pula_id: z.int(),
    event_name: z.string(),
    status: z.string(),
    effective_date: z.iso.date(),
    codes: z.string(),
    geometry: geometrySchema.nullable(),
    limitations: z.array(limitationSchema),
  })
  .meta({ id: "V1Pula" });

export const esaCheckResponse = z
  .strictObject({
    success: z.literal(true),
    esa_required: z.boolean(),
    account_id: z.string(),
    provider_id: z.string(),
    field_id: z.uuid().nullable(),
    application_event_id: z.uuid().nullable(),
    mitigations_required: z.boolean().nullable(),
    mitigation_portal_url: z.url().nullable(),
    expires_at: timestamp.nullable(),
    user_email: z.string().nullable(),
    products: z.array(
      z.strictObject({
        epa_number: z.string().nullable(),
        product_name: z.string(),
        product_status: z.enum(PRODUCT_STATUSES).nullable(),
        esa_required: z.boolean().nullable(),
        pulas: z.array(pulaSchema),
      }),
    ),
    summary: summarySchema,
  })
  .meta({ id: "V1EsaCheckResponse" });

/** Earned points do not count here. A target that no one could resolve is a requirement, never none. */
const applies = ({ exempt, requiredPoints, issues }: RunoffEntry): boolean =>
  !exempt && (requiredPoints !== 0 || issues.length > 0);

/**
 * Whether any requirement of mitigation applies. Version 1 answers it with yes or no and shows no issues, so what is
 * required and could not be read or scored counts as yes.
 */
const needsMitigation = ({ runoff, drift, issues }: Assessment): boolean =>
  runoff.some(applies) ||
  drift.status !== "not_applicable" ||
  issues.some(({ code }) => code === "UNSUPPORTED_MITIGATION");

/** Stands on a check that was saved; without ESA language every one of these is null. */
const presentSaved = ({ saved, assessment }: EsaCheck) => ({
  field_id: saved?.fieldId ?? null,
  application_event_id: saved?.applicationEventId ?? null,
  mitigations_required: saved === null ? null : needsMitigation(assessment),
  mitigation_portal_url: saved?.link?.url ?? null,
  expires_at: saved === null ? null : isoTime(saved.portalExpiresAt),
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
