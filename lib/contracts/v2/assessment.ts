import { z } from "zod";
import type { Assessment, GapAdvice } from "@/lib/domain/compliance";
import type { DriftComputation } from "@/lib/domain/drift";
import type { OptionTree } from "@/lib/usecases/mitigations/option-tree";
import { isoTime, timestamp } from "@/lib/contracts/shared/text";
import { dataVersionsSchema, presentDataVersions } from "@/lib/contracts/v2/data-versions";
import { driftConfigurationSchema, presentDriftConfiguration } from "@/lib/contracts/v2/drift-configuration";
import { presentReduction } from "@/lib/contracts/v2/drift-computation";
import { reductionSchema } from "@/lib/contracts/v2/drift-computation-schema";
import { explanationSchema, presentExplanation } from "@/lib/contracts/v2/explanation";
import { issueCodeSchema, issueSchema, presentIssue } from "@/lib/contracts/v2/issues";
import { attestationsSchema, presentAttestation } from "@/lib/contracts/v2/listed-attestation";
import { presentUnjudged, unjudgedSchema } from "@/lib/contracts/v2/unjudged";
import { categorySchema, presentOptionTree } from "@/lib/contracts/v2/option-tree";
import { presentRunoffEntry, runoffEntrySchema } from "@/lib/contracts/v2/runoff";
import { presentSoilSummary, soilSummarySchema } from "@/lib/contracts/v2/soil";
import { complianceStatusSchema, soilStatusSchema } from "@/lib/contracts/vocabulary/statuses";

const gapAdviceSchema = z
  .strictObject({
    mitigation_type: z.string().describe("The runoff system that is short."),
    gap: z.int().positive().describe("Points that are missing."),
    sets: z
      .array(
        z
          .strictObject({
            measures: z
              .array(
                z
                  .strictObject({
                    sub_option_id: z.int().describe("Identifier in the menu."),
                    code: z.string().describe("Code in the menu."),
                    label: z.string().describe("Name for people."),
                    points: z
                      .int()
                      .nullable()
                      .describe("Points it earns here; null where they are derived from others."),
                  })
                  .meta({ id: "GapAdviceMeasure", description: "A measure that would earn points here." }),
              )
              .min(1)
              .describe("Measures of the set; all of them are needed."),
            earned_points: z.int().describe("Points the application would earn with the set."),
            overshoot: z.int().nonnegative().describe("Points beyond what is required, 0 or more."),
          })
          .meta({ id: "GapAdviceSet", description: "One set of measures that would close the gap." }),
      )
      .describe(
        "Smallest sets of further measures that would close the gap, best first. Empty: nothing open to the applicator would.",
      ),
  })
  .meta({
    id: "GapAdvice",
    description: "How one runoff gap could be closed. Advice is not a selection: the applicator chooses in the portal.",
  });

/** The compliance object of a single check. */
export const complianceSchema = z
  .strictObject({
    version: z.int().describe("Format version of the assessment, independent of the URL version. Now 1."),
    scope: z.literal("requirements_and_gaps").describe("Says what this object is: requirements and gaps of one check."),
    calculated_at: timestamp.describe("When the assessment was made, UTC."),
    processing_complete: z
      .boolean()
      .describe("False when an input or a supported calculation is missing. True does not mean that anything is met."),
    status: complianceStatusSchema.describe("The verdict over everything. It is authoritative."),
    soil: z
      .strictObject({
        status: soilStatusSchema,
        analysis: soilSummarySchema.optional().describe("Only with `include_soil_analysis`, where soil is available."),
      })
      .meta({ id: "ComplianceSoil", description: "Soil of an assessment." })
      .describe("Where the soil came from, and with `include_soil_analysis` what it is."),
    issues: z
      .array(issueSchema)
      .describe("Everything that stands in the way of a pass or should be known. Go by `code` and `effect`."),
    unjudged: z
      .array(unjudgedSchema)
      .describe("Label conditions this check could not judge. Show them to the applicator."),
    attestations: attestationsSchema,
    runoff: z.array(runoffEntrySchema).describe("One entry per runoff system that applies. Empty: none does."),
    gap_advice: z.array(gapAdviceSchema).describe("One entry per runoff system that is short of points."),
    drift: z
      .strictObject({
        status: complianceStatusSchema.describe("Result of drift alone."),
        requirements: driftConfigurationSchema
          .nullable()
          .describe("Buffers required before the wind is known; null where none is."),
        reductions: z.array(reductionSchema).describe("What lowers the buffers, per requirement. Empty at intake."),
        issues: z.array(issueCodeSchema).describe("Codes of `compliance.issues` that bear on drift."),
        scope: z
          .literal("application_setup_and_treatable_area")
          .optional()
          .describe("Present after a drift computation."),
        requires_buffer: z
          .boolean()
          .nullable()
          .optional()
          .describe("Whether any ground must stay unsprayed now; null: not known. Present after a computation."),
        has_treatable_area: z
          .boolean()
          .nullable()
          .optional()
          .describe("Whether any ground is left to treat; null: not known. Present after a computation."),
      })
      .meta({ id: "ComplianceDrift", description: "Drift in an assessment." })
      .describe("Drift requirements and, after a drift computation, their result."),
    data_versions: dataVersionsSchema,
    mitigation_options: z
      .array(categorySchema)
      .optional()
      .describe("Only with `include_mitigations`: the menu with what is selected."),
    explanation: z.array(explanationSchema).optional().describe("Only with `explain=true`."),
  })
  .meta({
    id: "Compliance",
    description:
      "The assessment of one application. `status` is authoritative; success of the request says nothing about compliance.",
  });

const presentAdvice = ({ mitigationType, gap, sets }: GapAdvice): z.input<typeof gapAdviceSchema> => ({
  mitigation_type: mitigationType,
  gap,
  sets: sets.map(({ measures, earnedPoints, overshoot }) => ({
    measures: measures.map(({ subOptionId, code, label, points }) => ({
      sub_option_id: subOptionId,
      code,
      label,
      points,
    })),
    earned_points: earnedPoints,
    overshoot,
  })),
});

export interface Included {
  soilAnalysis: boolean;
  explanation: boolean;
  options: OptionTree | null;
  /** With wind and setup known; left out at intake. */
  computation?: DriftComputation;
}

/** What drift says beyond intake. */
const presentAtApplication = (
  computation: DriftComputation | undefined,
): Pick<z.input<typeof complianceSchema>["drift"], "reductions" | "scope" | "requires_buffer" | "has_treatable_area"> =>
  computation === undefined
    ? { reductions: [] }
    : {
        reductions: computation.reductions.map(presentReduction),
        scope: "application_setup_and_treatable_area",
        requires_buffer: computation.requiresBuffer,
        has_treatable_area: computation.hasTreatableArea,
      };

export function presentAssessment(assessment: Assessment, included: Included): z.input<typeof complianceSchema> {
  const { soil, drift, dataVersions } = assessment;
  const withAnalysis = included.soilAnalysis && soil.summary !== null;
  return {
    version: assessment.version,
    scope: "requirements_and_gaps",
    calculated_at: isoTime(assessment.calculatedAt),
    processing_complete: assessment.processingComplete,
    status: assessment.status,
    soil: { status: soil.status, ...(withAnalysis ? { analysis: presentSoilSummary(soil.summary) } : {}) },
    issues: assessment.issues.map(presentIssue),
    unjudged: assessment.unjudged.map(presentUnjudged),
    attestations: assessment.attestations.map(presentAttestation),
    runoff: assessment.runoff.map(presentRunoffEntry),
    gap_advice: assessment.gapAdvice.map(presentAdvice),
    drift: {
      status: drift.status,
      requirements: drift.configuration === null ? null : presentDriftConfiguration(drift.configuration),
      ...presentAtApplication(included.computation),
      issues: [...new Set(drift.issues.map((found) => found.code))],
    },
    data_versions: presentDataVersions(dataVersions),
    ...(included.options === null ? {} : { mitigation_options: presentOptionTree(included.options) }),
    ...(included.explanation ? { explanation: assessment.explanation.map(presentExplanation) } : {}),
  };
}
