import { z } from "zod";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { defineContract } from "@/lib/contracts/shared/contract";
import { fieldRequestMembers, savedFieldMembers } from "@/lib/contracts/v2/field-members";
import { portalLinkMembers, presentLink } from "@/lib/contracts/v2/portal-link-members";
import { presentCounties } from "@/lib/contracts/v2/counties";
import { presentOptionTree } from "@/lib/contracts/v2/option-tree";
import { presentSoilSummary, soilSummarySchema } from "@/lib/contracts/v2/soil";
import type { FieldRequest, SavedField } from "@/lib/usecases/fields/save-field";

/** Version 1 ignores members it does not know. */
const processFieldBody = (context: ParseContext) =>
  z
    .object({
      ...fieldRequestMembers(context),
    })
    .meta({ id: "V1ProcessFieldRequest", description: "A field to save." });

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

const step = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z
    .strictObject({
      success: z.boolean().describe("Whether the step is done."),
      error: z.string().nullable().describe("Why it is not; null on success."),
      data: z
        .strictObject(shape)
        .meta({ id: `${id}Data`, description: "What a step came to." })
        .nullable()
        .describe("What came of it; null where it failed."),
    })
    .meta({ id, description: "One step of saving a field." });

export const processFieldResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200, also where a step failed."),
    field_id: z.uuid().describe("Identifier of the saved field."),
    provider_field_id: z.string().describe("As sent."),
    ...portalLinkMembers,
    soil_data: soilSummarySchema.nullable().describe("Null: the soil step failed."),
    ...savedFieldMembers,
    steps: z
      .strictObject({
        county_state: step("V1CountyStep", {}),
        pula_detection: step("V1PulaStep", { pula_count: z.int().describe("PULAs found.") }),
        soil_data: step("V1SoilStep", {
          dominant_hydgrpdcd: z.string().nullable().describe("Dominant hydrologic soil group; null: none."),
          weighted_avg_slopegradwta: z.number().nullable().describe("Average slope, percent; null: none."),
        }),
        auto_mitigations: step("V1MitigationsStep", {
          mitigations_applied: z.array(z.int()).describe("Sub-options in force for the year."),
        }),
        mitigation_options: step("V1OptionsStep", {}).optional(),
      })
      .meta({ id: "V1ProcessFieldSteps", description: "The steps of saving a field." })
      .describe("What was done."),
    summary: z
      .strictObject({
        pula_count: z.int().describe("PULAs found."),
        soil_available: z.boolean().describe("Whether the soil is known."),
        mitigations_applied_count: z.int().describe("Sub-options in force for the year."),
        total_points: z
          .int()
          .describe(
            "Points of those sub-options by the lowest reading of each figure; 0 unless options were asked for.",
          ),
      })
      .meta({ id: "V1ProcessFieldSummary", description: "A saved field in four figures." })
      .describe("The field in four figures."),
  })
  .meta({ id: "V1ProcessFieldResponse", description: "A saved field (version 1)." });

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
  ...presentLink(saved),
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
  tag: "Version 1",
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
