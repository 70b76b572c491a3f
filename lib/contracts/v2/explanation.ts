import { z } from "zod";
import type { ExplanationItem } from "@/lib/domain/explanation";
import { round2 } from "@/lib/domain/rounding";
import { ruleText } from "@/lib/views/explanations/rule-text";
import { evidenceSchema, explanationResultSchema } from "@/lib/contracts/vocabulary/statuses";

export const explanationSchema = z
  .strictObject({
    rule_id: z.string().describe("Stable name of the rule, with the document or table it is in."),
    result: explanationResultSchema,
    text: z.string().describe("The rule in a sentence for people."),
    document: z.string().nullable().describe("Title of the document that sets it, null for a rule of this service."),
    section: z.string().nullable().describe("Section, table, or page of that document."),
    document_date: z.iso.date().nullable().describe("Date of the document, null where it has none."),
    evidence: evidenceSchema.nullable().describe("How far the rule is trusted; null where no figure rests on it."),
    checked_on: z.iso
      .date()
      .optional()
      .describe("Day on which someone compared the figure with its source. Left out where no one has."),
    data_set: z.string().nullable().describe("Version of the data set the rule looked at, null where it used none."),
    share_percent: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe(
        "Share of the field inside the area, 0 to 100 percent. Null where the rule is not about an area, and where the " +
          "check itself was sent without `explain=true`, as every check of a bulk job is.",
      ),
  })
  .meta({
    id: "Explanation",
    description: "One rule behind the answer, or one that the service could not check. Present with `explain=true`.",
  });

export const presentExplanation = (item: ExplanationItem): z.input<typeof explanationSchema> => ({
  rule_id: item.ruleId,
  result: item.result,
  text: ruleText(item, { language: "en" }),
  document: item.document,
  section: item.section,
  document_date: item.documentDate,
  evidence: item.evidence,
  ...(item.checkedOn === null ? {} : { checked_on: item.checkedOn }),
  data_set: item.dataSet,
  share_percent: item.sharePct === null ? null : round2(item.sharePct),
});
