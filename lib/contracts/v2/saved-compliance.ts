import { z } from "zod";
import type { SavedAssessment, SavedRequirement } from "@/lib/domain/saved-application";
import type { DataBehind } from "@/lib/usecases/applications/data-behind";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { isoTime, isoTimeOrNull, timestamp } from "@/lib/contracts/shared/text";
import { dataVersionsSchema, presentDataVersions } from "@/lib/contracts/v2/data-versions";
import { driftConfigurationSchema, presentDriftConfiguration } from "@/lib/contracts/v2/drift-configuration";
import { attestationsSchema, presentAttestation } from "@/lib/contracts/v2/listed-attestation";
import { explanationSchema, presentExplanation } from "@/lib/contracts/v2/explanation";
import { presentSavedDrift, savedDriftSchema } from "@/lib/contracts/v2/saved-drift";
import { issueSchema, presentIssue } from "@/lib/contracts/v2/issues";
import { presentUnjudged, unjudgedSchema } from "@/lib/contracts/v2/unjudged";
import { assessedProductSchema, presentProduct } from "@/lib/contracts/v2/products";
import { presentRunoffEntry, runoffEntrySchema } from "@/lib/contracts/v2/runoff";
import { methodNameSchema } from "@/lib/contracts/vocabulary/drift";
import { exemptionReasonsSchema } from "@/lib/contracts/vocabulary/measures";
import { complianceStatusSchema, processingStatusSchema } from "@/lib/contracts/vocabulary/statuses";

const requirementSchema = z
  .strictObject({
    mitigation_type: z.string().describe("The system."),
    required: z.boolean().describe("Whether it is required, exemptions counted."),
    required_points: z.int().nullable().describe("Points required; null: not resolved, or not counted in points."),
    exempt: z.boolean().optional().describe("Only on EPA runoff."),
    label_required_points: z
      .int()
      .nullable()
      .optional()
      .describe("Points asked for, exempt or not. Only on EPA runoff."),
    updated_at: timestamp.describe("When it was saved, UTC."),
    runoff_exemption_claimed_at: timestamp
      .nullable()
      .describe("When the exemption question was answered, UTC; null: never."),
    runoff_exemption_reasons: exemptionReasonsSchema,
    drift_buffers: driftConfigurationSchema.shape.summary.nullable().describe("Widest buffers by kind; null: none."),
  })
  .meta({ id: "SavedRequirement", description: "One saved requirement." });

const lastAssessmentSchema = z
  .strictObject({
    calculated_at: timestamp.describe("When the check ran, UTC."),
    status: complianceStatusSchema.describe("Its verdict. Later portal choices do not change it."),
    processing_complete: z.boolean().describe("False when an input or a supported calculation was missing."),
    issues: z.array(issueSchema).describe("What stood in the way."),
    unjudged: z.array(unjudgedSchema).describe("Label conditions it could not judge."),
    products: z.array(assessedProductSchema).describe("Products with their PULAs and limitations."),
    explanation: z
      .array(explanationSchema)
      .optional()
      .describe("The rules behind this check. Only with `explain=true`; left out where the check kept none."),
  })
  .meta({
    id: "LastAssessment",
    description: "The last check, as it was. Submit the application again to refresh it.",
  });

export const dataBehindSchema = z
  .strictObject({
    versions: dataVersionsSchema,
    sets: z
      .array(
        z
          .strictObject({
            kind: z.enum(["pula", "county", "soil", "catalogue"]).describe("What it holds."),
            version: z.string().describe("Its version, as in `versions`."),
            verified_at: timestamp
              .nullable()
              .describe("When it was last confirmed with its publisher, UTC; null: never."),
            age_days: z.int().min(0).nullable().describe("Whole days since then; null: it never was."),
            in_force: z.boolean().describe("False: checks of today use another version."),
          })
          .meta({ id: "JudgingSet", description: "A stored data set that the last check used, as it stands now." }),
      )
      .describe("Those of `versions` that are stored as sets."),
    issues: z
      .array(issueSchema)
      .describe(
        "`DATA_SET_STALE`, as a check would say it of data of this age today. It does not change `last_assessment`.",
      ),
  })
  .meta({
    id: "DataBehind",
    description: "The data that the last check rests on, and how old it is now. Null: no check.",
  });

export const savedComplianceSchema = z
  .strictObject({
    scope: z
      .literal("saved_requirements_and_current_selections")
      .describe("Says what this object is: saved requirements against current selections."),
    requirements: z
      .array(requirementSchema)
      .describe(
        "One entry per saved requirement, and per runoff system that the last drift computation alone asked for.",
      ),
    runoff: z
      .array(runoffEntrySchema)
      .describe(
        "Current score, one entry per runoff system: as checked, or as the last drift computation had it (its setup, and the areas in force then) where that stands worse.",
      ),
    drift: savedDriftSchema,
    attestations: attestationsSchema,
    data: dataBehindSchema.nullable(),
    last_assessment: lastAssessmentSchema.nullable().describe("Null: no assessment was saved."),
  })
  .meta({ id: "SavedCompliance", description: "What is required of a saved application and what is in place now." });

/** An application as it is read back, with its saved compliance object. */
export const savedApplicationSchema = z
  .strictObject({
    application_event_id: z.uuid().describe("Reference of the application."),
    application_id: z.string().describe("Your identifier of the application."),
    account_id: z.string().nullable().describe("Your customer."),
    provider_group_id: z.string().nullable().describe("Your group; null: none."),
    provider_field_id: z.string().nullable().describe("Your identifier of the field."),
    field_name: z.string().nullable().describe("Name of the field."),
    application_date: z.iso.date().describe("Day of application."),
    application_method: methodNameSchema,
    products: z
      .array(
        z
          .strictObject({
            epa_number: z.string().nullable().describe("Registration number; null: an adjuvant."),
            product_name: z.string().describe("Name."),
            rate: z.number().describe("Rate, in `rate_unit`."),
            rate_unit: z.string().describe("Unit of the rate."),
            pest: z.array(z.string()).describe("Effective target pests."),
          })
          .meta({ id: "SavedProduct", description: "A product as submitted." }),
      )
      .describe("Products as submitted."),
    crop: z.array(z.string()).describe("Crops."),
    pest: z.array(z.string()).describe("Target pests of the application."),
    processing_status: processingStatusSchema,
    updated_at: timestamp.describe("Last change of the application itself, UTC. Selections change without it."),
    portal_locked_at: timestamp.nullable().describe("When portal edits were closed, UTC; null: open."),
    compliance: savedComplianceSchema,
  })
  .meta({ id: "SavedApplication", description: "A saved application." });

type WireApplication = z.input<typeof savedApplicationSchema>;

/**
 * An exemption is a saved `required: false` with a time; without one the record was never answered. The answer is
 * given as it was saved, "None apply" too, as in the runoff entry.
 */
function presentRequirement(
  requirement: SavedRequirement,
  runoff: ScoredApplication["runoffAsComputed"],
): z.input<typeof requirementSchema> {
  const isEpaRunoff = requirement.mitigationType === "epa_runoff";
  const entry = runoff.find(({ mitigationType }) => mitigationType === requirement.mitigationType);
  const isExempt = isEpaRunoff && entry?.exempt === true;
  const points = entry === undefined ? requirement.requiredPoints : entry.labelRequiredPoints;
  const { driftConfiguration } = requirement;
  return {
    mitigation_type: requirement.mitigationType,
    required: isEpaRunoff ? !isExempt : requirement.required,
    required_points: isExempt ? 0 : points,
    ...(isEpaRunoff ? { exempt: isExempt, label_required_points: points } : {}),
    updated_at: isoTime(requirement.updatedAt),
    runoff_exemption_claimed_at: isEpaRunoff ? isoTimeOrNull(requirement.exemptionEvaluatedAt) : null,
    runoff_exemption_reasons: isEpaRunoff ? requirement.exemptionReasons : null,
    drift_buffers: driftConfiguration === null ? null : presentDriftConfiguration(driftConfiguration).summary,
  };
}

/** Of a system that the last computation found, on newer areas or in its setup, and that the check asked nothing of. */
const presentFound = (
  { mitigationType, exempt, labelRequiredPoints }: ScoredApplication["runoffAsComputed"][number],
  { drift: { lastComputation }, updatedAt }: ScoredApplication["saved"],
): z.input<typeof requirementSchema> => ({
  mitigation_type: mitigationType,
  required: !exempt,
  required_points: exempt ? 0 : labelRequiredPoints,
  ...(mitigationType === "epa_runoff" ? { exempt, label_required_points: labelRequiredPoints } : {}),
  updated_at: isoTime(lastComputation?.checkedAt ?? updatedAt),
  runoff_exemption_claimed_at: null,
  runoff_exemption_reasons: null,
  drift_buffers: null,
});

function presentRequirements(
  saved: ScoredApplication["saved"],
  runoff: ScoredApplication["runoffAsComputed"],
): z.input<typeof requirementSchema>[] {
  const kept = new Set(saved.requirements.map(({ mitigationType }) => mitigationType));
  return [
    ...saved.requirements.map((requirement) => presentRequirement(requirement, runoff)),
    ...runoff.flatMap((entry) => (kept.has(entry.mitigationType) ? [] : [presentFound(entry, saved)])),
  ];
}

/** As the check answered it: with the applicator's answers, where any counted then. */
function presentLastAssessment(last: SavedAssessment, withGeometry: boolean): z.input<typeof lastAssessmentSchema> {
  const { status, processingComplete, issues, unjudged } = last.answered ?? last;
  return {
    calculated_at: isoTime(last.calculatedAt),
    status,
    processing_complete: processingComplete,
    issues: issues.map(presentIssue),
    unjudged: unjudged.map(presentUnjudged),
    products: last.products.map((product) => presentProduct(product, withGeometry)),
    ...(last.explanation === null ? {} : { explanation: last.explanation.map(presentExplanation) }),
  };
}

export const presentData = ({ versions, sets, issues }: DataBehind): z.input<typeof dataBehindSchema> => ({
  versions: presentDataVersions(versions),
  sets: sets.map(({ kind, version, verifiedAt, ageDays, isInForce }) => ({
    kind,
    version,
    verified_at: isoTimeOrNull(verifiedAt),
    age_days: ageDays,
    in_force: isInForce,
  })),
  issues: issues.map(presentIssue),
});

export function presentSavedApplication(scored: ScoredApplication, withGeometry: boolean): WireApplication {
  const { saved, runoffAsComputed: runoff } = scored;
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
      requirements: presentRequirements(saved, runoff),
      runoff: runoff.map(presentRunoffEntry),
      drift: presentSavedDrift(scored, withGeometry),
      attestations: scored.attestations.map(presentAttestation),
      data: scored.data === null ? null : presentData(scored.data),
      last_assessment:
        scored.lastAssessment === null ? null : presentLastAssessment(scored.lastAssessment, withGeometry),
    },
  };
}
