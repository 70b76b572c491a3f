import { z } from "zod";
import { EVIDENCE } from "@/lib/domain/citation";
import { OVERALL_STATUSES, type Assessment, type ExplanationItem, type GapAdvice } from "@/lib/domain/compliance";
import type { DriftComputation } from "@/lib/domain/drift";
import { COUNTY_PRECISIONS } from "@/lib/domain/field";
import type { OptionTree } from "@/lib/usecases/mitigations/option-tree";
import { isoTime, round2, timestamp } from "@/lib/contracts/shared/text";
import { driftConfigurationSchema, presentDriftConfiguration } from "@/lib/contracts/v2/drift-configuration";
import { presentReduction, reductionSchema } from "@/lib/contracts/v2/drift-computation";
import { issueCodeSchema, issueSchema, presentIssue } from "@/lib/contracts/v2/issues";
import { presentUnjudged, unjudgedSchema } from "@/lib/contracts/v2/unjudged";
import { categorySchema, presentOptionTree } from "@/lib/contracts/v2/option-tree";
import { presentRunoffEntry, runoffEntrySchema } from "@/lib/contracts/v2/runoff";
import { presentSoilSummary, soilSummarySchema } from "@/lib/contracts/v2/soil";

const explanationSchema = z.strictObject({
  rule_id: z.string(),
  result: z.enum(["applied", "not_checked", "unresolved"]),
  text: z.string(),
  document: z.string().nullable(),
  section: z.string().nullable(),
  document_date: z.iso.date().nullable(),
  evidence: z.enum(EVIDENCE).nullable(),
  checked_on: z.iso.date().nullable(),
  data_set: z.string().nullable(),
  share_percent: z.number().min(0).max(100).nullable(),
});

const dataVersionsSchema = z.strictObject({
  pula: z.string().nullable(),
  county: z.string().nullable(),
  county_precision: z.enum(COUNTY_PRECISIONS).nullable(),
  soil: z.string().nullable(),
  catalogue: z.string().nullable(),
  mitigation_menu: z.string(),
});

const gapAdviceSchema = z.strictObject({
  mitigation_type: z.string(),
  gap: z.int().positive(),
  sets: z.array(
    z.strictObject({
      measures: z
        .array(
          z.strictObject({ sub_option_id: z.int(), code: z.string(), label: z.string(), points: z.int().nullable() }),
        )
        .min(1),
      earned_points: z.int(),
      overshoot: z.int().nonnegative(),
    }),
  ),
});

/** The compliance object of a single check. */
export const complianceSchema = z
  .strictObject({
    version: z.int(),
    scope: z.literal("requirements_and_gaps"),
    calculated_at: timestamp,
    processing_complete: z.boolean(),
    status: z.enum(OVERALL_STATUSES),
    soil: z.strictObject({
      status: z.enum(["reused", "fetched", "unavailable", "not_applicable"]),
      analysis: soilSummarySchema.optional(),
    }),
    issues: z.array(issueSchema),
    unjudged: z.array(unjudgedSchema),
    runoff: z.array(runoffEntrySchema),
    gap_advice: z.array(gapAdviceSchema),
    drift: z.strictObject({
      status: z.enum(OVERALL_STATUSES),
      requirements: driftConfigurationSchema.nullable(),
      reductions: z.array(reductionSchema),
      issues: z.array(issueCodeSchema),
      /** These three stand on an answer with wind and setup known. */
      scope: z.literal("application_setup_and_treatable_area").optional(),
      requires_buffer: z.boolean().nullable().optional(),
      has_treatable_area: z.boolean().nullable().optional(),
    }),
    data_versions: dataVersionsSchema,
    mitigation_options: z.array(categorySchema).optional(),
    explanation: z.array(explanationSchema).optional(),
  })
  .meta({ id: "Compliance" });

const presentExplanation = (item: ExplanationItem): z.input<typeof explanationSchema> => ({
  rule_id: item.ruleId,
  result: item.result,
  text: item.text,
  document: item.document,
  section: item.section,
  document_date: item.documentDate,
  evidence: item.evidence,
  checked_on: item.checkedOn,
  data_set: item.dataSet,
  share_percent: item.sharePct === null ? null : round2(item.sharePct),
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
): Pick<
  z.input<typeof complianceSchema>["drift"],
  "reductions" | "scope" | "requires_buffer" | "has_treatable_area"
> =>
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
    runoff: assessment.runoff.map(presentRunoffEntry),
    gap_advice: assessment.gapAdvice.map(presentAdvice),
    drift: {
      status: drift.status,
      requirements: drift.configuration === null ? null : presentDriftConfiguration(drift.configuration),
      ...presentAtApplication(included.computation),
      issues: [...new Set(drift.issues.map((found) => found.code))],
    },
    data_versions: {
      pula: dataVersions.pula,
      county: dataVersions.county,
      county_precision: dataVersions.countyPrecision,
      soil: dataVersions.soil,
      catalogue: dataVersions.catalogue,
      mitigation_menu: dataVersions.mitigationMenu,
    },
    ...(included.options === null ? {} : { mitigation_options: presentOptionTree(included.options) }),
    ...(included.explanation ? { explanation: assessment.explanation.map(presentExplanation) } : {}),
  };
}
