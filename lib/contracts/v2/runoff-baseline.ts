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

const runoffBaselineBody = (context: ParseContext) =>
  z
    .strictObject({ provider_id: text().optional(), field_boundary: fieldBoundarySchema(context, "any") })
    .meta({ id: "RunoffBaselineRequest" });

export const runoffBaselineResponse = z
  .strictObject({
    auto_credits: z.array(
      z.strictObject({
        sub_option_id: z.int(),
        label: z.string(),
        points: z.int(),
        source: z.enum(["always", "slope", "soil", "county"]),
      }),
    ),
    baseline_points: z.int(),
    counties: z.array(countySchema),
    soil_data: soilSummarySchema.nullable(),
    processing_complete: z.boolean(),
    issues: z.array(issueSchema),
  })
  .meta({ id: "RunoffBaseline" });

export const runoffBaseline = defineContract({
  method: "POST",
  path: "/api/v2/field/runoff-baseline",
  operationId: "computeRunoffBaseline",
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
