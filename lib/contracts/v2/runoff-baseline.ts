import { z } from "zod";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { defineContract } from "@/lib/contracts/shared/contract";
import { fieldBoundarySchema } from "@/lib/contracts/shared/field-boundary";
import { text } from "@/lib/contracts/shared/text";
import { countySchema, presentCounties } from "@/lib/contracts/v2/counties";
import { issueSchema, presentIssue } from "@/lib/contracts/v2/issues";
import { presentSoilSummary, soilSummarySchema } from "@/lib/contracts/v2/soil";
import { isIncomplete } from "@/lib/domain/issues";
import type { RunoffBaseline } from "@/lib/usecases/fields/compute-runoff-baseline";
import { autoCreditSourceSchema } from "@/lib/contracts/vocabulary/measures";

const runoffBaselineBody = (context: ParseContext) =>
  z
    .strictObject({
      provider_id: text().optional().describe("Your provider. Checked against the key where it is sent."),
      field_boundary: fieldBoundarySchema(context, "any"),
    })
    .meta({ id: "RunoffBaselineRequest", description: "A polygon." });

export const runoffBaselineResponse = z
  .strictObject({
    auto_credits: z
      .array(
        z
          .strictObject({
            sub_option_id: z.int().describe("Identifier in the menu."),
            label: z.string().describe("Name for people."),
            points: z.int().describe("Points it earns."),
            source: autoCreditSourceSchema,
          })
          .meta({ id: "AutoCredit", description: "A credit the ground earns." }),
      )
      .describe("Credits the ground earns without anyone choosing them."),
    baseline_points: z.int().describe("Sum of the credits. Without soil it is not the whole baseline."),
    counties: z.array(countySchema).describe("Counties the polygon meets."),
    soil_data: soilSummarySchema.nullable().describe("Null: not available; see `issues`."),
    processing_complete: z.boolean().describe("False when a credit could not be judged."),
    issues: z.array(issueSchema).describe("What is missing."),
  })
  .meta({ id: "RunoffBaseline", description: "The credits of a polygon." });

export const runoffBaseline = defineContract({
  method: "POST",
  path: "/api/v2/field/runoff-baseline",
  operationId: "computeRunoffBaseline",
  tag: "Fields",
  summary: "Compute the runoff credits a polygon earns by itself",
  description:
    "Saves nothing. Without soil the other credits are given and the sum is not the whole baseline. Not a " +
    "compliance determination for any product.",
  rateClass: "writes",
  isProcessing: true,
  body: runoffBaselineBody,
  query: z.strictObject({}),
  params: z.object({}),
  response: runoffBaselineResponse,
  present: (baseline: RunoffBaseline): z.input<typeof runoffBaselineResponse> => ({
    auto_credits: baseline.autoCredits.map(({ subOptionId, label, points, source }) => ({
      sub_option_id: subOptionId,
      label,
      points,
      source,
    })),
    baseline_points: baseline.autoCredits.reduce((sum, { points }) => sum + points, 0),
    counties: presentCounties(baseline.counties),
    soil_data: baseline.soil === null ? null : presentSoilSummary(baseline.soil),
    processing_complete: !baseline.issues.some(isIncomplete),
    issues: baseline.issues.map(presentIssue),
  }),
  problems: [],
});
