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

const processFieldBody = (context: ParseContext) =>
  z
    .strictObject({
      provider_id: text(),
      account_id: text(),
      provider_field_id: text(),
      field_name: text(500),
      field_boundary: fieldBoundarySchema(context),
      year: z.int().min(1900).max(2200).optional(),
      include_mitigation_options: z.boolean().default(false),
    })
    .meta({ id: "ProcessFieldRequest" });

export type ProcessFieldBody = z.output<ReturnType<typeof processFieldBody>>;

/** Version 2 saves a field with its soil or not at all, and takes back credits that the ground no longer gives. */
export const toFieldRequest = (body: ProcessFieldBody): FieldRequest => ({
  accountId: body.account_id,
  providerFieldId: body.provider_field_id,
  fieldName: body.field_name,
  boundary: body.field_boundary,
  year: body.year ?? null,
  withOptions: body.include_mitigation_options,
  onSoilFailure: "abort",
  onLostCredits: "remove",
  linkLife: "provider",
});

const done = { success: z.literal(true) };

export const processFieldResponse = z
  .strictObject({
    success: z.literal(true),
    provider_field_id: z.string(),
    year: z.int(),
    /** Left out where the provider's portal is switched off. */
    mitigation_portal_url: z.url().optional(),
    mitigation_portal_url_expires_at: timestamp.nullable().optional(),
    expires_at: timestamp,
    soil_data: soilSummarySchema,
    counties: z.array(countySchema),
    pulas: z.array(z.int()),
    mitigations_applied: z.array(z.int()),
    mitigation_options: z.array(categorySchema).nullable(),
    steps: z.strictObject({
      spatial: z.strictObject({ ...done, data: z.strictObject({ pula_count: z.int(), county_count: z.int() }) }),
      soil: z.strictObject({ ...done, data: z.strictObject({ status: z.enum(["reused", "fetched"]) }) }),
      mitigations: z.strictObject({ ...done, data: z.strictObject({ mitigations_applied: z.array(z.int()) }) }),
    }),
    summary: z.strictObject({
      pula_count: z.int(),
      soil_available: z.boolean(),
      mitigations_applied_count: z.int(),
      total_points: z.int(),
    }),
  })
  .meta({ id: "ProcessFieldResponse" });

function presentField(saved: SavedField): z.input<typeof processFieldResponse> {
  const { soil } = saved;
  if (soil.summary === null) throw new RangeError("a field was saved without soil");
  return {
    success: true,
    provider_field_id: saved.providerFieldId,
    year: saved.year,
    ...presentLink(saved.link),
    expires_at: isoTime(saved.portalExpiresAt),
    soil_data: presentSoilSummary(soil.summary),
    counties: presentCounties(saved.counties),
    pulas: saved.pulaIds,
    mitigations_applied: saved.appliedSubOptionIds,
    mitigation_options: saved.options === null ? null : presentOptionTree(saved.options),
    steps: {
      spatial: { success: true, data: { pula_count: saved.pulaIds.length, county_count: saved.counties.length } },
      soil: { success: true, data: { status: soil.status } },
      mitigations: { success: true, data: { mitigations_applied: saved.appliedSubOptionIds } },
    },
    summary: {
      pula_count: saved.pulaIds.length,
      soil_available: true,
      mitigations_applied_count: saved.appliedSubOptionIds.length,
      total_points: saved.totalPoints,
    },
  };
}

export const processField = defineContract({
  method: "POST",
  path: "/api/v2/process-field",
  operationId: "processField",
  summary: "Save a field with its soil and automatic runoff credits",
  description:
    "Creates no application and assesses no product. Soil must be available: without it the answer is 503 and the " +
    "earlier field stays as it was.",
  rateClass: "writes",
  isProcessing: true,
  body: processFieldBody,
  query: z.strictObject({}),
  params: z.object({}),
  response: processFieldResponse,
  present: presentField,
  problems: ["duplicateField", "fieldOwnershipConflict", "processingConflict", "fieldChanged", "portalSasUnconfigured"],
});
