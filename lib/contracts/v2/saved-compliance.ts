import { z } from "zod";
import { APPLICATION_METHOD_NAMES } from "@/lib/domain/application";
import { OVERALL_STATUSES } from "@/lib/domain/compliance";
import type { SavedAssessment, SavedRequirement } from "@/lib/domain/saved-application";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { isoTime, isoTimeOrNull, timestamp } from "@/lib/contracts/shared/text";
import { driftConfigurationSchema, presentDriftConfiguration } from "@/lib/contracts/v2/drift-configuration";
import { presentSavedDrift, savedDriftSchema } from "@/lib/contracts/v2/saved-drift";
import { issueSchema, presentIssue } from "@/lib/contracts/v2/issues";
import { presentUnjudged, unjudgedSchema } from "@/lib/contracts/v2/unjudged";
import { assessedProductSchema, presentProduct } from "@/lib/contracts/v2/products";
import { presentRunoffEntry, runoffEntrySchema } from "@/lib/contracts/v2/runoff";

const requirementSchema = z.strictObject({
  mitigation_type: z.string(),
  required: z.boolean(),
  required_points: z.int().nullable(),
  exempt: z.boolean().optional(),
  label_required_points: z.int().nullable().optional(),
  updated_at: timestamp,
  runoff_exemption_claimed_at: timestamp.nullable(),
  runoff_exemption_reasons: z.array(z.string()).nullable(),
  drift_buffers: driftConfigurationSchema.shape.summary.nullable(),
});

const lastAssessmentSchema = z.strictObject({
  calculated_at: timestamp,
  status: z.enum(OVERALL_STATUSES),
  processing_complete: z.boolean(),
  issues: z.array(issueSchema),
  unjudged: z.array(unjudgedSchema),
  products: z.array(assessedProductSchema),
});

const complianceSchema = z.strictObject({
  scope: z.literal("saved_requirements_and_current_selections"),
  requirements: z.array(requirementSchema),
  runoff: z.array(runoffEntrySchema),
  drift: savedDriftSchema,
  last_assessment: lastAssessmentSchema.nullable(),
});

/** An application as it is read back, with its saved compliance object. */
export const savedApplicationSchema = z
  .strictObject({
    application_event_id: z.uuid(),
    application_id: z.string(),
    account_id: z.string().nullable(),
    provider_group_id: z.string().nullable(),
    provider_field_id: z.string().nullable(),
    field_name: z.string().nullable(),
    application_date: z.iso.date(),
    application_method: z.enum(APPLICATION_METHOD_NAMES),
    products: z.array(
      z.strictObject({
        epa_number: z.string().nullable(),
        product_name: z.string(),
        rate: z.number(),
        rate_unit: z.string(),
        pest: z.array(z.string()),
      }),
    ),
    crop: z.array(z.string()),
    pest: z.array(z.string()),
    processing_status: z.enum(["pending", "completed", "failed"]),
    updated_at: timestamp,
    portal_locked_at: timestamp.nullable(),
    compliance: complianceSchema,
  })
  .meta({ id: "SavedApplication" });

type WireApplication = z.input<typeof savedApplicationSchema>;

/**
 * An exemption is a saved `required: false` with a time; without one the record was never answered. The answer is
 * given as it was saved, "None apply" too, as in the runoff entry.
 */
function presentRequirement(
  requirement: SavedRequirement,
  runoff: ScoredApplication["runoff"],
): z.input<typeof requirementSchema> {
  const isEpaRunoff = requirement.mitigationType === "epa_runoff";
  const isExempt =
    isEpaRunoff && runoff.some(({ mitigationType, exempt }) => mitigationType === "epa_runoff" && exempt);
  const { driftConfiguration } = requirement;
  return {
    mitigation_type: requirement.mitigationType,
    required: isEpaRunoff ? !isExempt : requirement.required,
    required_points: isExempt ? 0 : requirement.requiredPoints,
    ...(isEpaRunoff ? { exempt: isExempt, label_required_points: requirement.requiredPoints } : {}),
    updated_at: isoTime(requirement.updatedAt),
    runoff_exemption_claimed_at: isEpaRunoff ? isoTimeOrNull(requirement.exemptionEvaluatedAt) : null,
    runoff_exemption_reasons: isEpaRunoff ? requirement.exemptionReasons : null,
    drift_buffers: driftConfiguration === null ? null : presentDriftConfiguration(driftConfiguration).summary,
  };
}

const presentLastAssessment = (last: SavedAssessment, withGeometry: boolean): z.input<typeof lastAssessmentSchema> => ({
  calculated_at: isoTime(last.calculatedAt),
  status: last.status,
  processing_complete: last.processingComplete,
  issues: last.issues.map(presentIssue),
  unjudged: last.unjudged.map(presentUnjudged),
  products: last.products.map((product) => presentProduct(product, withGeometry)),
});

export function presentSavedApplication(scored: ScoredApplication, withGeometry: boolean): WireApplication {
  const { saved } = scored;
  return {
    application_event_id: saved.applicationEventId,
    application_id: saved.applicationId,
    account_id: saved.accountId,
    provider_group_id: saved.providerGroupId,
    provider_field_id: saved.providerFieldId,
    field_name: saved.fieldName,
    application_date: saved.applicationDate,
    application_method: saved.method,
    products: saved.products.map(({ epaNumber, productName, rate, rateUnit, pest }) => ({
      epa_number: epaNumber,
      product_name: productName,
      rate,
      rate_unit: rateUnit,
      pest,
    })),
    crop: saved.crop,
    pest: saved.pest,
    processing_status: saved.processingStatus as WireApplication["processing_status"],
    updated_at: isoTime(saved.updatedAt),
    portal_locked_at: isoTimeOrNull(saved.portalLockedAt),
    compliance: {
      scope: "saved_requirements_and_current_selections",
      requirements: saved.requirements.map((requirement) => presentRequirement(requirement, scored.runoff)),
      runoff: scored.runoff.map(presentRunoffEntry),
      drift: presentSavedDrift(scored, withGeometry),
      last_assessment: saved.lastAssessment === null ? null : presentLastAssessment(saved.lastAssessment, withGeometry),
    },
  };
}
