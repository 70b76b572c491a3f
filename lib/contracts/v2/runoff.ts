import { z } from "zod";
import { COMPONENT_STATUSES, type RunoffEntry } from "@/lib/domain/compliance";
import { CREDIT_SOURCES, NOT_CREDITED_REASONS } from "@/lib/domain/mitigation";
import { isoTimeOrNull, timestamp } from "@/lib/contracts/shared/text";
import { issueCodeSchema } from "@/lib/contracts/v2/issues";

const credited = {
  sub_option_id: z.int(),
  code: z.string(),
  label: z.string(),
  source: z.enum(CREDIT_SOURCES),
};

/** One runoff system's score. The saved compliance object and the single check share it. */
export const runoffEntrySchema = z
  .strictObject({
    mitigation_type: z.string(),
    year: z.int(),
    required: z.boolean(),
    exempt: z.boolean(),
    required_points: z.int().nullable(),
    label_required_points: z.int().nullable(),
    earned_points: z.int(),
    gap: z.int().nullable(),
    status: z.enum(COMPONENT_STATUSES),
    credited_measures: z.array(z.strictObject({ ...credited, points: z.int() })),
    selected_measures: z.array(
      z.strictObject({
        ...credited,
        points: z.int().nullable(),
        credited: z.boolean(),
        reason: z.enum(NOT_CREDITED_REASONS).nullable(),
        implementation_date: z.iso.date().nullable(),
        notes: z.string().nullable(),
      }),
    ),
    runoff_exemption_claimed_at: timestamp.nullable(),
    runoff_exemption_reasons: z.array(z.string()).nullable(),
    issues: z.array(issueCodeSchema),
  })
  .meta({ id: "RunoffEntry" });

export const presentRunoffEntry = (entry: RunoffEntry): z.input<typeof runoffEntrySchema> => ({
  mitigation_type: entry.mitigationType,
  year: entry.year,
  required: entry.required,
  exempt: entry.exempt,
  required_points: entry.requiredPoints,
  label_required_points: entry.labelRequiredPoints,
  earned_points: entry.earnedPoints,
  gap: entry.gap,
  status: entry.status,
  credited_measures: entry.creditedMeasures.map(({ subOptionId, code, label, points, source }) => ({
    sub_option_id: subOptionId,
    code,
    label,
    points,
    source,
  })),
  selected_measures: entry.selectedMeasures.map((measure) => ({
    sub_option_id: measure.subOptionId,
    code: measure.code,
    label: measure.label,
    points: measure.points,
    source: measure.source,
    credited: measure.credited,
    reason: measure.reason,
    implementation_date: measure.implementationDate,
    notes: measure.notes,
  })),
  runoff_exemption_claimed_at: isoTimeOrNull(entry.runoffExemptionClaimedAt),
  runoff_exemption_reasons: entry.runoffExemptionReasons,
  issues: entry.issues.map((found) => found.code),
});
