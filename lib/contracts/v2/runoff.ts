import { z } from "zod";
import type { RunoffEntry } from "@/lib/domain/compliance";
import { isoTimeOrNull, timestamp } from "@/lib/contracts/shared/text";
import { issueCodeSchema } from "@/lib/contracts/v2/issues";
import {
  creditSourceSchema,
  exemptionReasonsSchema,
  notCreditedReasonSchema,
} from "@/lib/contracts/vocabulary/measures";
import { componentStatusSchema } from "@/lib/contracts/vocabulary/statuses";

const credited = {
  sub_option_id: z.int().describe("Identifier in the menu."),
  code: z.string().describe("Code in the menu."),
  label: z.string().describe("Name for people."),
  source: creditSourceSchema,
};

/** One runoff system's score. The saved compliance object and the single check share it. */
export const runoffEntrySchema = z
  .strictObject({
    mitigation_type: z.string().describe("The runoff system. A saved record may name one that is no longer scored."),
    year: z.int().describe("Year of the application date. Selections belong to a field and year."),
    required: z.boolean().describe("Whether points are required. False only for an accepted exemption."),
    exempt: z.boolean().describe("Whether the applicator claimed an accepted exemption in the portal."),
    required_points: z
      .int()
      .nullable()
      .describe("Points required: 0 when exempt. Null: not resolved, which is not zero."),
    label_required_points: z
      .int()
      .nullable()
      .describe("Points the labels and limitations ask for, exempt or not. Null: not resolved."),
    earned_points: z.int().describe("Points of the current selections, after every cap and restriction."),
    gap: z.int().nullable().describe("Points missing, 0 or more. Null where required points are not resolved."),
    status: componentStatusSchema,
    credited_measures: z
      .array(
        z
          .strictObject({ ...credited, points: z.int().describe("Points it earns.") })
          .meta({ id: "CreditedMeasure", description: "A measure that counts." }),
      )
      .describe("Measures that count."),
    selected_measures: z
      .array(
        z
          .strictObject({
            ...credited,
            points: z.int().nullable().describe("Points it would earn; null: derived or unverified."),
            credited: z.boolean().describe("Whether it counts."),
            reason: notCreditedReasonSchema.nullable().describe("Why it does not count; null where it does."),
            implementation_date: z.iso.date().nullable().describe("Day it was put in place; null: not given."),
            notes: z.string().nullable().describe("The applicator's notes."),
          })
          .meta({ id: "SelectedMeasure", description: "A selected measure, counted or not." }),
      )
      .describe("Everything selected, counted or not."),
    runoff_exemption_claimed_at: timestamp
      .nullable()
      .describe("When the exemption question was answered, UTC; null: never."),
    runoff_exemption_reasons: exemptionReasonsSchema,
    issues: z.array(issueCodeSchema).describe("Codes of what keeps this entry from being met."),
  })
  .meta({ id: "RunoffEntry", description: "The score of one runoff system." });

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
