import { z } from "zod";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { defineContract } from "@/lib/contracts/shared/contract";
import { fieldBoundarySchema } from "@/lib/contracts/shared/field-boundary";
import { isoTime, text, timestamp } from "@/lib/contracts/shared/text";
import { countySchema, presentCounties } from "@/lib/contracts/v2/counties";
import { presentLink } from "@/lib/contracts/v2/esa-check";
import { categorySchema, presentOptionTree } from "@/lib/contracts/v2/option-tree";
import { presentSoilSummary, soilSummarySchema } from "@/lib/contracts/v2/soil";
import type { FieldRequest, SavedField } from "@/lib/usecases/fields/save-field";

/** Version 1 ignores members it does not know. */
const processFieldBody = (context: ParseContext) =>
  z.object({
    provider_id: text(),
    provider_field_id: text(),
    account_id: text(),
    field_name: text(500),
    field_boundary: fieldBoundarySchema(context),
    year: z.int().min(1900).max(2200).optional(),
    include_mitigation_options: z.boolean().default(false),
  });

export type ProcessFieldBody = z.output<ReturnType<typeof processFieldBody>>;

/** Version 1 saves a field even without its soil, and takes away nothing that is applied. Its links live as long as the portal. */
export const toFieldRequest = (body: ProcessFieldBody): FieldRequest => ({
  accountId: body.account_id,
  providerFieldId: body.provider_field_id,
  fieldName: body.field_name,
  boundary: body.field_boundary,
  year: body.year ?? null,
  withOptions: body.include_mitigation_options,
  onSoilFailure: "continue",
  onLostCredits: "keep",
  linkLife: "portal",
});

const step = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({ success: z.boolean(), error: z.string().nullable(), data: data.nullable() });

export const processFieldResponse = z.strictObject({
  success: z.literal(true),
  field_id: z.uuid(),
  provider_field_id: z.string(),
  mitigation_portal_url: z.url().optional(),
  mitigation_portal_url_expires_at: timestamp.nullable().optional(),
  expires_at: timestamp,
  soil_data: soilSummarySchema.nullable(),
  counties: z.array(countySchema),
  pulas: z.array(z.int()),
  mitigations_applied: z.array(z.int()),
  mitigation_options: z.array(categorySchema).nullable(),
  steps: z.strictObject({
    county_state: step(z.strictObject({})),
    pula_detection: step(z.strictObject({ pula_count: z.int() })),
    soil_data: step(
      z.strictObject({
        dominant_hydgrpdcd: z.string().nullable(),
        weighted_avg_slopegradwta: z.number().nullable(),
      }),
    ),
    auto_mitigations: step(z.strictObject({ mitigations_applied: z.array(z.int()) })),
    mitigation_options: step(z.strictObject({})).optional(),
  }),
  summary: z.strictObject({
    pula_count: z.int(),
    soil_available: z.boolean(),
    mitigations_applied_count: z.int(),
    total_points: z.int(),
  }),
});

const succeeded = <Data>(data: Data) => ({ success: true, error: null, data });

function presentSteps(saved: SavedField): z.input<typeof processFieldResponse>["steps"] {
  const soil = saved.soil.summary === null ? null : presentSoilSummary(saved.soil.summary);
  return {
    county_state: succeeded({}),
    pula_detection: succeeded({ pula_count: saved.pulaIds.length }),
    soil_data:
      soil === null
        ? { success: false, error: "Soil data is not available for this field right now.", data: null }
        : succeeded({
            dominant_hydgrpdcd: soil.dominant_hydgrpdcd,
            weighted_avg_slopegradwta: soil.weighted_avg_slopegradwta,
          }),
    auto_mitigations: succeeded({ mitigations_applied: saved.appliedSubOptionIds }),
    ...(saved.options === null ? {} : { mitigation_options: succeeded({}) }),
  };
}

const presentField = (saved: SavedField): z.input<typeof processFieldResponse> => ({
  success: true,
  field_id: saved.fieldId,
  provider_field_id: saved.providerFieldId,
  ...presentLink(saved.link),
  expires_at: isoTime(saved.portalExpiresAt),
  soil_data: saved.soil.summary === null ? null : presentSoilSummary(saved.soil.summary),
  counties: presentCounties(saved.counties),
  pulas: saved.pulaIds,
  mitigations_applied: saved.appliedSubOptionIds,
  mitigation_options: saved.options === null ? null : presentOptionTree(saved.options),
  steps: presentSteps(saved),
  summary: {
    pula_count: saved.pulaIds.length,
    soil_available: saved.soil.summary !== null,
    mitigations_applied_count: saved.appliedSubOptionIds.length,
    // Version 1 calculates it only with the options.
    total_points: saved.options === null ? 0 : saved.totalPoints,
  },
});

export const processField = defineContract({
  method: "POST",
  path: "/api/v1/process-field",
  operationId: "v1ProcessField",
  summary: "Save a field with its soil and automatic runoff credits (version 1)",
  description: "Deprecated. `steps.soil_data.error` says why the soil step failed; the rest still runs.",
  rateClass: "writes",
  isProcessing: true,
  body: processFieldBody,
  query: z.object({}),
  params: z.object({}),
  response: processFieldResponse,
  present: presentField,
  problems: ["duplicateField", "fieldOwnershipConflict", "processingConflict", "fieldChanged", "portalSasUnconfigured"],
});
