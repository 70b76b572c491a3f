import { z } from "zod";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { defineContract } from "@/lib/contracts/shared/contract";
import { fieldRequestMembers, savedFieldMembers } from "@/lib/contracts/v2/field-members";
import { portalLinkMembers, presentLink } from "@/lib/contracts/v2/portal-link-members";
import { presentCounties } from "@/lib/contracts/v2/counties";
import { presentOptionTree } from "@/lib/contracts/v2/option-tree";
import { presentSoilSummary, soilSummarySchema } from "@/lib/contracts/v2/soil";
import type { FieldRequest, SavedField } from "@/lib/usecases/fields/save-field";

const processFieldBody = (context: ParseContext) =>
  z
    .strictObject({
      ...fieldRequestMembers(context),
    })
    .meta({ id: "ProcessFieldRequest", description: "A field to save." });

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

const done = { success: z.literal(true).describe("The step is done.") };

const spatialStepSchema = z
  .strictObject({
    ...done,
    data: z
      .strictObject({ pula_count: z.int().describe("PULAs found."), county_count: z.int().describe("Counties found.") })
      .meta({ id: "SpatialStepData", description: "What lies where the field is." }),
  })
  .meta({ id: "SpatialStep", description: "PULAs and counties were looked up." });
const soilStepSchema = z
  .strictObject({
    ...done,
    data: z
      .strictObject({
        status: z
          .enum(["reused", "fetched"])
          .describe("`reused`: a stored analysis of this boundary. `fetched`: analyzed for this request."),
      })
      .meta({ id: "SoilStepData", description: "Where the soil came from." }),
  })
  .meta({ id: "SoilStep", description: "The soil was analyzed." });
const mitigationsStepSchema = z
  .strictObject({
    ...done,
    data: z
      .strictObject({ mitigations_applied: z.array(z.int()).describe("Sub-options in force for the year.") })
      .meta({ id: "MitigationsStepData", description: "The credits of the year." }),
  })
  .meta({ id: "MitigationsStep", description: "Automatic credits were saved." });

export const processFieldResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200."),
    provider_field_id: z.string().describe("As sent."),
    year: z.int().describe("The year of the credits."),
    ...portalLinkMembers,
    soil_data: soilSummarySchema,
    ...savedFieldMembers,
    steps: z
      .strictObject({
        spatial: spatialStepSchema,
        soil: soilStepSchema,
        mitigations: mitigationsStepSchema,
      })
      .meta({ id: "ProcessFieldSteps", description: "The steps of saving a field." })
      .describe("What was done."),
    summary: z
      .strictObject({
        pula_count: z.int().describe("PULAs found."),
        soil_available: z.boolean().describe("Always true here: without soil the answer is 503."),
        mitigations_applied_count: z.int().describe("Sub-options in force for the year."),
        total_points: z
          .int()
          .describe(
            "Points of those sub-options by the lowest reading of each figure, before any product restricts them. It may be less than the sum of `points` in the menu.",
          ),
      })
      .meta({ id: "ProcessFieldSummary", description: "A saved field in four figures." })
      .describe("The field in four figures."),
  })
  .meta({ id: "ProcessFieldResponse", description: "A saved field." });

function presentField(saved: SavedField): z.input<typeof processFieldResponse> {
  const { soil } = saved;
  if (soil.summary === null) throw new RangeError("a field was saved without soil");
  return {
    success: true,
    provider_field_id: saved.providerFieldId,
    year: saved.year,
    ...presentLink(saved),
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
  tag: "Fields",
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
  problems: [
    "duplicateField",
    "fieldOwnershipConflict",
    "processingConflict",
    "fieldChanged",
    "groundNotSurveyed",
    "portalSasUnconfigured",
  ],
});
