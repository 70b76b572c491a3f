import { z } from "zod";
import type { Reassessed } from "@/lib/usecases/applications/reassess-saved";
import type { WhatChanged } from "@/lib/usecases/applications/what-changed";
import type { ReadingContract } from "@/lib/contracts/mcp/tool";
import { ruleText } from "@/lib/views/explanations/rule-text";
import { isoTime, text, timestamp } from "@/lib/contracts/shared/text";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";
import { complianceSchema, presentAssessment } from "@/lib/contracts/v2/assessment";
import { issueCodeSchema } from "@/lib/contracts/v2/issues";
import { dataBehindSchema, presentData } from "@/lib/contracts/v2/saved-compliance";
import { complianceStatusSchema } from "@/lib/contracts/vocabulary/statuses";

type Params = z.output<typeof applicationParams>;

const reading = { rateClass: "writes", isProcessing: true, body: null, params: applicationParams } as const;
const reference = z.uuid().describe("The application.");

const aboutQuery = z.strictObject({
  about: text()
    .optional()
    .describe("Words to look for in the rules, such as `buffer`, `runoff`, or a rule's name. Left out: every rule."),
});

export const explainNumberAnswer = z.strictObject({
  application_event_id: reference,
  compliance: complianceSchema.describe("The application judged now, with `explanation` of what was asked about."),
});

/** The parts of a check that hold its figures, and the rules that mention what was asked about. */
export const explainNumber: ReadingContract<z.output<typeof aboutQuery>, Params, Reassessed> = {
  ...reading,
  query: aboutQuery,
  present: ({ applicationEventId, assessment }, { query }): z.input<typeof explainNumberAnswer> => {
    const words = (query.about ?? "").toLowerCase();
    const mentions = (said: string) => said.toLowerCase().includes(words);
    const explanation = assessment.explanation.filter(
      (rule) => mentions(rule.ruleId) || mentions(ruleText(rule, { language: "en" })),
    );
    return {
      application_event_id: applicationEventId,
      compliance: presentAssessment(
        { ...assessment, explanation },
        { soilAnalysis: false, explanation: true, options: null },
      ),
    };
  },
};

export const closeGapAnswer = z.strictObject({
  application_event_id: reference,
  runoff: complianceSchema.shape.runoff,
  gap_advice: complianceSchema.shape.gap_advice,
});

/** What is earned, what is missing, and which further measures would close the gap. */
export const closeGap: ReadingContract<Record<string, never>, Params, Reassessed> = {
  ...reading,
  query: z.strictObject({}),
  present: ({ applicationEventId, assessment }): z.input<typeof closeGapAnswer> => {
    const { runoff, gap_advice } = presentAssessment(assessment, {
      soilAnalysis: false,
      explanation: false,
      options: null,
    });
    return { application_event_id: applicationEventId, runoff, gap_advice };
  },
};

const codes = z.array(issueCodeSchema);
const pulas = z.array(z.int());

export const whatChangedAnswer = z.strictObject({
  application_event_id: reference,
  last_check: z
    .strictObject({
      calculated_at: timestamp.describe("When it ran, UTC."),
      status: complianceStatusSchema.describe("Its verdict."),
    })
    .nullable()
    .describe("The last check; null: none was saved."),
  status_now: complianceStatusSchema.describe("The verdict by the data, rules, and choices in force now."),
  is_with_wind: z
    .boolean()
    .describe("True: both are with the wind and setup of the last drift computation, and with the saved rates."),
  issues_added: codes.describe("Codes that only the answer of now has."),
  issues_removed: codes.describe("Codes that only the last check had."),
  pulas_added: pulas.describe("PULAs under the products that only the answer of now has."),
  pulas_removed: pulas.describe("PULAs that only the last check had."),
  required_points: z
    .array(
      z.strictObject({
        mitigation_type: z.string().describe("The runoff system."),
        before: z.int().nullable().describe("Points required by the last check; null: not resolved, or none."),
        now: z.int().nullable().describe("Points required now; null likewise."),
      }),
    )
    .describe("Runoff systems whose required points differ."),
  data: dataBehindSchema.nullable().describe("The data of the last check, and whether each set is still in force."),
});

/** What the last check said against what one would say now. */
export const whatChanged: ReadingContract<Record<string, never>, Params, WhatChanged> = {
  ...reading,
  query: z.strictObject({}),
  present: (changed): z.input<typeof whatChangedAnswer> => ({
    application_event_id: changed.applicationEventId,
    last_check:
      changed.before === null
        ? null
        : { calculated_at: isoTime(changed.before.calculatedAt), status: changed.before.status },
    status_now: changed.now.status,
    is_with_wind: changed.isWithWind,
    issues_added: changed.issuesAdded,
    issues_removed: changed.issuesRemoved,
    pulas_added: changed.pulasAdded,
    pulas_removed: changed.pulasRemoved,
    required_points: changed.requiredPoints.map(({ mitigationType, before, now }) => ({
      mitigation_type: mitigationType,
      before,
      now,
    })),
    data: changed.data === null ? null : presentData(changed.data),
  }),
};
