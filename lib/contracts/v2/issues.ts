import { z } from "zod";
import { ISSUE_CODES, issueEffect, type Issue } from "@/lib/domain/issues";
import { issueMeaning, issueMessage, issueRemedy } from "@/lib/views/issues/issue-text";

export const issueCodeSchema = z.enum(ISSUE_CODES).meta({
  id: "IssueCode",
  description: [
    "What stands in the way of a pass, or should be known. New codes may come at any time: treat one you do not know " +
      "by the `effect` beside it.",
    "",
    ...ISSUE_CODES.map((code) => `- \`${code}\`: ${issueMeaning(code, "en")}`),
  ].join("\n"),
});
export const issueSchema = z
  .strictObject({
    code: issueCodeSchema,
    message: z.string().describe("What was found, for people. Do not parse it."),
    product_index: z
      .int()
      .nonnegative()
      .nullable()
      .describe("Place of the product in the request, from 0; null: about the whole application."),
    effect: z.enum(["blocks", "informs"]).describe("`blocks`: it stands in the way of a pass. `informs`: it does not."),
    remedy: z.string().describe("What helps, for people."),
    doc_url: z.string().describe("Path of the page that explains the code."),
  })
  .meta({ id: "Issue", description: "One thing that stands in the way of a pass or should be known." });

export type WireIssue = z.input<typeof issueSchema>;

/** An issue with its sentence. The sentence is for people: programs go by the code, the product and the effect. */
export const presentIssue = (found: Issue): WireIssue => ({
  code: found.code,
  message: issueMessage(found, "en"),
  product_index: found.productIndex,
  effect: issueEffect(found) === "none" ? "informs" : "blocks",
  remedy: issueRemedy(found.code, "en"),
  doc_url: docUrlOf(found.code),
});

/** Relative, as the addresses of a bulk job are: a stored answer holds behind whatever host it is read from. */
export const docUrlOf = (code: string): string => `/docs/errors#${code.toLowerCase()}`;
